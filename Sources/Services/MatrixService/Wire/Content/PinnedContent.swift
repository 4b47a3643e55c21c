import ChatDomain
import JSON

/// The messages that are pinned in a room, and by whom and until when where our clients did it.
struct PinnedContent: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let id: MessageID
    /// Who pinned it is said by whoever wrote the list last. Nil: another client did.
    let pin: Pin?
  }

  /// In the order of the list, each message once.
  private(set) var entries: [Entry] = []

  /// More than an event can hold. Whoever pins something writes the whole list anew, so none of it may be left out.
  static let most = 1 << 14
}

extension PinnedContent {
  init(_ content: JSONNode) {
    let pins = content[InkwellKey.pins]
    var seen: Set<MessageID> = []
    entries = content["pinned"].elements.prefix(Self.most).compactMap { element in
      guard let id = (element as JSONNode?).messageID, seen.insert(id).inserted else { return nil }
      return Entry(id: id, pin: pins?[id.rawValue].flatMap { Pin($0) })
    }
  }

  subscript(id: MessageID) -> Entry? { entries.first { $0.id == id } }

  /// The list with the message as its last one, pinned in this way.
  mutating func pin(_ id: MessageID, _ pin: Pin) {
    unpin(id)
    entries.append(Entry(id: id, pin: pin))
  }

  mutating func unpin(_ id: MessageID) { entries.removeAll { $0.id == id } }

  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("pinned", entries.map(\.id.rawValue))
        json.object(InkwellKey.pins) { json in
          for entry in entries {
            guard let pin = entry.pin else { continue }
            json.object(entry.id.rawValue) { json in
              json.member("by", pin.by.rawValue)
              json.member("at", pin.at.wire)
              if let end = pin.expiresAt { json.member("expires", end.wire) }
            }
          }
        }
      }
    }
  }
}

extension Pin {
  fileprivate init?(_ node: JSONNode) {
    guard let by = node["by"].userID, let at = node["at"]?.integer else { return nil }
    self.init(
      by: by, at: Timestamp(wire: at), expiresAt: node["expires"]?.integer.map { Timestamp(wire: $0) })
  }
}
