public import ChatDomain

/// What a controller of the current user tells, one after the other.
public nonisolated enum CurrentUserUpdate: Hashable, Sendable {
  /// The drafts became different; these are all of them.
  case draftMessages([DraftMessage])
  /// The service has a draft of this person, saved by this device or by another one.
  case draftUpdated(DraftUpdatedEvent)
  /// A draft of this person went from the service.
  case draftDeleted(DraftDeletedEvent)
}

/// Hears what happens to what belongs to the current user. Everything has an empty default.
public protocol CurrentUserControllerDelegate: AnyObject {
  func currentUserController(
    _ controller: CurrentUserController, didChangeDraftMessages draftMessages: [DraftMessage])
  func currentUserController(_ controller: CurrentUserController, didReceive event: DraftUpdatedEvent)
  func currentUserController(_ controller: CurrentUserController, didReceive event: DraftDeletedEvent)
}

extension CurrentUserControllerDelegate {
  public func currentUserController(
    _ controller: CurrentUserController, didChangeDraftMessages draftMessages: [DraftMessage]
  ) {}
  public func currentUserController(_ controller: CurrentUserController, didReceive event: DraftUpdatedEvent)
  {}
  public func currentUserController(_ controller: CurrentUserController, didReceive event: DraftDeletedEvent)
  {}
}
