import ChatDomain
import ChatScreens

/// What open places ask of the program beside what all panes do.
protocol ConversationHost: Stage {
  var settings: Settings { get }

  /// What is known of threads became different: some of it stands under messages.
  func threadsDidChange()
  /// A failure that the person did not ask for.
  func note(_ error: ChatError)
  /// How far the files of a message on its way are.
  func uploads(of message: Message) -> [UploadLine]
  /// Why a message failed.
  func failure(of message: Message) -> ChatError?
  /// The last reply in a thread, if it is known here.
  func lastReply(under parent: MessageID, in channel: ChannelID) -> Message?
}
