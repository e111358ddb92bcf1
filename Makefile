# Sett: plain make; objects, programs and results of tests go to $(BUILD).
#
#: make               build build/sett and what goes into checked programs
#: make demo          set up, build, and check the bundled examples
#: make test          set up, build, and run every test: 10 minutes on two cores
#: make test-long     the same with larger models and many more random ones;
#:                    begins elsewhere each time (SEED=N: there again);
#:                    VOLUME=20: a fifth of them
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
#: make deb           a Debian package, in $(BUILD)/deb (needs debhelper)
#: make clean         remove $(BUILD)
#: make help          this list
#:
#: Settings: CC, CFLAGS, LDFLAGS, BUILD (build), PREFIX (/usr/local), DESTDIR.
#: For example: make CC=clang BUILD=build/clang

# No rule of make's own is used: looking for one for each header takes longest.
MAKEFLAGS += --no-builtin-rules
CC ?= cc
BUILD ?= build
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 300
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
# Lines are enough for backtraces; -g is a quarter more to compile.
CFLAGS ?= -O2 -g1
# The tests use a tree of their own, with what only they need: assertions that
# cost time (base/assert.h) and deliberate errors (base/mutant.h).
TESTED = $(BUILD)/checked
CHECKED ?= $(if $(filter %/checked,$(BUILD)),1)
FOR_TESTS = $(if $(CHECKED),-DSETT_CHECKED -DSETT_MUTANTS)
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(WARNINGS) -Isrc -pthread $(FOR_TESTS) $(CFLAGS)
LIBS = -ltcc -lxxhash -ljansson -ldw -lelf -ldl -lm -pthread
# To optimise takes longer than it saves, but where most of the time goes (HOT).
SANITIZERS = -O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined
# gcc's sanitizers make it see truncations where there are none.
SANITIZERS += -Wno-format-truncation -Wno-unknown-warning-option
# libFuzzer needs to know where a run has been: one build serves both.
SANITIZE_CC ?= clang
# Nothing added to a null pointer is no error for gcc, and none here.
SANITIZERS += $(if $(filter clang,$(SANITIZE_CC)),-fsanitize=fuzzer-no-link -fno-sanitize=pointer-overflow)
PARALLEL = $(MAKE) --no-print-directory -j $(shell nproc)

SOURCES = $(wildcard src/*/*.c src/promela/*/*.c)
OBJECTS = $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LIBRARY_OBJECTS = $(filter-out $(BUILD)/obj/cli/main.o,$(OBJECTS))
UNIT_TESTS = $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/test_*.c))

# The run-time library lives inside checked programs: no sanitizers, nothing
# that is seen from outside but what it means to export, and memory of its own
# (src/runtime/core/shared_allocator.c) where base/memory.c serves everybody else.
# (gdb calls functions of it in programs, and must know their types.)  The tests
# compile it for longer than they run it.
RUN_CFLAGS ?= $(if $(CHECKED),-O1 -g1,-O3 -falign-functions=64 -g)
ALL_RUN_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(WARNINGS) -Isrc -pthread -fPIC \
  -fvisibility=hidden -ftls-model=initial-exec -march=x86-64-v2 -mfsgsbase -fno-omit-frame-pointer \
  $(addprefix -fno-builtin-,malloc calloc realloc free) $(NO_BUILTINS) \
  $(NO_VECTORS) $(BARE) $(FOR_TESTS) $(RUN_CFLAGS)
