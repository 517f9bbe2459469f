# Velody: build, run and test it. "make" alone lists what there is.

SWIFT ?= $(or $(shell command -v swift),/opt/swift/usr/bin/swift)
# Paths of this machine stay out of what is built, so that it does not depend on where that is: so do the
# hashes by which the compiler knows its own work again (.swift_modhash), and what is only for debuggers.
RELEASE := $(SWIFT) build -c release --static-swift-stdlib \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker -S
PACKAGED := velody-server velody-inspect velody-admin
PRODUCTS := $(PACKAGED) velody-instance
INSTANCE = $(shell $(RELEASE) --show-bin-path)/velody-instance
SOURCES := Sources Tests Package.swift

.DEFAULT_GOAL := help
.PHONY: help packages build run start stop restart status admin deb test crash bench lint format \
	check check-contract check-load check-monitoring check-package fuzz clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  VELODY_HOME (.velody) and VELODY_PORT (8443) choose the instance; settings in the"
	@echo "  environment of make run and make start reach the server."

packages: ## Install the Debian packages that are missing (.ci/packages)
	@.ci/install-packages

build: ## Build the programs in release mode
	@set -e; for product in $(PRODUCTS); do $(RELEASE) --product $$product; done

run: packages build ## Run a private instance in the foreground; Ctrl-C stops it
	@$(INSTANCE) run

start: packages build ## Start a private instance in the background
	@$(INSTANCE) start

stop: ## Stop the instance
	@$(INSTANCE) stop

restart: build ## Replace the running server without losing a request
	@$(INSTANCE) restart

status: ## Print a line per process: name, pid, state
	@$(INSTANCE) status || test $$? -eq 3

admin: ## Run velody-admin on the instance (ARGS="devices list")
	@"$(or $(VELODY_HOME),.velody)/bin/admin" $(ARGS)

deb: ## Build the Debian package: dist/velody_VERSION_ARCHITECTURE.deb
	@.ci/install-packages deb
	@set -e; for product in $(PACKAGED); do $(RELEASE) --product $$product; done
	@rm -rf dist && mkdir dist
	@SOURCE_DATE_EPOCH=$$(dpkg-parsechangelog -S Timestamp) \
	  VELODY_BIN=$$($(RELEASE) --show-bin-path) debian/rules clean binary >dist/build.log 2>&1 \
	  || { cat dist/build.log; exit 1; }
	@ls dist/*.deb

test: ## Run every test
	@SWIFT=$(SWIFT) .ci/test

crash: ## Kill server and database at CRASH_RUNS (1000) random places, and at every step (SEED=1)
	CRASH_RUNS=$(or $(CRASH_RUNS),1000) SEED=$(or $(SEED),1) $(SWIFT) test --disable-xctest --filter CrashRunTests
	CRASH_ALL=1 $(SWIFT) test --disable-xctest --filter "IntegrationTests.(Restore)?CrashTests"
	BATCH_SONGS=1000 $(SWIFT) test --disable-xctest --filter BatchTests

bench: build ## Measure against plain nginx, PostgreSQL and openssl (BENCH="name …" for some)
	@Tests/Benchmarks/run $(shell $(RELEASE) --show-bin-path) $(BENCH)

lint: ## Check the form of the sources
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	shellcheck -x .ci/run .ci/test .ci/install-packages .ci/fuzz .ci/check-contract .ci/check-monitoring \
	  Tests/Benchmarks/run Tests/Benchmarks/*.sh Tests/Load/run \
	  debian/bin/* debian/velody.postinst debian/velody.prerm debian/velody.postrm \
	  Tests/Package/check Tests/Package/walk sql/migrate

format: ## Bring the sources into form
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

check: lint ## Check form and imports, build, run every test, and search for harmful files
	$(SWIFT) build --explicit-target-dependency-import-check error
	$(MAKE) test
	.ci/fuzz $(or $(FUZZ_SECONDS),30)

check-contract: packages build ## Check the API against docs/openapi.yaml with schemathesis (needs python3-venv)
	@.ci/check-contract $(shell $(RELEASE) --show-bin-path)

check-load: build ## Load and abuse an instance (LOAD="headers bodies reads clients flood uploads restarts")
	@Tests/Load/run $(shell $(RELEASE) --show-bin-path) $(LOAD)

check-monitoring: build ## Check metrics, alerts and dashboard with Prometheus's promtool
	@.ci/check-monitoring $(shell $(RELEASE) --show-bin-path)

check-package: packages ## Prove the package in a clean Debian (as root; PART="form same walk")
	Tests/Package/check $(PART)

fuzz: ## Search for files that harm the inspector, FUZZ_SECONDS (60) long
	.ci/fuzz $(or $(FUZZ_SECONDS),60)

clean: ## Remove what was built; instances stay
	rm -rf .build
