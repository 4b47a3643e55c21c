import ChatDomain
import JSON

extension FileAttachment {
  /// The file of a content; nil if it has none that can be had: without an address, or encrypted.
  ///
  /// - Parameter type: what kind of message the content is of.
  init?(_ content: JSONNode, body: String, type: String) {
    guard let address = content["url"]?.shortString.flatMap({ MediaAddress($0) }) else { return nil }
    let info = content["info"]
    self.init(
      id: address.file, name: (content["filename"]?.string ?? body).line(maxBytes: 255) ?? "file",
      // Which kind of picture it is its first bytes say.
      mimeType: info?["mimetype"]?.shortString?.mediaType
        ?? (["m.image", "m.sticker"].contains(type) ? "image/png" : String.unknownMediaType),
      size: info?["size"]?.integer.map { min(max(0, $0), 1 << 50) } ?? 0,
      pictureSize: info?["w"]?.integer.flatMap { width in
        info?["h"]?.integer.flatMap { PictureSize(width: width, height: $0) }
      },
      form: Form(content, type: type),
      duration: ["m.audio", "m.video"].contains(type) ? Self.duration(content) : nil)
  }

  /// The file as everybody else sees it: with a name on one line, and a type that is one.
  var asSent: FileAttachment {
    FileAttachment(
      id: id, name: wireName, mimeType: wireType, size: size, pictureSize: pictureSize, form: form,
      duration: duration)
  }

  /// Nobody plays anything for longer.
  private static let longest = Duration.seconds(1_000_000)

  private static func duration(_ content: JSONNode) -> Duration? {
    let told = content["info"]?["duration"] ?? content["org.matrix.msc1767.audio"]?["duration"]
    guard let milliseconds = told?.integer, milliseconds > 0 else { return nil }
    return min(.milliseconds(milliseconds), longest)
  }

  var wireName: String { name.line(maxBytes: 255) ?? "file" }
  var wireType: String { mimeType.mediaType ?? String.unknownMediaType }

  /// What other clients show the file as.
  var messageType: String {
    for kind in ["image", "video", "audio"] where wireType.hasPrefix("\(kind)/") { return "m.\(kind)" }
    return "m.file"
  }
}

extension FileAttachment.Form {
  fileprivate init(_ content: JSONNode, type: String) {
    let isVoice = content["org.matrix.msc3245.voice"] != nil || content["m.voice"] != nil
    // What says of itself that it is something else is no voice, whatever else it says.
    let media = content["info"]?["mimetype"]?.shortString?.mediaType ?? String.unknownMediaType
    let isSound = type == "m.audio" && media.lowercased().hasPrefix("audio/")
    self = type == "m.sticker" ? .sticker : isSound && isVoice ? .voice : .file
  }
}

extension String {
  static let unknownMediaType = "application/octet-stream"

  /// The text if it can be the type of a file.
  fileprivate var mediaType: String? {
    let isType = (3...127).contains(utf8.count) && utf8.contains(UInt8(ascii: "/"))
    return isType && utf8.allSatisfy { (0x20...0x7E).contains($0) } ? self : nil
  }
}
