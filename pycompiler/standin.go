// Stand-ins: when memory is short, they take the place of objects that machine code believes to have.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// standIns are empty objects of the classes that rules build, made in advance. Code that receives a stand-in continues until the next poll raises
// MemoryError. The code relies on the class, so it may read and change the object without a check.
type standIns struct {
	rules [ruleLazy]Value  //psy:root visited by visitRoots
	iters map[uint64]Value //psy:root visited by visitRoots: for ruleSeqIter, by the iterator's class
}

// makeStandIns makes the stand-ins; false: there is no memory.
func (e *Engine) makeStandIns() bool {
	t, in := e.t, &e.standIns
	build := func(rule vinfo.Rule, words ...uint64) { in.rules[rule] = e.tryBuild(rule, words) }
	none := uint64(object.None)
	build(ruleRange, 0, 0, 1)
	build(ruleRangeIter, 0, 0, 0)
	build(ruleTuple)
	build(ruleList)
	build(ruleArgs)
	build(ruleKeywords)
	build(ruleMethod, none, none)
	build(ruleBuiltin, uint64(t.RT.Types[object.TList].Lookup(t, object.Intern(t, "append"))), uint64(in.rules[ruleList]))
	build(ruleSlice, none, none, none)
	in.iters = map[uint64]Value{}
	for i, seq := range [...]Value{object.NewStr(t, "é"), in.rules[ruleTuple], in.rules[ruleList], t.RT.EmptyStr, t.RT.EmptyBytes, object.NewByteArray(t, nil)} {
		if seq == object.Null {
			return false
		}
		end := uint64(0)
		if i == 0 {
			end = 1
		}
		in.iters[iterClass(seq)] = e.tryBuild(ruleSeqIter, []uint64{uint64(seq), end})
	}
	iter := uint64(in.iters[classTupleIter])
	build(ruleEnumerate, iter, 0)
	build(ruleZip, iter)
	build(ruleMap, none, iter)
	build(ruleMapping, none, iter, none)
	return t.Exc == object.Null
}

// standIn is the stand-in for the object that rule would build of words.
func (e *Engine) standIn(rule vinfo.Rule, words []uint64) Value {
	switch rule {
	case ruleInstance, ruleCell, ruleFunction, ruleList, ruleDict: // the code tests for None
		return object.None
	case ruleKeywords:
		object.As[object.Dict](e.standIns.rules[rule]).Clear(e.t) // of what the last one got
	case ruleSeqIter:
		return e.standIns.iters[iterClass(Value(words[0]))]
	}
	return e.standIns.rules[rule]
}

// iterClass is the class of a sequence's iterator.
func iterClass(seq Value) uint64 {
	if seq.IsExact(object.TStr) && object.As[object.Str](seq).IsASCII() {
		return classASCIIIter
	}
	return seqIters[staging.ClassOf(seq)]
}
