// What the rows give to the engines.

package main

import "fmt"

// taken is what a program would go on with: without it Go would not allocate the slices that engines fill by hand.
var taken []int

var (
	goInts = func() []int {
		s := make([]int, batch)
		for i := range s {
			s[i] = i
		}
		return s
	}()
	goMap = func() map[string]int {
		m := map[string]int{}
		for i := range 100 {
			m[fmt.Sprint("key ", i)] = i
		}
		return m
	}()
)
