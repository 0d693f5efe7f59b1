# vault: targets for people and for continuous integration. `make` alone lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# Seconds of fuzzing of each fuzzer in `make fuzz`, and how often `make soak` runs the one of queries besides.
FUZZ_SECONDS ?= 600
QUERY_FUZZ_RUNS ?= 1000000
# A vault of thousands of notes, in a copy of which `make soak` renames.
CORPUS ?= ../shared/corpus/obsidian-hub

# Types are made by calls that the compiler writes, not looked up by their names, which takes a tenth of a short command's
# time.
NO_LOOKUPS := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

UNAME := $(shell uname -s)
ifeq ($(UNAME),Linux)
  RELEASE_FLAGS := -c release --static-swift-stdlib $(NO_LOOKUPS)
  STATIC = VAULT_STATIC=$(shell sh Support/can-be-static.sh "$(SWIFT)")
else
  RELEASE_FLAGS := -c release $(NO_LOOKUPS)
endif

.PHONY: help setup build release demo demo-web screenshots picture test bench soak fuzz install uninstall lint format clean

help:
	@echo "make demo      set up, build, and search the sample vault"
	@echo "make demo-web  serve the sample vault as a web page"
	@echo "make test      set up, build, and run the tests"
	@echo "make bench     measure against ripgrep and plain C, on generated vaults;  VAULT=folder: on a copy of that"
	@echo "make soak      the long tests: fuzzing, and many more random cases"
	@echo "make install   put the program, completions, manual pages and JSON Schemas under PREFIX (now $(PREFIX))"
	@echo "make picture   draw README's picture anew, after a change of what the program prints"
	@echo "make lint      check the formatting;  make format  mend it"
	@echo "make clean     delete what was built"

# Installs the system packages that are missing; says what to do where it cannot.
setup:
	@sh Support/setup.sh "$(SWIFT)"

build: setup
	$(SWIFT) build

release: setup
	$(STATIC) $(SWIFT) build $(RELEASE_FLAGS) --product vault
	$(STATIC) $(SWIFT) build $(RELEASE_FLAGS) --product vault-net

demo: build
	@sh Support/demo.sh "$$($(SWIFT) build --show-bin-path)/vault"

# The sample vault as a web page, until Ctrl-C.
demo-web: build
	@sh Support/demo-web.sh "$$($(SWIFT) build --show-bin-path)/vault"

# Pictures of all screens of the web page, of which README.md shows three.
screenshots: build
	@sh Support/setup-tests.sh
	@.build-browser/bin/python Tests/Browser/screenshots.py "$$($(SWIFT) build --show-bin-path)/vault" .build-browser/screens

# The picture of README.md, made of what the program prints.
picture: build
	@python3 Support/picture.py "$$($(SWIFT) build --show-bin-path)/vault" Documentation/picture.svg

# The program that people get is tested from outside. Its parts are tested with its optimizations, which takes a quarter of
# the time; since they are open to the tests, they are a build of their own.
RELEASED = $$($(SWIFT) build $(RELEASE_FLAGS) --show-bin-path)/vault
TEST = $(SWIFT) test -c release --scratch-path .build-tests
test: release
	@sh Support/setup-tests.sh
	@program="$(RELEASED)"; VAULT_PROGRAM="$$program" sh Support/test.sh "$$program" -- $(TEST)

