// Package fault times the page faults of this machine. It must not know what depends on that.
//
// It imports next to nothing, so that Go initializes it before nearly all other packages.
package fault

// dear is how many nanoseconds a fault takes at least where there had better be few.
const dear = 5000

// Dear tells whether page faults take long: where the system runs in a virtual machine without help from the processor, ten times as long as elsewhere.
var Dear = nanoseconds() >= dear
