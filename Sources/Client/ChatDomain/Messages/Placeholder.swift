extension Message {
  /// The placeholder for a text that was deleted or is unreadable here; nil for any other message.
  public var placeholder: String? { Placeholder.text(isDeleted: isDeleted, isUnreadable: isUnreadable) }
}

extension QuotedMessage {
  /// The placeholder for a text that was deleted or is unreadable here; nil for any other message.
  public var placeholder: String? { Placeholder.text(isDeleted: isDeleted, isUnreadable: isUnreadable) }
}

/// The only place where a missing text becomes words.
private enum Placeholder {
  static func text(isDeleted: Bool, isUnreadable: Bool) -> String? {
    if isDeleted { return "message deleted" }
    return isUnreadable ? "encrypted, cannot be read yet" : nil
  }
}
