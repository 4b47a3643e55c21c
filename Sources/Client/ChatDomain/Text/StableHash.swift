/// A hash that is the same on every device and in every run: FNV-1a of 64 bits. Texts of others can be made to collide.
struct FowlerNollVoHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Texts that are added one after the other are not the same as one text of both.
  mutating func add(_ text: String) {
    addBytes(of: text)
    // No text has this byte in it.
    add(0xFF)
  }

  fileprivate mutating func addBytes(of text: String) {
    let bytes = text.utf8Span.span
    for index in bytes.indices { add(bytes[index]) }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

extension String {
  /// A hash that is the same on every device and in every run. Texts of others can be made to collide.
  package var stableHash: UInt64 {
    var hash = FowlerNollVoHash()
    hash.addBytes(of: self)
    return hash.value
  }
}

/// A number with its noun: "1 draft", "2 drafts".
package func counted(_ count: Int, _ one: String, _ many: String) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(many)"
}
