// Sessions that a client can go on with.

package tlsconn

import (
	"crypto/sha256"
	"crypto/tls"
)

// Session is what a server gave a client.
type Session struct {
	state *tls.ClientSessionState
	ID    [32]byte
	Time  int64 // seconds since 1970
}

// sessions is the cache of one connection.
type sessions struct {
	give *Session
	got  *Session
}

// Get gives the session to go on with.
func (s *sessions) Get(string) (*tls.ClientSessionState, bool) {
	if s.give == nil {
		return nil, false
	}
	return s.give.state, true
}

// Put takes a session.
func (s *sessions) Put(_ string, state *tls.ClientSessionState) {
	if state == nil {
		return
	}
	ticket, _, err := state.ResumptionState()
	if err != nil || ticket == nil {
		return
	}
	s.got = &Session{state: state, ID: sha256.Sum256(ticket)}
}

// Session is the newest session that the server gave; if it gave none, the one that was gone on with.
func (c *Conn) Session() *Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.sessions.got; s != nil {
		if s.Time == 0 {
			s.Time = c.settings.Now.Unix()
			if old := c.sessions.give; old != nil && c.Established() && c.tls.ConnectionState().DidResume && c.tls.ConnectionState().Version < tls.VersionTLS13 {
				s.ID = old.ID // another ticket for the same session
			}
		}
		return s
	}
	return c.sessions.give
}

// SetSession says which session to go on with; before the handshake.
func (c *Conn) SetSession(s *Session) { c.sessions.give = s }

// HasTicket reports whether a server could go on with the session.
func (s *Session) HasTicket() bool { return s.state != nil }
