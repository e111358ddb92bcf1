# Sett: plain make; objects, programs and results of tests go to $(BUILD).
#
#: make               build build/sett and what goes into checked programs
#: make demo          set up, build, and check the bundled examples
#: make test          set up, build, and run every test: 10 minutes on two cores
#: make test-long     the same with larger models and many more random ones;
#:                    begins elsewhere each time (SEED=N: there again)
#: make check SUITE=name [CASE=pattern]
#:                    one suite, or several; of suites that can choose, the cases
#:                    that match the pattern only (LONG=1: as in test-long)
#: make unit          unit tests only
#: make sanitize      unit tests, semantics and errors under clang's sanitizers
#: make fuzz          libFuzzer on the Promela front end (FUZZ_SECONDS=300)
#: make bench         measure against SPIN, without and with reductions, and the
#:                    checking of programs (bench/run --help for more)
#: make papers        repeat the experiments of the papers; writes docs/papers.md
#: make check-format  does clang-format agree? (nothing is changed)
#: make check-layers  do the includes respect the layers?
#: make install       to $(DESTDIR)$(PREFIX): program, run-time library, header
#:                    and manual page
#: make uninstall     the opposite
#: make clean         remove $(BUILD)
#: make help          this list
#:
#: Settings: CC, CFLAGS, LDFLAGS, BUILD (build), PREFIX (/usr/local), DESTDIR.
#: For example: make CC=clang BUILD=build/clang

CC ?= cc
BUILD ?= build
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 300
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
CFLAGS ?= -O2 -g
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(WARNINGS) -Isrc -pthread $(CFLAGS)
LIBS = -ltcc -lxxhash -ljansson -ldw -lelf -ldl -lm -pthread
SANITIZERS = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined
# gcc's sanitizers make it see truncations where there are none.
SANITIZERS += -Wno-format-truncation -Wno-unknown-warning-option
# libFuzzer needs to know where a run has been: one build serves both.
SANITIZE_CC ?= clang
# Nothing added to a null pointer is no error for gcc, and none here.
SANITIZERS += $(if $(filter clang,$(SANITIZE_CC)),-fsanitize=fuzzer-no-link -fno-sanitize=pointer-overflow)
PARALLEL = $(MAKE) --no-print-directory -j $(shell nproc)

