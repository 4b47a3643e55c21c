import ChatDomain
import JSON

extension FileAttachment {
  /// The file of a content; nil if it has no address, or is encrypted in an unknown way.
  ///
  /// - Parameter type: the message type.
  init?(_ content: JSONNode, body: String, type: String) {
    guard let address = MediaAddress(content: content) else { return nil }
    let info = content["info"]
    let mimeType = info?["mimetype"]?.shortString?.mediaType ?? .mediaType(ofMessageType: type)
    self.init(
      id: address.file, name: (content["filename"]?.string ?? body).line(maxBytes: 255) ?? "file",
      mimeType: mimeType, size: info?["size"]?.integer.map { min(max(0, $0), Self.largestSize) } ?? 0,
      pictureSize: info?["w"]?.integer.flatMap { width in
        info?["h"]?.integer.flatMap { PictureSize(width: width, height: $0) }
      },
      form: Form(content, type: type, mimeType: mimeType),
      duration: ["m.audio", "m.video"].contains(type) ? Self.duration(content) : nil)
  }

  /// The file as others see it, with a valid name and type.
  var asSent: FileAttachment {
    FileAttachment(
      id: id, name: wireName, mimeType: wireType, size: size, pictureSize: pictureSize, form: form,
      duration: duration)
  }

  /// The largest believable size, in bytes: a pebibyte.
  private static let largestSize = 1 << 50
  /// The longest believable duration.
  private static let longest = Duration.seconds(1_000_000)

  private static func duration(_ content: JSONNode) -> Duration? {
    let told = [content["info"], content["org.matrix.msc1767.audio"]].compactMap { $0?["duration"]?.integer }
    return told.first { $0 > 0 }.map { min(.milliseconds($0), longest) }
  }

  var wireName: String { name.line(maxBytes: 255) ?? "file" }
  var wireType: String { mimeType.mediaType ?? .unknownMediaType }
  /// The media type; nil if only its kind is known, such as `image/*`: the message type says that already.
  var exactWireType: String? { wireType.hasSuffix("/*") ? nil : wireType }

  var messageType: String {
    for kind in String.mediaKinds where wireType.hasPrefix("\(kind)/") { return "m.\(kind)" }
    return "m.file"
  }
}

extension MediaAddress {
  /// The address of a content's file, with its key if it is encrypted.
  fileprivate init?(content: JSONNode) {
    guard let sealed = content["file"], sealed.kind == .object else {
      guard let url = content["url"]?.shortString else { return nil }
      self.init(url)
      return
    }
    guard let url = sealed["url"]?.shortString, let key = MediaKey(sealed) else { return nil }
    self.init(url)
    self.key = key
  }
}

extension FileAttachment.Form {
  fileprivate init(_ content: JSONNode, type: String, mimeType: String) {
    let isVoice = content["org.matrix.msc3245.voice"] != nil || content["m.voice"] != nil
    // Other media types are not voice messages, whatever else the content says.
    let isSound = type == "m.audio" && mimeType.lowercased().hasPrefix("audio/")
    self = type == "m.sticker" ? .sticker : isSound && isVoice ? .voice : .file
  }
}

extension String {
  fileprivate static let unknownMediaType = "application/octet-stream"
  /// The kinds of media with a message type.
  fileprivate static let mediaKinds = ["image", "video", "audio"]

  /// The media type of a file without one. `image/*` stands for a picture whose format only its bytes reveal.
  fileprivate static func mediaType(ofMessageType type: String) -> String {
    let kind = type == "m.sticker" ? "image" : String(type.dropFirst(2))
    return mediaKinds.contains(kind) ? "\(kind)/*" : unknownMediaType
  }

  /// The text, if it is a valid media type: two tokens, and parameters after a semicolon.
  fileprivate var mediaType: String? {
    guard utf8.count <= 127, utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    let names = prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
    let areTokens = names.allSatisfy { name in
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0) }
    }
    return names.count == 2 && areTokens ? self : nil
  }
}
