#!/usr/bin/env python3
"""Compares the ratchets and formats with vodozemac and libolm, both ways.

usage: olm-interop.py PROBE [SEED]

PROBE is the built OlmProbe. Needs the packages vodozemac and cryptography from PyPI, which Synapse's environment contains, and
compares with libolm where Debian's package python3-olm is installed as well. Prints the number of checks of each part; the
first wrong answer ends it with the seed, and so do fewer than 2,000 checks.
"""

import base64
import hashlib
import hmac
import os
import random
import subprocess
import sys

import vodozemac
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

# Debian's packages, which Synapse's environment leaves out.
sys.path.append("/usr/lib/python3/dist-packages")
try:
    import olm
except ImportError:
    olm = None  # Debian has no package of it for Python 3.13

counts = {}
part = ""


def check(holds, what):
    if not holds:
        sys.exit(f"WRONG in {part} (seed {seed}): {what}")
    counts[part] = counts.get(part, 0) + 1


class Refused(Exception):
    pass


class Probe:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.names = 0

    def __call__(self, *words):
        words = ["#" + word.hex() if isinstance(word, bytes) else str(word) for word in words]
        self.process.stdin.write(" ".join(words) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"OlmProbe ended at {words} (seed {seed})")
        if answer[0] != "ok":
            raise Refused(" ".join(answer[1:]))
        return [bytes.fromhex(word[1:]) if word.startswith("#") else word for word in answer[1:]]

    def name(self):
        self.names += 1
        return f"n{self.names}"


def refused(work, reason=None):
    try:
        work()
    except Refused as error:
        return reason is None or reason in str(error)
    except Exception:
        return reason is None
    return False


def b64(data):
    return base64.b64encode(data).decode().rstrip("=")


def unb64(text):
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)


def text_of(size):
    return "".join(random.choice("abcxyz é漢😀\n") for _ in range(size)).encode()


# The same calls for every implementation.


class OurAccount:
    def __init__(self):
        self.name = probe.name()
        self.identity, self.signing = probe("account", self.name)

    def one_time(self, count):
        return [key.split(":")[1] for key in probe("one-time", self.name, count)]

    def fallback(self):
        return probe("fallback", self.name)[1]

    def outbound(self, identity, key):
        session = OurSession(probe.name())
        probe("outbound", session.name, self.name, identity, key)
        return session

    def inbound(self, identity, body):
        session = OurSession(probe.name())
        return session, probe("inbound", session.name, self.name, identity, body)[0]

    def sign(self, text):
        return probe("sign", self.name, text)[0]

    def pickle(self):
        probe("pickle", "account", self.name)


class OurSession:
    def __init__(self, name):
        self.name = name

    @property
    def id(self):
        return probe("id", self.name)[0]

    def encrypt(self, text):
        kind, body = probe("encrypt", self.name, text)
        return int(kind), body

    def decrypt(self, kind, body):
        return probe("decrypt", self.name, kind, body)[0]

    def pickle(self):
        probe("pickle", "session", self.name)


PICKLE_KEY = bytes(range(32))


class VodozemacAccount:
    def __init__(self):
        self.account = vodozemac.Account()
        self.identity = self.account.curve25519_key.to_base64()
        self.signing = self.account.ed25519_key.to_base64()

    def one_time(self, count):
        self.account.generate_one_time_keys(count)
        keys = [key.to_base64() for key in self.account.one_time_keys.values()]
        self.account.mark_keys_as_published()
        return keys

    def fallback(self):
        self.account.generate_fallback_key()
        return list(self.account.fallback_key.values())[0].to_base64()

    def outbound(self, identity, key):
        public = vodozemac.Curve25519PublicKey.from_base64
        return VodozemacSession(self.account.create_outbound_session(public(identity), public(key)))

    def inbound(self, identity, body):
        message = vodozemac.PreKeyMessage.from_base64(body)
        session, text = self.account.create_inbound_session(
            vodozemac.Curve25519PublicKey.from_base64(identity), message)
        return VodozemacSession(session), text

    def sign(self, text):
        return self.account.sign(text).to_base64()

    def pickle(self):
        self.account = vodozemac.Account.from_pickle(self.account.pickle(PICKLE_KEY), PICKLE_KEY)


