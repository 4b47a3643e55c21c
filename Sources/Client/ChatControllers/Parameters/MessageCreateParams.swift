public import ChatDomain
public import DraftEngine

/// What the parameters of text messages and of messages with files have in common.
///
/// The service gets and keeps the last four, and every client of this library receives them with the message. No service
/// of this package translates, fills in a template or sends push notifications by them.
public nonisolated protocol BaseMessageCreateParams: Hashable, Sendable {
  /// The text as plain text; empty: none.
  var message: String { get set }
  /// The message to reply to; nil: the message is not a reply.
  var parentMessageId: MessageID? { get set }
  /// Whether a reply is also shown in the channel.
  var isReplyToChannel: Bool { get set }
  /// The message to quote, by any id it ever had; nil: none.
  var quotedMessageId: MessageID? { get set }
  /// The languages the service should translate into.
  var translationTargetLanguages: [String] { get set }
  /// The text with placeholders for the mentioned users' names.
  var mentionedMessageTemplate: String? { get set }
  /// Data that travels with the message and is not shown.
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
  /// The message to reply to; nil: the message is not a reply.
  public var parentMessageId: MessageID?
  /// Whether a reply is also shown in the channel.
  public var isReplyToChannel = false
  /// The message to quote, by any id it ever had; nil: none.
  public var quotedMessageId: MessageID?
  /// The languages the service should translate into.
  public var translationTargetLanguages: [String] = []
  /// The text with placeholders for the mentioned users' names.
  public var mentionedMessageTemplate: String?
  /// Data that travels with the message and is not shown.
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

/// A file to be sent, with the description the service gets.
public nonisolated struct UploadableFileInfo: Hashable, Sendable {
  /// The bytes, or the path of a file that the client's `InputFileReader` reads.
  public var source: InputFile.Source
  /// The name shown to others; nil: the last part of the path.
  public var fileName: String?
  /// The media type; nil: `application/octet-stream`.
  public var mimeType: String?
  /// The expected size in bytes; a file of another size is refused. Nil: any size.
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
  /// The text beside the file; empty: none.
  public var message = ""
  /// The message to reply to; nil: the message is not a reply.
  public var parentMessageId: MessageID?
  /// Whether a reply is also shown in the channel.
  public var isReplyToChannel = false
  /// The message to quote, by any id it ever had; nil: none.
  public var quotedMessageId: MessageID?
  /// The languages the service should translate into.
  public var translationTargetLanguages: [String] = []
  /// The text with placeholders for the mentioned users' names.
  public var mentionedMessageTemplate: String?
  /// Data that travels with the message and is not shown.
  public var meta: [String: JSONValue]?
  /// Data for push notifications.
  public var customPushData: [String: String]?

  /// A message with a file in memory.
  public init(file: [UInt8]) { self.file = UploadableFileInfo(file: file) }
  /// A message with a file to be read when it is sent.
  public init(path: String) { file = UploadableFileInfo(path: path) }

  /// The name shown to others; nil: the last part of the path.
  public var fileName: String? {
    get { file.fileName }
    set { file.fileName = newValue }
  }
  /// The media type; nil: `application/octet-stream`.
  public var mimeType: String? {
    get { file.mimeType }
    set { file.mimeType = newValue }
  }
  /// The expected size in bytes; a file of another size is refused. Nil: any size.
  public var fileSize: UInt? {
    get { file.fileSize }
    set { file.fileSize = newValue }
  }
}

/// A message with several files: from 2 to 30.
public nonisolated struct MultipleFilesMessageCreateParams: BaseMessageCreateParams {
  /// The files, in the order in which they are uploaded and shown.
  public var uploadableFileInfoList: [UploadableFileInfo]
  /// The text beside the files; empty: none.
  public var message = ""
  /// The message to reply to; nil: the message is not a reply.
  public var parentMessageId: MessageID?
  /// Whether a reply is also shown in the channel.
  public var isReplyToChannel = false
  /// The message to quote, by any id it ever had; nil: none.
  public var quotedMessageId: MessageID?
  /// The languages the service should translate into.
  public var translationTargetLanguages: [String] = []
  /// The text with placeholders for the mentioned users' names.
  public var mentionedMessageTemplate: String?
  /// Data that travels with the message and is not shown.
  public var meta: [String: JSONValue]?
  /// Data for push notifications.
  public var customPushData: [String: String]?

  /// A message with these files; a number outside ``fileCount`` is refused when it is sent.
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
