// What the rows give to the engines.

package main

import "fmt"

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
