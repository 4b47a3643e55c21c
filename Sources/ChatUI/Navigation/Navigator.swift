import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

/// Where the user is: the open channel, the thread beside it, and which of them has the keyboard focus.
final class Navigator {
  private(set) var channel: Conversation?
  private(set) var thread: Conversation?
  private(set) var focus = ScreenState.Focus.channel
  /// The channel before the open one.
  private(set) var lastChannel: ChannelID?
  let panels: PanelHost
  /// Keys that wait for suggestions in one of the composers.
  let heldKeys: HeldKeys
  let services: any AppServices
  private let sidebar: ChannelSidebar
  private let input: InputState
  private let shelf: ConversationShelf
  private let pending: PendingMessageStatus
  /// Typing and editing for which there is no composer at all.
  private var queuedInput: [QueuedInput] = []
  /// Whether the program itself is opening a place, and not the person.
  private var opensByItself = false
  /// What is typed in no channel before it is known which place to begin with.
  var earlyWords = EarlyWords()

  init(
    services: any AppServices, sidebar: ChannelSidebar, input: InputState, shelf: ConversationShelf,
    pending: PendingMessageStatus
  ) {
    self.services = services
    self.sidebar = sidebar
    self.input = input
    self.shelf = shelf
    self.pending = pending
    panels = PanelHost(services: services, input: input)
    heldKeys = HeldKeys(services: services, input: input)
    sidebar.onThreadsChange = { [weak self] in self?.channel?.refresh() }
  }

  // MARK: What is open

  /// The conversation that has the keyboard focus.
  var focused: Conversation? { focus == .thread ? thread ?? channel : channel }

  /// The open conversations, the channel first.
  var open: [Conversation] { [channel, thread].compactMap(\.self) }

  func conversation(in pane: ScreenState.Focus) -> Conversation? { pane == .thread ? thread : channel }

  /// The composer that takes what is typed now.
  var composerForInput: Composer? { focused?.composer }

  /// The composer in which a key waits for suggestions.
  var waitingComposer: Composer? {
    if let thread, thread.composer.answer.isAwaited { return thread.composer }
    if let channel, channel.composer.answer.isAwaited { return channel.composer }
    return nil
  }

  /// The areas in which keys have a meaning now, the topmost first.
  var keyAreas: [KeyArea] {
    if panels.panel != nil { return panels.keyAreas }
    guard let focused else { return .whileNothingIsOpen }
    if focused.selection != nil { return .whileMessageIsSelected }
    let composer = focused.composer
    let areas: [KeyArea] = composer.completion.popup == nil ? .whileWriting : .whileSuggesting
    guard let vi = composer.vi else { return areas }
    return vi.areas + areas
  }

  // MARK: Going somewhere

  func go(to destination: Destination) {
    switch destination {
    case .channel(let id, let message):
      openChannel(id)
      focus = .channel
      if let message { channel?.show(message) }
    case .thread(let key, let reply):
      guard let parent = key.parentId else { return go(to: .channel(key.channelId)) }
      openChannel(key.channelId)
      openThread(under: parent, in: key.channelId)
      if let reply { thread?.show(reply) }
    case .person(let user): openConversation(with: user)
    }
    deliverQueuedInput()
    services.setNeedsFrame()
  }

  /// How many keys have come, for what ends later.
  var keyCount: Int { input.keyCount }

  /// Goes to a channel when the service has answered. Whoever has typed meanwhile stays: half of their words would stand in
  /// another draft, and Enter would send them there.
  ///
  /// - Parameter keyCount: how many keys had come when this began.
  /// - Returns: whether it has gone there.
  @discardableResult
  func go(to id: ChannelID, unlessTypedSince keyCount: Int) -> Bool {
    guard self.keyCount != keyCount else {
      go(to: .channel(id))
      return true
    }
    let name = sidebar.names.name(of: DraftKey(channelId: id))
    services.say(Notice("You are in \(name) now; /\(SlashCommand.go.name) goes there"))
    return false
  }

  /// Goes away from a channel that the user is no longer in, if it is open. Whoever is writing there goes to no channel, so that
  /// Enter sends nothing to a place that they have not chosen.
  ///
  /// - Parameter keyCount: how many keys had come when this began.
  func goAway(from id: ChannelID, since keyCount: Int) {
    guard channel?.key.channelId == id else { return }
    let place = self.keyCount == keyCount ? sidebar.liveliest : nil
    go(to: .channel(place ?? .nowhere))
  }

