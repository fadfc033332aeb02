// Where functions flow, and the cycles of what is left.

package recursion

import (
	"slices"
	"strings"
)

// flow moves functions along the links until nothing is new, and adds the edges of the calls of what places hold.
func (g *graph) flow() {
	var all []*place
	seen := map[*place]bool{}
	var visit func(p *place)
	visit = func(p *place) {
		if !seen[p] {
			seen[p] = true
			all = append(all, p)
			for to := range p.into {
				visit(to)
			}
		}
	}
	for _, p := range g.places {
		visit(p)
	}
	for _, p := range g.bySig {
		visit(p)
	}
	for _, n := range g.nodes {
		visit(n.result)
	}
	for _, p := range g.work {
		visit(p)
	}
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(all); i++ {
			p := all[i]
			for to := range p.into {
				if !seen[to] {
					visit(to)
				}
				for n := range p.holds {
					if !to.holds[n] {
						to.holds[n], changed = true, true
					}
				}
			}
			for _, s := range p.calls {
				for n := range p.holds {
					if !s.in.to[n] {
						s.in.to[n], changed = true, true
					}
					for j, a := range s.args {
						if a != nil && j < len(n.params) && isSignature(n.params[j].Type()) {
							if to := g.place(n.params[j].Origin()); !a.into[to] {
								a.into[to], changed = true, true
								visit(a)
							}
						}
					}
					if s.result != nil && !n.result.into[s.result] {
						n.result.into[s.result], changed = true, true
						visit(s.result)
					}
				}
			}
		}
	}
}

// knots finds the strongly connected components of the functions that do not count (Tarjan's algorithm).
func (g *graph) knots() (found []Finding) {
	var stack []*node
	index := 0
	var visit func(n *node)
	visit = func(n *node) {
		index++
		n.index, n.low, n.onStack = index, index, true
		stack = append(stack, n)
		for to := range n.to {
			if to.counts {
				continue
			}
			if to.index == 0 {
				visit(to)
				n.low = min(n.low, to.low)
			} else if to.onStack {
				n.low = min(n.low, to.index)
			}
		}
		if n.low != n.index {
			return
		}
		var knot []*node
		for {
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			last.onStack, last.knot = false, n.index
			knot = append(knot, last)
			if last == n {
				break
			}
		}
		if len(knot) > 1 || n.to[n] {
			found = append(found, g.finding(knot))
		}
	}
	for _, n := range g.nodes {
		if n.index == 0 && !n.counts {
			visit(n)
		}
	}
	slices.SortFunc(found, func(a, b Finding) int {
		if c := strings.Compare(a.Pos.Filename, b.Pos.Filename); c != 0 {
			return c
		}
		return a.Pos.Line - b.Pos.Line
	})
	return found
}

// finding shows a shortest cycle through the first function of the knot.
func (g *graph) finding(knot []*node) Finding {
	first := slices.MinFunc(knot, func(a, b *node) int { return int(a.pos - b.pos) })
	came := map[*node]*node{}
	queue := []*node{first}
	for len(queue) > 0 && came[first] == nil {
		n := queue[0]
		queue = queue[1:]
		for _, to := range knot {
			if n.to[to] && came[to] == nil {
				came[to] = n
				queue = append(queue, to)
			}
		}
	}
	path := []string{first.name}
	for n := came[first]; n != nil && n != first; n = came[n] {
		path = append(path, n.name)
	}
	path = append(path, first.name)
	slices.Reverse(path)
	return Finding{g.fset.Position(first.pos), path, len(knot)}
}