class VodozemacSession:
    def __init__(self, session):
        self.session = session

    @property
    def id(self):
        return self.session.session_id

    def encrypt(self, text):
        kind, body = self.session.encrypt(text).to_parts()
        return kind, b64(body)

    def decrypt(self, kind, body):
        return self.session.decrypt(vodozemac.AnyOlmMessage.from_parts(kind, unb64(body)))

    def pickle(self):
        self.session = vodozemac.Session.from_pickle(self.session.pickle(PICKLE_KEY), PICKLE_KEY)


class LibolmAccount:
    def __init__(self):
        self.account = olm.Account()
        self.identity = self.account.identity_keys["curve25519"]
        self.signing = self.account.identity_keys["ed25519"]

    def one_time(self, count):
        self.account.generate_one_time_keys(count)
        keys = list(self.account.one_time_keys["curve25519"].values())
        self.account.mark_keys_as_published()
        return keys

    def fallback(self):
        self.account.generate_fallback_key()
        return list(self.account.fallback_key["curve25519"].values())[0]

    def outbound(self, identity, key):
        return LibolmSession(olm.OutboundSession(self.account, identity, key))

    def inbound(self, identity, body):
        message = olm.OlmPreKeyMessage(body)
        session = olm.InboundSession(self.account, message, identity)
        text = session.decrypt(message).encode()
        self.account.remove_one_time_keys(session)
        return LibolmSession(session), text

    def sign(self, text):
        return self.account.sign(text.decode())

    def pickle(self):
        self.account = olm.Account.from_pickle(self.account.pickle("key"), "key")


class LibolmSession:
    def __init__(self, session):
        self.session = session

    @property
    def id(self):
        return self.session.id

    def encrypt(self, text):
        message = self.session.encrypt(text.decode())
        return message.message_type, message.ciphertext

    def decrypt(self, kind, body):
        message = olm.OlmPreKeyMessage(body) if kind == 0 else olm.OlmMessage(body)
        return self.session.decrypt(message).encode()

    def pickle(self):
        self.session = olm.Session.from_pickle(self.session.pickle("key"), "key")


class Side:
    """One side of a talk, and what it must be able to read."""

    def __init__(self, account):
        self.account = account
        self.session = None
        self.turn = 0
        self.must_turn = False
        self.arriving = []
        self.seen = []


def talk(theirs, we_begin, steps):
    """A random talk with loss, reordering, repeats and stored sessions."""
    us, them = Side(OurAccount()), Side(theirs())
    first, second = (us, them) if we_begin else (them, us)
    key = random.choice(second.account.one_time(3)) if random.random() < 0.7 else second.account.fallback()
    first.session = first.account.outbound(second.account.identity, key)
    read = 0
    for step in range(steps):
        if random.random() < 0.1:
            for side in (us, them):
                side.account.pickle()
                if side.session:
                    side.session.pickle()
        side, other = random.choice([(us, them), (them, us)])
        if side.session and random.random() < 0.55 and len(other.arriving) < 12:
            if side.must_turn:
                side.turn, side.must_turn = side.turn + 1, False
            text = text_of(random.choice([0, 1, 15, 16, 17, 200]))
            kind, body = side.session.encrypt(text)
            check(kind == (0 if side is first and not side.seen else 1), f"type {kind} at step {step}")
            other.arriving.append((side.turn, kind, body, text))
        elif side.arriving:
            turn, kind, body, text = side.arriving.pop(random.randrange(len(side.arriving)))
            if random.random() < 0.1:
                continue
            if side.session is None:
                side.session, result = side.account.inbound(other.account.identity, body)
                check(side.session.id == other.session.id, "the names of the session")
            else:
                if turn not in side.seen and side.seen and turn < max(side.seen):
                    continue
                if turn in side.seen and turn not in side.seen[-5:]:
                    continue
                result = side.session.decrypt(kind, body)
            check(result == text, f"text of step {step}")
            read += 1
            if turn not in side.seen:
                side.seen.append(turn)
                side.must_turn = True
            if side is us and random.random() < 0.3:
                check(refused(lambda: side.session.decrypt(kind, body)), "a message is read twice")
                damaged = bytearray(unb64(body))
                damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
                check(refused(lambda: side.session.decrypt(kind, b64(bytes(damaged)))), "a damaged message is read")
    return read


