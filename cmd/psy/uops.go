// psy dis --uops: a program is run by tier 2, and then the superblocks of a function are shown, before and after optimization, with their exits.

package main

import (
	"bufio"
	"fmt"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/tier2"
	"github.com/psyco-go/psy/internal/world"
)

// warm is how often code must have run before its inline caches and branch histories tell something.
const warm = 100

func disUops(args []string, asJSON bool) int {
	var list []tier2.Listing
	return disMade(&made{
		flag: "--uops", engine: "tier2", what: "superblocks", threshold: warm,
		list: func(w *world.World, name string) (any, int) {
			if e, ok := w.Tier2.(interp.Tier2).(*tier2.Engine); ok {
				list = e.Listings(name)
			}
			return list, len(list)
		},
		write: func(w *bufio.Writer, _ string, _ *pyc.Code) { writeUops(w, list) },
	}, args, asJSON)
}

func writeUops(w *bufio.Writer, list []tier2.Listing) {
	for n, l := range list {
		if n > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "superblock: %s at %d, entered %d times\n", l.QualName, l.Offset, l.Entered)
		for _, part := range []struct {
			what  string
			lines []string
		}{{"projected", l.Projected}, {"optimized", l.Optimized}, {"executed", l.Executed}, {"exits", l.Exits}} {
			fmt.Fprintf(w, "  %s:\n", part.what)
			for _, line := range part.lines {
				fmt.Fprintf(w, "    %s\n", line)
			}
		}
	}
}
