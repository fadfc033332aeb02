package cases

import "strings"

// OutItem is an item that an instruction leaves on the stack. From is the index of the input that it is, or -1.
type OutItem struct {
	StackItem
	From int
	Arg  string // what oparg means in its size
}

// Effect is an instruction's whole stack effect.
type Effect struct {
	In  []OutItem // what is popped, bottom first
	Out []OutItem
}

func sizeOf(items []OutItem) offset {
	var o offset
	for _, it := range items {
		it.Size, it.Cond = withArg(it.Size, it.Arg), withArg(it.Cond, it.Arg)
		o = o.plus(it.StackItem, 1)
	}
	return o
}

// Popped and Pushed are the numbers of slots, as expressions in oparg.
func (e Effect) Popped() string { return sizeOf(e.In).String() }

// Pushed is the number of slots that the instruction leaves.
func (e Effect) Pushed() string { return sizeOf(e.Out).String() }

// Counts computes popped and pushed for an argument.
func (e Effect) Counts(oparg int) (popped, pushed int) {
	popped, _ = evalExpr(e.Popped(), oparg)
	pushed, _ = evalExpr(e.Pushed(), oparg)
	return
}

func (e Effect) String() string {
	var in, out []string
	for _, it := range e.In {
		in = append(in, it.StackItem.String())
	}
	for _, it := range e.Out {
		out = append(out, it.StackItem.String())
	}
	return strings.TrimSpace("("+strings.Join(in, ", ")) + " -- " + strings.TrimSpace(strings.Join(out, ", ")+")")
}

// carried tells which input each output of an op is: by its name, or for unused items by standing at the same place. -1: none.
func carried(op *Inst) []int {
	out := make([]int, len(op.Outputs))
	same := true // all items below have the same sizes, so the places are the same
	for k, o := range op.Outputs {
		out[k] = -1
		for j, in := range op.Inputs {
			if o.Name != "unused" && in.Name == o.Name {
				out[k] = j
			}
		}
		if same && k < len(op.Inputs) {
			in := op.Inputs[k]
			same = in.Size == o.Size && in.Cond == o.Cond
			if same && o.Name == "unused" && in.Name == "unused" && in.Type == o.Type {
				out[k] = k
			}
		} else {
			same = false
		}
	}
	return out
}

// effectOf runs an instruction's ops over a stack of named items.
func effectOf(i *Instruction, errs *Errors) Effect {
	var e Effect
	var stack []OutItem // what is known above the deepest item popped; From counts what was popped, from the top
	for _, u := range i.Uses {
		if u.Op == nil {
			continue
		}
		got := make([]OutItem, len(u.Op.Inputs))
		for k := len(u.Op.Inputs) - 1; k >= 0; k-- {
			want := u.Op.Inputs[k]
			if len(stack) == 0 {
				got[k] = OutItem{want, len(e.In), u.Arg}
				e.In = append(e.In, got[k])
				continue
			}
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if withArg(top.Size+";"+top.Cond, top.Arg) != withArg(want.Size+";"+want.Cond, u.Arg) || top.Type != want.Type {
				errs.add(u.Pos, "%s: %s takes %s where an op before leaves %s", i.Name, u.Op.Name, want, top.StackItem)
			}
			got[k] = top
		}
		from := carried(u.Op.Inst)
		for k, o := range u.Op.Outputs {
			it := OutItem{o, -1, u.Arg}
			if from[k] >= 0 {
				it.From, it.Arg = got[from[k]].From, got[from[k]].Arg
			}
			stack = append(stack, it)
		}
	}
	for a, b := 0, len(e.In)-1; a < b; a, b = a+1, b-1 {
		e.In[a], e.In[b] = e.In[b], e.In[a]
	}
	for k := range e.In {
		e.In[k].From = k
	}
	for k := range stack {
		if stack[k].From >= 0 {
			stack[k].From = len(e.In) - 1 - stack[k].From
		}
	}
	e.Out = stack
	return e
}
