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
	github.com/google/go-dap v0.12.0
	github.com/google/pprof v0.0.0-20261016150608-1facf8f91b50
	github.com/hinshun/vt10x v0.0.0-20220301184237-5011da428d02
	github.com/kluctl/go-embed-python v0.0.0-3.13.1-20241219-1
	golang.org/x/crypto v0.58.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.43.0
	modernc.org/libc v1.80.1
	modernc.org/memory v1.12.1
	modernc.org/sqlite v1.62.0
)

require (
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/dustin/go-humanize v1.1.0 // indirect
	github.com/gobwas/glob v0.2.3 // indirect
	github.com/gofrs/flock v0.12.1 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/ncruces/go-strftime v1.1.0 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	github.com/sirupsen/logrus v1.9.3 // indirect
	golang.org/x/sync v0.24.0 // indirect
	modernc.org/mathutil v1.7.1 // indirect
)
