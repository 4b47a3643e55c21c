import ChatControllers
import ChatDomain

/// `CustomChannelListItemView` of seed 001. It has properties instead of labels.
final class CustomChannelListItemView {
  var content: ChannelListRow?
  private(set) var isTimestampHidden = false
  private(set) var isDeliveryStatusHidden = false

  func updateContent() {
    // Hide the timestamp
    let hasDraftMessage = content?.draft != nil
    isTimestampHidden = hasDraftMessage
    isDeliveryStatusHidden = hasDraftMessage
  }
}

/// `DemoChatThreadListItemView` of seed 001.
final class DemoChatThreadListItemView {
  var content: ThreadListRow?
  private(set) var isReplyTimestampHidden = false
  private(set) var replyDescription: String?

  func updateContent() {
    let hasDraftMessage = content?.draft != nil
    isReplyTimestampHidden = hasDraftMessage
    if let draftReply = content?.draft {
      replyDescription = "\(draftReply.text) (Draft)"
    } else {
      replyDescription = content?.lastReply?.text
    }
  }
}

/// Records the calls of the current user's controller.
final class DraftsDelegate: CurrentUserControllerDelegate {
  private(set) var changes: [[String]] = []
  private(set) var updated: [DraftUpdatedEvent] = []
  private(set) var deleted: [DraftDeletedEvent] = []

  func currentUserController(
    _ controller: CurrentUserController, didChangeDraftMessages draftMessages: [DraftMessage]
  ) { changes.append(draftMessages.map(\.text)) }

  func currentUserController(_ controller: CurrentUserController, didReceive event: DraftUpdatedEvent) {
    updated.append(event)
  }

  func currentUserController(_ controller: CurrentUserController, didReceive event: DraftDeletedEvent) {
    deleted.append(event)
  }
}