  /// Shows a channel. The draft in the previous channel is saved and sent to the service.
  func openChannel(_ id: ChannelID) {
    let id = services.client.resolved(id)
    guard channel?.key.channelId != id else { return }
    if id != .nowhere { earlyWords.placeIsKnown() }
    giveUpWaiting()
    closePanel()
    closeThread()
    if let left = channel {
      left.forgetMarks()
      lastChannel = left.key.channelId
      services.client.leave(left.key)
    }
    channel = conversation(at: id)
    channel?.refresh()
    if sidebar.news(in: id).isMarked { channel?.readTracker.beginAnew() }
    channel?.readTracker.mark =
      sidebar.channelList.row(for: id)?.unreadCount ?? 0 > 0 ? lastRead(in: id) : nil
    if !opensByItself { input.pendingKeys = [] }
  }

  /// Closes the panel, whose keys would otherwise keep acting on the place before.
  private func closePanel() {
    if !opensByItself { panels.close() }
  }

  private func lastRead(in id: ChannelID) -> Timetoken? {
    sidebar.channelList.row(for: id)?.summary.reading.lastRead ?? Timetoken(0)
  }

  /// The conversation in a channel, whether it is open or not. If there can be none, that was said.
  func conversation(at id: ChannelID) -> Conversation? {
    if let channel, channel.key.channelId == id { return channel }
    return shelf.recent(DraftKey(channelId: id)) ?? makeConversation(id)
  }

  /// - Parameter composer: the one that what is typed here stands in already.
  private func makeConversation(_ id: ChannelID, keeping composer: Composer? = nil) -> Conversation? {
    let controller = services.client.channelController(for: id)
    controller.delegate = self
    do {
      let draft = try services.client.messageDraft(for: DraftKey(channelId: id))
      pending.load(services.client.pendingWork(in: id), in: id)
      return shelf.open(controller, draft, in: composer)
    } catch {
      if let reason = ErrorSentence.reason(error) { services.say(Notice(reason, .error)) }
      return nil
    }
  }

  /// Opens the thread under a message beside its channel.
  func openThread(under parent: MessageID, in id: ChannelID) {
    giveUpWaiting()
    if thread?.source.parentId == parent {
      focus = .thread
      return
    }
    closeThread()
    closePanel()
    let key = DraftKey(channelId: id, parentId: parent)
    let recent = shelf.recent(key)
    guard let conversation = recent ?? makeThread(under: parent, key) else { return }
    conversation.readTracker.mark = nil
    conversation.readTracker.unreadAtOpening =
      sidebar.threadList.row(for: parent, in: id)?.unreadReplies ?? 0
    conversation.refresh()
    // What failed to load earlier may be available now.
    if recent != nil, !conversation.source.timeline.isLoaded { conversation.loader.synchronize() }
    thread = conversation
    focus = .thread
  }

  private func makeThread(under parent: MessageID, _ key: DraftKey) -> Conversation? {
    let client = services.client
    let controller = client.messageController(for: parent, in: key.channelId)
    controller.delegate = self
    do {
      // An existing draft is shown even if its parent cannot be requested.
      let draft =
        try channel?.source.timeline[parent].map { try client.threadMessageDraft(for: $0) }
        ?? client.messageDraft(for: key)
      return shelf.open(controller, draft)
    } catch {
      if let reason = ErrorSentence.reason(error) { services.say(Notice(reason, .warning)) }
      return nil
    }
  }

  func closeThread() {
    guard let thread else { return }
    giveUpWaiting()
    panels.close()
    thread.forgetMarks()
    services.client.leave(thread.key)
    self.thread = nil
    focus = .channel
    services.setNeedsFrame()
  }

  /// Moves the keyboard focus between the channel and the thread.
  func goToOtherPane() {
    guard thread != nil else { return }
    panels.close()
    focus = focus == .thread ? .channel : .thread
  }

  func focus(on pane: ScreenState.Focus) {
    if pane == .channel || thread != nil { focus = pane }
  }

  /// The channel before the open one is no place to go back to: the user has left it.
  func forgetLastChannel(_ id: ChannelID) {
    if lastChannel == id { lastChannel = nil }
  }

  /// Nothing of a channel is to be shown again.
  func forget(_ id: ChannelID) {
    shelf.forget(id)
    forgetLastChannel(id)
  }

  /// Nothing more waits for suggestions: the user goes elsewhere, or ends the program.
  func giveUpWaiting() { heldKeys.giveUp(in: waitingComposer) }

  // MARK: The conversation with a person

  /// Opens the place of the conversation at once, whether there is a channel for it yet or not: what is typed stands in it,
  /// and moves along when there is one.
  private func openConversation(with user: UserID) {
    openChannel(place(with: user))
    focus = .channel
  }

  /// The channel of the conversation with a user, or the place of one that has yet to be made.
  func place(with user: UserID) -> ChannelID {
    let known = sidebar.channelList.rows.first { row in
      // Where the other one has gone, the service is asked, who brings them back when something is sent.
      row.summary.partner?.id == user && row.summary.memberCount > 1
    }
    return services.client.place(with: user, known: known?.id)
  }