def limits(theirs):
    us, them = OurAccount(), theirs()
    is_vodozemac = theirs is VodozemacAccount
    for sender, receiver in ((us, them), (them, us)):
        out = sender.outbound(receiver.identity, receiver.one_time(1)[0])
        kind, body = out.encrypt(b"first")
        session, text = receiver.inbound(sender.identity, body)
        check(text == b"first", "the first text")
        check(refused(lambda: receiver.inbound(sender.identity, body)), "a one-time key works twice")
        out.decrypt(*session.encrypt(b"answer"))
        messages = [out.encrypt(f"{index}".encode()) for index in range(51)]
        check(session.decrypt(*messages[50]) == b"50", "after a gap of 50")
        for index in list(range(10)) if is_vodozemac or receiver is us else []:
            check(refused(lambda: session.decrypt(*messages[index])), f"key {index} of 50 is still there")
        for index in range(10, 50):
            check(session.decrypt(*messages[index]) == f"{index}".encode(), f"key {index} of 50 is gone")
        for index in (10, 49, 50):
            check(refused(lambda: session.decrypt(*messages[index])), f"key {index} works twice")
        if is_vodozemac or receiver is us:
            for gap, works in ((2001, False), (2000, True)):
                fresh = sender.outbound(receiver.identity, receiver.one_time(1)[0])
                other, _ = receiver.inbound(sender.identity, fresh.encrypt(b"a")[1])
                for _ in range(gap):
                    fresh.encrypt(b"")
                last = fresh.encrypt(b"last")
                check(refused(lambda: other.decrypt(*last)) != works, f"a gap of {gap}")
        # Six turns, of which one message each stays behind.
        late = []
        for turn in range(6):
            late.append(out.encrypt(f"late {turn}".encode()))
            session.decrypt(*out.encrypt(b"on time"))
            out.decrypt(*session.encrypt(b"turn"))
        if is_vodozemac or receiver is us:
            check(refused(lambda: session.decrypt(*late[0])), "the sixth chain is still there")
        for turn in range(1, 6):
            check(session.decrypt(*late[turn]) == f"late {turn}".encode(), f"chain {turn} is gone")


def replay():
    us, them = OurAccount(), VodozemacAccount()
    for generation in range(3):
        key = us.fallback()
        for _ in range(5):
            out = them.outbound(us.identity, key)
            _, body = out.encrypt(b"first")
            check(us.inbound(them.identity, body)[1] == b"first", "with a fallback key")
            us.pickle()
            check(refused(lambda: us.inbound(them.identity, body), "came again"), "a replay with a fallback key")
            check(us.inbound(them.identity, them.outbound(us.identity, key).encrypt(b"")[1])[1] == b"", "another session")
        former = key
    new = us.fallback()
    check(us.inbound(them.identity, them.outbound(us.identity, former).encrypt(b"f")[1])[1] == b"f", "the former key")
    probe("forget", us.name)
    late = them.outbound(us.identity, former).encrypt(b"f")[1]
    check(refused(lambda: us.inbound(them.identity, late), "one-time key"), "a forgotten key")
    check(us.inbound(them.identity, them.outbound(us.identity, new).encrypt(b"n")[1])[1] == b"n", "the new key")
    key = us.one_time(1)[0]
    body = them.outbound(us.identity, key).encrypt(b"x")[1]
    check(refused(lambda: us.inbound(OurAccount().identity, body), "identity"), "a first message of another sender")
    check(us.inbound(them.identity, body)[1] == b"x", "after a refusal")
    first = us.one_time(101)
    check(probe("count", us.name) == ["100"], "more than 100 one-time keys")
    check(len(first) == 100, "101 keys are made")


