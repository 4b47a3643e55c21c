import ChatDomain
import JSON

/// An ephemeral event of a room.
enum Ephemeral: Hashable, Sendable {
  case typing([UserID])
  case receipts([Receipt])

  init?(_ node: JSONNode) {
    guard let type = node["type"]?.shortString, let content = node["content"] else { return nil }
    switch type {
    case EventType.typing:
      self = .typing(content["user_ids"].elements.compactMap { ($0 as JSONNode?).userID })
    case EventType.receipt: self = .receipts(Receipt.all(in: content))
    default: return nil
    }
  }
}

/// The visibility of a receipt.
enum ReceiptKind: String, Hashable, Sendable, CaseIterable {
  case read = "m.read"
  /// Visible only to the user's own devices.
  case readPrivately = "m.read.private"
}

/// The part of a room that a receipt covers.
enum ReceiptScope: Hashable, Sendable {
  /// The whole room with its threads, from clients without threads.
  case unthreaded
  case main
  case thread(MessageID)

  init(_ scope: ThreadScope) {
    switch scope {
    case .main: self = .main
    case .thread(let root): self = .thread(root)
    }
  }
}

/// A read receipt in a room or thread.
struct Receipt: Hashable, Sendable {
  let user: UserID
  let event: MessageID
  let kind: ReceiptKind
  let scope: ReceiptScope
  /// In milliseconds since 1970.
  let at: Int?

  static func all(in content: JSONNode) -> [Receipt] {
    content.members.flatMap { event -> [Receipt] in
      guard let id = (event.keyNode as JSONNode?).messageID else { return [] }
      return ReceiptKind.allCases.flatMap { kind in
        event.value[kind.rawValue].members.compactMap { member in
          guard let user = (member.keyNode as JSONNode?).userID else { return nil }
          var scope = ReceiptScope.unthreaded
          if let thread = member.value["thread_id"]?.shortString {
            guard let known = ThreadScope(text: thread) else { return nil }
            scope = ReceiptScope(known)
          }
          return Receipt(user: user, event: id, kind: kind, scope: scope, at: member.value["ts"]?.integer)
        }
      }
    }
  }
}
