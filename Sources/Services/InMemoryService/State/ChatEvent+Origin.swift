import ChatDomain

extension SharedEvent {
  /// Whose doing it is, for what is kept from those who ignore them; nil for what everybody is told.
  var origin: UserID? {
    switch content {
    case .created(let record, _): record.isSystem ? nil : record.author
    case .event(let event): event.origin
    }
  }
}

extension ChatEvent {
  fileprivate var origin: UserID? {
    switch self {
    case .messageCreated(let message), .messageUpdated(let message):
      message.kind == .system ? nil : message.author.id
    case .typing(let event): event.user.id
    case .invited(let invitation): invitation.invitedBy.id
    case .mentioned(let event): event.by
    case .readPositionChanged(_, let user, _): user
    case .threadReceiptChanged(let event): event.userId
    default: nil
    }
  }
}
