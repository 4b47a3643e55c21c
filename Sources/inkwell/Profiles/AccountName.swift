import ChatDomain
import MatrixService

/// The name of an account as it is typed: `ann`, or `@ann:example.org`.
struct AccountName: Hashable, Sendable {
  let text: String
  /// The local part of the id.
  let localpart: String
  /// The complete id; nil if only the local part was typed.
  let id: UserID?

  /// Nil if it is not a name.
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

  /// The server that the id names; nil if only the local part was typed.
  var server: String? {
    guard id != nil, let colon = text.firstIndex(of: ":") else { return nil }
    return String(text[text.index(after: colon)...])
  }
}
