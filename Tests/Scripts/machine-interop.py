#!/usr/bin/env python3
"""Talks to the encryption machine as a server and as devices made with vodozemac: every form of JSON, both ways.

usage: machine-interop.py PROBE [SEED]

PROBE is the built MachineProbe. Needs the packages vodozemac and cryptography from PyPI. Canonical JSON, signatures and all
messages are written here a second time; the first wrong answer ends it with the seed.
"""

import base64
import json
import random
import subprocess
import sys
import tempfile

import vodozemac
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

OLM, MEGOLM, KEY = "m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2", "signed_curve25519"
ROOM, MACHINE, MACHINE_DEVICE = "!room:x", "@machine:x", "MACHINE"
checks = 0


def check(holds, what):
    global checks
    if not holds:
        sys.exit(f"WRONG (seed {seed}): {what}")
    checks += 1


def b64(data):
    return base64.b64encode(data).decode().rstrip("=")


def unb64(text):
    return base64.b64decode(text + "=" * (-len(text) % 4))


def canonical(value):
    value = {k: v for k, v in value.items() if k not in ("signatures", "unsigned")}
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def signed(value, user, name, sign):
    value = dict(value)
    value.setdefault("signatures", {}).setdefault(user, {})["ed25519:" + name] = sign(canonical(value))
    return value


def verify(value, user, name, key):
    signature = unb64(value["signatures"][user]["ed25519:" + name])
    Ed25519PublicKey.from_public_bytes(unb64(key)).verify(signature, canonical(value))


class Probe:
    def __init__(self, path, folder):
        self.arguments = [path, folder + "/keys.db", MACHINE, MACHINE_DEVICE]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.start()

    def __call__(self, do, **fields):
        self.process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"error":"ended"}')
        if "error" in answer:
            sys.exit(f"WRONG (seed {seed}): {do} failed: {answer['error']}")
        return answer["ok"]


class Identity:
    """Cross-signing keys of a user."""

    def __init__(self, user):
        self.user = user
        self.keys = {usage: Ed25519PrivateKey.generate() for usage in ("master", "self_signing")}
        self.names = {
            usage: b64(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)) for usage, key in self.keys.items()
        }
        self.objects = {}
        for usage, name in self.names.items():
            value = {"user_id": user, "usage": [usage], "keys": {"ed25519:" + name: name}}
            self.objects[usage] = signed(value, user, self.names["master"], lambda t: b64(self.keys["master"].sign(t)))

    def sign(self, keys):
        return signed(keys, self.user, self.names["self_signing"], lambda t: b64(self.keys["self_signing"].sign(t)))


