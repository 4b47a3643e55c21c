public import ChatDomain
import JSON

/// The people whom somebody ignores, as their clients keep it among them.
public struct IgnoredUsers: Hashable, Sendable {
  /// Those whose ids can be anybody's.
  public let users: Set<UserID>
  /// What other clients wrote, also what is not understood here.
  private let content: [UInt8]

  /// How many are read of a list; a longer one is nobody's own.
  private static let most = 10_000

  /// Nobody.
  public init() {
    users = []
    content = Array("{}".utf8)
  }

  private init(users: Set<UserID>, content: [UInt8]) {
    self.users = users
    self.content = content
  }

  /// The same list as if somebody were not in it.
  public func without(_ user: UserID) -> IgnoredUsers {
    IgnoredUsers(users: users.subtracting([user]), content: content)
  }

  init(_ content: JSONNode) {
    self.content = Array(content.raw)
    users = Set(
      content["ignored_users"].members.prefix(Self.most).compactMap { ($0.keyNode as JSONNode?).userID })
  }

  /// The list with somebody in it, or without them. Everything else in it stays as it is.
  public func bytes(with isIgnored: Bool, _ user: UserID) -> [UInt8] {
    var root: JSONNode?
    do throws(JSONError) { root = try JSONDocument(content, limits: .answer).root } catch { root = nil }
    return JSONWriter.bytes { json in
      json.object { json in
        for member in root?.members ?? JSONNode?.none.members where member.key != "ignored_users" {
          json.member(member.key, member.value)
        }
        json.object("ignored_users") { json in
          for member in root?["ignored_users"].members ?? JSONNode?.none.members
          where member.key != user.rawValue {
            json.member(member.key, member.value)
          }
          if isIgnored { json.object(user.rawValue) { _ in } }
        }
      }
    }
  }
}
