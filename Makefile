# Inkwell's commands. `make help` lists them.

SHELL := /bin/sh
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := build
.PHONY: build help deps run test e2e goldens long docs screenshots terminals-check terminals-pictures test-pictures docs-check reference documents counted counts bench performance instructions fuzz sanitize
.PHONY: server test-matrix matrix-tests ratchets test-element kills soak coverage lint format check check-beside-server clean program install uninstall deb dist package-check

# The same flags everywhere: other flags would make SwiftPM build everything again. Debug information takes a sixth of a build;
# a crash names its functions without it. `swift build` alone has it, for a debugger.
SWIFT_FLAGS := -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error -debug-info-format none
# Swift's library is linked statically, so that the program need not load it at startup. Generic types are made from what the
# compiler knows of them: by name, each first use of one would search all conformances of the program. In sections of their
# own, functions that nothing uses are left out.
# That nobody writes where somebody else reads is checked in all tests, but not with each key: it took a twentieth of it.
RELEASE_FLAGS := $(SWIFT_FLAGS) --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked \
	$(foreach flag,-disable-concrete-type-metadata-mangled-name-accessors -function-sections,-Xswiftc -Xfrontend -Xswiftc $(flag))
# `swift run` has no such option, so the program is built first and then run.
RELEASE_FOLDER = $$(swift build -c release $(RELEASE_FLAGS) --show-bin-path)
BUILT = "$(RELEASE_FOLDER)/inkwell"
SWIFT_FILES := Sources Tests Package.swift
RUN_TESTS := Tests/Scripts/run-tests.py $(SWIFT_FLAGS)
TIMED := Tests/Scripts/timed.sh

# The packages that are needed on Debian, each with its probe: a command, a library or a path that shows that it is
# installed. For the program: `swift` loads the first four at startup, the others are needed to compile and link.
PROGRAM_PACKAGES := \
	libcurl4=libcurl.so.4 \
	libncurses6=libncurses.so.6 \
	libsqlite3-0=libsqlite3.so.0 \
	libxml2=libxml2.so.2 \
	binutils=ld \
	libc6-dev=/usr/include/stdio.h \
	libncurses-dev=/usr/lib*/*/libncursesw.a \
	libsqlite3-dev=/usr/lib*/*/libsqlite3.a \
	libstdc++-12-dev=/usr/lib/gcc/*/*/libstdc++.a
# For the tests: a terminal to compile with, one to start, what runs the tests and reads their events, Vim, with which its
# keys are compared, what decodes pictures, and how words are spelled in two languages.
TEST_PACKAGES := libvterm-dev=/usr/include/vterm.h tmux=tmux python3=python3 vim=vim chafa=chafa \
	libenchant-2-2=libenchant-2.so.2 hunspell-en-us=/usr/share/hunspell/en_US.dic \
	hunspell-de-de=/usr/share/hunspell/de_DE.dic
DEBIAN_PACKAGES := $(PROGRAM_PACKAGES) $(TEST_PACKAGES)
# These build nothing but the program, or format only.
run docs-check reference install deb long lint format: DEBIAN_PACKAGES := $(PROGRAM_PACKAGES)

# The program that the documents are checked with.
DEBUG_PROGRAM = swift build $(SWIFT_FLAGS) --product inkwell >&2
# The arguments for a program: `make run ARGS="--help"`, `make test ARGS="--filter Markup"`.
ARGS ?=
FUZZ_SECONDS ?= 60
SANITIZERS ?= thread address
# Where `make install` puts the program's files; DESTDIR is the prefix of that while a package is made.
PREFIX ?= /usr/local
DESTDIR ?=
PACKAGES := .build/packages
PROGRAM := .build/release/inkwell
# How often `make e2e` kills the program during typing; `make test` does it 20 times.
CRASHES ?= 1000
# How often `make kills` kills it while signed in; `make test-matrix` does it 20 times.
KILLS ?= 1000
# `make bench BENCHMARKS=DraftBenchmarks` runs one of them, and then its own options are allowed.
BENCHMARKS ?= DraftBenchmarks ClientBenchmarks StorageBenchmarks JSONBenchmarks MatrixBenchmarks TerminalBenchmarks

build: deps ## Build everything (the default)
	@swift build $(SWIFT_FLAGS)

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-19s %s\n", $$1, $$2 }' Makefile

deps: ## Install what is missing from the system's packages
	@Tests/Scripts/deps.sh $(foreach need,$(DEBIAN_PACKAGES),'$(need)')

run: deps ## Start Inkwell (ARGS="…" passes arguments)
	@swift build -c release $(RELEASE_FLAGS) --product inkwell >&2
	@exec $(BUILT) $(ARGS)

