public import ChatDomain
public import DraftEngine

/// A message being written: its text with mentions, its files and its quote.
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
  private let broadcast = Broadcast<MessageDraftUpdate>()
  private var notices: [PendingNotice] = []
  private var isNotifying = false

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
  /// The text, mentions included.
  public var text: String { document.text }
  /// The text with typed mentions, channel references and links.
  public var elements: [MessageElement] { state.shown.elements }
  /// The mentions in text order.
  public var mentions: [Mention] { document.mentions }
  /// The mentions in text order, counted in UTF-8 bytes.
  public var mentionSpans: [MentionSpan] { document.mentionSpans }
  /// Whether there is nothing worth saving: only blanks, no file and no quote.
  public var isEmpty: Bool { state.isEmpty }

  /// Notifies a listener of every change from now on. Adding it twice has no effect; it is retained until removed.
  public func addChangeListener(_ listener: any MessageDraftChangeListener) {
    guard !listeners.contains(where: { $0 === listener }) else { return }
    listeners.append(listener)
  }

  /// Stops notifying a listener, and releases it.
  public func removeChangeListener(_ listener: any MessageDraftChangeListener) {
    listeners.removeAll { $0 === listener }
  }

  /// The draft after each change from now on, until it is released; whoever stops reading need not say so.
  ///
  /// A reader that is slower than the typing gets the latest state and none of those before it. A listener is told of each,
  /// at once.
  public func changes() -> AsyncStream<MessageDraftUpdate> { broadcast.stream() }

  /// Suggestions for what was typed before the caret.
  public var suggestedMentions: any FutureObject<[SuggestedMention]> { suggestions(for: trigger) }

  /// Whether anybody reads the changes: for nobody, nothing is made with each key.
  var hasReaders: Bool { broadcast.hasReaders }

  private func notifyListeners() {
    if hasReaders {
      broadcast.send(MessageDraftUpdate(elements: elements, suggestedMentions: suggestedMentions))
    }
    guard !listeners.isEmpty else { return }
    notices.append(PendingNotice(elements: elements, suggestions: suggestedMentions))
    // If a listener edits, that edit is reported after all listeners know of the one before.
    guard !isNotifying else { return }
    isNotifying = true
    while !notices.isEmpty {
      let notice = notices.removeFirst()
      for listener in listeners {
        listener.onChange(messageElements: notice.elements, suggestedMentions: notice.suggestions)
      }
    }
    isNotifying = false
  }

  /// Signals typing after the user has edited the text; editing a sent message signals nothing.
  func signalTyping(after edit: AppliedEdit) {
    guard state.edit == nil, !edit.mapping.steps.isEmpty else { return }
    // Nobody else knows of a thread under a message that is being sent.
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
  func draftStateDidChange() { notifyListeners() }
}

private struct PendingNotice {
  let elements: [MessageElement]
  let suggestions: any FutureObject<[SuggestedMention]>
}