bench: release
	@Benchmarks/run --vault "$(RELEASED)" \
	  $(if $(VAULT),--folder "$(VAULT)") $(BENCH)
	@python3 Benchmarks/Merges/times.py "$(RELEASED)"
	@python3 -B Benchmarks/MachineTimes/measure.py "$(RELEASED)" \
	  "$(or $(VAULT),$$(Benchmarks/run --generate 30000 2>/dev/null | sed -n 1p))"
	@VAULT_BENCH=1 $(SWIFT) build $(RELEASE_FLAGS) --product SessionTimes
	@"$$($(SWIFT) build $(RELEASE_FLAGS) --show-bin-path)/SessionTimes" \
	  "$(or $(VAULT),$$(Benchmarks/run --generate 47000 | sed -n 1p))"
	@sh Support/setup-tests.sh
	@.build-browser/bin/python Benchmarks/WebTimes/measure.py "$(RELEASED)" \
	  "$(or $(VAULT),$$(Benchmarks/run --generate 30000 2>/dev/null | sed -n 1p))"
	@python3 -B Benchmarks/EditorTimes/measure.py "$(RELEASED)" \
	  "$(or $(VAULT),$$(Benchmarks/run --generate 30000 2>/dev/null | sed -n 1p))"
	@python3 -B Benchmarks/AssistantTimes/measure.py "$(RELEASED)" \
	  "$(or $(VAULT),$$(Benchmarks/run --generate 30000 2>/dev/null | sed -n 1p))"
	@python3 -B Benchmarks/ScreenTimes/measure.py "$(RELEASED)" \
	  "$(or $(VAULT),$$(Benchmarks/run --generate 30000 2>/dev/null | sed -n 1p))"

soak: release fuzz
	@SWIFT_BACKTRACE=enable=no "$$($(FUZZ_BUILD) --show-bin-path)/QueryFuzz" -runs=$(QUERY_FUZZ_RUNS) -timeout=1 -max_len=400 \
	  -dict=Tests/Fuzz/QueryFuzz/query.dict -artifact_prefix=.build-fuzz/ .build-fuzz/corpus/QueryFuzz
	@sh Support/setup-tests.sh soak
	@program="$(RELEASED)"; VAULT_SOAK=1 VAULT_PROGRAM="$$program" sh Support/test.sh "$$program" --long -- $(TEST)
	@if [ -d "$(CORPUS)" ]; then python3 -B Tests/Editors/renaming.py "$(RELEASED)" "$(CORPUS)"; \
	  else echo "Nothing is renamed in a vault of thousands of notes: CORPUS is no folder." >&2; fi
	@Tests/Hostile/run "$(RELEASED)"
	@Tests/Hostile/run "$(RELEASED)" --trace

# A build of its own, with the sanitizers in; what each fuzzer finds goes beside the seeds in .build-fuzz/corpus.
FUZZERS := NoteParserFuzz FrontMatterEditorFuzz LinkRewriterFuzz TagRenameFuzz TaskDatesFuzz TaskEditFuzz QueryFuzz
FUZZ_BUILD := VAULT_FUZZ=1 $(SWIFT) build -c release --scratch-path .build-fuzz
fuzz: setup
	@for fuzzer in $(FUZZERS); do $(FUZZ_BUILD) --product $$fuzzer || exit; done
	@for fuzzer in $(FUZZERS); do \
	  mkdir -p .build-fuzz/corpus/$$fuzzer; \
	  SWIFT_BACKTRACE=enable=no "$$($(FUZZ_BUILD) --show-bin-path)/$$fuzzer" -max_total_time=$(FUZZ_SECONDS) \
	    -timeout=10 -max_len=4096 -rss_limit_mb=2048 -dict=$$(ls Tests/Fuzz/$$fuzzer/*.dict 2>/dev/null || echo Tests/Fuzz/NoteParserFuzz/markdown.dict) \
	    -artifact_prefix=.build-fuzz/ .build-fuzz/corpus/$$fuzzer SampleVault || exit; \
	done

install: release
	@sh Support/install.sh "$(RELEASED)" "$(DESTDIR)$(PREFIX)"

uninstall:
	@sh Support/install.sh --remove "$(DESTDIR)$(PREFIX)"

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/SessionTimes Benchmarks/Sources Benchmarks/Tests
	@python3 -B Support/imports.py "$(SWIFT)"

format:
	$(SWIFT) format format --in-place --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/SessionTimes Benchmarks/Sources Benchmarks/Tests

clean:
	rm -rf .build .build-fuzz .build-tests Benchmarks/.build
