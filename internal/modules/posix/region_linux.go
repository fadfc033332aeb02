// Memory of the system for the module mmap, and the numbers that it is asked for with.

package posix

import "github.com/psyco-go/psy/internal/host/system"

func init() {
	mapMemory = func(fd int, offset int64, size, prot, flags int) (memory, error) {
		m, err := system.Map(fd, offset, size, prot, flags)
		if err != nil {
			return nil, err
		}
		return m, nil
	}
}

var mmapSystemNumbers = map[string]int64{"MAP_32BIT": 64, "MAP_DENYWRITE": 2048, "MAP_EXECUTABLE": 4096, "MAP_NORESERVE": 16384, "MAP_POPULATE": 32768,
	"MAP_STACK": 131072, "MADV_NORMAL": 0, "MADV_RANDOM": 1, "MADV_SEQUENTIAL": 2, "MADV_WILLNEED": 3, "MADV_DONTNEED": 4, "MADV_FREE": 8, "MADV_REMOVE": 9,
	"MADV_DONTFORK": 10, "MADV_DOFORK": 11, "MADV_MERGEABLE": 12, "MADV_UNMERGEABLE": 13, "MADV_HUGEPAGE": 14, "MADV_NOHUGEPAGE": 15, "MADV_DONTDUMP": 16,
	"MADV_DODUMP": 17, "MADV_HWPOISON": 100}
