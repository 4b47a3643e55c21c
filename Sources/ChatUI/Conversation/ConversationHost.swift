import ChatDomain
import ChatScreens

/// The program's services for open places, in addition to those for all panes.
protocol ConversationHost: Stage {
  var settings: Settings { get }

  /// Reports that thread data changed: some of it is shown under messages.
  func threadsDidChange()
  /// Reports a failure the user did not cause.
  func note(_ error: ChatError)
  /// The upload progress of a pending message's files.
  func uploads(of message: Message) -> [UploadLine]
  /// The reason a message failed.
  func failure(of message: Message) -> ChatError?
  /// What can still be taken back about a message; nil if nothing.
  func delay(of message: Message) -> MessageRow.Delay?
  /// The last reply in a thread, if known here.
  func lastReply(under parent: MessageID, in channel: ChannelID) -> Message?
}
