/// A request that the service has yet to receive, kept until it has.
public struct OutboxEntry: Hashable, Sendable {
  public enum Work: Hashable, Sendable {
    case send(NewMessage)
    case edit(MessageEdit)
    case delete(hard: Bool)
    case pin(Pinning)
    case unpin
    case react(ReactionChange)
  }

  /// Gives the order within a channel; increases with each entry of this device.
  public var sequence: Int
  public var transactionId: TransactionID
  public var work: Work
  /// The message as it is shown until the service has it.
  public var message: Message
  /// Files still to be uploaded before a message is sent; files already uploaded are in the message.
  public var inputFiles: [InputFile]
  /// The number of attempts so far.
  public var attempts: Int
  /// The reason of a permanent failure, until the user retries.
  public var failure: ChatError?
  /// Whether to delete the message as soon as the service has it.
  public var deletesOnArrival: Bool
  /// Whether that deletion is a hard one, which does not even leave the message's place.
  public var deletesHard: Bool
  /// When it may go at the earliest: until then a deletion or a pin can be taken back. Nil if it goes at once. What
  /// depends on whether the message stays has the time of the deletion.
  public var notBefore: Timestamp?

  public init(
    sequence: Int, transactionId: TransactionID, work: Work, message: Message, inputFiles: [InputFile] = [],
    attempts: Int = 0, failure: ChatError? = nil, deletesOnArrival: Bool = false,
    deletesHard: Bool = false, notBefore: Timestamp? = nil
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
    self.notBefore = notBefore
  }

  public var channelId: ChannelID { message.channelId }
}
