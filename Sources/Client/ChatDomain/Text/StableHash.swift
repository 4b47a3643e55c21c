/// A 64-bit FNV-1a hash that is the same on every device and in every run. Not resistant to deliberate collisions.
package struct FowlerNollVoHash {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init(seed: UInt64 = 0) { value ^= seed }

  /// Adds a text and a separator: two texts added in turn differ from one text of both.
  mutating func add(_ text: String) {
    addBytes(of: text)
    // This byte never occurs in UTF-8.
    add(0xFF)
  }

  fileprivate mutating func addBytes(of text: String) {
    let bytes = text.utf8Span.span
    for index in bytes.indices { add(bytes[index]) }
  }

  package mutating func add(bytes: [UInt8]) {
    for byte in bytes { add(byte) }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

extension String {
  /// A hash that is the same on every device and in every run. Not resistant to deliberate collisions.
  package var stableHash: UInt64 {
    var hash = FowlerNollVoHash()
    hash.addBytes(of: self)
    return hash.value
  }
}

extension Dictionary where Key == String {
  /// The entries sorted by the bytes of their keys, so that the same value always gives the same bytes. `<` compares strings by
  /// canonical equivalence, under which two different keys can be equal.
  package var inOrder: [(key: String, value: Value)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

/// A number with its noun: "1 draft", "2 drafts".
package func counted(_ count: Int, _ one: String, _ many: String) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(many)"
}
