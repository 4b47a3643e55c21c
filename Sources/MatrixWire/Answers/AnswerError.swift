public import JSON

/// Why bytes are not the answer that was asked for.
public enum AnswerError: Error, Hashable, Sendable {
  case notJSON(JSONError)
  /// What no answer of this kind can be without is not there, or is something else.
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

extension JSONNode {
  /// The array that an answer of several things always has.
  func chunk() throws(AnswerError) -> JSONNode? {
    guard let chunk = self["chunk"], chunk.kind == .array else { throw .lacks("chunk") }
    return chunk
  }

  /// A string that nobody looks into: a token.
  func token(_ key: String) throws(AnswerError) -> String {
    guard let text = self[key]?.string, !text.isEmpty else { throw .lacks(key) }
    return text
  }

  /// The same where there may be none.
  func optionalToken(_ key: String) -> String? {
    self[key]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}
