package import ChatDomain
package import DraftEngine

/// A message as it stands in the composer: its text, its files and its quote.
package struct ComposedMessage {
  package var composition = Composition()
  package var parts = DraftParts()

  init() {}

  /// The message as the store has it.
  init(_ stored: StoredDraft) {
    composition = Composition(DraftDocument(elements: stored.content.elements), caret: stored.caret)
    parts = DraftParts(
      files: stored.inputFiles, attachments: stored.content.files, quoted: stored.content.quoted,
      isShownInChannel: stored.content.isShownInChannel, isEncrypted: stored.isEncrypted)
  }

  /// Whether there is nothing worth keeping.
  // Inlined: a call with each key would copy the whole message.
  @inline(__always)
  package var isEmpty: Bool {
    parts.attachments.isEmpty && parts.files.isEmpty && parts.quoted == nil
      && composition.document.isBlank && composition.document.mentionSpans.isEmpty
  }

  /// Whether there is something that can be sent.
  package var isSendable: Bool {
    !parts.files.isEmpty || !parts.attachments.isEmpty || !composition.document.isBlank
  }

  /// The part that is shared with other devices: everything except files that are only on this device.
  @inline(__always)
  var content: DraftContent {
    DraftContent(
      elements: composition.elements, files: parts.attachments, quoted: parts.quoted,
      isShownInChannel: parts.isShownInChannel)
  }

  /// Fills in from the store what is missing here.
  ///
  /// - Returns: the stored text, if there is another one here.
  mutating func fill(from stored: StoredDraft) -> DraftDocument? {
    parts.files = stored.inputFiles + parts.files.filter { !stored.inputFiles.contains($0) }
    parts.attachments = stored.content.files + parts.attachments.filter { !stored.content.files.contains($0) }
    parts.quoted = parts.quoted ?? stored.content.quoted
    parts.isEncrypted = parts.isEncrypted || stored.isEncrypted
    let document = DraftDocument(elements: stored.content.elements)
    if composition.document.isEmpty {
      composition = Composition(document, caret: stored.caret)
      return nil
    }
    return composition.document == document ? nil : document
  }
}

/// What a draft has besides its text.
package nonisolated struct DraftParts: Hashable, Sendable {
  package var files: [InputFile] = []
  /// Files the service already has.
  package var attachments: [FileAttachment] = []
  package var quoted: QuotedMessage?
  package var isShownInChannel = false
  /// Whether it was written to be sent encrypted, and is not sent otherwise. Other devices do not know.
  package var isEncrypted = false

  package init(
    files: [InputFile] = [], attachments: [FileAttachment] = [], quoted: QuotedMessage? = nil,
    isShownInChannel: Bool = false, isEncrypted: Bool = false
  ) {
    self.files = files
    self.attachments = attachments
    self.quoted = quoted
    self.isShownInChannel = isShownInChannel
    self.isEncrypted = isEncrypted
  }

  /// The names of all files.
  var fileNames: [String] { files.map(\.name) + attachments.map(\.name) }

  /// These parts joined with those of a message written earlier.
  func joining(_ before: DraftParts) -> DraftParts {
    DraftParts(
      files: before.files + files, attachments: before.attachments + attachments,
      quoted: quoted ?? before.quoted,
      isShownInChannel: isShownInChannel || before.isShownInChannel,
      isEncrypted: isEncrypted || before.isEncrypted)
  }

  /// The parts of another device's version. Files that only this device has stay.
  package func replaced(by content: DraftContent?) -> DraftParts {
    DraftParts(
      files: files, attachments: content?.files ?? [], quoted: content?.quoted,
      isShownInChannel: content?.isShownInChannel ?? isShownInChannel,
      isEncrypted: isEncrypted)
  }

  /// These parts with the changes that only the other device made.
  func merging(_ theirs: DraftContent, base: DraftContent?) -> DraftParts {
    var result = self
    let base = base ?? DraftContent()
    if quoted?.id == base.quoted?.id { result.quoted = theirs.quoted }
    if isShownInChannel == base.isShownInChannel { result.isShownInChannel = theirs.isShownInChannel }
    let removed = base.files.filter { !theirs.files.contains($0) }
    result.attachments = attachments.filter { !removed.contains($0) }
    result.attachments += theirs.files.filter { !base.files.contains($0) && !attachments.contains($0) }
    return result
  }
}

/// A message that was taken out of the composer to be sent, until the outbox has it.
package final class OutgoingDraft {
  package let composed: ComposedMessage
  package let createdAt: Timestamp?
  /// Whether the outbox refused it, so that it goes back into the composer.
  fileprivate(set) var isReturned = false

  init(_ composed: ComposedMessage, createdAt: Timestamp?) {
    self.composed = composed
    self.createdAt = createdAt
  }

  /// Its text followed by other text on a line of its own.
  package func elements(before typed: [MessageElement]) -> [MessageElement] {
    let own = composed.composition.elements
    if own.isEmpty || typed.isEmpty { return own + typed }
    return own + [.plainText(text: "\n")] + typed
  }
}

/// Messages that have left the composer and are not yet in the outbox, in order.
package struct OutgoingDrafts {
  private var drafts: [OutgoingDraft] = []

  package var isEmpty: Bool { drafts.isEmpty }

  package mutating func append(_ draft: OutgoingDraft) { drafts.append(draft) }

  package mutating func append(_ others: OutgoingDrafts) { drafts += others.drafts }

  /// Call when the outbox has the message.
  package mutating func remove(_ draft: OutgoingDraft) { drafts.removeAll { $0 === draft } }

  /// Call when the outbox refuses the message.
  func markReturned(_ draft: OutgoingDraft) { draft.isReturned = true }

  /// Removes and returns the last message if it was refused. Messages are returned from the end, so that they keep their order
  /// in the composer.
  mutating func popReturned() -> OutgoingDraft? {
    drafts.last?.isReturned == true ? drafts.removeLast() : nil
  }

  /// A message, preceded by those that the outbox does not have yet: all that must survive if the program ends now.
  // Inlined: a call with each key would copy the message.
  @inline(__always)
  func followed(by composed: ComposedMessage, createdAt: Timestamp?) -> WholeDraft {
    var whole = WholeDraft(
      elements: composed.composition.elements, parts: composed.parts, caret: composed.composition.caret,
      createdAt: createdAt)
    if drafts.isEmpty { return whole }
    for draft in drafts.reversed() {
      let elements = draft.elements(before: whole.elements)
      whole.caret += elements.text.utf8.count - whole.elements.text.utf8.count
      whole.elements = elements
      whole.parts = whole.parts.joining(draft.composed.parts)
      whole.createdAt = draft.createdAt ?? whole.createdAt
    }
    return whole
  }
}

/// The draft together with what was taken out of it and has not arrived in the outbox.
struct WholeDraft {
  var elements: [MessageElement]
  var parts: DraftParts
  var caret: Int
  var createdAt: Timestamp?

  var content: DraftContent {
    DraftContent(
      elements: elements, files: parts.attachments, quoted: parts.quoted,
      isShownInChannel: parts.isShownInChannel)
  }
}

/// When a draft was begun and last edited.
struct DraftStamp: Equatable {
  /// Nil while it is empty.
  var createdAt: Timestamp?
  var updatedAt: Timestamp?
  /// The device that edited it last.
  var savedBy: DeviceID?

  func dates(at now: Timestamp) -> DraftDates {
    DraftDates(createdAt: createdAt ?? updatedAt ?? now, updatedAt: updatedAt ?? now)
  }
}
