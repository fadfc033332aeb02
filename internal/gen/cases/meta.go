package cases

// The model of what is known of the instructions, from which the tables of package opcode are written.
// Analyze fills it from a definition file; the tests fill it from CPython's facts and compare.

// Meta describes an instruction set.
type Meta struct {
	HaveArgument    int                 `json:"have_argument"`
	MinInstrumented int                 `json:"min_instrumented"`
	Families        map[string][]string `json:"families"`
	PseudoTargets   map[string][]string `json:"pseudo_targets"`
	Ops             []OpMeta            `json:"ops"`
	Uops            []UopMeta           `json:"uops"`
}

// OpMeta describes one instruction. Popped and Pushed are expressions in oparg;
// they are empty for instructions without a stack effect of their own.
type OpMeta struct {
	Name      string   `json:"name"`
	Num       int      `json:"num"`
	Format    string   `json:"format"`
	Flags     []string `json:"flags"`
	Popped    string   `json:"popped"`
	Pushed    string   `json:"pushed"`
	Deopt     string   `json:"deopt"`
	Caches    int      `json:"caches"`
	Fields    []Field  `json:"cache_fields"`
	Expansion []UopUse `json:"expansion"`
	Marks     string   `json:"-"`
	Own       bool     `json:"-"`
}

// UopUse is one op of an instruction's expansion: what its operand is, and where in the cache it stands.
type UopUse struct {
	Uop    string `json:"uop"`
	Size   int    `json:"size"`
	Offset int    `json:"offset"`
}

// UopMeta describes one op.
type UopMeta struct {
	Name        string   `json:"name"`
	Flags       []string `json:"flags"`
	Popped      string   `json:"popped"`
	Pushed      string   `json:"pushed"`
	Replication int      `json:"replication"`
}
