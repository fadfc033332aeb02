module github.com/psyco-go/psy

go 1.26.0

require (
	github.com/twitchyliquid64/golang-asm v0.15.1
	golang.org/x/arch v0.32.0
	golang.org/x/sys v0.49.0
)

require github.com/hashicorp/golang-lru/v2 v2.0.7

require (
	github.com/clipperhouse/displaywidth v0.11.0
	github.com/creack/pty v1.1.24
	github.com/google/pprof v0.0.0-20260906184651-6331bc6350fe
	github.com/hinshun/vt10x v0.0.0-20220301184237-5011da428d02
	github.com/kluctl/go-embed-python v0.0.0-3.13.1-20241219-1
	golang.org/x/crypto v0.58.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.43.0
)

require (
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/gobwas/glob v0.2.3 // indirect
	github.com/gofrs/flock v0.12.1 // indirect
	github.com/sirupsen/logrus v1.9.3 // indirect
	golang.org/x/sync v0.24.0 // indirect
)
