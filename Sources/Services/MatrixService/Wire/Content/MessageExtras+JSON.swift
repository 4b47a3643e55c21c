import ChatDomain
import JSON

extension MessageExtras {
  /// What of a content travels with a message and is not shown.
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

  /// The data is a text, because events may hold no fractions and no large numbers.
  private static func meta(_ text: String) -> [String: JSONValue]? {
    let limits = JSONLimits(bytes: String.longestText, depth: JSONValue.maximumDepth + 1)
    do throws(JSONError) {
      let root = try JSONDocument(Array(text.utf8), limits: limits).root
      guard case .object(let values) = JSONValue(root, depth: JSONValue.maximumDepth + 1) else { return nil }
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
        for (key, value) in customPushData.sorted(by: { $0.key < $1.key }) {
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

extension JSONValue {
  /// The value that a node is; nil if it has more levels than a message may carry, or a number that has no value.
  init?(_ node: JSONNode, depth: Int = JSONValue.maximumDepth) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool(node.bool == true)
    case .string: self = .string(node.string ?? "")
    case .number:
      switch node.number {
      case .integer(let value): self = .integer(value)
      case .double(let value): self = .number(value)
      case nil: return nil
      }
    case .array:
      guard depth > 0 else { return nil }
      var values: [JSONValue] = []
      for element in node.elements {
        guard let value = JSONValue(element, depth: depth - 1) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case .object:
      guard depth > 0 else { return nil }
      var values: [String: JSONValue] = [:]
      for member in node.members {
        guard let value = JSONValue(member.value, depth: depth - 1) else { return nil }
        values[member.key] = value
      }
      self = .object(values)
    }
  }
}

extension JSONWriter {
  /// Writes a value; a number that JSON has not is null.
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value):
      do throws(JSONError) {
        try double(value)
      } catch {
        null()
      }
    case .string(let value): string(value)
    case .array(let values): array { json in for value in values { json.value(value) } }
    case .object(let values):
      object { json in
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
          json.key(key)
          json.value(value)
        }
      }
    }
  }
}
