/// A bracketed paste while it arrives. It is kept until its end comes: pasted text is not thrown away, however long.
struct PasteAssembly: Sendable {
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// How much of the end stands last in the bytes.
  private var matched = 0

  /// True when the paste is whole.
  mutating func append(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    // The end holds its first byte only once, so a mismatch can begin it anew but not go on within it.
    matched = byte == Self.end[matched] ? matched + 1 : byte == Self.end[0] ? 1 : 0
    return matched == Self.end.count
  }

  /// The text, after which it is empty again.
  mutating func take(isWhole: Bool) -> String {
    defer { self = PasteAssembly() }
    return String(decoding: bytes.dropLast(isWhole ? Self.end.count : 0), as: UTF8.self)
  }
}
