public import ChatDomain
public import DraftEngine
import JSON

/// What a message says, as it stands in the content of its event.
public struct MessageContent: Hashable, Sendable {
  /// What kind of event the content is of.
  enum Kind: Hashable {
    case message
    /// A picture with a name and nothing else.
    case sticker
    case poll
  }

  /// What other clients take a message for.
  public enum Form: Hashable, Sendable {
    case text
    /// By a program, and not by a person.
    case notice
    /// What the sender does. The words begin with a star and a blank that does not break.
    case action
    case file
    /// Something with no form here, of which only the words are shown.
    case other
  }

  public let form: Form
  public let elements: [MessageElement]
  /// A message of Matrix has at most one.
  public let file: FileAttachment?
  /// What is asked; the elements are the same in words, without votes.
  public let poll: PollContent?
  /// Who is told that they were mentioned, each once.
  public let mentions: [UserID]
  /// Whether everybody is.
  public let mentionsRoom: Bool
  /// The root of the thread that it is a reply in.
  public let parentId: MessageID?
  public let quote: QuoteContent?
  public let isShownInChannel: Bool
  public let extras: MessageExtras
  /// What the sender's own devices call it; see `MatrixEvent.transaction(for:)` for who may know.
  let transactionId: TransactionID?

  init(
    form: Form, elements: [MessageElement], file: FileAttachment?, poll: PollContent? = nil,
    mentions: [UserID], mentionsRoom: Bool,
    parentId: MessageID?, quote: QuoteContent?, isShownInChannel: Bool, extras: MessageExtras,
    transactionId: TransactionID?
  ) {
    self.form = form
    self.elements = elements
    self.file = file
    self.poll = poll
    self.mentions = mentions
    self.mentionsRoom = mentionsRoom
    self.parentId = parentId
    self.quote = quote
    self.isShownInChannel = isShownInChannel
    self.extras = extras
    self.transactionId = transactionId
  }

  /// What this client sends. The people that the words mention are told.
  ///
  /// - Parameter others: who is told too, such as the author of the message that it answers; each once.
  public init(
    elements: [MessageElement], file: FileAttachment? = nil, parentId: MessageID? = nil,
    quote: QuoteContent? = nil, isShownInChannel: Bool = true, extras: MessageExtras = MessageExtras(),
    transactionId: TransactionID? = nil, alsoMentioning others: [UserID] = []
  ) {
    let elements = elements.normalised
    let named = elements.matrixUsers
    self.init(
      form: file == nil ? .text : .file, elements: elements, file: file,
      mentions: named + others.filter { UserID(matrix: $0.rawValue) != nil && !named.contains($0) },
      mentionsRoom: false, parentId: parentId, quote: quote,
      isShownInChannel: parentId == nil || isShownInChannel, extras: extras, transactionId: transactionId)
  }

  /// - Parameter file: the description of the message's one file, which the contract knows only by its id.
  public init(_ message: NewMessage, file: FileAttachment? = nil) {
    let answered = message.mentionsQuotedAuthor ? message.quoted?.author.id : nil
    self.init(
      elements: MessageMarkup.parse(message.markup), file: file, parentId: message.parentId,
      quote: message.quoted.map { QuoteContent($0) }, isShownInChannel: message.isShownInChannel,
      extras: message.extras, transactionId: message.transactionId,
      alsoMentioning: answered.map { [$0] } ?? [])
  }
}

extension [MessageElement] {
  /// The people that are mentioned and could be on Matrix, each once, in text order.
  var matrixUsers: [UserID] { mentionedUsers.filter { UserID(matrix: $0.rawValue) != nil } }
}
