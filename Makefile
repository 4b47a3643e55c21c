# Inkwell's commands. `make help` lists them.

SHELL := /bin/sh
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := build
.PHONY: build help deps run test e2e goldens screenshots docs-check bench fuzz lint format check clean

# The same flags everywhere: other flags would make SwiftPM build everything again.
SWIFT_FLAGS := -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error
# With Swift's library in it the program has none of Swift's to load as it starts.
RELEASE_FLAGS := $(SWIFT_FLAGS) --static-swift-stdlib
SWIFT_FILES := Sources Tests Package.swift

# What Swift on Debian needs beside itself: a package, and what shows that it is there (a command, a library or a path).
# The first four are loaded by `swift` as it starts, the others are needed to compile and link.
DEBIAN_PACKAGES := \
	libcurl4=libcurl.so.4 \
	libncurses6=libncurses.so.6 \
	libsqlite3-0=libsqlite3.so.0 \
	libxml2=libxml2.so.2 \
	binutils=ld \
	libc6-dev=/usr/include/stdio.h \
	libncurses-dev=/usr/include/ncurses.h \
	libsqlite3-dev=/usr/include/sqlite3.h \
	libvterm-dev=/usr/include/vterm.h \
	tmux=tmux \
	libstdc++-12-dev=/usr/lib/gcc/*/*/libstdc++.so

# What a program is given: `make run ARGS="--help"`, `make test ARGS="--filter Markup"`.
ARGS ?=
FUZZ_SECONDS ?= 60
# How often `make e2e` kills the program while somebody types; `make test` does it 100 times.
CRASHES ?= 1000
# `make bench BENCHMARKS=DraftBenchmarks` runs one of them, with the options that it alone has.
BENCHMARKS ?= DraftBenchmarks ClientBenchmarks StorageBenchmarks

build: deps ## Build everything (the default)
	@swift build $(SWIFT_FLAGS)

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

# Silent and quick when nothing is missing, for it stands before every other command. It speaks on stderr only: the
# output of `make run` is the program's.
deps: ## Install what is missing from the system's packages
	@exec >&2; missing=; \
	command -v swift >/dev/null || { \
	  echo "Swift 6.3 or newer is missing. https://www.swift.org/install says how to get it; then run make again."; \
	  exit 1; \
	}; \
	if [ "$$(uname)" = Linux ]; then for need in $(foreach need,$(DEBIAN_PACKAGES),'$(need)'); do \
	  package=$${need%%=*} probe=$${need#*=}; \
	  case $$probe in \
	    /*) set -- $$probe ;; \
	    *.so.*) set -- /usr/lib/*/$$probe /usr/lib64/$$probe /usr/lib/$$probe /lib/*/$$probe ;; \
	    *) set -- "$$(command -v $$probe)" ;; \
	  esac; \
	  for path; do [ -e "$$path" ] && continue 2; done; \
	  missing="$$missing $$package"; \
	done; fi; \
	if [ -n "$$missing" ]; then \
	  if ! command -v apt-get >/dev/null; then \
	    echo "Missing are, by their Debian names:$$missing. Please install them with your system's packages."; exit 1; \
	  fi; \
	  root=; \
	  if [ "$$(id -u)" != 0 ]; then \
	    command -v sudo >/dev/null || { echo "Please run as root: apt-get install$$missing"; exit 1; }; \
	    root=sudo; \
	  fi; \
	  echo "Installing$$missing"; \
	  install="$$root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends$$missing"; \
	  $$install >/dev/null 2>&1 || { $$root apt-get update -qq && $$install >/dev/null; }; \
	fi

run: deps ## Start Inkwell (ARGS="…" passes arguments)
	@swift run -c release $(RELEASE_FLAGS) inkwell $(ARGS)

# Simulation and scenarios put all jobs of their process in one line, so that a run is always the same: they have one alone.
# The controllers' tests have one too: they share the main actor, and those who draw big screens on it keep them waiting.
test: deps ## Run all tests, and say what was skipped (ARGS="--filter …" runs some, SEED=… replays)
ifeq ($(ARGS),)
	@Tests/Scripts/run-tests.sh $(SWIFT_FLAGS) --filter '^(SimulationTests|ScenarioTests)\.'
	@Tests/Scripts/run-tests.sh $(SWIFT_FLAGS) --filter '^ChatControllersTests\.'
	@Tests/Scripts/run-tests.sh $(SWIFT_FLAGS) --skip '^(SimulationTests|ScenarioTests|ChatControllersTests)\.'
else
	@Tests/Scripts/run-tests.sh $(SWIFT_FLAGS) $(ARGS)
endif

# Recording fails, so that a recorded run is not taken for a passed one: look at what `git diff` shows.
goldens: deps ## Record the pictures of the screens that look different now
	@RECORD_GOLDENS=1 Tests/Scripts/run-tests.sh $(SWIFT_FLAGS) --filter '^ChatScreensTests\.'

# Debian packages for the pictures: the program in tmux, an SVG of its screen, a PNG of that.
PICTURE_PACKAGES := python3=python3 tmux=tmux librsvg2-bin=rsvg-convert \
	fonts-dejavu-core=/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf \
	fonts-noto-cjk=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc \
	fonts-noto-color-emoji=/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf
BUILT = "$$(swift build -c release $(RELEASE_FLAGS) --show-bin-path)/inkwell"

screenshots: deps ## Make the pictures in docs/screenshots from the program itself
	@$(MAKE) deps DEBIAN_PACKAGES='$(PICTURE_PACKAGES)'
	@swift build -c release $(RELEASE_FLAGS) --product inkwell >&2
	@Tests/Scripts/screenshots.py $(BUILT) $(ARGS)

docs-check: deps ## Run every command that README and docs show
	@$(MAKE) deps DEBIAN_PACKAGES=python3=python3
	@swift build -c release $(RELEASE_FLAGS) --product inkwell >&2
	@Tests/Scripts/docs-check.py $(BUILT)

e2e: deps ## Run only the tests of built programs in a terminal (part of make test)
	@CRASHES=$(CRASHES) Tests/Scripts/run-tests.sh $(SWIFT_FLAGS) --filter '^EndToEndTests\.'

bench: deps ## Measure engine, client and store in a release build (ARGS="--filter … --quick --json FILE")
	@for program in $(BENCHMARKS); do swift run -c release $(RELEASE_FLAGS) $$program $(ARGS) || exit 1; done

fuzz: deps ## Fuzz engine and screen for FUZZ_SECONDS (60) each (ARGS="InputFuzz" runs one)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) Tests/Fuzz/run.sh $(ARGS)

lint: deps ## Check the formatting and the style
	@swift format lint --strict --parallel -r $(SWIFT_FILES)

format: deps ## Format all Swift files in place
	@swift format --in-place --parallel -r $(SWIFT_FILES)

check: deps ## All that CI checks; the last step is make test
	swift build --build-tests $(SWIFT_FLAGS)
	$(MAKE) lint
	Tests/Scripts/run-tests.sh $(SWIFT_FLAGS) --filter '^ArchitectureTests\.'
	$(MAKE) test

clean: ## Remove what was built
	@rm -rf .build .build-*
