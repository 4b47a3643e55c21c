/// A bracketed paste, assembled as it arrives. It is kept until its end arrives or the input stops: pasted text is never
/// discarded, however long.
struct PasteAssembly: Sendable {
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// How much of the end sequence has matched so far.
  private var matched = 0

  /// Whether the bytes stop inside a possible end.
  var mayEnd: Bool { matched > 0 }

  /// Appends bytes without an Escape, while no end has begun.
  mutating func append(all plain: some Sequence<UInt8>) { bytes.append(contentsOf: plain) }

  /// True once the paste is complete.
  mutating func append(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    // The first byte of the end sequence occurs in it only once, so after a mismatch the match can only restart.
    matched = byte == Self.end[matched] ? matched + 1 : byte == Self.end[0] ? 1 : 0
    return matched == Self.end.count
  }

  /// Returns the text and clears it.
  mutating func take(isWhole: Bool) -> String {
    defer { self = PasteAssembly() }
    return String(decoding: bytes.dropLast(isWhole ? Self.end.count : 0), as: UTF8.self)
  }
}