class Device:
    """A device made with vodozemac."""

    def __init__(self, identity, name):
        self.identity, self.user, self.name = identity, identity.user, name
        self.account = vodozemac.Account()
        self.curve = self.account.curve25519_key.to_base64()
        self.ed = self.account.ed25519_key.to_base64()
        keys = {
            "user_id": self.user,
            "device_id": name,
            "algorithms": [OLM, MEGOLM],
            "keys": {"curve25519:" + name: self.curve, "ed25519:" + name: self.ed},
        }
        self.keys = identity.sign(signed(keys, self.user, name, lambda t: self.account.sign(t).to_base64()))
        self.session, self.groups, self.group = None, {}, vodozemac.GroupSession()

    def one_time_key(self):
        self.account.generate_one_time_keys(1)
        (id, key), = self.account.one_time_keys.items()
        self.account.mark_keys_as_published()
        key = {"key": key.to_base64()}
        return {f"{KEY}:{id}": signed(key, self.user, self.name, lambda t: self.account.sign(t).to_base64())}

    def decrypt(self, content, machine):
        """Opens an m.room.encrypted of the machine."""
        check(content["algorithm"] == OLM and content["sender_key"] == machine["curve"], "outer fields")
        message = content["ciphertext"][self.curve]
        sealed = vodozemac.AnyOlmMessage.from_parts(message["type"], unb64(message["body"]))
        if message["type"] == 0 and self.session is None:
            key = vodozemac.Curve25519PublicKey.from_base64(machine["curve"])
            self.session, text = self.account.create_inbound_session(key, sealed.to_pre_key())
        else:
            text = self.session.decrypt(sealed)
        payload = json.loads(text)
        check(payload["sender"] == MACHINE and payload["recipient"] == self.user, "users of the payload")
        check(payload["keys"] == {"ed25519": machine["ed"]}, "key of the payload")
        check(payload["recipient_keys"] == {"ed25519": self.ed}, "recipient's key")
        verify(payload["sender_device_keys"], MACHINE, MACHINE_DEVICE, machine["ed"])
        return payload

    def take(self, payload):
        content = payload["content"]
        check(payload["type"] == "m.room_key" and content["room_id"] == ROOM, "room key")
        check(content["algorithm"] == MEGOLM, "algorithm of the room key")
        session = vodozemac.InboundGroupSession(vodozemac.SessionKey(content["session_key"]))
        check(session.session_id == content["session_id"], "session id")
        self.groups[session.session_id] = session

    def encrypt(self, type, content, machine):
        """An m.room.encrypted for the machine."""
        if self.session is None:
            self.session = self.account.create_outbound_session(
                vodozemac.Curve25519PublicKey.from_base64(machine["curve"]),
                vodozemac.Curve25519PublicKey.from_base64(machine["take"]()))
        payload = {
            "type": type,
            "content": content,
            "sender": self.user,
            "recipient": MACHINE,
            "recipient_keys": {"ed25519": machine["ed"]},
            "keys": {"ed25519": self.ed},
            "sender_device_keys": self.keys,
        }
        # With blanks and escapes, as other programs may write it.
        message = self.session.encrypt(json.dumps(payload, indent=random.choice([None, 1])).encode())
        kind, body = message.to_parts()
        return {
            "algorithm": OLM,
            "sender_key": self.curve,
            "ciphertext": {machine["curve"]: {"type": kind, "body": b64(body)}},
        }

    def room_key(self):
        return {
            "algorithm": MEGOLM,
            "room_id": ROOM,
            "session_id": self.group.session_id,
            "session_key": self.group.session_key.to_base64(),
        }

    def event(self, text):
        content = json.dumps({"type": "m.room.message", "room_id": ROOM, "content": {"body": text}})
        message = self.group.encrypt(content.encode())
        text = message.to_base64() if hasattr(message, "to_base64") else message
        return {"algorithm": MEGOLM, "session_id": self.group.session_id, "ciphertext": text}


