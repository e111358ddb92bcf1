# make            builds build/sett
# make demo       sets up, builds and checks the bundled examples
# make test       sets up, builds and runs every test
# make help       lists the rest

.DEFAULT_GOAL := build/sett
CC ?= cc
BUILD ?= build
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
CFLAGS ?= -O2 -g
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(WARNINGS) -Isrc -pthread $(CFLAGS)
LIBS = -ltcc -lxxhash -ljansson -ldl -lm -pthread

SOURCES = $(wildcard src/*/*.c)
OBJECTS = $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LIBRARY_OBJECTS = $(filter-out $(BUILD)/obj/cli/main.o,$(OBJECTS))
UNIT_TESTS = $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/test_*.c))

$(BUILD)/sett: $(OBJECTS)
	@echo "  LINK $@"; $(CC) $(ALL_CFLAGS) -o $@ $^ $(LDFLAGS) $(LIBS)

$(BUILD)/libsett.a: $(LIBRARY_OBJECTS)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  CC   $<"; $(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/unit/%: tests/unit/%.c $(BUILD)/libsett.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(BUILD)/libsett.a $(LDFLAGS) $(LIBS) -lcmocka

unit: $(UNIT_TESTS)
	@for t in $^; do $$t || exit 1; done

clean:
	rm -rf $(BUILD)

.PHONY: unit clean
-include $(OBJECTS:.o=.d)
