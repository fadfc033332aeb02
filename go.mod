module github.com/psyco-go/psy

go 1.26.0

require (
	github.com/twitchyliquid64/golang-asm v0.15.1
	golang.org/x/arch v0.32.0
	golang.org/x/sys v0.49.0
)

require github.com/hashicorp/golang-lru/v2 v2.0.7

require golang.org/x/text v0.43.0
