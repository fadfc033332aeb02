// Package parking waits for many descriptors at a time, where the system has calls for that. It must not know who waits, and for what.
package parking
