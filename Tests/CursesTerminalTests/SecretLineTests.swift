import Testing

@testable import CursesTerminal

@Suite("Lines typed unseen")
struct SecretLineTests {
  /// The line after these bytes, and the result of the last one.
  func type(_ bytes: some Sequence<UInt8>) -> (line: SecretLine, last: SecretLine.Step) {
    var line = SecretLine()
    var last = SecretLine.Step.more
    for byte in bytes { last = line.type(byte) }
    return (line, last)
  }

  @Test(
    "Editing keys work, and keys without visible effect do nothing",
    arguments: [
      ("secret", "secret"), ("pässwörd 日本", "pässwörd 日本"), ("ab\u{7F}c", "ac"), ("ä\u{8}b", "b"),
      ("日\u{7F}\u{7F}x", "x"), ("abc\u{15}d", "d"), ("abc\u{17}d", "d"), ("a\u{1B}[Db", "ab"),
      ("a\u{1B}[1;5Cb", "ab"), ("a\u{1B}OAb", "ab"), ("a\u{1B}xb", "ab"), ("a\u{1B}[[Ab", "ab"),
      ("a\u{1B}\u{1B}[Ab", "ab"), ("a\u{1B}\u{15}b", "b"), ("a\tb\u{1}\u{1C}c", "abc"),
      ("a\u{4}b", "ab"), ("\u{1B}[200~pasted\u{1B}[201~", "pasted"), ("", ""),
    ])
  func editing(_ sample: (keys: String, text: String)) {
    let (line, last) = type(sample.keys.utf8)
    #expect(line.secret.text == sample.text)
    #expect(last == .more)
  }

  @Test(
    "Enter ends it, C-c and C-d cancel, C-z suspends",
    arguments: [
      ("a\r", SecretLine.Step.done), ("a\n", .done), ("a\u{3}", .cancelled), ("\u{4}", .cancelled),
      ("a\u{7F}\u{4}", .cancelled), ("a\u{1A}", .stop), ("a\u{1B}\r", .done), ("a\u{1B}[\u{3}", .cancelled),
      ("a\u{1B}[1\u{1A}", .stop),
    ])
  func ends(_ sample: (keys: String, step: SecretLine.Step)) {
    #expect(type(sample.keys.utf8).last == sample.step)
  }

  @Test("A kilobyte fits, and one byte more is too long until the line starts again")
  func length() {
    var line = type(repeatElement(UInt8(ascii: "a"), count: Secret.limit)).line
    #expect(!line.isTooLong)
    #expect(line.secret.text?.utf8.count == Secret.limit)
    #expect(line.type(UInt8(ascii: "b")) == .more)
    #expect(line.isTooLong)
    #expect(line.type(0x15) == .more)
    #expect(!line.isTooLong)
    #expect(line.secret.isEmpty)
  }

  @Test("Invalid bytes are refused, and wiped text is gone")
  func bytes() {
    let line = type([0x61, 0xFF]).line
    #expect(line.secret.text == nil)
    line.secret.wipe()
    #expect(line.secret.text == "")
    #expect(line.secret.isEmpty)
  }

  @Test("A description does not reveal it")
  func description() {
    let secret = type("hidden".utf8).line.secret
    #expect(secret.text == "hidden")
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped] { #expect(!text.contains("hidden")) }
  }
}
