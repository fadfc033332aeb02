// Tests of what programs in a world made from Go reach of the network: nothing.

package psy_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/psyco-go/psy"
)

func TestNoNetwork(t *testing.T) {
	const program = `
import _socket, select, asyncio
s = _socket.socket()
def tell(f, *a):
    try:
        print(f(*a))
    except Exception as e:
        print(type(e).__name__, e)
tell(s.connect, ("127.0.0.1", 1))
tell(s.bind, ("127.0.0.1", 0))
tell(s.connect_ex, ("127.0.0.1", 1))
tell(s.sendto, b"x", ("127.0.0.1", 1))
tell(_socket.getaddrinfo, "localhost", 80)
tell(_socket.gethostbyname, "localhost")
tell(_socket.socket, -1, -1, -1, 1)
tell(_socket.dup, 1)
tell(_socket.close, 1)
tell(select.select, [1], [], [], 0)
print(hasattr(select, "epoll"), hasattr(select, "poll"))
async def f():
    await asyncio.sleep(0)
    return "loop"
print(asyncio.run(f()))
`
	var out bytes.Buffer
	rt, err := psy.New(psy.Config{Stdout: &out, Stderr: &out})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	prog, err := psy.Compile([]byte(program), "net.py")
	if err == nil {
		_, err = rt.Exec(t.Context(), prog)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	const refused = "PermissionError [Errno 13] Permission denied: the network is not part of this world\n"
	want := strings.Repeat(refused, 6) + strings.Repeat("OSError [Errno 9] Bad file descriptor\n", 4) + "False False\nloop\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
