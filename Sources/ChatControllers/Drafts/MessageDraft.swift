public import ChatDomain
public import DraftEngine

/// A message that is being written: its words and mentions, its files and its quote.
///
/// There is one draft for each channel and one for each thread. Two objects made for the same place show the same
/// draft, each with its own listeners and limits. Offsets and lengths count Characters.
public final class MessageDraft {
  /// Where it will be sent.
  public var key: DraftKey { state.key }
  private let type: () -> ChannelType?
  private let options: MessageDraftOptions
  private let origin: DraftState
  var state: DraftState { origin.latest }
  let sender: DraftSender
  let lookup: SuggestionLookup
  private var listeners: [any MessageDraftChangeListener] = []
  private var notices: [DraftChangeNotice] = []
  private var isTelling = false

  init(
    state: DraftState, channelType: @escaping () -> ChannelType?, options: MessageDraftOptions,
    sender: DraftSender,
    lookup: SuggestionLookup
  ) {
    type = channelType
    self.options = options
    origin = state
    self.sender = sender
    self.lookup = lookup
    state.add(self)
  }

  /// The kind of its channel; nil while the client does not know it.
  public var channelType: ChannelType? { type() }
  public var userSuggestionSource: UserSuggestionSource { options.userSuggestionSource }
  public var isTypingIndicatorTriggered: Bool { options.isTypingIndicatorTriggered }
  public var userLimit: Int { options.userLimit }
  public var channelLimit: Int { options.channelLimit }

  /// What the composer shows: the draft, or the message that is being edited.
  var document: DraftDocument { state.shown.document }
  /// The words, mentions included.
  public var text: String { document.text }
  /// The words, with mentions, channel references and links as what they are.
  public var elements: [MessageElement] { state.shown.elements }
  /// The mentions in text order.
  public var mentions: [Mention] { document.mentions }
  /// The mentions in text order, counted in UTF-8 bytes.
  public var mentionSpans: [MentionSpan] { document.mentionSpans }
  /// Whether there is nothing in it to be kept: only blanks, no file and no quote.
  public var isEmpty: Bool { state.isEmpty }

  /// Tells a listener of every change from now on. Adding it twice is adding it once; it is held until removed.
  public func addChangeListener(_ listener: any MessageDraftChangeListener) {
    guard !listeners.contains(where: { $0 === listener }) else { return }
    listeners.append(listener)
  }

  /// Tells a listener nothing more, and lets go of it.
  public func removeChangeListener(_ listener: any MessageDraftChangeListener) {
    listeners.removeAll { $0 === listener }
  }

  /// What could be suggested for what stands before the caret.
  public var suggestedMentions: any FutureObject<[SuggestedMention]> { suggestions(for: trigger) }

  private func tell() {
    guard !listeners.isEmpty else { return }
    notices.append(DraftChangeNotice(elements: elements, suggestions: suggestedMentions))
    // A listener that edits is told of its own edit when all have heard of the one before it.
    guard !isTelling else { return }
    isTelling = true
    while !notices.isEmpty {
      let notice = notices.removeFirst()
      for listener in listeners {
        listener.onChange(messageElements: notice.elements, suggestedMentions: notice.suggestions)
      }
    }
    isTelling = false
  }

  /// Signals typing for an edit of the words by a person; editing a message signals nothing.
  func signalTyping(after edit: AppliedEdit) {
    guard state.edit == nil, !edit.mapping.steps.isEmpty else { return }
    // Nobody else knows a thread under a message on its way.
    guard state.owner?.hasPlace(state) ?? true else { return }
    switch edit.origin {
    case .typing, .paste, .suggestion: break
    case .undo, .restore, .merge, .externalEditor: return
    }
    if state.composition.document.isEmpty {
      state.typing.stop()
    } else if isTypingIndicatorTriggered, channelType != .public {
      state.typing.type()
    }
  }
}

extension MessageDraft: DraftStateObserver {
  func draftStateDidChange() { tell() }
}

private struct DraftChangeNotice {
  let elements: [MessageElement]
  let suggestions: any FutureObject<[SuggestedMention]>
}
