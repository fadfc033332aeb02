# The module _uuid: identifiers of time, all different, of version 1.
# needs: stdlib
import _uuid
import uuid

b, safe = _uuid.generate_time_safe()
print(type(b), len(b), safe in (0, -1), _uuid.has_uuid_generate_time_safe)
many = [uuid.uuid1() for i in range(1000)]
print(len(set(many)), {u.version for u in many}, {u.variant for u in many}, len({u.node for u in many}), many[0].time <= many[-1].time)
print(uuid.uuid1(node=5, clock_seq=6).node, uuid.uuid1().is_safe in (uuid.SafeUUID.safe, uuid.SafeUUID.unsafe))
