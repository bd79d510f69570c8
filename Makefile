# Restraint: `make help` lists what can be made.
CXX      ?= g++
CXXFLAGS ?= -O2
TESTFLAGS ?= -O0
PREFIX   ?= /usr/local
DESTDIR  ?=
BUILD    ?= build

# What the same bits on every machine depend on stands outside the user's CXXFLAGS. std::fma rounds once, in
# one instruction where the processor has it, else in a call that takes three times as long. For a package that
# any processor runs: make FMA=
FMA      := $(shell grep -qsw fma /proc/cpuinfo && echo -mfma)
STANDARD := -std=c++20 -ffp-contract=off $(FMA) -Iinclude
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
COMPILE   = $(CXX) $(STANDARD) $(WARNINGS) $(CXXFLAGS) $(OWNFLAGS) -MMD -MP

LIBRARY_SOURCES := $(wildcard src/*/*.cpp src/*/*/*.cpp)
TEST_SOURCES    := $(wildcard tests/*.cpp tests/*/*_test.cpp)
SCENES          := $(patsubst scenes/%.cpp,$(BUILD)/scenes/%,$(wildcard scenes/*.cpp))
BENCHES         := $(patsubst tests/bench/%.cpp,$(BUILD)/bench/%,$(wildcard tests/bench/*.cpp))
LIBRARY         := $(BUILD)/librestraint.a
COMMAND         := $(BUILD)/restraint
object           = $(patsubst %.cpp,$(BUILD)/obj/%.o,$(1))

# `make` says one short line a file, `make V=1` whole commands, `make -s` nothing.
say = $(if $(V),@:,$(if $(findstring s,$(firstword -$(MAKEFLAGS))),@:,@echo "$(1)"))
Q   = $(if $(V),,@)

.PHONY: all
all: $(COMMAND) $(SCENES)  ## the command build/restraint and every scene in build/scenes

# The command is linked from the chapters that it uses, so that `make demo` compiles no other.
UNUSED_BY_COMMAND := src/io/text/scene_options.cpp src/io/pictures/space_film.cpp
COMMAND_SOURCES := src/main.cpp $(foreach chapter,linalg optimize gauss bricks io,$(filter-out $(UNUSED_BY_COMMAND),$(filter src/$(chapter)/%,$(LIBRARY_SOURCES))))
$(COMMAND): $(call object,$(COMMAND_SOURCES))
	$(call say,LD $(@F))
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

$(LIBRARY): $(call object,$(LIBRARY_SOURCES))
	$(call say,AR $(@F))
	@rm -f $@
	$(Q)ar rcs $@ $^

$(BUILD)/scenes/%: $(BUILD)/obj/scenes/%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $(notdir $(@D))/$(@F))
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

$(BUILD)/bench/%: $(BUILD)/obj/tests/bench/%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $(notdir $(@D))/$(@F))
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

$(BUILD)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(call say,CXX $(<:src/%=%))
	$(Q)$(COMPILE) -c $< -o $@

.PHONY: demo
demo: $(COMMAND)  ## collapse the 5-diamond: build/collapse.txt, .svg and .html
	$(Q)$(COMMAND) collapse scenes/towers/diamond_5.tower --svg $(BUILD)/collapse.svg --html $(BUILD)/collapse.html > $(BUILD)/collapse.txt
	@echo "The motion as rows of numbers is in $(BUILD)/collapse.txt, as a film strip in $(BUILD)/collapse.svg, to be played in"
	@echo "$(BUILD)/collapse.html (any browser shows them)."

.PHONY: scenes
scenes: $(SCENES)  ## only the scenes, and a list of them by document and chapter, one line each
	@for scene in scenes/*.cpp; do name=$$(basename $$scene .cpp); \
	 printf '%s\t%s\t%s\n' "$$(sed -n '1s|^// Reads along with \(.*\)\.$$|\1|p' $$scene)" $$name \
	  "$$($(BUILD)/scenes/$$name --help | sed -n 2p)"; done | LC_ALL=C sort | \
	 awk -F '\t' '$$1 != part { part = $$1; print part } { printf "  %-27s %s\n", $$2, $$3 }'

.PHONY: rehearsal
rehearsal: $(SCENES)  ## run every scene and see that it does what it says
	tests/scenes.sh $(BUILD)/scenes

PICTURES := $(patsubst plots/%.gp,plots/gallery/%.svg,$(wildcard plots/*.gp)) \
 $(patsubst %,plots/gallery/collapse_%.svg,diamond_5 wall_narrow harmonic_unstable) \
 $(patsubst %,plots/gallery/stability_%.svg,harmonic_unstable diamond_4) \
 $(patsubst %,plots/gallery/strip_%.svg,overbalanced_stack dominoes chain_on_pivot blocks_into_chain dropped_block \
  stack cs_stack office_toy stick_pendulum cubejam hybrid robot)
.PHONY: plots
plots: $(PICTURES)  ## the pictures of plots/gallery, from what the scenes print (needs gnuplot)

plots/gallery/collapse_%.svg: scenes/towers/%.tower $(COMMAND)
	@mkdir -p $(@D)
	$(call say,PLOT $(*F))
	$(Q)$(COMMAND) collapse $< --every 1000 --svg $@ > /dev/null

plots/gallery/strip_%.svg: $(BUILD)/scenes/%
	@mkdir -p $(@D)
	$(call say,PLOT $(*F))
	$(Q)$< --svg $@ --side $(if $(filter dropped_block,$*),corner,front) > /dev/null

# An unstable tower is status 1, not an error.
plots/gallery/stability_%.svg: scenes/towers/%.tower $(COMMAND)
	@mkdir -p $(@D)
	$(call say,PLOT $(*F))
	$(Q)$(COMMAND) stability $< --force-range --svg $@ > /dev/null || [ $$? = 1 ]

plots/gallery/%.svg: plots/%.gp plots/style.inc plots/describe.awk $(SCENES)
	@mkdir -p $(@D)
	$(call say,PLOT $(*F))
	$(Q)gnuplot -e "scenes='$(BUILD)/scenes/'; picture='$@.part'" plots/style.inc $< && \
	 awk -f plots/describe.awk $< $@.part > $@ && rm -f $@.part || { rm -f $@ $@.part; exit 1; }

.PHONY: test
test: $(BUILD)/tests  ## build and run all tests (needs doctest)
	$(BUILD)/tests

# The library's objects stand first: of an inline function that both have compiled, the linker takes the first.
$(BUILD)/tests: $(call object,$(TEST_SOURCES)) $(COMMAND) $(LIBRARY)
	$(call say,LD $(@F))
	$(Q)$(CXX) $(CXXFLAGS) $(call object,$(LIBRARY_SOURCES) $(TEST_SOURCES)) -o $@

# The tests' own code needs no speed: -O0 builds the tests in two thirds of the time that -O2 takes.
$(call object,$(TEST_SOURCES)): OWNFLAGS = $(TESTFLAGS)
$(call object,$(TEST_SOURCES)): | doctest
.PHONY: doctest
doctest:
	@echo '#include <doctest/doctest.h>' | $(CXX) -std=c++20 -E -x c++ - >/dev/null 2>&1 || \
	 { echo "make test needs doctest: sudo apt-get install --yes doctest-dev" >&2; exit 1; }

.PHONY: check-files
check-files: $(COMMAND)  ## the command among full disks, closed pipes, locked folders, other locales
	tests/files/run.sh $(COMMAND)

.PHONY: browser
browser: $(COMMAND)  ## play a collapse in chromium, without a window, and press its buttons
	tests/io/player.sh $(COMMAND)

.PHONY: benches
benches: $(BENCHES)  ## build what bench runs

.PHONY: bench
bench: $(BENCHES)  ## measure speed and memory, and print them
	@for bench in $(BENCHES); do $$bench || exit 1; done

.PHONY: endurance
endurance: $(BUILD)/endurance  ## a million steps, thousands of bricks, extreme sizes: print what was measured (minutes)
	$(BUILD)/endurance

$(BUILD)/endurance: $(call object,tests/endurance/endurance.cpp tests/endurance/animations.cpp) $(LIBRARY)
	$(call say,LD $(@F))
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

.PHONY: collections
collections: $(BUILD)/collections  ## solve the problems of DIR=..., folders with an index.tsv, and count
	@$(BUILD)/collections $(DIR)

$(BUILD)/collections: $(call object,tests/collections/collections.cpp) $(LIBRARY)
	$(call say,LD $(@F))
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

SANITIZE := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all
.PHONY: sanitize
sanitize:  ## all tests and scenes under the address and undefined-behaviour sanitizers
	$(MAKE) BUILD=$(BUILD)/sanitize CXXFLAGS="$(SANITIZE)" test rehearsal

BITS := g++-O0 g++-O2 clang++-O0 clang++-O2
.PHONY: same-bits
same-bits:  ## build with g++ and clang++, -O0 and -O2: towers and scenes must print the same bytes
	for build in $(BITS); do \
	 $(MAKE) BUILD=$(BUILD)/$$build CXX=$${build%-O*} CXXFLAGS=-O$${build##*-O} all || exit 1; done
	tests/same_bits.sh $(BITS:%=$(BUILD)/%)

.PHONY: guide
guide: $(BUILD)/tests $(BUILD)/guide  ## write src/READING.md: formula, function, test, scene
	@rm -f $(BUILD)/claims.tsv; printf 'id\tmeasured\n' > $(BUILD)/claims.tsv
	@RESTRAINT_CLAIMS=$(BUILD)/claims.tsv $(BUILD)/tests --minimal >/dev/null
	$(BUILD)/guide

$(BUILD)/guide: $(call object,tests/citations/guide.cpp)
	$(call say,LD $(@F))
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

SECONDS ?= 60
FUZZERS := $(patsubst tests/fuzz/%.cpp,%,$(wildcard tests/fuzz/*.cpp))
FUZZ     = clang++ $(STANDARD) $(WARNINGS) -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
.PHONY: fuzz
fuzz:  ## fuzz readers and solvers, SECONDS=60 each (needs clang)
	@mkdir -p $(BUILD)/fuzz
	$(MAKE) CXX=clang++ BUILD=$(BUILD)/fuzz CXXFLAGS="-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" $(BUILD)/fuzz/librestraint.a
	@failed=0; for f in $(FUZZERS); do mkdir -p $(BUILD)/fuzz/found-$$f $(BUILD)/fuzz/corpus-$$f; \
	 $(FUZZ) tests/fuzz/$$f.cpp $(BUILD)/fuzz/librestraint.a -o $(BUILD)/fuzz/$$f && \
	 $(BUILD)/fuzz/$$f -max_total_time=$(SECONDS) -timeout=10 -rss_limit_mb=1024 -print_final_stats=0 -artifact_prefix=$(BUILD)/fuzz/found-$$f/ \
	  $(BUILD)/fuzz/corpus-$$f tests/fuzz/seeds/$$f || { echo "$$f: see $(BUILD)/fuzz/found-$$f"; failed=1; }; done; exit $$failed

.PHONY: memcheck
PART ?=
# Only what valgrind itself complains of counts: whether the tests pass is the business of make test.
memcheck: $(BUILD)/tests $(SCENES)  ## tests and scenes under valgrind; PART=linalg: only that chapter's tests (minutes)
	@echo "left out, for their length: the tests with 'thousand' in their names"
	valgrind -q --error-exitcode=99 --leak-check=full $(BUILD)/tests --test-case-exclude='*thousand*' $(if $(PART),-sf='*tests/$(PART)/*') >/dev/null; \
	 [ $$? -le 1 ]
	@for scene in $(if $(PART),,$(SCENES)); do short=; $$scene --help | grep -q -e '--frames' && short='--frames 5'; \
	 valgrind -q --error-exitcode=1 $$scene $$short > /dev/null || exit 1; done

.PHONY: exercises
exercises: $(BUILD)/tests all $(BUILD)/exercises  ## are the answers of src/COURSE.md true? (minutes)
	@MAKE="$(MAKE)" COMPILE="$(CXX) $(STANDARD) -O2" $(BUILD)/exercises $(BUILD)

$(BUILD)/exercises: $(call object,tests/exercises/exercises.cpp)
	$(call say,LD $(@F))
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

CHAPTER ?= gauss
EVERY   ?= 1
WHOLE   ?=
ONLY    ?=
.PHONY: mutation
mutation: $(BUILD)/tests $(BUILD)/mutants  ## small slips in the code of CHAPTER=gauss, one at a time: do its tests notice? EVERY=5: a sample
	EVERY=$(EVERY) WHOLE=$(WHOLE) ONLY=$(ONLY) CXX="$(CXX)" COMPILE="$(CXX) $(filter-out -I%,$(STANDARD)) -O1" $(BUILD)/mutants $(CHAPTER) $(BUILD)

$(BUILD)/mutants: $(call object,tests/mutation/mutants.cpp)
	$(call say,LD $(@F))
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

.PHONY: coverage
coverage:  ## lines that the tests reach, chapter by chapter, and why not the others (gcov)
	@find $(BUILD)/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(MAKE) BUILD=$(BUILD)/coverage CXXFLAGS="-O0 --coverage" test
	@tests/coverage.sh $(BUILD)/coverage/obj

.PHONY: install uninstall check-install headers
VERSION := $(shell sed -n 's/.*RESTRAINT_VERSION "\(.*\)"/\1/p' include/restraint/version.h)
ROOT     = $(DESTDIR)$(PREFIX)
install: $(COMMAND) $(LIBRARY)  ## command, library and headers below $(DESTDIR)$(PREFIX)
	install -d '$(ROOT)/bin' '$(ROOT)/lib/pkgconfig' '$(ROOT)/include'
	install -m 755 $(COMMAND) '$(ROOT)/bin/restraint'
	install -m 644 $(LIBRARY) '$(ROOT)/lib/librestraint.a'
	rm -rf '$(ROOT)/include/restraint'
	cp -R include/restraint '$(ROOT)/include/'
	printf 'prefix=%s\nName: restraint\nDescription: rigid bodies by the principle of least restraint\nVersion: %s\nCflags: -I"$${prefix}/include" -std=c++20 -ffp-contract=off\nLibs: -L"$${prefix}/lib" -lrestraint\n' \
	 '$(PREFIX)' '$(VERSION)' > '$(ROOT)/lib/pkgconfig/restraint.pc'

uninstall:  ## remove what install put there
	rm -rf '$(ROOT)/include/restraint'
	rm -f '$(ROOT)/bin/restraint' '$(ROOT)/lib/librestraint.a' '$(ROOT)/lib/pkgconfig/restraint.pc'

check-install: $(COMMAND) $(LIBRARY)  ## install, build a program against what is there, uninstall
	CXX='$(CXX)' tests/install/run.sh '$(MAKE)'

# A header that its source includes first has compiled on its own with that source.
headers: $(LIBRARY)  ## every public header compiles on its own
	@find include -name '*.h' | sort | while read -r header; do name=$${header#include/}; source=src/$${name#restraint/}; \
	 grep -sm1 '^#include' $${source%.h}.cpp | grep -qxF "#include \"$$name\"" || echo $$header; done | \
	 xargs -P $$(nproc) -I HEADER $(CXX) $(STANDARD) $(WARNINGS) -Werror -fsyntax-only -include HEADER -x c++ /dev/null
	@echo "$$(find include -name '*.h' | wc -l) headers compile on their own"

.PHONY: clean
clean:  ## remove everything that was built
	rm -rf $(BUILD)

.PHONY: help
help:  ## this list
	@awk -F ':.*## ' '/^[a-z -]+:.*## / { printf "%-16s%s\n", $$1, $$2 }' Makefile

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.SECONDARY:
