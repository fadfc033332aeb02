// Places in Runtime.Extra.

package native

// Indexes in Runtime.Extra that this package uses.
const (
	ExtraUnsupported = 8 + iota
	ExtraAtExit
	extraGarbage
	ExtraPsycoError
	ExtraNoToken
	ExtraCodecs
	ExtraMainCode
	ExtraPsycoFilter
	ExtraAuditHooks
	ExtraAsyncio
	ExtraDatetime
	ExtraDecimal
	ExtraElementTree
	ExtraZoneInfo
	ExtraSQLite
	ExtraPickling
	ExtraExpressions // what the Go API has compiled
	ExtraGo          // live Go values
	ExtraAtFork      // three lists of functions
)
