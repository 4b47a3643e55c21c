package import ChatControllers
package import ChatDomain
package import DraftEngine

/// A discarded draft with its files and quote, which the history of drafts does not contain.
package nonisolated struct DiscardedDraft: Hashable {
  package let key: DraftKey
  package let elements: [MessageElement]
  private let files: [InputFile]
  private let attachments: [FileAttachment]
  private let quoted: QuotedMessage?
  private let isShownInChannel: Bool

  /// - Parameter hasOnlyWords: whether the files and the quote stay in the draft.
  @MainActor package init(_ draft: MessageDraft, hasOnlyWords: Bool = false) {
    key = draft.key
    elements = draft.elements
    files = hasOnlyWords ? [] : draft.files
    attachments = hasOnlyWords ? [] : draft.attachments
    quoted = hasOnlyWords ? nil : draft.quoted
    isShownInChannel = !hasOnlyWords && draft.isShownInChannel
  }

  package var hasWords: Bool { !elements.text.isBlank }
  package var isEmpty: Bool { !hasWords && files.isEmpty && attachments.isEmpty && quoted == nil }

  /// Restores the files and the quote. Files and a quote that were added since stay.
  @MainActor package func restoreParts(to draft: MessageDraft, at now: Timestamp) throws(ChatError) {
    draft.files = files + draft.files.filter { !files.contains($0) }
    draft.attachments = attachments + draft.attachments.filter { !attachments.contains($0) }
    draft.isShownInChannel = isShownInChannel || draft.isShownInChannel
    guard draft.quoted == nil, let quoted else { return }
    // `addQuote` takes a message, of which a draft keeps only the quoted part.
    try draft.addQuote(
      Message(
        id: quoted.id, channelId: quoted.channelId, author: quoted.author, elements: quoted.elements,
        createdAt: now, version: quoted.version, isUnreadable: quoted.isUnreadable))
  }
}
