import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// One composer: what keys, typed words and pastes do to the draft of its place.
///
/// The text has one owner, the `MessageDraft`. The pane remembers only what belongs to the screen: the mark, the
/// popup, where a walk through the history is.
final class ComposerPane {
  let draft: MessageDraft
  let killRing: KillRing
  let client: ChatClient
  /// The typed names that may become mentions.
  let names: TypedNames
  private(set) weak var services: (any AppServices)?

  /// Where Enter sends to, as it stands above the composer.
  var destination = ""
  /// The message that a reply goes under, as far as it is known.
  var parent: () -> Message? = { nil }
  /// Who is typing here, as a sentence.
  var typing: String?
  /// The columns and rows there are for the text.
  var width = 80
  var height = 10

  /// The other end of the region.
  var mark: Int?
  /// Whether the mouse set it.
  var isMarkDragged = false
  /// A mention that a first Backspace or Delete has selected, to be removed by the second.
  var element: Range<Int>?
  /// The text in which mark and element were set: foreign edits move them along.
  var selectionText = ""
  /// What the key before this one did, for kills that join and for M-y.
  var chain = EditChain.none
  /// The column in which Up and Down want to stay.
  var column: Int?
  var suggesting: ComposerPopup?
  /// The trigger whose popup was dismissed.
  var dismissed: ComposerTrigger.Place?
  var history = SentHistory()
  var isPreviewShown = false
  var firstRow = 0
  /// The rows as they were last shown.
  var layout = ComposerLayout(text: "", width: 1)
  /// Whether they are those of the text as it is: of each of its changes the draft tells.
  var isLaidOut = false
  /// Whether mentions are shown with their signs, as the theme wants it.
  var showsSigns = false {
    didSet { if showsSigns != oldValue { isLaidOut = false } }
  }
  /// Sizes of the files that go along, as far as they were asked for.
  var sizes: [String: Int] = [:]
  var uploads: [UploadKey: UploadLine] = [:]
  /// Files whose path was just pasted.
  var fileOffer: FileOffer?
  /// Files that were attached in place of their pasted path; undo puts the path back.
  var drops: [Drop] = []
  /// A lookup for the popup that is under way.
  var lookup: Task<Void, Never>?
  /// A choice that was taken before it was known, and the end of the patience with it.
  var awaited: Task<Void, Never>?
  var patience: Task<Void, Never>?
  /// Whether it is Enter that waits, until it is known who is meant by a name.
  var isAwaitingMeaning = false
  /// Why a choice that was waited for has come to nothing, until the program asks.
  var lapse: String?
  /// The message that was quoted when it was deleted.
  private(set) var lostQuote: MessageID?
  /// Whether the message that a reply goes under was deleted while this was open.
  private(set) var hasLostParent = false

  private var listener: ClosureMessageDraftChangeListener?
  private var subscription: Subscription?
  /// What the draft offered after its last change, and where the caret was then.
  private(set) var offer: (future: any FutureObject<[SuggestedMention]>, caret: Int)?
  /// Whether a change of the draft is this pane's own.
  private var isEditing = false
  private var editedId: MessageID?

  init(draft: MessageDraft, services: any AppServices, killRing: KillRing) {
    self.draft = draft
    self.services = services
    self.killRing = killRing
    client = services.client
    names = TypedNames(draft: draft, services: services)
    editedId = draft.editedMessage?.id
    let listener = ClosureMessageDraftChangeListener { [weak self] _, future in self?.heard(future) }
    self.listener = listener
    draft.addChangeListener(listener)
    subscription = client.subscribe { [weak self] notice in self?.handle(notice) }
    loadHistory()
    measureFiles()
  }

  /// Ends what runs and listens no more; the draft stays as it is.
  func close() {
    lookup?.cancel()
    stopAwaiting()
    names.close()
    subscription = nil
    if let listener { draft.removeChangeListener(listener) }
    listener = nil
  }

  var key: DraftKey { draft.key }
  var text: String { draft.text }
  /// Whether there are no words; files and quote may be there.
  var isEmpty: Bool { draft.text.isEmpty }
  var caret: Int { draft.utf8Caret }

  func say(_ text: String, _ tone: Notice.Tone = .quiet) { services?.say(Notice(text, tone)) }

