# The chip model: its unit tests, its speed

build/tests/unit/gpu_test build/tests/unit/dram_test: build/%: build/%.o build/libmemloom.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)
