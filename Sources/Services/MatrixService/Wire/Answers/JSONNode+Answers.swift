import ChatDomain
package import JSON

/// Why an answer cannot be read.
package enum AnswerError: Error, Hashable, Sendable {
  case notJSON(JSONError)
  /// A required key is missing or has the wrong type.
  case lacks(String)
}

extension JSONDocument {
  /// The root of an answer, which is always an object.
  static func answer(_ bytes: [UInt8]) throws(AnswerError) -> JSONNode {
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONDocument(bytes, limits: .answer).root
    } catch {
      throw .notJSON(error)
    }
    guard root.kind == .object else { throw .lacks("{}") }
    return root
  }
}

/// Values that several answers have.
extension JSONNode {
  /// An array that the answer always has.
  func array(_ key: String) throws(AnswerError) -> JSONNode? {
    guard let array = self[key], array.kind == .array else { throw .lacks(key) }
    return array
  }

  /// A token: an opaque string.
  func token(_ key: String) throws(AnswerError) -> String {
    guard let text = self[key]?.string, !text.isEmpty else { throw .lacks(key) }
    return text
  }

  /// A token that may be missing.
  func optionalToken(_ key: String) -> String? {
    self[key]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A count: never negative, and small enough to be added up.
  var count: Int? { integer.map { min(max(0, $0), 1 << 32) } }
}

extension JSONNode? {
  /// The events in an array, each once.
  func events(in room: ChannelID) -> [MatrixEvent] {
    var seen: Set<MessageID> = []
    return elements.compactMap { MatrixEvent($0, in: room) }.filter { seen.insert($0.id).inserted }
  }

  /// The state events in an array.
  func states(in room: ChannelID) -> [MatrixEvent] { events(in: room).filter { $0.stateKey != nil } }

  func rooms<Element>(_ room: (ChannelID, JSONNode) -> Element) -> [Element] {
    var seen: Set<ChannelID> = []
    return members.compactMap { member in
      guard let id = (member.keyNode as JSONNode?).channelID, seen.insert(id).inserted else { return nil }
      return room(id, member.value)
    }
  }
}
