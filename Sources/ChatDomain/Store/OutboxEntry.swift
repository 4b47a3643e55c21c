/// Something that the service has yet to be told, kept until it was.
public struct OutboxEntry: Hashable, Sendable {
  public enum Work: Hashable, Sendable {
    case send(NewMessage)
    case edit(MessageEdit)
    case delete(hard: Bool)
    case pin(Pinning)
    case unpin
    case react(ReactionChange)
  }

  /// Gives the order within a channel; rises with each entry of this device.
  public var sequence: Int
  public var transactionId: TransactionID
  public var work: Work
  /// The message as it is shown until the service has it.
  public var message: Message
  /// Files still to be uploaded before a message is sent; those uploaded are in the message.
  public var inputFiles: [InputFile]
  /// How often it was tried.
  public var attempts: Int
  /// Why it failed for good, until a person tries again.
  public var failure: ChatError?
  /// Whether the message is to be deleted as soon as the service has it.
  public var deletesOnArrival: Bool
  /// Whether nothing is to be left of it then, not even its place.
  public var deletesHard: Bool

  public init(
    sequence: Int, transactionId: TransactionID, work: Work, message: Message, inputFiles: [InputFile] = [],
    attempts: Int = 0, failure: ChatError? = nil, deletesOnArrival: Bool = false,
    deletesHard: Bool = false
  ) {
    self.sequence = sequence
    self.transactionId = transactionId
    self.work = work
    self.message = message
    self.inputFiles = inputFiles
    self.attempts = attempts
    self.failure = failure
    self.deletesOnArrival = deletesOnArrival
    self.deletesHard = deletesHard
  }

  public var channelId: ChannelID { message.channelId }
}
