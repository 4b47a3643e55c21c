import DraftEngine

/// One edit of a draft, to be done in more than one way.
enum DraftEdit: Sendable {
  case insert(offset: Int, text: String)
  case remove(offset: Int, length: Int)
  case addMention(offset: Int, length: Int, target: MentionTarget)
  case removeMention(offset: Int)
  case suggestion(SuggestedMention, text: String)
  case transaction(DraftTransaction)

  /// As a caller does it.
  func perform(on draft: inout DraftDocument) throws(DraftError) {
    switch self {
    case .insert(let offset, let text): try draft.insertText(offset: offset, text: text)
    case .remove(let offset, let length): try draft.removeText(offset: offset, length: length)
    case .addMention(let offset, let length, let target):
      try draft.addMention(offset: offset, length: length, target: target)
    case .removeMention(let offset): draft.removeMention(offset: offset)
    case .suggestion(let mention, let text): try draft.insertSuggestedMention(mention, text: text)
    case .transaction(let transaction): try draft.apply(transaction)
    }
  }

  /// As the reference does it.
  func perform(on draft: inout ReferenceDraft) throws(DraftError) -> ReferenceOutcome {
    switch self {
    case .insert(let offset, let text): try draft.insertText(offset: offset, text: text)
    case .remove(let offset, let length): try draft.removeText(offset: offset, length: length)
    case .addMention(let offset, let length, let target):
      try draft.addMention(offset: offset, length: length, target: target)
    case .removeMention(let offset): draft.removeMention(offset: offset)
    case .suggestion(let mention, let text): try draft.insertSuggestedMention(mention, text: text)
    case .transaction(let transaction): try draft.apply(transaction)
    }
  }

  /// The transaction that does the same.
  func transaction(in draft: DraftDocument) throws(DraftError) -> DraftTransaction {
    switch self {
    case .insert(let offset, let text):
      return try draft.insertion(of: text, at: offset)
    case .remove(let offset, let length):
      return try draft.removal(offset: offset, length: length)
    case .addMention(let offset, let length, let target):
      return try draft.additionOfMention(offset: offset, length: length, target: target)
    case .removeMention(let offset):
      return draft.removalOfMention(offset: offset) ?? DraftTransaction(origin: .suggestion)
    case .suggestion(let mention, let text):
      return try draft.insertionOfSuggestedMention(mention, text: text)
    case .transaction(let transaction):
      return transaction
    }
  }
}
