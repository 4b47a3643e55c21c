import ChatDomain
import JSON

extension FileAttachment {
  /// The file of a content; nil if it has no address or is encrypted.
  ///
  /// - Parameter type: the message type.
  init?(_ content: JSONNode, body: String, type: String) {
    guard let address = content["url"]?.shortString.flatMap({ MediaAddress($0) }) else { return nil }
    let info = content["info"]
    self.init(
      id: address.file, name: (content["filename"]?.string ?? body).line(maxBytes: 255) ?? "file",
      // The first bytes tell the actual format.
      mimeType: info?["mimetype"]?.shortString?.mediaType
        ?? (["m.image", "m.sticker"].contains(type) ? "image/png" : String.unknownMediaType),
      size: info?["size"]?.integer.map { min(max(0, $0), 1 << 50) } ?? 0,
      pictureSize: info?["w"]?.integer.flatMap { width in
        info?["h"]?.integer.flatMap { PictureSize(width: width, height: $0) }
      },
      form: Form(content, type: type),
      duration: ["m.audio", "m.video"].contains(type) ? Self.duration(content) : nil)
  }

  /// The file as others see it, with a valid name and type.
  var asSent: FileAttachment {
    FileAttachment(
      id: id, name: wireName, mimeType: wireType, size: size, pictureSize: pictureSize, form: form,
      duration: duration)
  }

  /// The longest believable duration.
  private static let longest = Duration.seconds(1_000_000)

  private static func duration(_ content: JSONNode) -> Duration? {
    let told = content["info"]?["duration"] ?? content["org.matrix.msc1767.audio"]?["duration"]
    guard let milliseconds = told?.integer, milliseconds > 0 else { return nil }
    return min(.milliseconds(milliseconds), longest)
  }

  var wireName: String { name.line(maxBytes: 255) ?? "file" }
  var wireType: String { mimeType.mediaType ?? String.unknownMediaType }

  var messageType: String {
    for kind in ["image", "video", "audio"] where wireType.hasPrefix("\(kind)/") { return "m.\(kind)" }
    return "m.file"
  }
}

extension FileAttachment.Form {
  fileprivate init(_ content: JSONNode, type: String) {
    let isVoice = content["org.matrix.msc3245.voice"] != nil || content["m.voice"] != nil
    // Other media types are not voice messages, whatever else the content says.
    let media = content["info"]?["mimetype"]?.shortString?.mediaType ?? String.unknownMediaType
    let isSound = type == "m.audio" && media.lowercased().hasPrefix("audio/")
    self = type == "m.sticker" ? .sticker : isSound && isVoice ? .voice : .file
  }
}

extension String {
  static let unknownMediaType = "application/octet-stream"

  /// The text, if it is a valid media type.
  fileprivate var mediaType: String? {
    let isType = (3...127).contains(utf8.count) && utf8.contains(UInt8(ascii: "/"))
    return isType && utf8.allSatisfy { (0x20...0x7E).contains($0) } ? self : nil
  }
}

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
  /// The value of a node; nil if it is nested too deeply or has an invalid number.
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
  /// Writes a value; numbers that JSON lacks become null.
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
