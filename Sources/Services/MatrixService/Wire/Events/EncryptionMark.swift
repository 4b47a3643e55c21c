import ChatDomain
import JSON

/// The mark of an event that was encrypted. Only this program sets it: to the raw value of an ``EncryptionNote``, or to an empty
/// text.
extension MatrixEvent {
  private var mark: JSONNode? { node[InkwellKey.encryption] }

  /// Whether the event was encrypted. True whether or not this device could decrypt it.
  var isEncrypted: Bool { type == EventType.encrypted || mark != nil }

  /// Why the event cannot be read, or a warning about its sender; nil if there is neither.
  var encryptionNote: EncryptionNote? {
    mark?.shortString.flatMap(EncryptionNote.init(rawValue:))
      ?? (type == EventType.encrypted ? .keyMissing : nil)
  }

  /// The event without a mark, which a server could forge.
  var unmarked: MatrixEvent {
    mark == nil ? self : rewritten(type: type, content: content, mark: nil) ?? self
  }

  /// The event with another type, content and mark.
  func rewritten(type: String, content: JSONNode, mark: String?) -> MatrixEvent? {
    let bytes = JSONWriter.bytes { json in
      json.object { json in
        for member in node.members {
          switch member.key {
          case InkwellKey.encryption, "type", "content": break
          case let key: json.member(key, member.value)
          }
        }
        json.member("type", type)
        json.member("content", content)
        if let mark { json.member(InkwellKey.encryption, mark) }
      }
    }
    return MatrixEvent(bytes: bytes, in: room)
  }
}
