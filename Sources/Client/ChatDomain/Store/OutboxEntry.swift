/// A request that is kept until the service has completed it.
public struct OutboxEntry: Hashable, Sendable {
  /// The kind of request.
  public enum Work: Hashable, Sendable {
    /// Send a message of the current user.
    case send(NewMessage)
    /// Edit a message that the service has.
    case edit(MessageEdit)
    /// Delete a message that the service has.
    case delete(hard: Bool)
    /// Pin a message for everyone in its channel.
    case pin(Pinning)
    /// Remove a message's pin.
    case unpin
    /// Add or remove a reaction.
    case react(ReactionChange)
  }

  /// Orders the entries of a channel; increases with each entry of this device.
  public var sequence: Int
  /// The id that makes the request idempotent: the service repeats its first answer.
  public var transactionId: TransactionID
  /// The request.
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
  /// Whether that deletion is hard.
  public var deletesHard: Bool
  /// The earliest time to send it, up to which a deletion or a pin can be taken back; nil sends it at once. Entries that wait
  /// for the decision about a deletion of their message have the time of that deletion.
  public var notBefore: Timestamp?

  /// An entry without attempts, unless the arguments say otherwise.
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

  /// The channel whose queue contains the entry.
  public var channelId: ChannelID { message.channelId }
}
