# Restraint: `make help` lists what can be made.
CXX      ?= g++
CXXFLAGS ?= -O2 -g
PREFIX   ?= /usr/local
DESTDIR  ?=
BUILD    ?= build

# What the same bits on every machine depend on stands outside the user's CXXFLAGS.
STANDARD := -std=c++20 -ffp-contract=off -Iinclude
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
COMPILE   = $(CXX) $(STANDARD) $(WARNINGS) $(CXXFLAGS) -MMD -MP

LIBRARY_SOURCES := $(wildcard src/*/*.cpp)
TEST_SOURCES    := $(wildcard tests/*.cpp tests/*/*_test.cpp)
SCENES          := $(patsubst scenes/%.cpp,$(BUILD)/scenes/%,$(wildcard scenes/*.cpp))
LIBRARY         := $(BUILD)/librestraint.a
COMMAND         := $(BUILD)/restraint
object           = $(patsubst %.cpp,$(BUILD)/obj/%.o,$(1))

.PHONY: all test demo scenes bench sanitize clean help
all: $(COMMAND) $(SCENES)  ## the command build/restraint and every scene in build/scenes

$(COMMAND): $(call object,src/main.cpp) $(LIBRARY)
	$(CXX) $(CXXFLAGS) $^ -o $@

$(LIBRARY): $(call object,$(LIBRARY_SOURCES))
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/scenes/%: $(BUILD)/obj/scenes/%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $^ -o $@

$(BUILD)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

scenes: $(SCENES)  ## only the scenes

test: $(BUILD)/tests  ## build and run all tests (needs doctest)
	$(BUILD)/tests

$(BUILD)/tests: $(call object,$(TEST_SOURCES)) $(COMMAND) $(LIBRARY)
	$(CXX) $(CXXFLAGS) $(call object,$(TEST_SOURCES)) $(LIBRARY) -o $@

$(call object,$(TEST_SOURCES)): | doctest
.PHONY: doctest
doctest:
	@echo '#include <doctest/doctest.h>' | $(CXX) -std=c++20 -E -x c++ - >/dev/null 2>&1 || \
	 { echo "make test needs doctest: sudo apt-get install --yes doctest-dev" >&2; exit 1; }

SANITIZE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
sanitize:  ## all tests under the address and undefined-behaviour sanitizers, in build/sanitize
	$(MAKE) BUILD=$(BUILD)/sanitize CXXFLAGS="$(SANITIZE)" test

clean:  ## remove everything that was built
	rm -rf $(BUILD)

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.SECONDARY:
