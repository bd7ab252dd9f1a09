# The two that a newcomer needs are `make demo` and `make test`; they set up all the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MINUTES ?= 20
# a file of versions to install, such as .ci/requirements.lock; the newest that fit without one
CONSTRAINTS ?=
# PySpark ships as sources; with --use-pep517, an old pip builds it without a page of warnings
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 $(if $(CONSTRAINTS),--constraint $(CONSTRAINTS))
# for the tests that compile specs: without npm they are skipped
NODE_MODULES := $(if $(shell command -v npm 2>/dev/null),ksy/node_modules/.installed)
COMPILE_SPECS := (cd ksy && node compile.mjs python ../.generated-check) && $(BIN)/python -m binlog_kaitai.compiler --hinted ksy .generated-check/kernels && (cd ksy && node compile.mjs python ../.generated-check/writers --read-write mysql_binlog binlog_event_frame replication_command mariadb_encrypted_event)

# or each of the many processes of the tests compiles all modules that it imports
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test check-languages test-languages test-live test-long test-truth test-versions webide wheel docs pictures coverage lock fuzz soak check generate gallery fixtures bench conformance bench-formats bench-spark clean java python

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*##/\1:/p' $(MAKEFILE_LIST) | column -t -s :

demo: java $(VENV)/.installed  ## run the pipeline, from real binary logs to typed Parquet tables
	@$(BIN)/python -m binlog_kaitai.cli.demo

test: java $(VENV)/.installed $(NODE_MODULES)  ## run the tests
	@$(BIN)/python -m tests.warm_up
	@$(BIN)/python -m pytest -m "not live and not long and not truth" --numprocesses auto --maxprocesses 4

check-languages: $(VENV)/.installed ksy/node_modules/.installed  ## check the specs by javac, g++, Ruby and Node, without Kaitai's runtimes
	@$(BIN)/python -m tests.languages.check

test-languages: $(VENV)/.installed ksy/node_modules/.installed  ## compare the trees of each language; KAITAI_RUNTIMES=folder of runtimes
	@$(BIN)/python -m pytest tests/test_javascript.py tests/test_languages.py -rs

webide: $(VENV)/.installed  ## build and serve Kaitai's Web IDE with the specs and a log; KAITAI_WEBIDE=checkout of its sources
	@$(BIN)/python -m tests.webide "$(KAITAI_WEBIDE)" webide-output

test-live: java $(VENV)/.installed  ## test against servers that run meanwhile, those that are installed (python -m tests.servers); LONG=1 for an hour of mirrors
	@$(if $(LONG),MIRROR_MINUTES=60) $(BIN)/python -m pytest -m live

test-long: java $(VENV)/.installed $(NODE_MODULES)  ## test what takes minutes, and all the cases of which make test takes a few
	@$(BIN)/python -m pytest -m long

test-truth: java $(VENV)/.installed  ## compare with SELECT after random work on real servers (root on Debian)
	@$(BIN)/python -m tests.servers mysql97 mariadb118
	@$(BIN)/python -m pytest -m truth --capture=no

pictures: $(VENV)/.installed  ## draw what commands print, for README.md
	@$(BIN)/python -m tests.pictures

docs: $(VENV)/.docs tests/site/node_modules/.installed  ## build a site of the pages, with an API reference, into docs-output/ (needs npm)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --clean --config-file tests/site/mkdocs.yml

coverage: java $(VENV)/.installed $(NODE_MODULES)  ## run the tests, and say which lines they reach (of kernels, none: they are compiled)
	@$(BIN)/python -m tests.warm_up
	@$(BIN)/python -m pytest -m "not live and not long and not truth" --cov=binlog_kaitai --cov-report=term --numprocesses auto --maxprocesses 4

lock: $(VENV)/.installed  ## write down the versions that are installed, for CI
	@{ echo "# The versions that CI installs: written by make lock."; \
	  $(BIN)/python -m pip freeze --exclude-editable | grep -v " @ "; } > .ci/requirements.lock

fuzz: $(VENV)/.installed  ## read mutated logs in all ways, for MINUTES=20; CHECKED=1 checks what kernels load and store
	@$(BIN)/python -m tests.fuzz --minutes $(MINUTES) $(if $(CHECKED),--checked,--guarded) $(FUZZ)

soak: $(VENV)/.installed  ## follow a server for MINUTES=20 while it writes, and say how much memory the followers take
	@$(BIN)/python -m tests.soak --minutes $(MINUTES) $(SOAK)

test-versions: java $(VENV)/.installed  ## read by the oldest and the newest versions that are supported
	@$(BIN)/python -m tests.versions $(VERSIONS)

wheel: $(VENV)/.installed  ## build the wheel into dist/, check it, and read by it; KERNELS=1 for one with compiled kernels too
	@$(BIN)/python -m tests.installs $(if $(KERNELS),--kernels)

check: $(VENV)/.installed ksy/node_modules/.installed  ## lint, types, and that generated/ is what ksy/ compiles to, and has what code uses
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(COMPILE_SPECS)
	@diff -r -x __pycache__ generated .generated-check; status=$$?; rm -rf .generated-check; exit $$status
	@$(BIN)/python -m binlog_kaitai.compiler.uses

generate: $(VENV)/.installed ksy/node_modules/.installed  ## compile ksy/ into generated/ (needs Node and npm)
	@$(COMPILE_SPECS)
	@rm -rf generated && mv .generated-check generated

gallery: $(VENV)/.installed  ## write the specs in the form of Kaitai's gallery into gallery-output/
	@$(BIN)/python -m tests.gallery gallery-output

fixtures: $(VENV)/.installed  ## make all fixtures anew on real servers; SERVERS="mysql97 mysql56" for some
	@$(BIN)/python -m tests.fixtures.make $(SERVERS)

bench: $(VENV)/.bench  ## time this project beside other readers; SERVER=mysql97, BIG=1 for a log of 4 GiB
	@$(BIN)/python -m tests.bench $(if $(SERVER),--server $(SERVER)) $(if $(BIG),--big) $(BENCH)

conformance: $(VENV)/.bench tests/conformance/node_modules/.installed  ## score other readers on the fixtures; CONNECTOR=class path of mysql-binlog-connector-java
	@$(BIN)/python -m tests.conformance $(if $(CONNECTOR),--connector '$(CONNECTOR)')

bench-formats: $(VENV)/.installed ksy/node_modules/.installed  ## time tables of other formats beside Kaitai's classes; KAITAI_FORMATS=checkout of its gallery
	@$(BIN)/python -m tests.formats
	@$(if $(KAITAI_FORMATS),$(BIN)/python -m tests.formats.gallery "$(KAITAI_FORMATS)")

bench-spark: java $(VENV)/.bench  ## time the Spark source beside what Spark's pipe carries; SERVER=mysql97, BIG=1
	@$(BIN)/python -m tests.bench.spark $(if $(SERVER),--server $(SERVER)) $(if $(BIG),--big)

clean:  ## remove what can be made again
	rm -rf $(VENV) ksy/node_modules tests/site/node_modules tests/conformance/node_modules demo-output bench-output docs-output webide-output gallery-output soak-output dist .pytest_cache .mypy_cache .ruff_cache

ksy/node_modules/.installed: ksy/package-lock.json
	@cd ksy && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# Two built files: npm install would add the packages that these were built from.
tests/site/node_modules/.installed: Makefile
	@rm -rf $(@D) && mkdir -p $(@D)
	@cd $(@D) && npm pack --silent mermaid@11.17.2 iframe-worker@1.0.4 >/dev/null
	@cd $(@D) && tar -xzOf mermaid-*.tgz package/dist/mermaid.min.js > mermaid.js
	@cd $(@D) && tar -xzOf iframe-worker-*.tgz package/shim/index.js > iframe-worker.js
	@cd $(@D) && rm *.tgz && touch .installed

$(VENV)/.installed: pyproject.toml | python
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) --editable '.[dev]'
	@touch $@

tests/conformance/node_modules/.installed: tests/conformance/package-lock.json
	@(cd tests/conformance && npm ci --no-audit --no-fund)
	@touch $@

$(VENV)/.bench: $(VENV)/.installed
	@$(INSTALL) --editable '.[dev,bench]'
	@touch $@

$(VENV)/.docs: $(VENV)/.installed
	@$(INSTALL) --editable '.[dev,docs]'
	@touch $@

JAVA := $(if $(JAVA_HOME),$(JAVA_HOME)/bin/java,java)

# Without questions and, unless it fails, without a word.
APT_GET := apt_get() { said=$$(DEBIAN_FRONTEND=noninteractive apt-get -qq -y "$$@" 2>&1) || { echo "$$said" >&2; return 1; }; }

# Root on Debian or Ubuntu gets it installed, unless JAVA_HOME names one.
java:
	@if command -v getent >/dev/null && ! getent hosts "$$(hostname)" >/dev/null; then \
	  if [ "$$(id -u)" = 0 ]; then \
	    echo "Spark needs an address for this machine's name, $$(hostname): adding it to /etc/hosts." >&2; \
	    { echo "127.0.1.1 $$(hostname)" >> /etc/hosts; } 2>/dev/null || \
	      echo "/etc/hosts cannot be written, so Spark may fail." >&2; \
	  else \
	    echo "This machine's name has no address, which Spark may need. This adds it:" >&2; \
	    echo "echo '127.0.1.1 $$(hostname)' | sudo tee -a /etc/hosts" >&2; \
	  fi; \
	fi
	@version=$$("$(JAVA)" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p'); \
	if [ "$${version:-0}" -lt 17 ]; then \
	  if [ "$$(id -u)" = 0 ] && [ -z "$(JAVA_HOME)" ] && command -v apt-get >/dev/null; then \
	    echo "Spark needs Java 17 or newer: installing it." >&2; \
	    $(APT_GET); apt_get update || exit; \
	    release=$$(apt-cache search --names-only '^openjdk-21-jre-headless$$' | grep -q . && echo 21 || echo 17); \
	    apt_get install openjdk-$$release-jre-headless; exit; \
	  fi; \
	  echo "Spark needs Java 17 or newer, found $${version:-none}. On Debian and Ubuntu this installs it:" >&2; \
	  echo "sudo apt-get install -y openjdk-21-jre-headless || sudo apt-get install -y openjdk-17-jre-headless" >&2; \
	  exit 1; \
	fi

# Debian's Python comes without what makes virtual environments.
python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "Python 3.10 or newer is needed; PYTHON=... names another one." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Virtual environments need python3-venv: installing it." >&2; \
	    $(APT_GET); apt_get update && apt_get install python3-venv; \
	  else echo "Virtual environments need this first:" >&2; \
	  echo "sudo apt-get install -y python3-venv" >&2; exit 1; fi; }
