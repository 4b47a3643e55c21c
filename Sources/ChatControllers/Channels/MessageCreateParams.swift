public import ChatDomain
public import DraftEngine

/// The parameters of a text message, sent to a channel or as a reply.
public nonisolated struct UserMessageCreateParams: Hashable, Sendable {
  /// The text, with typed mentions, channel references and links.
  public var elements: [MessageElement]
  /// The message to reply to; nil: the message is not a reply.
  public var parentMessageId: MessageID?
  /// Whether a reply is also shown in the channel.
  public var isReplyToChannel = false
  public var quotedMessageId: MessageID?
  /// The languages the service should translate into.
  public var translationTargetLanguages: [String] = []
  /// The text with placeholders for the mentioned users' names.
  public var mentionedMessageTemplate: String?
  public var meta: [String: JSONValue]?
  public var customPushData: [String: String]?

  public init(message: String) { elements = [.plainText(text: message)] }
  public init(elements: [MessageElement]) { self.elements = elements }

  /// The text as plain text; setting it removes all mentions.
  public var message: String {
    get { elements.text }
    set { elements = [.plainText(text: newValue)] }
  }
}

/// A file to be sent, with the description the service gets.
public nonisolated struct UploadableFileInfo: Hashable, Sendable {
  public var source: InputFile.Source
  public var fileName: String?
  public var mimeType: String?
  /// The expected size in bytes; a file of another size is refused. Nil: any size.
  public var fileSize: UInt?

  public init(file: [UInt8]) { source = .bytes(file) }
  public init(path: String) { source = .path(path) }

  var inputFile: InputFile {
    let pathName: String? =
      if case .path(let path) = source { path.split(separator: "/").last.map(String.init) } else { nil }
    return InputFile(
      name: fileName ?? pathName ?? "file", type: mimeType ?? "application/octet-stream", source: source)
  }
}

/// A message with one file.
public nonisolated struct FileMessageCreateParams: Hashable, Sendable {
  public var file: UploadableFileInfo
  public var message = ""
  public var parentMessageId: MessageID?
  public var isReplyToChannel = false
  public var quotedMessageId: MessageID?

  public init(file: [UInt8]) { self.file = UploadableFileInfo(file: file) }
  public init(path: String) { file = UploadableFileInfo(path: path) }

  public var fileName: String? {
    get { file.fileName }
    set { file.fileName = newValue }
  }
  public var mimeType: String? {
    get { file.mimeType }
    set { file.mimeType = newValue }
  }
  public var fileSize: UInt? {
    get { file.fileSize }
    set { file.fileSize = newValue }
  }
}

/// A message with several files: from 2 to 30.
public nonisolated struct MultipleFilesMessageCreateParams: Hashable, Sendable {
  public var uploadableFileInfoList: [UploadableFileInfo]
  public var message = ""
  public var parentMessageId: MessageID?
  public var isReplyToChannel = false
  public var quotedMessageId: MessageID?

  public init(uploadableFileInfoList: [UploadableFileInfo]) {
    self.uploadableFileInfoList = uploadableFileInfoList
  }

  /// The number of files a message of this kind may have.
  public static let fileCount = 2...30
}

nonisolated extension Pinning {
  /// Until somebody removes the pin.
  public static var noExpiration: Pinning { Pinning() }
  /// Until a time.
  public static func expirationDate(_ time: Timestamp) -> Pinning { Pinning(expiresAt: time) }
}
