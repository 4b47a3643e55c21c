extension Message {
  /// What is shown in the place of the words when nobody can read them here; nil if there are words, or none were said.
  public var placeholder: String? { Placeholder.text(isDeleted: isDeleted, isUnreadable: isUnreadable) }
}

extension QuotedMessage {
  /// What is shown in the place of the words when nobody can read them here; nil if there are words, or none were said.
  public var placeholder: String? { Placeholder.text(isDeleted: isDeleted, isUnreadable: isUnreadable) }
}

/// The only place where a missing text becomes words.
private enum Placeholder {
  static func text(isDeleted: Bool, isUnreadable: Bool) -> String? {
    if isDeleted { return "message deleted" }
    return isUnreadable ? "encrypted, cannot be read yet" : nil
  }
}