def both_at_once(theirs):
    us, them = OurAccount(), theirs()
    ours = us.outbound(them.identity, them.one_time(1)[0])
    others = them.outbound(us.identity, us.one_time(1)[0])
    (_, one), (_, two) = ours.encrypt(b"one"), others.encrypt(b"two")
    us_in, text = us.inbound(them.identity, two)
    check(text == b"two", "two sessions at once")
    check(probe("matches", us_in.name, two) == ["true"], "a session knows its first message")
    check(probe("matches", ours.name, two) == ["false"], "another session does not")
    check(refused(lambda: ours.decrypt(0, two), "begins another"), "another session's first message")
    them_in, text = them.inbound(us.identity, one)
    check(text == b"one", "two sessions at once")
    for index in range(5):
        check(us_in.decrypt(*others.encrypt(b"a")) == b"a", "the one session")
        check(ours.decrypt(*them_in.encrypt(b"b")) == b"b", "the other session")


def signatures():
    for theirs in accounts:
        us, them = OurAccount(), theirs()
        for size in (0, 1, 63, 64, 1000):
            text = text_of(size)
            probe("verify", them.signing, them.sign(text), text)
            check(True, "")
            check(refused(lambda: probe("verify", us.signing, them.sign(text), text), "signature"), "another's signature")
            vodozemac.Ed25519PublicKey.from_base64(us.signing).verify_signature(
                text, vodozemac.Ed25519Signature.from_base64(us.sign(text)))
            check(True, "")
            if olm:
                olm.ed25519_verify(us.signing, text.decode(), us.sign(text))
                check(True, "")