  /// Edits the draft; what was selected is selected no more.
  @discardableResult
  func apply(_ transaction: DraftTransaction) -> AppliedEdit? {
    do throws(DraftError) {
      let edit = try performing { () throws(DraftError) in try draft.apply(transaction) }
      deselect()
      return edit
    } catch .splitsCharacter where !transaction.adding.isEmpty {
      // The edge of an element would fuse with its new neighbour: the words come without it.
      var words = transaction
      words.adding = []
      return apply(words)
    } catch {
      services?.say("That could not be edited", because: error)
      return nil
    }
  }

  /// Does something to the draft whose changes are the pane's own.
  func performing<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wasEditing = isEditing
    isEditing = true
    defer { isEditing = wasEditing }
    return try body()
  }

  /// Puts words in the place of a range, and the caret behind them.
  @discardableResult
  func replace(_ range: Range<Int>, with clipping: Clipping, origin: EditOrigin) -> Bool {
    guard apply(clipping.replacing(range, origin: origin)) != nil else { return false }
    let end = range.lowerBound + clipping.text.utf8.count
    // What came may have fused with what follows: the caret goes behind both, as it always goes on. What a removal
    // has joined stays behind the caret, or the next Backspace would take what never stood before it.
    if caret < end, !clipping.isEmpty {
      draft.utf8Caret = TextMotion.characterForward.target(in: draft.text, from: caret)
    }
    return true
  }

  func deselect() {
    mark = nil
    element = nil
  }

  private func heard(_ future: any FutureObject<[SuggestedMention]>) {
    offer = (future, caret)
    isLaidOut = false
    names.draftDidChange()
    if draft.editedMessage?.id != editedId {
      // Other words altogether: nothing remembered about the ones before is true of them.
      editedId = draft.editedMessage?.id
      deselect()
      chain = .none
      drops = []
      fileOffer = nil
      if isAwaitingChoice {
        stopAwaiting()
        lapse = "The words have changed meanwhile"
      }
      history.endWalk()
      closePopup()
    } else if !isEditing {
      followForeignEdit()
    }
    measureFiles()
    services?.setNeedsFrame()
  }

  private func followForeignEdit() {
    chain = .none
    if mark != nil || element != nil {
      let mapping = PositionMapping(difference: selectionText, draft.text)
      mark = mark.map { mapping.map($0, side: .before) }
      element = element.map { mapping.map($0) }.flatMap { $0.isEmpty ? nil : $0 }
      selectionText = draft.text
    }
    refreshPopup(mayOpen: false)
  }

  /// Nothing that left this composer comes back by a key.
  private func forget() {
    chain = .none
    drops = []
    history = SentHistory()
  }

  private func note(_ deletion: MessageDeletedEvent) {
    guard deletion.channelId == draft.key.channelId else { return }
    if deletion.messageId == draft.quotedMessage?.id { lostQuote = deletion.messageId }
    if deletion.messageId == draft.key.parentId { hasLostParent = true }
    services?.setNeedsFrame()
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .upload(let progress): note(progress)
    case .outbox(let change): note(change)
    case .historyForgotten(let key) where key == nil || key == draft.key: forget()
    case .event(.messageDeleted(let deletion)): note(deletion)
    case .connection(.online), .eventsMissed: names.refresh()
    case .draft(let change) where change.cause == .editLost && change.key == draft.key: sayEditIsLost()
    default: break
    }
  }
}

/// What the last key did, as far as the next one goes on with it.
nonisolated enum EditChain: Hashable, Sendable {
  case none
  case kill
  /// What was yanked stands in the range and is that entry of the ring.
  case yank(Range<Int>, index: Int)
  /// This was discarded.
  case discard(DiscardedDraft)
  /// These files were left out, the last one last.
  case leaveOut([LeftOutFile])
  /// A choice brought a blank along, which stands before this place.
  case blank(before: Int)
}

nonisolated extension PositionMapping {
  /// The mapping between two texts, of which nobody said how one became the other.
  init(difference old: String, _ new: String) {
    let base = DraftDocument(elements: [.plainText(text: old)])
    // A merge of which one side did nothing: the other side's words, each in its place.
    let merge = DraftMerge(base: base, ours: base, theirs: DraftDocument(elements: [.plainText(text: new)]))
    self = merge.mapping
  }
}
