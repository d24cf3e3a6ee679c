# Every target works from a clean clone. CONTRIBUTING.md describes those that check a change.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

# All targets use the same build flags: with other flags, the code-intelligence engine is
# compiled again, which takes minutes.
export CGO_ENABLED := 0
export GOFLAGS := -buildvcs=false
export GOWORK := off

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
COMMIT  ?= $(shell git rev-parse HEAD 2>/dev/null)
LDFLAGS := -X main.version=$(VERSION) -X main.commit=$(COMMIT)

TOOLS := .tmp/bin
BUF   := $(TOOLS)/buf
VALIDATE_PROTO := .tmp/proto/protovalidate/buf/validate/validate.proto
BUNDLE ?= .tmp/proto-bundle

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Build both programs and start the service with its code-intelligence server
	exec bin/coderefd serve $(ARGS)

.PHONY: build
build: build-engine build-service ## Build bin/coderefd and bin/coderef-mcp, both static

.PHONY: build-service
build-service: ## Build only bin/coderefd
	go build -ldflags "$(LDFLAGS)" -o bin/coderefd ./cmd/coderefd
	scripts/licences . ./cmd/coderefd bin/licences/coderefd

.PHONY: build-engine
build-engine: ## Build only bin/coderef-mcp
	@echo "building bin/coderef-mcp (the first time takes some minutes)"
	cd codeintel && go build -ldflags "$(LDFLAGS)" -o ../bin/coderef-mcp ./cmd/coderef-mcp
	scripts/licences codeintel ./cmd/coderef-mcp bin/licences/coderef-mcp

.PHONY: test
test: ## Run the tests of the gateway, the engine and the tools; needs only Go and git
	go test ./...
	cd codeintel && go test ./...
	cd tools && go test ./...

.PHONY: test-race
test-race: export CGO_ENABLED := 1
test-race: ## Run the tests under the race detector; needs a C compiler
	@command -v "$$(go env CC)" >/dev/null || { echo "make test-race needs a C compiler: apt-get install gcc libc6-dev" >&2; exit 1; }
	go test -race ./...
	cd codeintel && go test -race ./...

.PHONY: fuzz
fuzz: ## Fuzz every parser of the engine for FUZZTIME each (60s), and write docs/fuzz.md
	scripts/fuzz $(ARGS)

.PHONY: test-npm
test-npm: ## Run real MCP servers and real TypeScript packages from npm through the service
	scripts/test-npm

.PHONY: oracle
oracle: build-engine ## Score coderef-mcp against other compilers and jedi, and write docs/accuracy.md (needs npm, and Python on Debian 12)
	scripts/fetch-oracle
	cd codeintel && go test -count 1 ./oracle -run Fixtures -live
	cd codeintel && go run ./oracle $(ARGS)

.PHONY: bench-engine
bench-engine: build-engine ## Measure the speed of coderef-mcp against its goals and its peers (needs npm); ARGS="-strict" fails on a missed goal
	scripts/fetch-oracle
	cd codeintel && go run ./oracle/bench $(ARGS)

.PHONY: test-clients
test-clients: build proto-bundle ## Run the example clients in Go, Python, TypeScript and Java against the service
	BUNDLE="$(abspath $(BUNDLE))" examples/clients/test $(ARGS)

.PHONY: lint
lint: $(TOOLS)/golangci-lint $(BUF) $(VALIDATE_PROTO) ## Lint Go in every module, and the protobuf files
	$(TOOLS)/golangci-lint run
	cd codeintel && ../$(TOOLS)/golangci-lint run
	cd codeintel/tsgoshim && ../../$(TOOLS)/golangci-lint run
	cd tools && ../$(TOOLS)/golangci-lint run
	$(BUF) lint
	$(BUF) format --diff --exit-code proto

.PHONY: layering
layering: ## Fail if a package has over 30 files, or if over 10% of the references between its files violate their order
	go run -C tools ./layering -dir ../codeintel -max 0.1 -files 30 ./...
	go run -C tools ./layering -dir .. -max 0.1 -files 30 ./...

.PHONY: generate
generate: $(BUF) $(TOOLS)/protoc-gen-go $(TOOLS)/protoc-gen-go-grpc $(VALIDATE_PROTO) ## Generate gen/ from proto/
	$(BUF) generate

# The tools module is not checked: go mod tidy would also resolve the dependencies of its
# dependencies' tests, and some of these versions do not exist.
.PHONY: check-generate
check-generate: generate ## Fail if gen/ differs from the code that proto/ generates, or a go.mod is not tidy
	@git add --intent-to-add gen
	git diff --exit-code -- gen
	go mod tidy -diff
	cd codeintel && go mod tidy -diff
	cd codeintel/tsgoshim && go mod tidy -diff

.PHONY: breaking
breaking: $(BUF) $(VALIDATE_PROTO) ## Fail if proto/ breaks clients of the committed baseline
	$(BUF) breaking proto --against proto/baseline.binpb

.PHONY: baseline
baseline: $(BUF) $(VALIDATE_PROTO) ## Make proto/ the new baseline; the commit message states each break and its reason
	$(BUF) build proto --exclude-source-info --output proto/baseline.binpb

.PHONY: proto-bundle
proto-bundle: build-service ## Write all .proto files that a client author needs, with licences, to BUNDLE
	bin/coderefd proto "$(BUNDLE)"

.PHONY: test-proto-bundle
test-proto-bundle: proto-bundle $(BUF) $(TOOLS)/protoc-gen-go $(TOOLS)/protoc-gen-go-grpc ## Generate code for each language from BUNDLE with Debian's protoc
	scripts/test-proto-bundle "$(BUNDLE)"

.PHONY: clean
clean: ## Remove all build output
	rm -rf bin .tmp

# Tools are built from tools/go.mod, so that their dependencies are not those of the service.
$(TOOLS)/buf: PACKAGE := github.com/bufbuild/buf/cmd/buf
$(TOOLS)/grpcurl: PACKAGE := github.com/fullstorydev/grpcurl/cmd/grpcurl
$(TOOLS)/golangci-lint: PACKAGE := github.com/golangci/golangci-lint/v2/cmd/golangci-lint
$(TOOLS)/protoc-gen-go: PACKAGE := google.golang.org/protobuf/cmd/protoc-gen-go
$(TOOLS)/protoc-gen-go-grpc: PACKAGE := google.golang.org/grpc/cmd/protoc-gen-go-grpc
$(TOOLS)/%: tools/go.mod tools/go.sum
	@echo "building $@ (once)"
	cd tools && go build -o ../$@ $(PACKAGE)

# validate.proto is copied from protovalidate's Go module at a pinned version, so that no
# third-party file is committed.
$(VALIDATE_PROTO): tools/protovalidate/go.mod
	mkdir -p $(@D)
	cd tools/protovalidate && go mod download github.com/bufbuild/protovalidate
	cp "$$(cd tools/protovalidate && go list -m -f '{{.Dir}}' github.com/bufbuild/protovalidate)/proto/protovalidate/buf/validate/validate.proto" $@
	chmod u+w $@
