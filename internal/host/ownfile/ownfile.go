// Package ownfile keeps few pages of the program's constants in the process: of 70 MB few are used, and those lie far apart. It must not know what
// the program does. Only the command psy imports it: what a process is said to have is not for a library to decide.
//
// It imports next to nothing, so that Go initializes it before nearly all other packages.
package ownfile
