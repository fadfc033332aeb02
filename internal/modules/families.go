// The native modules: a package that stands here is part of psy.

package modules

import (
	_ "github.com/psyco-go/psy/internal/modules/asyncio"
	_ "github.com/psyco-go/psy/internal/modules/binary"
	_ "github.com/psyco-go/psy/internal/modules/classes"
	_ "github.com/psyco-go/psy/internal/modules/codecs"
	_ "github.com/psyco-go/psy/internal/modules/collections"
	_ "github.com/psyco-go/psy/internal/modules/compress"
	_ "github.com/psyco-go/psy/internal/modules/datetime"
	_ "github.com/psyco-go/psy/internal/modules/decimalmod"
	_ "github.com/psyco-go/psy/internal/modules/faults"
	_ "github.com/psyco-go/psy/internal/modules/functional"
	_ "github.com/psyco-go/psy/internal/modules/hashes"
	_ "github.com/psyco-go/psy/internal/modules/iomod"
	_ "github.com/psyco-go/psy/internal/modules/itertools"
	_ "github.com/psyco-go/psy/internal/modules/jsonmod"
	_ "github.com/psyco-go/psy/internal/modules/lang"
	_ "github.com/psyco-go/psy/internal/modules/mathmod"
	_ "github.com/psyco-go/psy/internal/modules/pickling"
	_ "github.com/psyco-go/psy/internal/modules/posix"
	_ "github.com/psyco-go/psy/internal/modules/regex"
	_ "github.com/psyco-go/psy/internal/modules/signals"
	_ "github.com/psyco-go/psy/internal/modules/sockets"
	_ "github.com/psyco-go/psy/internal/modules/text"
	_ "github.com/psyco-go/psy/internal/modules/threads"
	_ "github.com/psyco-go/psy/internal/modules/timemod"
	_ "github.com/psyco-go/psy/internal/modules/tracing"
	_ "github.com/psyco-go/psy/internal/modules/unixmod"
	_ "github.com/psyco-go/psy/internal/modules/warnings"
	_ "github.com/psyco-go/psy/internal/modules/xmlmod"
)
