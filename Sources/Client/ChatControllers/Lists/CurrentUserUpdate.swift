public import ChatDomain

/// The updates of the current user's controller, in order.
public nonisolated enum CurrentUserUpdate: Hashable, Sendable {
  /// The drafts changed; contains all of them.
  case draftMessages([DraftMessage])
  /// The service has a new version of one of the user's drafts, saved by this or another device.
  case draftUpdated(DraftUpdatedEvent)
  /// One of the user's drafts was deleted at the service.
  case draftDeleted(DraftDeletedEvent)
}

/// Receives the updates of the current user's data. All methods have empty default implementations.
public protocol CurrentUserControllerDelegate: AnyObject {
  /// The drafts of this device changed, by a key or by another device; `draftMessages` are all of them, in order.
  func currentUserController(
    _ controller: CurrentUserController, didChangeDraftMessages draftMessages: [DraftMessage])
  /// The service has a new version of one of the user's drafts, saved by this or another device.
  func currentUserController(_ controller: CurrentUserController, didReceive event: DraftUpdatedEvent)
  /// One of the user's drafts was deleted at the service, by this or another device.
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

nonisolated extension CurrentUserUpdate: Broadcastable {
  // The queue cannot grow long: at most one list and the last update of each draft wait.
  var coalescingKey: CoalescingKey? {
    switch self {
    case .draftMessages: .all
    case .draftUpdated(let event): .draft(event.draftMessage.key)
    case .draftDeleted(let event): .draft(event.key)
    }
  }

  static func compacted(_ waiting: [Self]) -> [Self] { waiting }
}