SOURCES = $(wildcard src/*/*.c)
OBJECTS = $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LIBRARY_OBJECTS = $(filter-out $(BUILD)/obj/cli/main.o,$(OBJECTS))
UNIT_TESTS = $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/test_*.c))

# The run-time library lives inside checked programs: no sanitizers, nothing
# that is seen from outside but what it means to export, and memory of its own
# (src/runtime/core/memory.c) where base/memory.c serves everybody else.
RUN_CFLAGS ?= -O3 -falign-functions=64 -g
ALL_RUN_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(WARNINGS) -Isrc -pthread -fPIC \
  -fvisibility=hidden -ftls-model=initial-exec -mfsgsbase -fno-omit-frame-pointer \
  $(addprefix -fno-builtin-,malloc calloc realloc free) $(NO_BUILTINS) \
  $(NO_VECTORS) $(BARE) $(RUN_CFLAGS)
BARE = -include runtime/core/bare.h
NO_BUILTINS = $(addprefix -fno-builtin-,memcpy memmove memset)
RUN_SOURCES = $(wildcard src/runtime/*/*.c src/stateless/*.c) src/kernel/event.c src/kernel/fault.c
RUN_OBJECTS = $(RUN_SOURCES:src/%.c=$(BUILD)/run/%.o)
# What a checked program needs, as bin/, lib/ and include/ have it.
KIT = $(BUILD)/libsett-run.so $(BUILD)/sett.specs $(BUILD)/inline.h $(BUILD)/include/sett.h

all: $(BUILD)/sett $(KIT)

$(BUILD)/sett: $(OBJECTS)
	@echo "  LINK $@"; $(CC) $(ALL_CFLAGS) -o $@ $^ $(LDFLAGS) $(LIBS)

$(BUILD)/libsett.a: $(LIBRARY_OBJECTS)
	@rm -f $@; echo "  AR   $@"; ar rcs $@ $^

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  CC   $<"; $(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/libsett-run.so: $(RUN_OBJECTS)
	@echo "  LINK $@"; $(CC) $(ALL_RUN_CFLAGS) -shared -Wl,-soname,$(@F) -Wl,-z,now,-z,initfirst \
	  -o $@ $^ $(RUN_LDFLAGS) -ldl -pthread

$(BUILD)/run/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  RUN  $<"; $(CC) $(ALL_RUN_CFLAGS) -MMD -MP -c -o $@ $<

# Instrumented code keeps values in vector registers when it calls the run-time
# (src/runtime/access/entry.c): what does not have to use them leaves them alone.
NO_VECTORS = -mgeneral-regs-only
$(BUILD)/run/runtime/drive/explore.o $(BUILD)/run/runtime/sched/faults.o \
$(BUILD)/run/runtime/sched/random.o $(BUILD)/run/runtime/undo/reset.o \
$(BUILD)/run/runtime/drive/simplify.o $(BUILD)/run/runtime/sched/spin.o \
$(BUILD)/run/runtime/sched/state.o: NO_VECTORS =
$(BUILD)/run/stateless/%.o: NO_VECTORS =
$(BUILD)/run/stateless/%.o: NO_BUILTINS =

# What stands in for the C library's functions: see src/runtime/core/bare.h.
$(BUILD)/run/runtime/access/libc.o $(BUILD)/run/runtime/sched/finish.o: BARE =

# Exceptions and the ends of threads pass through these.
$(BUILD)/run/runtime/sync/once.o: ALL_RUN_CFLAGS += -fexceptions

$(BUILD)/sett.specs: src/program/sett.specs
	@mkdir -p $(@D); cp $< $@

$(BUILD)/inline.h: src/runtime/access/inline.h
	@mkdir -p $(@D); cp $< $@

$(BUILD)/include/sett.h: include/sett.h
	@mkdir -p $(@D); cp $< $@

# The assembler reads these, which the compiler cannot know.
$(BUILD)/obj/promela/embedded.o: src/kernel/step.h src/promela/runtime.h
$(BUILD)/obj/gpu/source.o: src/gpu/prelude.cl src/gpu/search.cl
$(BUILD)/obj/promela/embedded.o $(BUILD)/obj/gpu/source.o: ALL_CFLAGS += -DSETT_SOURCE='"$(CURDIR)/src"'

$(BUILD)/unit/%: tests/unit/%.c $(BUILD)/libsett.a
	@mkdir -p $(@D)
	@echo "  UNIT $@"; $(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(BUILD)/libsett.a $(LDFLAGS) $(LIBS) -lcmocka

$(BUILD)/fuzz_parser: tests/fuzz/fuzz_parser.c $(BUILD)/libsett.a
	@echo "  FUZZ $@"; $(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $< $(BUILD)/libsett.a $(LDFLAGS) $(LIBS)

$(BUILD)/mutate: tests/fuzz/mutate.c $(BUILD)/libsett.a
	@echo "  CC   $<"; $(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(BUILD)/libsett.a $(LDFLAGS) $(LIBS)

$(BUILD)/concurrency: papers/concurrency.c $(BUILD)/libsett.a
	@echo "  CC   $<"; $(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(BUILD)/libsett.a $(LDFLAGS) $(LIBS)

$(BUILD)/check_ltl: tests/ltl/check_ltl.c $(BUILD)/libsett.a
	@echo "  TEST $@"; $(CC) $(ALL_CFLAGS) -o $@ $< $(BUILD)/libsett.a $(LDFLAGS) $(LIBS)

$(BUILD)/repeat: tests/resets/repeat.c $(BUILD)/libsett.a
	@echo "  TEST $@"; $(CC) $(ALL_CFLAGS) -o $@ $^ $(LDFLAGS) $(LIBS)

$(BUILD)/check_dense: tests/dense/compare.c tests/dense/generate.c tests/dense/dense.h $(BUILD)/libsett.a
	@echo "  TEST $@"; $(CC) $(ALL_CFLAGS) -Itests/dense -o $@ $(filter %.c %.a,$^) $(LDFLAGS) $(LIBS)

$(BUILD)/check_outcomes: $(wildcard tests/outcomes/*.c) $(wildcard tests/outcomes/*.h) $(BUILD)/libsett.a
	@echo "  TEST $@"; $(CC) $(ALL_CFLAGS) -Itests/outcomes -DTESTS_FOLDER=\"$(abspath tests/outcomes)\" -o $@ $(filter %.c %.a,$^) $(LDFLAGS) $(LIBS)

$(BUILD)/check_distributed: tests/distributed/compare.c $(BUILD)/libsett.a
	@echo "  TEST $@"; $(CC) $(ALL_CFLAGS) -o $@ $^ $(LDFLAGS) $(LIBS)

$(BUILD)/check_stateless: $(wildcard tests/stateless/*.c) $(wildcard tests/stateless/*.h) $(BUILD)/libsett.a
	@echo "  TEST $@"; $(CC) $(ALL_CFLAGS) -Itests/stateless -o $@ $(filter %.c %.a,$^) $(LDFLAGS) $(LIBS)

demo:
	@scripts/setup build
	@$(PARALLEL) all
	@scripts/demo $(BUILD)/sett

# Whatever suites are made of, so that they find it made.
TEST_PROGRAMS = $(addprefix $(BUILD)/,repeat mutate check_ltl check_dense check_outcomes \
  check_distributed check_stateless)
test-programs: all $(UNIT_TESTS) $(TEST_PROGRAMS)

test test-long:
	@scripts/setup test
	@$(PARALLEL) test-programs sanitized-programs
	@SETT=$(abspath $(BUILD)/sett) tests/run $(if $(filter test-long,$@),--long)

check:
	@[ -n "$(SUITE)" ] || { echo "usage: make check SUITE=name [CASE=pattern]"; exit 2; }
	@$(PARALLEL) test-programs
	@SETT=$(abspath $(BUILD)/sett) LONG="$(LONG)" CASE="$(CASE)" tests/run $(SUITE)

unit: $(UNIT_TESTS)
	@failed=0; for t in $^; do $$t || failed=1; done; exit $$failed

SANITIZED = BUILD=$(BUILD)/sanitize-$(SANITIZE_CC) CC=$(SANITIZE_CC) CFLAGS='$(SANITIZERS)'
sanitize:
	@$(PARALLEL) $(SANITIZED) sanitized

sanitized-programs:
	@+$(MAKE) --no-print-directory $(SANITIZED) sanitized-parts

sanitized-parts: $(BUILD)/sett $(UNIT_TESTS) $(if $(filter clang,$(CC)),$(BUILD)/fuzz_parser)

sanitized: export SETT = $(abspath $(BUILD)/sett)
sanitized: export SETT_TEST_WORK = $(abspath $(BUILD)/tests)
sanitized: sanitized-parts unit
	@failed=0; for s in semantics errors; do tests/$$s/check || failed=1; done; exit $$failed

fuzz:
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/check

bench: all
	@bench/run --sett $(BUILD)/sett; status=$$?; echo; \
	  bench/run --reductions --sett $(BUILD)/sett || status=1; echo; \
	  bench/run --programs --sett $(BUILD)/sett || status=1; exit $$status

papers: $(BUILD)/sett $(BUILD)/concurrency
	@BUILD=$(abspath $(BUILD)) papers/run

check-format:
	@command -v clang-format > /dev/null || { echo "clang-format is not installed"; exit 1; }
	@clang-format --dry-run --Werror $(wildcard src/*/*.[ch] src/*/*/*.[ch] include/*.h tests/*/*.[ch] papers/*.c)

check-layers:
	@scripts/check-layers

install: all
	install -D -m 755 $(BUILD)/sett $(DESTDIR)$(PREFIX)/bin/sett
	install -D -m 755 $(BUILD)/libsett-run.so $(DESTDIR)$(PREFIX)/lib/sett/libsett-run.so
	install -D -m 644 $(BUILD)/sett.specs $(DESTDIR)$(PREFIX)/lib/sett/sett.specs
	install -D -m 644 $(BUILD)/inline.h $(DESTDIR)$(PREFIX)/lib/sett/inline.h
	install -D -m 644 include/sett.h $(DESTDIR)$(PREFIX)/include/sett.h
	install -D -m 644 docs/sett.1 $(DESTDIR)$(PREFIX)/share/man/man1/sett.1

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/sett $(DESTDIR)$(PREFIX)/share/man/man1/sett.1 \
	  $(DESTDIR)$(PREFIX)/include/sett.h
	rm -rf $(DESTDIR)$(PREFIX)/lib/sett

clean:
	rm -rf $(BUILD)

help:
	@sed -n 's/^#: \{0,1\}//p' Makefile

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.PHONY: all demo test test-long test-programs check unit sanitize sanitized \
  sanitized-parts sanitized-programs fuzz bench papers check-format \
  check-layers install uninstall clean help
-include $(OBJECTS:.o=.d) $(RUN_OBJECTS:.o=.d) $(UNIT_TESTS:=.d) $(BUILD)/concurrency.d
