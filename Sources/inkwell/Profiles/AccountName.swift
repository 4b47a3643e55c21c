import ChatDomain
import MatrixService

/// Who wants in, as it is typed: `ann`, or `@ann:example.org`.
struct AccountName: Hashable, Sendable {
  let text: String
  /// The part that the person was given by the server.
  let localpart: String
  /// The whole id; nil if only the part was typed.
  let id: UserID?

  /// Nil for what is no name.
  init?(_ text: String) {
    if text.hasPrefix("@") {
      guard let id = UserID(matrix: text), let colon = text.firstIndex(of: ":") else { return nil }
      localpart = String(text[..<colon].dropFirst())
      self.id = id
      guard !localpart.isEmpty else { return nil }
    } else {
      guard (1...Self.longest).contains(text.utf8.count),
        text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !":@/".utf8.contains($0) })
      else { return nil }
      localpart = text
      id = nil
    }
    self.text = text
  }

  private static let longest = 255

  /// The server that the id names; nil if only a part of the id was typed.
  var server: String? {
    guard id != nil, let colon = text.firstIndex(of: ":") else { return nil }
    return String(text[text.index(after: colon)...])
  }
}
