# libFuzzer targets tests/fuzz/X_fuzz.c with their seed corpus tests/fuzz/X/. Lines `// sources:` of a target name its sources.
#   make fuzz [FUZZ="trace"] [FUZZ_SECONDS=60]

FUZZ_ALL := $(patsubst tests/fuzz/%_fuzz.c,%,$(wildcard tests/fuzz/*_fuzz.c))
FUZZ ?= $(FUZZ_ALL)
FUZZ_SECONDS ?= 60
FUZZ_FLAGS := -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
	-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION

build/fuzz/%_fuzz: tests/fuzz/%_fuzz.c $(wildcard gen/*/*.[ch] cosim/workloads/*.[ch] cosim/model/*.h)
	@mkdir -p $(@D)
	clang $(filter-out -MMD -MP,$(BASE)) $(FUZZ_FLAGS) -o $@ $< $$(sed -n 's,^// sources: ,,p' $<) $(LIBS)

$(call known,fuzz,FUZZ,$(FUZZ_ALL))
.PHONY: fuzz
fuzz: $(FUZZ:%=build/fuzz/%_fuzz)
	@for name in $(FUZZ); do mkdir -p build/fuzz/$$name && \
	build/fuzz/$${name}_fuzz -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=1024 -timeout=10 -verbosity=0 \
		-print_final_stats=1 -artifact_prefix=build/fuzz/$$name- build/fuzz/$$name tests/fuzz/$$name || exit 1; done