# What Synapse's environment needs; the rest of it comes from PyPI.
SYNAPSE_PACKAGES := python3=/usr/bin/python3 python3-venv=/usr/lib/python3*/ensurepip/__init__.py \
	util-linux=setpriv ca-certificates=/etc/ssl/certs/ca-certificates.crt
# The test targets that need a Matrix server, joined by |: what runs all other tests leaves them out.
export MATRIX_TESTS := MatrixLiveTests

server: deps ## Start a Matrix server on loopback, with two people to try it as (ARGS=--fresh begins anew)
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES)'
	@Tests/Scripts/matrix/install.sh
	@Tests/Scripts/matrix/server.py $(ARGS)

# The contract suite is held against the service in memory by `make test`, and against Matrix here. It says itself which of
# its cases ask for what a Matrix server has not.
test-matrix: deps ## Start Matrix servers, run all tests that need one, and end them
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES)'
	@$(LIBOLM)
	@Tests/Scripts/matrix/install.sh || [ $$? = 69 ]
	@swift build --build-tests $(SWIFT_FLAGS) >&2
	@$(MAKE) -j2 --output-sync=target matrix-tests ratchets

# A Synapse uses one core, so there are two.
matrix-tests:
	@SERVERS=2 STATED_SKIPS=allowed Tests/Scripts/matrix/test.sh $(RUN_TESTS) --filter '^(ServiceContractTests$(if $(MATRIX_TESTS),|$(MATRIX_TESTS)))\.' --skip '/Element[A-Z][a-z]*Tests/'

# It needs 30 MB that a third party packages, so CI does without it.
test-element: deps ## Run the tests with Element's engine on the other side, where it can be had
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES)'
	@Tests/Scripts/matrix/element.sh $(RUN_TESTS) --filter '/Element[A-Z][a-z]*Tests/'

# vodozemac comes with matrix-nio, in Synapse's environment. Newer systems have no libolm, and then it is not compared with.
LIBOLM = $(MAKE) deps DEBIAN_PACKAGES='python3-olm=/usr/lib/python3/dist-packages/_libolm.abi3.so' || true

interop: deps ## Compare the ratchets with vodozemac and libolm (SEED=… replays; part of make test-matrix)
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES)'
	@$(LIBOLM)
	@Tests/Scripts/matrix/install.sh
	@swift build $(SWIFT_FLAGS) --product OlmProbe >&2
	@$(MAKE) ratchets

# Builds nothing.
ratchets:
	@[ ! -e .build/synapse/installed ] || \
	  .build/synapse/bin/python -W ignore Tests/Scripts/olm-interop.py .build/debug/OlmProbe $(SEED)

kills: deps ## Kill a program that is signed in 1,000 times, and count what the server then has (KILLS=… changes that)
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES)'
	@KILLS=$(KILLS) Tests/Scripts/matrix/test.sh $(RUN_TESTS) --filter 'KilledAccountTests'

test: deps ## Run all tests (ARGS="--filter …" runs some, SEED=… replays, SLOWEST=10 times them)
	@$(RUN_TESTS) $(ARGS)

# Recording fails, so that a recording run is not mistaken for a passed one: look at `git diff`.
goldens: deps ## Record the pictures of the screens that look different now
	@RECORD_GOLDENS=1 $(RUN_TESTS) --filter '^(ChatScreensTests\.|ScenarioTests\.PanelGoldenTests)'

# Debian packages for the pictures: the program in tmux, an SVG of its screen, a PNG of that.
PICTURE_PACKAGES := python3=python3 tmux=tmux librsvg2-bin=rsvg-convert \
	fonts-dejavu-core=/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf \
	fonts-noto-cjk=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc \
	fonts-noto-color-emoji=/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf

screenshots: deps ## Make the pictures in docs/screenshots from the program itself
	@$(MAKE) deps DEBIAN_PACKAGES='$(PICTURE_PACKAGES)'
	@swift build -c release $(RELEASE_FLAGS) --product inkwell >&2
	@Tests/Scripts/screenshots.py $(BUILT) $(ARGS)
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES)'
	@Tests/Scripts/walk.py $(BUILT) docs/first-hour.md --pictures
	@rm -rf .build/evening && mkdir -p .build/evening
	@PICTURES=$(CURDIR)/.build/evening Tests/Scripts/matrix/test.sh $(RUN_TESTS) --filter 'EveningTests'
	@Tests/Scripts/screenshots.py --written $(CURDIR)/.build/evening evening
	@Tests/Scripts/recording.py $(BUILT)

