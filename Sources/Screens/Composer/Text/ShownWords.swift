package import ChatDomain

nonisolated extension User {
  /// The display name, or "you" for the reader.
  package func shownName(to reader: UserID) -> String { id == reader ? "you" : displayName }
}

nonisolated extension UserID {
  /// The id as it can be typed: "@alex_d", with one `@` even if the id begins with it.
  package var handle: String { rawValue.hasPrefix("@") ? rawValue : "@\(rawValue)" }
}

nonisolated extension String {
  /// The name without the `#` or `@` that it may begin with.
  package func withoutSign(_ sign: String) -> String { hasPrefix(sign) ? String(dropFirst()) : self }
}

nonisolated extension [String] {
  /// "a, b and c".
  package func list(_ word: String) -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
  }
}

/// The size of a file in a sentence: "7 bytes", "12 kB".
package nonisolated struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  package var description: String {
    switch bytes {
    case 1: "1 byte"
    case ..<1000: "\(bytes) bytes"
    case ..<1_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000) MB"
    }
  }
}
