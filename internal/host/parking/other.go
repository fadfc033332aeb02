//go:build !linux

package parking

import "time"

// A Set has descriptors that are waited for: there is none here.
type Set struct{}

func NewSet(any) *Set                        { return nil }
func (s *Set) Close()                        {}
func (s *Set) Keep(int) int                  { return -1 }
func (s *Set) Forget(int)                    {}
func (s *Set) Add(int, int16, int32) bool    { return false }
func (s *Set) Remove(int)                    {}
func (s *Set) Wake()                         {}
func (s *Set) Now() int                      { return 0 }
func (s *Set) Wait(time.Duration) int        { return 0 }
func (s *Set) Ready(int) (int, int32, int16) { return -1, 0, 0 }
