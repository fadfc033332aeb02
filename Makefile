# make release builds psy for five platforms, with the standard library inside, into dist/.

TARGETS = linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64

release: $(TARGETS)

# One after another: all are built from the archive that is cut for each.
.NOTPARALLEL:

$(TARGETS):
	go run ./internal/gen/genlibrary archive $@
	CGO_ENABLED=0 GOOS=$(word 1,$(subst -, ,$@)) GOARCH=$(word 2,$(subst -, ,$@)) go build -trimpath -tags libraryarchive -ldflags '-s -w' -o dist/psy-$@$(if $(findstring windows,$@),.exe) ./cmd/psy

.PHONY: release $(TARGETS)