def main(path):
    folder = tempfile.mkdtemp(prefix="machine-interop-")
    probe = Probe(path, folder)
    own = Identity(MACHINE)
    devices = [Device(Identity(f"@u{n}:x"), f"D{n}") for n in range(3)]
    machine, one_time = {}, []

    def answer(request):
        kind = request["path"][1]
        if kind == "upload":
            keys = request["body"].get("device_keys")
            if keys:
                machine["ed"] = keys["keys"]["ed25519:" + MACHINE_DEVICE]
                machine["curve"] = keys["keys"]["curve25519:" + MACHINE_DEVICE]
                verify(keys, MACHINE, MACHINE_DEVICE, machine["ed"])
                machine["keys"] = own.sign(keys)
            for part in ("one_time_keys", "fallback_keys"):
                for id, key in request["body"].get(part, {}).items():
                    verify(key, MACHINE, MACHINE_DEVICE, machine["ed"])
                    check(id.startswith(KEY + ":"), "id of a key")
                    if part == "one_time_keys":
                        one_time.append(key["key"])
            machine["take"] = lambda: one_time.pop(0)
            return {"one_time_key_counts": {KEY: len(one_time)}}
        if kind == "query":
            people = {device.user: device.identity for device in devices} | {MACHINE: own}
            lists = {device.user: {device.name: device.keys} for device in devices}
            lists[MACHINE] = {MACHINE_DEVICE: machine["keys"]}
            users = request["body"]["device_keys"]
            return {
                "device_keys": {user: lists[user] for user in users},
                "master_keys": {user: people[user].objects["master"] for user in users},
                "self_signing_keys": {user: people[user].objects["self_signing"] for user in users},
            }
        if kind == "claim":
            wanted = request["body"]["one_time_keys"]
            return {
                "one_time_keys": {
                    device.user: {device.name: device.one_time_key()} for device in devices if device.user in wanted
                }
            }
        check(request["path"][:2] == ["sendToDevice", "m.room.encrypted"], "path of a request")
        for device in devices:
            content = request["body"]["messages"].get(device.user, {}).get(device.name)
            if content:
                device.take(device.decrypt(content, machine))
        return {}

    def perform(requests):
        for number, request in enumerate(requests):
            probe("answer", number=number, answer=answer(request))
        return len(requests)

    tokens = [0]

    def sync(events=()):
        since = f"s{tokens[0]}" if tokens[0] else None
        tokens[0] += 1
        encryption = {"type": "m.room.encryption", "state_key": "", "content": {"algorithm": MEGOLM, "rotation_period_msgs": 7}}
        return probe("sync", since=since, sync={
            "next_batch": f"s{tokens[0]}",
            "to_device": {"events": list(events)},
            "device_one_time_keys_count": {KEY: len(one_time)},
            "device_unused_fallback_key_types": [KEY],
            "rooms": {"join": {ROOM: {"state": {"events": [encryption]}}}},
        })

    sync()
    while perform(probe("requests")):
        pass
    users = [device.user for device in devices] + [MACHINE]
    number = 0
    for turn in range(40):
        if random.random() < 0.2:
            probe.kill()
        if random.random() < 0.5:
            while perform(probe("prepare", room=ROOM, users=users)):
                pass
            number += 1
            text = random.choice(["", "text", "Ünïcode \u0001 \u2028 👩‍👩‍👧", "x" * 5000, '"\\/'])
            content = {"body": text, "number": number}
            if random.random() < 0.3:
                content["m.relates_to"] = {"rel_type": "m.thread", "event_id": "$1"}
            event = probe("encrypt", room=ROOM, users=users, type="m.room.message", content=content, txn=f"t{number}")
            check(event.get("m.relates_to") == content.get("m.relates_to"), "relation outside")
            check(event["algorithm"] == MEGOLM and event["sender_key"] == machine["curve"], "fields of an event")
            for device in devices:
                message = vodozemac.MegolmMessage.from_base64(event["ciphertext"])
                opened = json.loads(device.groups[event["session_id"]].decrypt(message).plaintext)
                check(opened == {"type": "m.room.message", "room_id": ROOM, "content": content}, "text of an event")
            echo = probe("decrypt", room=ROOM, id=f"$own{number}", sender=MACHINE, content=event)
            check(echo.get("content") == content and echo["trust"] == "shown", f"echo {echo}")
        else:
            device = random.choice(devices)
            if random.random() < 0.5:
                device.group = vodozemac.GroupSession()
            content = device.encrypt("m.room_key", device.room_key(), machine)
            number += 1
            event = device.event(f"from {device.name} {number}")
            fields = dict(room=ROOM, id=f"${number}", sender=device.user, content=event)
            refused = sync([{"type": "m.room.encrypted", "sender": device.user, "content": content}])
            check(refused == "[]", f"refused {refused}")
            while perform(probe("requests")):
                pass
            opened = probe("decrypt", **fields)
            if opened.get("reason") == "unknownDevice":
                # The list of the sender is asked for.
                while perform(probe("requests")):
                    pass
                opened = probe("decrypt", **fields)
            check(opened.get("content") == {"body": f"from {device.name} {number}"}, f"event of vodozemac {opened}")
            check(opened["trust"] == "shown", "trust")
    probe.process.kill()


seed = int(sys.argv[2]) if len(sys.argv) > 2 else 47
random.seed(seed)
main(sys.argv[1])
print(f"{checks} checks, seed {seed}")
