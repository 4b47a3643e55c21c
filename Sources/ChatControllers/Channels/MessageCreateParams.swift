public import ChatDomain
public import DraftEngine

/// A text message to be sent, in a channel or as a reply.
public nonisolated struct UserMessageCreateParams: Hashable, Sendable {
  /// The words, with mentions, channel references and links as what they are.
  public var elements: [MessageElement]
  /// The message that is replied to; nil: it is none.
  public var parentMessageId: MessageID?
  /// Whether a reply is shown in the channel too.
  public var isReplyToChannel = false
  public var quotedMessageId: MessageID?
  /// The languages that the service is asked to translate into.
  public var translationTargetLanguages: [String] = []
  /// The words with places for the names of the mentioned people.
  public var mentionedMessageTemplate: String?
  public var meta: [String: JSONValue]?
  public var customPushData: [String: String]?

  public init(message: String) { elements = [.plainText(text: message)] }
  public init(elements: [MessageElement]) { self.elements = elements }

  /// The words as plain text; setting them forgets what was a mention.
  public var message: String {
    get { elements.text }
    set { elements = [.plainText(text: newValue)] }
  }
}

/// A file to be sent, with what the service is told of it.
public nonisolated struct UploadableFileInfo: Hashable, Sendable {
  public var source: InputFile.Source
  public var fileName: String?
  public var mimeType: String?
  /// How many bytes it is to have; refused when it has another number. Nil: however many it has.
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

  /// How many files a message of this kind has.
  public static let fileCount = 2...30
}

nonisolated extension Pinning {
  /// Until somebody takes the pin off.
  public static var noExpiration: Pinning { Pinning() }
  /// Until a time.
  public static func expirationDate(_ time: Timestamp) -> Pinning { Pinning(expiresAt: time) }
}
