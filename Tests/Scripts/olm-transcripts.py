#!/usr/bin/env python3
"""Makes Tests/OlmTests/Transcripts.swift: what vodozemac wrote and read in talks with this program's seeded side.

usage: olm-transcripts.py PROBE

PROBE is the built OlmProbe. Needs the package vodozemac from PyPI. Takes ten minutes: 2^24 messages are encrypted.
"""

import base64
import subprocess
import sys

import vodozemac

process = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def probe(*words):
    words = ["#" + word.hex() if isinstance(word, bytes) else str(word) for word in words]
    process.stdin.write(" ".join(words) + "\n")
    process.stdin.flush()
    answer = process.stdout.readline().split()
    assert answer[0] == "ok", answer
    return answer[1:]


def public(text):
    return vodozemac.Curve25519PublicKey.from_base64(text)


def theirs(session, text):
    kind, body = session.encrypt(text).to_parts()
    return kind, base64.b64encode(body).decode().rstrip("=")


def ours(session, text):
    kind, body = probe("encrypt", "session", text)
    message = vodozemac.AnyOlmMessage.from_parts(int(kind), base64.b64decode(body + "=="))
    assert session.decrypt(message) == text
    return int(kind), body


def talk(name, doc, keys, lines):
    print(f"\n  /// {doc}\n  static let {name} = Transcript(")
    for label, value in keys:
        print(f'    {label}: "{value}",')
    print('    lines: """')
    for sender, (kind, body), text in lines:
        print(f"      {sender} {kind} {body} {text.decode()}")
    print('      """)')


def table(rows, indent):
    print(f'{indent}  """')
    for row in rows:
        print(f"{indent}  " + " ".join(map(str, row)))
    print(f'{indent}  """\n{indent})', end="")


def room(id, key, messages, ours):
    print(ROOM)
    print(f'  static let id = "{id}"')
    print(f'  static let shared =\n    "{key}"')
    print("\n  /// The index, the message, and the session exported from there. The text is the index.")
    print("  static let messages: [(UInt32, String, String)] = rows(")
    table(messages, "  ")
    print(".map { (UInt32($0[0]) ?? 0, $0[1], $0[2]) }")
    print("\n  /// A session of this side with the seed 49, as vodozemac read it.")
    id, key, messages = ours
    print(f'  static let ours = (\n    id: "{id}",\n    shared:\n      "{key}",\n    messages: rows(')
    table(messages, "    ")
    print(""".map { ($0.count > 1 ? $0[1] : "", $0[0]) }\n  )\n}""")


HEAD = """/// Talks of this program's seeded side with vodozemac 0.10.0, made by Tests/Scripts/olm-transcripts.py.
struct Transcript: Sendable {
  enum Line: Sendable {
    /// A message that vodozemac wrote: its type, body and text.
    case theirs(Int, String, String)
    /// A message that this side wrote and vodozemac read.
    case ours(Int, String, String)

    init(reading line: Substring) {
      let words = line.split(separator: " ", maxSplits: 3)
      precondition(words.count == 4, "\\(line)")
      let (type, body, text) = (Int(words[1]) ?? -1, String(words[2]), String(words[3]))
      self = words[0] == "theirs" ? .theirs(type, body, text) : .ours(type, body, text)
    }
  }

  let identity: String
  let oneTimeKey: String
  let id: String
  let lines: [Line]

  init(identity: String, oneTimeKey: String, id: String, lines: String) {
    self.identity = identity
    self.oneTimeKey = oneTimeKey
    self.id = id
    self.lines = lines.split(separator: "\\n").map(Line.init(reading:))
  }"""

ROOM = """
/// A room's session of vodozemac, made by Tests/Scripts/olm-transcripts.py.
enum MegolmTranscript {
  /// The lines of a text, each with the words between its blanks.
  private static func rows(_ text: String) -> [[String]] {
    text.split(separator: "\\n").map { $0.split(separator: " ").map { String($0) } }
  }
"""

print(HEAD)

# They begin.
probe("seed", 47)
identity, _ = probe("account", "us")
key = probe("one-time", "us", 2)[1].split(":")[1]
them = vodozemac.Account()
session = them.create_outbound_session(public(identity), public(key))
skipped = [f"skipped {index}".encode() for index in range(5)]
first = theirs(session, b"first")
lines = [("theirs", first, b"first")]
probe("inbound", "session", "us", them.curve25519_key.to_base64(), first[1])
late = []
for turn in range(3):
    text = f"ours, turn {turn}".encode()
    lines.append(("ours", ours(session, text), text))
    messages = [(theirs(session, text), text) for text in skipped]
    for message, text in reversed(messages[2:]):
        lines.append(("theirs", message, text))
        probe("decrypt", "session", *message)
    late += messages[:2]
lines += [("theirs", message, text) for message, text in late]
talk("answered", "vodozemac begins; three turns, each with messages in reverse order, of which two come at the end.",
     [("identity", them.curve25519_key.to_base64()), ("oneTimeKey", key), ("id", session.session_id)], lines)

# We begin.
probe("seed", 48)
identity, _ = probe("account", "us")
them = vodozemac.Account()
them.generate_one_time_keys(1)
key = list(them.one_time_keys.values())[0].to_base64()
probe("outbound", "session", "us", them.curve25519_key.to_base64(), key)
lines = []
session = None
for text in (b"first", b"second"):
    kind, body = probe("encrypt", "session", text)
    message = vodozemac.AnyOlmMessage.from_parts(int(kind), base64.b64decode(body + "=="))
    if session is None:
        session, read = them.create_inbound_session(public(identity), message.to_pre_key())
    else:
        read = session.decrypt(message)
    assert read == text
    lines.append(("ours", (int(kind), body), text))
for turn in range(3):
    text = f"theirs, turn {turn}".encode()
    message = theirs(session, text)
    lines.append(("theirs", message, text))
    probe("decrypt", "session", *message)
    lines.append(("ours", ours(session, b"ours"), b"ours"))
talk("begun", "This side begins, with two messages before the first answer; three turns.",
     [("identity", them.curve25519_key.to_base64()), ("oneTimeKey", key), ("id", session.session_id)], lines)
print("}")

# A room.
group = vodozemac.GroupSession()
shared = group.session_key.to_base64()
reader = vodozemac.InboundGroupSession(group.session_key)
wanted = {0, 1, 255, 256, 257, 65_535, 65_536, 65_537, 2**24 - 1, 2**24, 2**24 + 1}
messages = []
for index in range(max(wanted) + 1):
    message = group.encrypt(str(index).encode() if index in wanted else b"")
    if index in wanted:
        messages.append((index, message.to_base64(), reader.export_at(index).to_base64()))

probe("seed", 49)
probe("megolm-new", "room")
id, _, key = probe("megolm-share", "room")
reader = vodozemac.InboundGroupSession(vodozemac.SessionKey(key))
ours = []
for text in (b"", b"one", b"two"):
    body = probe("megolm-encrypt", "room", text)[0]
    assert reader.decrypt(vodozemac.MegolmMessage.from_base64(body)).plaintext == text
    ours.append((body, text.decode()) if text else (body,))
room(group.session_id, shared, messages, (id, key, ours))
