// The system's tables of users and groups.

package native

import "strings"

// Database reads a file such as /etc/passwd: lines of n fields between colons.
func Database(t *Thread, file string, n int) (entries [][]string) {
	b, err := SystemOf(t).ReadFile(file)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), ":"); len(f) == n && !strings.HasPrefix(line, "#") {
			entries = append(entries, f)
		}
	}
	return
}
