import ChatDomain
import JSON

extension MessageExtras {
  /// Hidden data of a message.
  init(_ content: JSONNode) {
    self.init(
      meta: content[InkwellKey.meta]?.string.flatMap(Self.meta),
      customPushData: content[InkwellKey.push].flatMap { node in
        guard node.kind == .object else { return nil }
        return Dictionary(
          node.members.compactMap { member in
            member.value.string.map { (member.key.unescapingNUL, $0.unescapingNUL) }
          }, uniquingKeysWith: { _, last in last })
      },
      translationTargetLanguages: content[InkwellKey.languages].elements.compactMap {
        $0.string?.unescapingNUL
      },
      mentionedMessageTemplate: content[InkwellKey.template]?.string?.unescapingNUL)
  }

  /// Encoded as a string, because events may not contain fractions and large numbers.
  private static func meta(_ text: String) -> [String: JSONValue]? {
    // The object around the values is one more level.
    let depth = JSONValue.maximumDepth + 1
    do throws(JSONError) {
      let limits = JSONLimits(bytes: String.longestText, depth: depth)
      let root = try JSONDocument(Array(text.utf8), limits: limits).root
      guard case .object(let values) = JSONValue(root, depth: depth) else { return nil }
      return values
    } catch {
      return nil
    }
  }

  func write(to json: inout JSONWriter) {
    if let meta {
      let text = JSONWriter.bytes { $0.value(.object(meta)) }
      json.member(InkwellKey.meta, String(decoding: text, as: UTF8.self))
    }
    if let customPushData {
      json.object(InkwellKey.push) { json in
        for (key, value) in customPushData.inOrder {
          json.member(key.escapingNUL, value.escapingNUL)
        }
      }
    }
    if !translationTargetLanguages.isEmpty {
      json.member(InkwellKey.languages, translationTargetLanguages.map(\.escapingNUL))
    }
    if let template = mentionedMessageTemplate { json.member(InkwellKey.template, template.escapingNUL) }
  }
}
