import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// What this device adds to the service's messages: uploads, failures, local copies of files, drafts in threads, and actions
/// that can still be undone.
final class MessageAnnotations {
  private let client: ChatClient
  private let keymap: Keymap
  private let files: any FileBrowser
  let pending: PendingMessageStatus
  private let downloads: Downloads
  let pictures: Pictures
  private let threads: ThreadListController
  let readers: ReaderCache
  let encryption: EncryptionCache
  /// The key that retries a failed message.
  let retryKey: String?
  /// Whether Markdown in messages is shown as it was typed.
  let showsMarks: Bool

  init(
    context: AppContext, pending: PendingMessageStatus, downloads: Downloads,
    pictures: Pictures, threads: ThreadListController, readers: ReaderCache,
    encryption: EncryptionCache
  ) {
    self.pictures = pictures
    self.readers = readers
    self.encryption = encryption
    client = context.client
    keymap = context.keymap
    files = context.files
    self.pending = pending
    self.downloads = downloads
    self.threads = threads
    showsMarks = context.settings.composer.messageFormat == .plain
    retryKey = keymap.keys(of: .message(.retry)).first?.description
  }

  /// The reason a message failed.
  func failure(of message: Message) -> String? { pending.failure(of: message).flatMap(ErrorSentence.reason) }

  /// The path of a file's local copy, as a user would write it; nil if it was not downloaded.
  func localPath(of file: FileID) -> String? { downloads.knownPath(of: file).map(files.shortened) }

  /// The picture of each file of a message, nil for a file that is not shown as one; empty if no file is.
  func pictures(of message: Message) -> [PictureState?] {
    message.files.isEmpty ? [] : pictures.states(of: message)
  }

  func hasDraft(under parent: MessageID, in channel: ChannelID) -> Bool {
    client.hasDraftMessage(for: DraftKey(channelId: channel, parentId: parent))
  }

  /// The name of the author of the last reply in a thread; nil if this device does not know it.
  func lastReplier(under parent: MessageID, in channel: ChannelID) -> String? {
    threads.row(for: parent, in: channel)?.lastReply?.author.shownName(to: client.currentUser.id)
  }

  /// The pending action on a message that can still be undone; nil if there is none.
  func delay(of message: Message) -> MessageRow.Delay? {
    guard let entry = client.delayedWork.last(where: { $0.message.id == message.id }),
      let end = entry.notBefore
    else { return nil }
    let work: MessageRow.Delay.Work =
      switch entry.work {
      case .pin: .pinning
      case .unpin: .unpinning
      case .send, .edit, .delete, .react: .deleting
      }
    return MessageRow.Delay(
      work: work, seconds: end.secondsLeft(at: client.clock.now),
      key: keymap.keys(of: .global(.takeBack)).first?.description)
  }
}

nonisolated extension Timestamp {
  /// The seconds until this time, rounded up; 0 once it has passed.
  func secondsLeft(at now: Timestamp) -> Int {
    Int(max(0, (microseconds - now.microseconds + 999_999) / 1_000_000))
  }
}