BARE = -include runtime/core/bare.h
NO_BUILTINS = $(addprefix -fno-builtin-,memcpy memmove memset)
RUN_SOURCES = $(wildcard src/runtime/*/*.c src/shared/*.c src/discipline/*.c src/stateless/*.c) src/kernel/event.c src/kernel/violation.c
RUN_OBJECTS = $(RUN_SOURCES:src/%.c=$(BUILD)/run/%.o)
# What programs in Java can say, as sources.
JAVA_API = sett/Sett.java gov/nasa/jpf/vm/Verify.java
# What a checked program needs, as bin/, lib/ and include/ have it.
CXX_CONFIG = c++/bits/c++config.h
KIT = $(BUILD)/libsett-run.so $(BUILD)/sett.specs $(BUILD)/inline.h $(BUILD)/include/sett.h \
  $(BUILD)/$(CXX_CONFIG) \
  $(JAVA_API:%=$(BUILD)/java/%)

# A plug-in for the gcc that compiles programs, if its headers are there (Debian:
# gcc-N-plugin-dev).  Without it verdicts about what gcc compiles are bounded.
GCC_HEADERS := $(shell gcc -print-file-name=plugin)/include
GCC_PLUGIN = $(if $(wildcard $(GCC_HEADERS)/gcc-plugin.h),$(BUILD)/libsett-gcc-$(shell gcc -dumpfullversion).so)

# The agent that lives in a Java virtual machine, if there is a JDK (JAVA_HOME; or
# that of the javac in PATH).  Everything else works without.
JAVA_HOME ?= $(patsubst %/bin/javac,%,$(realpath $(shell command -v javac)))
JAVA_HEADERS = $(if $(JAVA_HOME),$(wildcard $(JAVA_HOME)/include/jvmti.h))
ALL_JAVA_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(filter-out -Wstrict-prototypes,$(WARNINGS)) $(CONVERSION) -Isrc \
  -isystem $(JAVA_HOME)/include -isystem $(JAVA_HOME)/include/linux -pthread -fPIC \
  -fvisibility=hidden $(CFLAGS)
CLASSFILE_SOURCES = $(wildcard src/java/classfile/*.c)
JAVA_SOURCES = $(CLASSFILE_SOURCES) $(wildcard src/java/agent/*.c src/shared/*.c src/discipline/*.c src/stateless/*.c) \
  src/kernel/event.c src/kernel/violation.c src/base/memory.c
JAVA_KIT = $(if $(JAVA_HEADERS),$(BUILD)/libsett-java.so)
# It has cheap assertions only and no deliberate errors of its own: one is enough for both
# trees.
JAVA_TREE = $(BUILD:%/checked=%)/jvm
JAVA_OBJECTS = $(JAVA_SOURCES:src/%.c=$(JAVA_TREE)/%.o)

# Messages between the ranks of a search, if there is an mpicc (MPICH or Open MPI).
# Everything else works without.
MPICC ?= $(shell command -v mpicc)
MPI_KIT = $(if $(MPICC),$(BUILD)/libsett-mpi.so)

all: $(BUILD)/sett $(KIT) $(GCC_PLUGIN) $(JAVA_KIT) $(MPI_KIT)

$(BUILD)/sett: $(OBJECTS)
	@echo "  LINK $@"; $(CC) $(ALL_CFLAGS) -o $@ $^ $(LDFLAGS) $(LIBS)

$(BUILD)/libsett.a: $(LIBRARY_OBJECTS)
	@rm -f $@; echo "  AR   $@"; ar rcs $@ $^

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  CC   $<"; $(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# No implicit conversion may change a value, in all of src.  (clang and sanitizers see others.)
CONVERSION = $(if $(findstring clang,$(CC))$(findstring sanitize,$(CFLAGS)),,-Wconversion)
$(BUILD)/obj/%.o $(BUILD)/run/%.o: WARNINGS += $(CONVERSION)

# What the tests compile for longer than they run it.
COLD = cli generate gpu ltl program promela report view
ifneq ($(and $(CHECKED),$(findstring -O2,$(CFLAGS))),)
$(foreach folder,$(COLD),$(eval $(BUILD)/obj/$(folder)/%.o: ALL_CFLAGS += -O1))
$(BUILD)/unit/%: ALL_CFLAGS += -O1
endif

# Optimised under sanitizers, too, which takes clang three times as long.
HOT = base kernel store
ifneq ($(findstring sanitize,$(CFLAGS)),)
$(foreach folder,$(HOT),$(eval $(BUILD)/obj/$(folder)/%.o: ALL_CFLAGS += -O1))
endif

$(BUILD)/libsett-run.so: $(RUN_OBJECTS)
	@echo "  LINK $@"; $(CC) $(ALL_RUN_CFLAGS) -shared -Wl,-soname,$(@F) -Wl,-z,now,-z,initfirst \
	  -o $@ $^ $(RUN_LDFLAGS) -ldl -pthread

$(BUILD)/run/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  RUN  $<"; $(CC) $(ALL_RUN_CFLAGS) -MMD -MP -c -o $@ $<

# Instrumented code keeps values in vector registers when it calls the run-time
# (src/runtime/access/entry.c): what does not have to use them leaves them alone.
NO_VECTORS = -mgeneral-regs-only
$(BUILD)/run/runtime/drive/explore.o $(BUILD)/run/runtime/sched/own_signals.o \
$(BUILD)/run/runtime/sched/random.o $(BUILD)/run/runtime/undo/reset.o \
$(BUILD)/run/runtime/drive/simplify.o $(BUILD)/run/runtime/sched/spin.o \
$(BUILD)/run/runtime/sched/state.o: NO_VECTORS =
# Arguments of printf may be in vector registers.
$(addprefix $(BUILD)/run/runtime/,access/buffers.o access/formats.o access/readers.o files/streams.o core/bare.o): NO_VECTORS =
$(BUILD)/run/stateless/%.o: NO_VECTORS =
$(BUILD)/run/stateless/%.o: NO_BUILTINS =

# What stands in for the C library's functions: see src/runtime/core/bare.h.
$(addprefix $(BUILD)/run/runtime/,access/libc.o access/formats.o access/readers.o access/libc_results.o files/streams.o sched/finish.o): BARE =

# Exceptions and the ends of threads pass through these.
$(addprefix $(BUILD)/run/runtime/,sync/once.o files/streams.o process/spawn.o): ALL_RUN_CFLAGS += -fexceptions

$(BUILD)/libsett-java.so: $(JAVA_OBJECTS)
	@echo "  LINK $@"; $(CC) $(ALL_JAVA_CFLAGS) -shared -Wl,-soname,$(@F) -Wl,-z,defs -o $@ $^ $(LDFLAGS) -ldl -pthread

$(JAVA_TREE)/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  JVM  $<"; $(CC) $(ALL_JAVA_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/libsett-gcc-%.so: src/plugin/gcc_calls.cc
	@mkdir -p $(@D)
	@echo "  GCC  $<"; g++ -std=gnu++17 -O1 -shared -fPIC -fno-rtti -isystem $(GCC_HEADERS) -o $@ $<

$(BUILD)/libsett-mpi.so: src/mpi/plugin/mpi_transport.c src/base/transport.h
	@mkdir -p $(@D)
	@echo "  MPI  $@"; $(MPICC) -std=gnu11 -D_GNU_SOURCE $(WARNINGS) $(CONVERSION) -Isrc -fPIC -fvisibility=default $(CFLAGS) -shared -o $@ $<

$(BUILD)/sett.specs: src/program/sett.specs
	@mkdir -p $(@D); cp $< $@

$(BUILD)/inline.h: src/runtime/access/inline.h
	@mkdir -p $(@D); cp $< $@

$(BUILD)/$(CXX_CONFIG): src/runtime/access/c++config.h
	@mkdir -p $(@D); cp $< $@

$(BUILD)/java/%.java: include/java/%.java
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/include/sett.h: include/sett.h
	@mkdir -p $(@D); cp $< $@

# The assembler reads these, which the compiler cannot know.
$(BUILD)/obj/promela/emit/embedded.o: src/kernel/step.h src/promela/emit/runtime.h
$(BUILD)/obj/gpu/source.o: src/gpu/prelude.cl src/gpu/counters.h src/gpu/launches.h src/gpu/tables.cl src/gpu/layout.cl src/gpu/cycles.cl src/gpu/reduce.cl src/gpu/search.cl
$(BUILD)/obj/view/page.o: src/view/page.html src/view/page.css src/view/page.js src/view/page_graph.js src/view/page_automata.js src/view/page_wrong.js
$(BUILD)/obj/promela/emit/embedded.o $(BUILD)/obj/gpu/source.o $(BUILD)/obj/view/page.o: ALL_CFLAGS += -DSETT_SOURCE='"$(CURDIR)/src"'

$(BUILD)/unit/%: tests/unit/%.c $(BUILD)/libsett.a
	@mkdir -p $(@D)
	@echo "  UNIT $@"; $(CC) $(ALL_CFLAGS) -g -MMD -MP -o $@ $< $(BUILD)/libsett.a $(LDFLAGS) $(LIBS) -lcmocka

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

# The rewriter of class files by itself: under a virtual machine's verifier, and
# with sanitizers on damaged files.
$(BUILD)/librewrite.so: tests/java/rewrite_agent.c $(CLASSFILE_SOURCES:src/%.c=$(JAVA_TREE)/%.o)
	@echo "  TEST $@"; $(CC) $(ALL_JAVA_CFLAGS) -shared -o $@ $^

$(BUILD)/fuzz_rewrite: tests/java/fuzz_rewrite.c $(CLASSFILE_SOURCES)
	@echo "  TEST $@"; $(CC) $(ALL_CFLAGS) -O1 $(filter-out -fsanitize=fuzzer-no-link -fno-sanitize=pointer-overflow,$(SANITIZERS)) -o $@ $^

demo:
	@scripts/setup build
	@$(PARALLEL) all
	@scripts/demo $(BUILD)/sett

# Whatever suites are made of, so that they find it made.
TEST_PROGRAMS = $(BUILD)/concurrency $(addprefix $(BUILD)/,repeat mutate check_ltl check_dense check_outcomes \
  check_distributed check_stateless) $(if $(JAVA_HEADERS),$(BUILD)/librewrite.so $(BUILD)/fuzz_rewrite)
test-programs: all $(UNIT_TESTS) $(TEST_PROGRAMS)

test test-long:
	@LONG=$(filter test-long,$@) scripts/setup test
	@$(PARALLEL) all checked-programs sanitized-programs
	@SETT=$(abspath $(TESTED)/sett) RELEASED=$(abspath $(BUILD)/sett) \
	  tests/run $(if $(filter test-long,$@),--long)

checked-programs: $(if $(JAVA_KIT),$(JAVA_OBJECTS))
	@+$(MAKE) --no-print-directory BUILD=$(TESTED) test-programs

check:
	@[ -n "$(SUITE)" ] || { echo "usage: make check SUITE=name [CASE=pattern]"; exit 2; }
	@$(PARALLEL) all checked-programs
	@SETT=$(abspath $(TESTED)/sett) RELEASED=$(abspath $(BUILD)/sett) LONG="$(LONG)" CASE="$(CASE)" tests/run $(SUITE)

ifeq ($(CHECKED),)
unit:
	@$(PARALLEL) BUILD=$(TESTED) unit
else
unit: $(UNIT_TESTS)
	@failed=0; for t in $^; do $$t || failed=1; done; exit $$failed
endif

SANITIZED = BUILD=$(BUILD)/sanitize-$(SANITIZE_CC) CHECKED=1 CC=$(SANITIZE_CC) CFLAGS='$(SANITIZERS)'
sanitize:
	@$(PARALLEL) $(SANITIZED) sanitized

sanitized-programs:
	@+$(MAKE) --no-print-directory $(SANITIZED) sanitized-parts

# Searches with several workers (tests/tsan).
THREAD_SANITIZERS = -O1 -g1 -fsanitize=thread -Wno-format-truncation -Wno-unknown-warning-option
thread-sanitized-programs:
	@+$(MAKE) --no-print-directory BUILD=$(BUILD)/sanitize-threads CHECKED=1 CC=clang \
	  CFLAGS='$(THREAD_SANITIZERS)' thread-sanitized-parts

thread-sanitized-parts: $(BUILD)/sett $(addprefix $(BUILD)/unit/test_,nested store brlock)

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

# SHELL:FILE, in share
COMPLETIONS = bash:bash-completion/completions/sett zsh:zsh/site-functions/_sett \
  fish:fish/vendor_completions.d/sett.fish
before = $(firstword $(subst :, ,$1))
after = $(lastword $(subst :, ,$1))

install: all
	install -D -m 755 $(BUILD)/sett $(DESTDIR)$(PREFIX)/bin/sett
	install -D -m 755 $(BUILD)/libsett-run.so $(DESTDIR)$(PREFIX)/lib/sett/libsett-run.so
	$(if $(GCC_PLUGIN),install -D -m 755 $(GCC_PLUGIN) $(DESTDIR)$(PREFIX)/lib/sett/$(notdir $(GCC_PLUGIN)))
	$(if $(MPI_KIT),install -D -m 755 $(MPI_KIT) $(DESTDIR)$(PREFIX)/lib/sett/libsett-mpi.so)
	$(if $(JAVA_KIT),install -D -m 755 $(JAVA_KIT) $(DESTDIR)$(PREFIX)/lib/sett/libsett-java.so)
	install -D -m 644 $(BUILD)/sett.specs $(DESTDIR)$(PREFIX)/lib/sett/sett.specs
	install -D -m 644 $(BUILD)/inline.h $(DESTDIR)$(PREFIX)/lib/sett/inline.h
	install -D -m 644 $(BUILD)/$(CXX_CONFIG) $(DESTDIR)$(PREFIX)/lib/sett/$(CXX_CONFIG)
	install -D -m 644 include/sett.h $(DESTDIR)$(PREFIX)/include/sett.h
	for class in $(JAVA_API); do \
	  install -D -m 644 include/java/$$class $(DESTDIR)$(PREFIX)/lib/sett/java/$$class; done
	install -D -m 644 docs/sett.1 $(DESTDIR)$(PREFIX)/share/man/man1/sett.1
	$(foreach c,$(COMPLETIONS),mkdir -p $(DESTDIR)$(PREFIX)/share/$(dir $(call after,$c)) && \
	  $(BUILD)/sett help --completion $(call before,$c) > $(DESTDIR)$(PREFIX)/share/$(call after,$c) &&) true

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/sett $(DESTDIR)$(PREFIX)/share/man/man1/sett.1 \
	  $(DESTDIR)$(PREFIX)/include/sett.h \
	  $(foreach c,$(COMPLETIONS),$(DESTDIR)$(PREFIX)/share/$(call after,$c))
	rm -rf $(DESTDIR)$(PREFIX)/lib/sett

# From what git knows of, in a folder of its own: nothing is written beside it.
VERSION = $(shell sed -n 's/^\#define SETT_VERSION "\(.*\)"/\1/p' src/base/version.h)
deb:
	rm -rf $(BUILD)/deb
	mkdir -p $(BUILD)/deb/sett-$(VERSION)
	git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t $(BUILD)/deb/sett-$(VERSION)
	sed 's/@VERSION@/$(VERSION)/; s/@DATE@/$(shell date -R -d @$(shell git log -1 --format=%ct))/' \
	  debian/changelog.in > $(BUILD)/deb/sett-$(VERSION)/debian/changelog
	cd $(BUILD)/deb/sett-$(VERSION) && env -u MAKEFLAGS -u MFLAGS dpkg-buildpackage -b -us -uc -d > ../build.log 2>&1 || { tail -n 20 ../build.log; exit 1; }
	@ls $(BUILD)/deb/*.deb

clean:
	rm -rf $(BUILD)

help:
	@sed -n 's/^#: \{0,1\}//p' Makefile

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.PHONY: all demo test test-long test-programs checked-programs check unit sanitize sanitized \
  sanitized-parts sanitized-programs thread-sanitized-programs thread-sanitized-parts fuzz bench papers check-format \
  check-layers install uninstall deb clean help
-include $(OBJECTS:.o=.d) $(RUN_OBJECTS:.o=.d) $(JAVA_OBJECTS:.o=.d) $(UNIT_TESTS:=.d) $(BUILD)/concurrency.d