recording: deps ## Make docs/screenshots/recording.png, twelve seconds of the program
	@$(MAKE) deps DEBIAN_PACKAGES='$(PICTURE_PACKAGES) procps=pkill'
	@swift build -c release $(RELEASE_FLAGS) --product inkwell >&2
	@Tests/Scripts/recording.py $(BUILT)

# Only where they are installed: CI has no screen.
terminals-check: deps ## Ask xterm, kitty, foot and tmux for the columns of emoji (ARGS="kitty" asks one)
	@swift build $(SWIFT_FLAGS) --product TerminalProbe >&2
	@Tests/Scripts/terminals.py .build/debug/TerminalProbe $(ARGS)

terminals-pictures: deps ## Make pictures of the program in xterm, kitty and foot, on white and on black
	@swift build $(SWIFT_FLAGS) --product inkwell >&2
	@Tests/Scripts/terminals.py --pictures .build/debug/inkwell $(ARGS)

# Debian packages for pictures: a screen in memory, what types into it, and terminals.
SCREEN_PACKAGES := python3=python3 xvfb=Xvfb xdotool=xdotool imagemagick=import kitty=kitty xterm=xterm chafa=chafa \
	libgl1-mesa-dri=/usr/lib/*/dri/swrast_dri.so fonts-dejavu-core=/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf

# mlterm and konsole are looked at where they are installed.
test-pictures: deps ## Show pictures in kitty, in xterm without and with sixels, and look for what is left of them (ARGS="kitty" looks at one)
	@$(MAKE) deps DEBIAN_PACKAGES='$(SCREEN_PACKAGES)'
	@swift build $(SWIFT_FLAGS) --product TerminalProbe >&2
	@swift build $(SWIFT_FLAGS) --product inkwell >&2
	@Tests/Scripts/pictures.py .build/debug .build/shown $(ARGS)

docs-check: deps ## Run every command that README and docs show, walk the first hour, look for public symbols without a comment
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES) tmux=tmux'
	@$(DEBUG_PROGRAM)
	@Tests/Scripts/docs-check.py .build/debug/inkwell
	@Tests/Scripts/walk.py .build/debug/inkwell docs/first-hour.md
	@Tests/Scripts/reference.py .build/debug/Modules --check

# The program uses all libraries, so they are built with it.
reference: deps ## Make pages of the libraries' comments and articles, in .build/reference
	@$(MAKE) deps DEBIAN_PACKAGES=python3=python3
	@$(DEBUG_PROGRAM)
	@Tests/Scripts/reference.py .build/debug/Modules .build/reference

documents:
	@$(MAKE) docs-check
	@$(MAKE) reference

docs: deps ## Write the manual and what shells complete anew, from the program's tables
	@RECORD_DOCUMENTS=1 $(RUN_TESTS) --filter 'WrittenDocument'

# Everything in it also runs in `make test` or `make test-matrix`, there with few fixed seeds.
soak: deps ## Run the long random tests with new seeds: simulations, kills, keys, hostile answers, fuzzers (two hours)
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES)'
	@Tests/Scripts/soak.sh $(SWIFT_FLAGS)

e2e: deps ## Run only the tests of built programs in a terminal (part of make test)
	@CRASHES=$(CRASHES) $(RUN_TESTS) --filter '^EndToEndTests\.'

long: deps ## A day of 8 simulated hours in one run: memory levels off, and keys stay as quick as they were
	@swift build -c release $(RELEASE_FLAGS) --product LongRun >&2
	@"$(RELEASE_FOLDER)/LongRun" $(ARGS)

# Valgrind counts instructions.
COUNTING_PACKAGES := valgrind=valgrind binutils=objcopy
# The programs to compare with. If one cannot be installed, the others are measured.
RIVAL_PACKAGES := irssi=irssi weechat-curses=weechat \
	weechat-plugins=/usr/lib/*/weechat/plugins/exec.so \
	weechat-python=/usr/lib/*/weechat/plugins/python.so \
	weechat-matrix=/usr/share/weechat/python/matrix.py \
	nano=nano $(COUNTING_PACKAGES)
FIGURES := .build/figures.json
# The measured version is the last commit of Sources; a copy without git has none.
MEASURED = "$$(git log -1 --format=%h -- Sources 2>/dev/null)$$(git diff --quiet HEAD -- Sources 2>/dev/null || echo -changed)"

bench: deps ## Measure engine, client, store, JSON, Matrix and program in a release build (ARGS="--filter … --quick --json FILE")
ifneq ($(filter MatrixBenchmarks TerminalBenchmarks,$(BENCHMARKS)),)
	@$(MAKE) deps DEBIAN_PACKAGES='$(RIVAL_PACKAGES)' || echo "Not everything can be compared with." >&2
	@swift build -c release $(RELEASE_FLAGS) --product inkwell >&2
endif
	@for program in $(BENCHMARKS); do \
	  beside=; [ $$program != MatrixBenchmarks ] || [ ! -e .build/synapse/installed ] || \
	    beside="Tests/Scripts/matrix/synapse.py --beside"; \
	  swift build -c release $(RELEASE_FLAGS) --product $$program >&2 && \
	  COMMIT=$(MEASURED) $$beside "$(RELEASE_FOLDER)/$$program" $(ARGS) || exit 1; \
	done

performance: ## Measure, and put the figures into docs/performance.md (BENCHMARKS=… measures some)
	@$(MAKE) deps DEBIAN_PACKAGES=python3=python3
	@$(MAKE) bench ARGS="--json $(FIGURES) $(ARGS)"
	@Tests/Scripts/performance.py $(FIGURES)

fuzz: deps ## Fuzz engine, screen, JSON and Matrix for FUZZ_SECONDS (60) each (ARGS="InputFuzz" runs one)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) Tests/Fuzz/run.sh $(ARGS)

# The recorded counts. One and a half times as many fails.
RECORDED_COUNTS := Tests/TerminalBenchmarks/instructions.json
COUNTS ?= --check

# What counts, and the program that is counted.
counted:
	@swift build -c release $(RELEASE_FLAGS) --product inkwell >&2
	@swift build -c release $(RELEASE_FLAGS) --product TerminalBenchmarks >&2

instructions: deps ## Count the instructions of a start, a key, a page; half as many again fails (COUNTS=--record records them)
	@$(MAKE) deps DEBIAN_PACKAGES='$(COUNTING_PACKAGES)'
	@$(MAKE) counted
	@$(MAKE) counts

# Builds nothing: two builds at once lock each other's database.
counts:
	@.build/release/TerminalBenchmarks $(COUNTS) $(RECORDED_COUNTS)

# Separate builds, under .build-thread and so on, which leave the usual one alone.
sanitize: deps ## Run all tests under ThreadSanitizer and AddressSanitizer (SANITIZERS="thread" for one)
	@for kind in $(SANITIZERS); do Tests/Scripts/sanitize.sh $$kind $(SWIFT_FLAGS) -debug-info-format dwarf || exit 1; done

coverage: deps ## Run all tests, and say which lines of each target they run
	@Tests/Scripts/coverage.sh $(SWIFT_FLAGS)

program: deps
	@swift build -c release $(RELEASE_FLAGS) --product inkwell

install: program ## Install below PREFIX (/usr/local), with DESTDIR in front of it
	@PREFIX=$(PREFIX) DESTDIR=$(DESTDIR) Tests/Scripts/package/install.sh $(PROGRAM)

uninstall: ## Take away what was installed there
	@PREFIX=$(PREFIX) DESTDIR=$(DESTDIR) Tests/Scripts/package/install.sh --remove

deb package-check: DEBIAN_PACKAGES += dpkg-dev=dpkg-shlibdeps
deb: program ## Make a Debian package
	@Tests/Scripts/package/deb.sh $(PROGRAM) $(PACKAGES)

dist: ## Make an archive of what is committed
	@Tests/Scripts/package/dist.sh $(PACKAGES)

package-check: program ## Try installing, the package and the archive
	@Tests/Scripts/package/check.sh $(PROGRAM) $(PACKAGES)

lint: deps ## Check the formatting and the style
	@swift format lint --strict --parallel -r $(SWIFT_FILES)

format: deps ## Format all Swift files in place
	@swift format --in-place --parallel -r $(SWIFT_FILES)

# The documents are walked beside the tests: they mostly wait. All is built then, and two builds at once would block each other.
check: deps ## All that CI checks but test-matrix and instructions; the last step is make test
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES) tmux=tmux'
	$(TIMED) lint $(MAKE) lint
	$(TIMED) "debug build" swift build --build-tests $(SWIFT_FLAGS)
	Tests/Scripts/run-tests-check.py
	$(TIMED) "release build" $(MAKE) counted
	$(TIMED) "tests, and documents" $(MAKE) -j2 --output-sync=target DEBUG_PROGRAM=: documents test

# Side by side; what they install is there before. Other work does not change a count.
check-beside-server: deps
	@$(MAKE) deps DEBIAN_PACKAGES='$(SYNAPSE_PACKAGES) $(COUNTING_PACKAGES)'
	@$(LIBOLM)
	$(TIMED) "tests beside Matrix servers, and instructions" $(MAKE) -j2 --output-sync=target matrix-tests counts ratchets

clean: ## Remove what was built
	@rm -rf .build .build-*
