// Package first does what comes first in the command psy: Go initializes this package before nearly all others, which takes a quarter of a start. It must not
// know what they are, and import next to nothing.
package first

import "github.com/psyco-go/psy/internal/host/watcher"

func init() { watcher.Calm() }