def megolm_reads(theirs, count):
    """A session of another implementation is read here."""
    if theirs == "vodozemac":
        session = vodozemac.GroupSession()
        shared, name = session.session_key.to_base64(), session.session_id
    else:
        session = olm.OutboundGroupSession()
        shared, name = session.session_key, session.id
    ours, late = probe.name(), probe.name()
    probe("megolm-shared", ours, shared)
    check(probe("megolm-first", ours) == [name, "0"], "the name of a session")
    messages = []
    for index in range(count):
        text = text_of(random.randrange(40))
        body = session.encrypt(text).to_base64() if theirs == "vodozemac" else session.encrypt(text.decode())
        messages.append((index, text, body))
        if index == count // 2:
            shared = session.session_key.to_base64() if theirs == "vodozemac" else session.session_key
            probe("megolm-shared", late, shared)
    order = messages[:]
    random.shuffle(order)
    for index, text, body in order[:count // 2] + messages[:count // 2]:
        if random.random() < 0.02:
            probe("pickle", "inbound", ours)
        check(probe("megolm-decrypt", ours, body) == [str(index), text], f"message {index}")
    for index, text, body in order[:60]:
        if index > count // 2:
            check(probe("megolm-decrypt", late, body) == [str(index), text], f"message {index} for a late one")
        else:
            check(refused(lambda: probe("megolm-decrypt", late, body), "begin at"), f"{index} before the first")
    for index, text, body in order[:60]:
        damaged = bytearray(unb64(body))
        damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
        check(refused(lambda: probe("megolm-decrypt", ours, b64(bytes(damaged)))), "a damaged message is read")
    check(probe("megolm-extend", late, ours) == ["true"], "a lower index")
    check(probe("megolm-extend", late, ours) == ["false"], "the same index")
    check(probe("megolm-decrypt", late, messages[0][2]) == ["0", messages[0][1]], "after that")
    other = probe.name()
    probe("megolm-new", other)
    probe("megolm-own", other, other)
    check(refused(lambda: probe("megolm-extend", late, other), "not the same"), "another session")


def megolm_writes(count):
    """A session made here is read by the others."""
    name = probe.name()
    probe("megolm-new", name)
    id, index, shared = probe("megolm-share", name)
    theirs = vodozemac.InboundGroupSession(vodozemac.SessionKey(shared))
    libolms = olm and olm.InboundGroupSession(shared)
    probe("megolm-own", name, name)
    check(theirs.session_id == id and (not libolms or libolms.id == id), "the name of a session")
    messages = []
    for index in range(count):
        text = text_of(random.randrange(40))
        messages.append((index, text, probe("megolm-encrypt", name, text)[0]))
        if random.random() < 0.02:
            probe("pickle", "outbound", name)
    random.shuffle(messages)
    for index, text, body in messages:
        result = theirs.decrypt(vodozemac.MegolmMessage.from_base64(body))
        check(result.plaintext == text and result.message_index == index, f"vodozemac reads {index}")
        if libolms:
            check(libolms.decrypt(body) == (text.decode(), index), f"libolm reads {index}")
        check(probe("megolm-decrypt", name, body) == [str(index), text], f"the echo {index}")
    id, index, shared = probe("megolm-share", name)
    check(int(index) == count and vodozemac.InboundGroupSession(vodozemac.SessionKey(shared)).first_known_index == count, "sharing late")


def megolm_exports():
    indices = [0, 1, 255, 256, 257, 300, 65_535, 65_536, 65_537, 2**24 - 1, 2**24, 2**24 + 1, 2**32 - 1]
    indices += [random.randrange(2**32) for _ in range(60)]
    session = vodozemac.GroupSession()
    theirs, ours = vodozemac.InboundGroupSession(session.session_key), probe.name()
    probe("megolm-shared", ours, session.session_key.to_base64())
    for index in sorted(indices):
        form = theirs.export_at(index).to_base64()
        check(probe("megolm-export", ours, index) == [form], f"export at {index}")
        other = probe.name()
        probe("megolm-exported", other, form)
        check(probe("megolm-first", other) == [session.session_id, str(index)], f"import at {index}")
        check(probe("megolm-extend", other, ours) == ["true" if index else "false"], f"lower than {index}")
        later = random.randrange(index, 2**32)
        imported = vodozemac.InboundGroupSession.import_session(vodozemac.ExportedSessionKey(form))
        probe("megolm-exported", other, form)
        check(probe("megolm-export", other, later) == [imported.export_at(later).to_base64()], f"{index} to {later}")
        if index:
            check(refused(lambda: probe("megolm-export", other, index - 1), "begin at"), "an earlier export")


def ctr(key, iv, data):
    cipher = Cipher(algorithms.AES(key), modes.CTR(iv)).encryptor()
    return cipher.update(data) + cipher.finalize()


def files():
    for size in (0, 1, 15, 16, 17, 100, 4096, 100_000):
        data = os.urandom(size)
        key, iv, hash, body = probe("file-encrypt", data)
        secret = base64.urlsafe_b64decode(key + "=")
        check(unb64(hash) == hashlib.sha256(body).digest() and unb64(iv)[8:] == bytes(8), "hash and IV of a file")
        check(ctr(secret, unb64(iv), body) == data, f"a file of {size} bytes")
        check(probe("file-decrypt", key, iv, hash, body) == [data], "one's own file")
        secret, start = os.urandom(32), os.urandom(8) + bytes(8)
        body = ctr(secret, start, data)
        key = base64.urlsafe_b64encode(secret).decode().rstrip("=")
        words = [key, b64(start), b64(hashlib.sha256(body).digest())]
        check(probe("file-decrypt", *words, body) == [data], f"a foreign file of {size} bytes")
        check(refused(lambda: probe("file-decrypt", *words, body + b"x"), "changed"), "a changed file")


def backup():
    for size in (0, 1, 15, 16, 17, 700):
        text = text_of(size)
        owner = vodozemac.PkDecryption()
        public, secret = owner.public_key.to_base64(), owner.key.to_bytes()
        check(probe("public-key", secret)[0] == public, "a public key")
        entries = {"vodozemac": vodozemac.PkEncryption.from_key(owner.public_key).encrypt(text).to_base64()}
        if olm:
            # libolm does not give its private key away, so it only writes to vodozemac's.
            message = olm.PkEncryption(public).encrypt(text.decode())
            entries["libolm"] = (message.ephemeral_key, message.mac, message.ciphertext)
        for theirs, (ephemeral, mac, ciphertext) in entries.items():
            check(probe("backup-decrypt", secret, ephemeral, ciphertext, mac) == [text], f"an entry of {theirs}")
            check(refused(lambda: probe("backup-decrypt", os.urandom(32), ephemeral, ciphertext, mac), "changed"), "another key")
        ephemeral, ciphertext, mac = probe("backup-encrypt", public, text)
        result = owner.decrypt(vodozemac.Message.from_base64(ciphertext, mac, ephemeral))
        check(result == text, "an entry for vodozemac")
        if olm:
            other = olm.PkDecryption()
            ephemeral, ciphertext, mac = probe("backup-encrypt", other.public_key, text)
            check(other.decrypt(olm.PkMessage(ephemeral, mac, ciphertext)).encode() == text, "an entry for libolm")


def secrets():
    for round in range(20):
        key, name = os.urandom(32), random.choice(["m.megolm_backup.v1", "m.cross_signing.master"])
        keys = HKDF(SHA256(), 64, bytes(32), name.encode()).derive(key)
        text = b64(os.urandom(32)).encode()
        iv, ciphertext, mac = probe("secret-seal", key, name, text)
        check(hmac.digest(keys[32:], unb64(ciphertext), "sha256") == unb64(mac), "the code of a secret")
        check(ctr(keys[:32], unb64(iv), unb64(ciphertext)) == text and unb64(iv)[8] < 128, "a secret")
        iv = bytearray(os.urandom(16))
        iv[8] &= 127
        ciphertext = ctr(keys[:32], bytes(iv), text)
        words = [b64(iv), b64(ciphertext), b64(hmac.digest(keys[32:], ciphertext, "sha256"))]
        check(probe("secret-open", key, name, *words) == [text], "a foreign secret")
        check(refused(lambda: probe("secret-open", key, "m.other", *words), "changed"), "a secret under another name")
        keys = HKDF(SHA256(), 64, bytes(32), b"").derive(key)
        iv, mac = probe("key-check", key)
        check(hmac.digest(keys[32:], ctr(keys[:32], unb64(iv), bytes(32)), "sha256") == unb64(mac), "a key check")
        probe("key-verify", key, iv, mac)
        check(refused(lambda: probe("key-verify", os.urandom(32), iv, mac), "changed"), "the check of another key")
        words = base58(b"\x8b\x01" + key)
        check("".join(probe("recovery-key", key)) == words, "a recovery key")
        check(probe("recovery-read", words[:20], words[20:]) == [key], "a typed recovery key")
        wrong = list(words)
        wrong[random.randrange(48)] = "0"
        check(refused(lambda: probe("recovery-read", "".join(wrong)), "cannot be in"), "a character of no recovery key")
        rounds, passphrase, salt = random.randrange(1, 2000), text_of(round), b64(os.urandom(9))
        derived = hashlib.pbkdf2_hmac("sha512", passphrase, salt.encode(), rounds, 32)
        check(probe("passphrase", passphrase, salt, rounds) == [derived], "a passphrase")


def base58(data):
    data += bytes([__import__("functools").reduce(lambda a, b: a ^ b, data)])
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit] + text
    return text


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 20_260_101
    random.seed(seed)
    probe = Probe(sys.argv[1])
    accounts = [VodozemacAccount, *([LibolmAccount] if olm else [])]
    for theirs in accounts:
        part = f"talks with {theirs.__name__}"
        for number in range(40):
            talk(theirs, number % 2 == 0, 80)
        part = f"limits with {theirs.__name__}"
        limits(theirs)
        both_at_once(theirs)
    for part, work in [
        ("replay", replay), ("signatures", signatures),
        ("Megolm from vodozemac", lambda: megolm_reads("vodozemac", 300)),
        *([("Megolm from libolm", lambda: megolm_reads("libolm", 300))] if olm else []),
        ("Megolm from here", lambda: megolm_writes(300)), ("Megolm exports", megolm_exports),
        ("files", files), ("backup", backup), ("secret storage", secrets),
    ]:
        work()
    if not olm:
        print("libolm is not installed: compared with vodozemac alone")
    if sum(counts.values()) < 2000:
        sys.exit(f"only {sum(counts.values())} checks")
    for part, count in counts.items():
        print(f"{count:6} {part}")
    print(f"{sum(counts.values()):6} checks, 0 wrong (seed {seed})")
