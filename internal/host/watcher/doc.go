// Package watcher has the thread of Go's runtime that watches the others (sysmon) be in less of a hurry. It must not know what runs in the process.
//
// While a process is young that thread sleeps for 20 us at a time, 60 times in the 13 ms that psy takes to start: that is 8 % of the time, in which it has
// nothing to do as long as one thread does all the work. Its haste is for a thread in a system call, whose processor it gives to another that waits for one.
// So it sleeps a millisecond longer (PR_SET_TIMERSLACK) until a program starts threads. Only a thread itself can set that, so it gets a signal.
package watcher
