public import ChatDomain
public import DraftEngine

/// The common parameters of text messages and of messages with files.
///
/// The last four are delivered to the service, which stores them, and to every client of this library with the message. No
/// service of this package translates, fills in the template or sends push notifications.
public nonisolated protocol BaseMessageCreateParams: Hashable, Sendable {
  /// The plain text; empty for none.
  var message: String { get set }
  /// The message to reply to; nil if the message is not a reply.
  var parentMessageId: MessageID? { get set }
  /// Whether a reply is also shown in the channel.
  var isReplyToChannel: Bool { get set }
  /// The message to quote, by its current or an earlier id; nil for none.
  var quotedMessageId: MessageID? { get set }
  /// The languages into which the service should translate.
  var translationTargetLanguages: [String] { get set }
  /// The text with placeholders for the mentioned users' names.
  var mentionedMessageTemplate: String? { get set }
  /// Data that is sent with the message and not shown.
  var meta: [String: JSONValue]? { get set }
  /// Data for push notifications.
  var customPushData: [String: String]? { get set }
}

nonisolated extension BaseMessageCreateParams {
  var extras: MessageExtras {
    MessageExtras(
      meta: meta, customPushData: customPushData, translationTargetLanguages: translationTargetLanguages,
      mentionedMessageTemplate: mentionedMessageTemplate)
  }
}

/// The parameters of a text message, sent to a channel or as a reply.
public nonisolated struct UserMessageCreateParams: BaseMessageCreateParams {
  /// The text, with typed mentions, channel references and links.
  public var elements: [MessageElement]
  /// The message to reply to; nil if the message is not a reply.
  public var parentMessageId: MessageID?
  /// Whether a reply is also shown in the channel.
  public var isReplyToChannel = false
  /// The message to quote, by its current or an earlier id; nil for none.
  public var quotedMessageId: MessageID?
  /// The languages into which the service should translate.
  public var translationTargetLanguages: [String] = []
  /// The text with placeholders for the mentioned users' names.
  public var mentionedMessageTemplate: String?
  /// Data that is sent with the message and not shown.
  public var meta: [String: JSONValue]?
  /// Data for push notifications.
  public var customPushData: [String: String]?

  /// A message of plain text: nothing in it becomes a mention.
  public init(message: String) { elements = [.plainText(text: message)] }
  /// A message with mentions, channel references and links, such as ``MessageDraft/elements``.
  public init(elements: [MessageElement]) { self.elements = elements }

  /// The text as plain text; setting it removes all mentions.
  public var message: String {
    get { elements.text }
    set { elements = [.plainText(text: newValue)] }
  }
}

/// A file to be sent, with the description for the service.
public nonisolated struct UploadableFileInfo: Hashable, Sendable {
  /// The bytes, or the path of a file that the client's `InputFileReader` reads.
  public var source: InputFile.Source
  /// The name shown to others; nil for the last part of the path.
  public var fileName: String?
  /// The media type; nil for `application/octet-stream`.
  public var mimeType: String?
  /// The expected size in bytes; a file of another size is refused. Nil accepts any size.
  public var fileSize: UInt?

  /// A file in memory.
  public init(file: [UInt8]) { source = .bytes(file) }
  /// A file to be read when the message is sent.
  public init(path: String) { source = .path(path) }

  var inputFile: InputFile {
    let pathName: String? =
      if case .path(let path) = source { path.split(separator: "/").last.map(String.init) } else { nil }
    return InputFile(
      name: fileName ?? pathName ?? "file", type: mimeType ?? "application/octet-stream", source: source)
  }
}

/// A message with one file.
public nonisolated struct FileMessageCreateParams: BaseMessageCreateParams {
  /// The file, with its name and type.
  public var file: UploadableFileInfo
  /// The text of the message; empty for none.
  public var message = ""
  /// The message to reply to; nil if the message is not a reply.
  public var parentMessageId: MessageID?
  /// Whether a reply is also shown in the channel.
  public var isReplyToChannel = false
  /// The message to quote, by its current or an earlier id; nil for none.
  public var quotedMessageId: MessageID?
  /// The languages into which the service should translate.
  public var translationTargetLanguages: [String] = []
  /// The text with placeholders for the mentioned users' names.
  public var mentionedMessageTemplate: String?
  /// Data that is sent with the message and not shown.
  public var meta: [String: JSONValue]?
  /// Data for push notifications.
  public var customPushData: [String: String]?

  /// A message with a file in memory.
  public init(file: [UInt8]) { self.file = UploadableFileInfo(file: file) }
  /// A message with a file to be read when it is sent.
  public init(path: String) { file = UploadableFileInfo(path: path) }

  /// The name shown to others; nil for the last part of the path.
  public var fileName: String? {
    get { file.fileName }
    set { file.fileName = newValue }
  }
  /// The media type; nil for `application/octet-stream`.
  public var mimeType: String? {
    get { file.mimeType }
    set { file.mimeType = newValue }
  }
  /// The expected size in bytes; a file of another size is refused. Nil accepts any size.
  public var fileSize: UInt? {
    get { file.fileSize }
    set { file.fileSize = newValue }
  }
}

/// A message with several files: from 2 to 30.
public nonisolated struct MultipleFilesMessageCreateParams: BaseMessageCreateParams {
  /// The files, in the order in which they are uploaded and shown.
  public var uploadableFileInfoList: [UploadableFileInfo]
  /// The text of the message; empty for none.
  public var message = ""
  /// The message to reply to; nil if the message is not a reply.
  public var parentMessageId: MessageID?
  /// Whether a reply is also shown in the channel.
  public var isReplyToChannel = false
  /// The message to quote, by its current or an earlier id; nil for none.
  public var quotedMessageId: MessageID?
  /// The languages into which the service should translate.
  public var translationTargetLanguages: [String] = []
  /// The text with placeholders for the mentioned users' names.
  public var mentionedMessageTemplate: String?
  /// Data that is sent with the message and not shown.
  public var meta: [String: JSONValue]?
  /// Data for push notifications.
  public var customPushData: [String: String]?

  /// A message with these files; a number of files outside ``fileCount`` is refused on sending.
  public init(uploadableFileInfoList: [UploadableFileInfo]) {
    self.uploadableFileInfoList = uploadableFileInfoList
  }

  /// The allowed number of files.
  public static let fileCount = 2...30
}

nonisolated extension Pinning {
  /// Pins until the pin is removed.
  public static var noExpiration: Pinning { Pinning() }
  /// Pins until a time.
  public static func expirationDate(_ time: Timestamp) -> Pinning { Pinning(expiresAt: time) }
}
