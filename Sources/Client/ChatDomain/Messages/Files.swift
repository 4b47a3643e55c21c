/// A file of a message, stored by the service.
public struct FileAttachment: Identifiable, Hashable, Sendable {
  public let id: FileID
  /// The file name that the sender gave. It is untrusted: never use it as a path.
  public let name: String
  /// The type given by the sender's client, such as `image/png`; not verified.
  public let mimeType: String
  /// The number of bytes according to the sender's client; 0 if it gave none.
  public let size: Int
  /// The dimensions of a picture according to the sender's client; nil if it gave none. A store need not keep it.
  public let pictureSize: PictureSize?
  /// The form in which the sender's client sent it.
  public let form: Form
  /// The duration according to the sender's client; nil if it gave none, or if there is nothing to play.
  public let duration: Duration?

  /// For a service that has received a file.
  public init(
    id: FileID, name: String, mimeType: String, size: Int, pictureSize: PictureSize? = nil,
    form: Form = .file,
    duration: Duration? = nil
  ) {
    self.id = id
    self.name = name
    self.mimeType = mimeType
    self.size = size
    self.pictureSize = pictureSize
    self.form = form
    self.duration = duration
  }

  /// The number of bytes; nil if it is unknown.
  public var toldSize: Int? { size > 0 ? size : nil }

  /// The form in which a file is sent.
  public enum Form: Hashable, Sendable, CaseIterable {
    /// A file with a name: a document, a picture, a film.
    case file
    /// A recorded voice message.
    case voice
    /// A picture in place of text; its name is that text.
    case sticker
  }
}

extension FileAttachment {
  /// The title to display: the file name or a description of its kind, and the duration.
  public var title: String {
    let name =
      switch form {
      // Any other extension is shown, because it decides which program opens the file.
      case .voice: hasEndingOfSound ? "voice message" : "voice message: \(name)"
      case .sticker: "sticker: \(name)"
      case .file where mimeType.hasPrefix("video/"): "video: \(name)"
      case .file where mimeType.hasPrefix("audio/"): "sound: \(name)"
      case .file: name
      }
    guard let seconds = duration?.components.seconds, seconds >= 0 else { return name }
    let minutes = seconds / 60 % 60
    let end = ":" + Self.twoDigits(seconds % 60)
    return seconds < 3600
      ? "\(name), \(minutes)\(end)" : "\(name), \(seconds / 3600):\(Self.twoDigits(minutes))\(end)"
  }

  private var hasEndingOfSound: Bool {
    let endings = ["ogg", "oga", "opus", "m4a", "mp3", "aac", "wav", "webm"]
    return endings.contains { name.lowercased().hasSuffix(".\($0)") }
  }

  private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The size of a picture, in pixels.
public struct PictureSize: Hashable, Sendable {
  /// The width.
  public let width: Int
  /// The height.
  public let height: Int

  /// Nil if the size is not valid for a picture.
  public init?(width: Int, height: Int) {
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// Clamps to a valid size.
  package init(nearest width: Int, _ height: Int) {
    self.width = min(max(1, width), Self.longestSide)
    self.height = min(max(1, height), Self.longestSide)
  }

  private static let longestSide = 65_535
}

/// A file to be sent with a message.
public struct InputFile: Hashable, Sendable {
  /// Where the file's bytes are.
  public enum Source: Hashable, Sendable {
    /// The bytes, in memory.
    case bytes([UInt8])
    /// The path of a file, which is read only when it is sent.
    case path(String)
  }

  /// The name that the receivers see.
  public var name: String
  /// The MIME type to send.
  public var type: String
  /// The source of its bytes.
  public var source: Source

  /// A file for a draft or a message. Nothing is read until the file is sent.
  public init(name: String, type: String, source: Source) {
    self.name = name
    self.type = type
    self.source = source
  }
}

/// The description of a file that the service gets before the bytes.
public struct FileDescription: Hashable, Sendable {
  /// The name that the receivers see.
  public let name: String
  /// The MIME type to send.
  public let mimeType: String
  /// The number of bytes that will follow; the service refuses to finish the upload with fewer.
  public let size: Int
  /// The channel of the message that the file is for; nil if there is none. Files for encrypted channels are encrypted.
  public let channelId: ChannelID?
  /// Whether the message was written for an encrypted channel. The service refuses the file rather than store it unencrypted.
  public var isEncrypted: Bool

  /// A description for ``ChatService/beginUpload(_:transactionId:)``.
  public init(
    name: String, mimeType: String, size: Int, channelId: ChannelID? = nil, isEncrypted: Bool = false
  ) {
    self.channelId = channelId
    self.isEncrypted = isEncrypted
    self.name = name
    self.mimeType = mimeType
    self.size = size
  }
}

extension InputFile {
  /// A file on this device, under its own name. Its type is derived from the name; nothing is read until the file is sent.
  public init(path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(name: name, type: Self.type(ofName: name), source: .path(path))
  }

  /// The MIME type for a file name; the service may examine the bytes.
  private static func type(ofName name: String) -> String {
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }

  private static let types = [
    "txt": "text/plain", "log": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html",
    "json": "application/json", "xml": "application/xml", "pdf": "application/pdf", "zip": "application/zip",
    "gz": "application/gzip", "tar": "application/x-tar", "png": "image/png", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "svg": "image/svg+xml",
    "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm",
  ]
}