  func handle(_ notice: ClientNotice) {
    guard case .prospect(let change) = notice, case .made(let id) = change.outcome else { return }
    if lastChannel == change.prospect { lastChannel = id }
    shelf.forget(change.prospect)
    guard let left = channel, left.source.timeline.channelId == change.prospect else { return }
    // The composer stays, with its caret, and with what is chosen in it.
    giveUpWaiting()
    let isInThread = focus == .thread
    let parent = thread?.source.parentId
    if thread != nil { closeThread() }
    channel = shelf.recent(DraftKey(channelId: id)) ?? makeConversation(id, keeping: left.composer)
    channel?.refresh()
    if let parent {
      openThread(under: parent, in: id)
      if !isInThread { focus = .channel }
    }
    services.setNeedsFrame()
  }

  // MARK: Where no channel is open

  /// Whether no channel is open; there may be a composer all the same.
  var isNowhere: Bool {
    guard let channel else { return true }
    return channel.key.channelId == .nowhere
  }

  /// Opens the place of those who are in no channel: commands can be typed there, and words are kept.
  func openNowhere() {
    if channel == nil {
      openByItself { openChannel(.nowhere) }
      earlyWords.before = channel?.composer.draft.text ?? ""
    }
    services.setNeedsFrame()
  }

  /// Takes something that is typed before anything is open. It stands where it can be seen, and is kept, until the place
  /// of the last session is there.
  func queue(_ input: QueuedInput) {
    openNowhere()
    guard let composer = focused?.composer else { return queuedInput.append(input) }
    input.perform(in: composer)
  }

  /// Passes what was typed early to the composer that has the focus.
  func deliverQueuedInput() {
    guard let composer = focused?.composer, !isNowhere else { return }
    for input in queuedInput { input.perform(in: composer) }
    queuedInput = []
  }

  /// Whether there are words or files that go along to the first place.
  var hasSomethingToTake: Bool {
    switch shareOfEarlyWords {
    case .words: true
    case .mixed: false
    case .nothing: isNowhere && !earlyWords.files(among: channel?.composer.draft.files ?? []).isEmpty
    }
  }

  /// What of the words in no channel goes along to the first place.
  var shareOfEarlyWords: EarlyWords.Share {
    guard isNowhere, let text = channel?.composer.draft.text else { return .nothing }
    return earlyWords.share(in: text)
  }

  /// What the person does meanwhile in a panel goes on, as does a chord that has begun: what they type next is meant for that,
  /// and Enter behind it must not send it.
  private func openByItself(_ open: () -> Void) {
    opensByItself = true
    defer { opensByItself = false }
    open()
  }

  /// The program itself opens a place: what was typed before belongs there.
  func openFirstPlace(_ open: () -> Void) {
    let draft = draftOfEarlyWords
    let text = draft?.text ?? ""
    let caret = draft?.utf8Caret ?? 0
    let (share, areTyped) = (earlyWords.share(in: text), earlyWords.areTyped(in: text))
    let files = earlyWords.files(among: draft?.files ?? [])
    let vi = focused?.composer.vi
    openByItself(open)
    if let vi, let now = focused?.composer.vi, now !== vi { now.goOn(with: vi) }
    deliverQueuedInput()
    // Where it cannot be opened they stay where they are.
    guard let draft, let composer = focused?.composer, !isNowhere else { return }
    if !files.isEmpty, composer.attachments.take(files) { draft.files.removeAll { files.contains($0) } }
    guard case .words(let range) = share else { return }
    let words = Clipping(range, of: text, mentions: draft.mentionSpans)
    do throws(DraftError) { try draft.apply(Clipping("").replacing(range, origin: .typing)) } catch { return }
    composer.insert(words)
    // As if they had been typed here.
    if range.lowerBound...range.upperBound ~= caret { composer.draft.utf8Caret -= range.upperBound - caret }
    if areTyped { composer.completion.refresh(mayOpen: true) }
  }

  private var draftOfEarlyWords: MessageDraft? {
    if isNowhere, let channel { return channel.composer.draft }
    guard earlyWords.areInherited else { return nil }
    do {
      return try services.client.messageDraft(for: DraftKey(channelId: .nowhere))
    } catch {
      // They stay where they are, among the drafts.
      return nil
    }
  }

  /// Brings what was typed early to where the last session was, if it came to its end before that could be opened.
  ///
  /// - Returns: a sentence with it, if there is nowhere to save it.
  func saveQueuedInput() -> String? {
    let last = services.client.session
    if isNowhere, hasSomethingToTake || !queuedInput.isEmpty, let id = last.openChannel ?? sidebar.liveliest {
      openFirstPlace { openChannel(id) }
    }
    // Whoever went somewhere by themselves has left them where they are.
    deliverQueuedInput()
    let text = queuedInput.compactMap(\.text).joined()
    return text.isEmpty ? nil : "no channel was open yet for these words: \(text)"
  }
}
