# Oracles: twins against plain, untimed statements of what they must do (tests/oracle/)

ORACLES := $(basename $(notdir $(wildcard tests/oracle/*_oracle.c)))
build/tests/oracle/%_oracle.o: BASE += -Itests/unit
$(ORACLES:%=build/tests/oracle/%): build/tests/oracle/%: build/tests/oracle/%.o build/libmemloom.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

.PHONY: oracles
oracles: $(ORACLES:%=build/tests/oracle/%)
	@for oracle in $^; do echo "$${oracle##*/}:"; $$oracle || exit 1; done
