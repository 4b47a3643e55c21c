/// What a page on which one signed in gives in the end: good once, and for a few minutes.
public struct LoginToken: Hashable, Sendable {
  /// What goes to the server.
  public let text: String

  /// More than any server makes.
  private static let longest = 2048

  /// Reads the token in an address, or the token alone; nil if there is none.
  public init?(_ pasted: String) {
    let pasted = pasted.utf8.count <= Self.longest ? pasted : ""
    let address = pasted.prefix { $0 != "#" }
    let query = address.firstIndex(of: "?").map { address[address.index(after: $0)...] }
    let pairs = query?.split(separator: "&") ?? []
    let named = pairs.first { $0.hasPrefix(Self.name) }?.dropFirst(Self.name.count)
    let isAlone = query == nil && !pasted.contains("/") && !pasted.contains(where: \.isWhitespace)
    guard let text = named.map({ String($0).percentDecoded }) ?? (isAlone ? pasted : nil),
      !text.isEmpty, text.utf8.allSatisfy(\.isGraphic)
    else { return nil }
    self.text = text
  }

  private static let name = "loginToken="
}

extension LoginToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Not what it is: a description ends up in logs.
  public var description: String { "LoginToken(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
