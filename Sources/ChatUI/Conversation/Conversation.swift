import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

/// An open place: its messages, the reading position, the selected message, and its composer.
final class Conversation {
  let source: any MessageSource
  let composer: ComposerPane
  var scroll = TimelineScroll()
  /// The selected message, in message mode.
  var selection: MessageID?
  /// The message that a search or a click led to. It is marked, but keys are still the composer's.
  var found: MessageID?
  /// The read position at the time the place was opened.
  var readMark: Timetoken?
  /// The number of replies that were unread when a thread was opened, until they are identified: a service only reports
  /// the count for threads.
  var unreadAtOpening = 0
  /// The reason no older or newer messages can be loaded.
  var loadFailure: String?
  /// The newest message at the time the end of the list was last visible.
  private(set) var newestSeen: MessageID?
  private(set) var isLoadingOlder = false
  private(set) var isLoadingNewer = false
  /// The number of rows the messages have on the screen, and their width in columns.
  private(set) var rows = 1
  private(set) var columns = 1
  private var showsSigns = false
  /// Increases with everything that may change how the messages look.
  private(set) var revision = 0
  /// The last presented state: a key in the composer does not recompute it.
  var lastPresented: (view: View, state: TimelineState)?
  private var pins: (revision: Int, pins: [Pin])?
  private var measure = TimelineMeasure(width: 1)
  /// The cached heights of units in lines, valid while nothing in them changes: scrolling asks for the same ones
  /// repeatedly.
  private var heights: (revision: Int, readMark: Timetoken?, lines: [Int: Int]) = (0, nil, [:])
  let isThread: Bool
  private var reading: Task<Void, Never>?
  /// The first loading of the place.
  private var opening: Task<Void, Never>?
  /// Whether the newest messages are wanted and could not be loaded yet.
  private var wantsNewest = false
  /// The last index of the selected message: if the message goes, another one at this index is selected.
  private var chosenIndex = 0
  private var read: Timetoken?
  unowned let stage: any ConversationHost

  init(source: any MessageSource, composer: ComposerPane, isThread: Bool, stage: any ConversationHost) {
    self.source = source
    self.composer = composer
    self.isThread = isThread
    self.stage = stage
    composer.parent = { [weak source] in (source as? MessageController)?.message }
  }

  var messages: [Message] { source.timeline.messages }

  /// The parent message of a thread.
  var parent: Message? { (source as? MessageController)?.message }

  /// The number of pinned messages. Counted when a message has changed, not for each frame.
  func pinnedCount(at time: Timestamp) -> Int {
    if pins?.revision != revision { pins = (revision, messages.compactMap(\.pin)) }
    return pins?.pins.count { $0.holds(at: time) } ?? 0
  }

  /// The selected message in its current state; nil also if it is gone.
  var selected: Message? {
    guard let selection else { return nil }
    return source.timeline[selection] ?? (selection == parent?.id ? parent : nil)
  }

  var units: TimelineUnits {
    let client = stage.client
    let channel = source.timeline.channelId
    return TimelineUnits(
      messages: messages, reader: client.currentUser.id, now: client.clock.now, calendar: stage.calendar,
      readMark: readMark,
      lastAuthor: { [stage] in
        stage.lastReply(under: $0, in: channel)?.author.shownName(to: client.currentUser.id)
      },
      hasDraft: { client.draftMessage(for: DraftKey(channelId: channel, parentId: $0)) != nil },
      uploads: { [stage] in stage.uploads(of: $0) },
      place: { [stage] in stage.place(of: $0) },
      failure: { [stage] in stage.failure(of: $0)?.description },
      delay: { [stage] in stage.delay(of: $0) },
      retryKey: stage.keymap.keys(of: .message(.retry)).first?.description,
      isThread: isThread)
  }

  /// Sets the available space; called for each frame.
  func fit(messages: Size, composer size: Size) {
    rows = max(1, messages.rows)
    composer.width = max(1, size.columns)
    composer.height = max(1, size.rows)
    let showsSigns = stage.settings.theme.theme(on: stage.settings.background).showsSigns
    guard columns != messages.columns || showsSigns != self.showsSigns else { return }
    columns = messages.columns
    if showsSigns != self.showsSigns { refresh() }
    self.showsSigns = showsSigns
    measure = TimelineMeasure(
      width: columns, timeWidth: stage.calendar.timeWidth, showsSigns: showsSigns)
    heights.lines = [:]
  }

  /// Places the mark above the first of the unread replies.
  func placeReadMark() {
    guard unreadAtOpening > 0, source.timeline.isLoaded else { return }
    let me = stage.client.currentUser.id
    let others = messages.filter { $0.author.id != me }.compactMap(\.timetoken)
    readMark = others.suffix(unreadAtOpening).first.map { Timetoken($0.rawValue - 1) }
    unreadAtOpening = 0
  }

  /// Notes that the messages may look different: they changed, or became visible again.
  func refresh() { revision += 1 }

  /// Applies changes. Message mode continues with the message that takes the place of a removed one, and ends where
  /// other messages are shown: otherwise keys would act on a message nobody sees.
  func refresh(after changes: [TimelineChange]) {
    refresh()
    if let found, found != parent?.id, source.timeline.index(of: found) == nil { self.found = nil }
    guard let selection, selection != parent?.id else { return }
    if let index = source.timeline.index(of: selection) {
      chosenIndex = index
    } else if changes.contains(.removed(selection)), !messages.isEmpty {
      self.selection = messages[min(chosenIndex, messages.count - 1)].id
      reveal()
    } else {
      self.selection = nil
    }
  }

  func hear(_ notice: ClientNotice) {
    switch notice {
    // Among the drafts, only those of threads are shown under messages.
    case .draft(let change) where change.key.parentId == nil: break
    case .store, .takenOver: break
    default: revision += 1
    }
  }

  // MARK: Scrolling

  func scroll(by lines: Int) {
    let units = units
    let isShort = scroll.move(
      by: lines, rows: rows, ids: { units.messages[$0].id }, index: { self.source.timeline.index(of: $0) },
      count: units.messages.count, height: { self.height(of: $0, in: units) })
    if lines > 0, isShort { loadOlder() }
    if lines < 0, scroll.hold == .newest, source.timeline.hasNewer { loadNewer() }
    stage.setNeedsFrame()
  }

  /// Scrolls by a page less two lines, so that the user keeps the context.
  func page(_ direction: Int) { scroll(by: direction * max(1, rows - 2)) }

  func toNewest() {
    scroll.hold = .newest
    found = nil
    guard source.timeline.hasNewer else { return stage.setNeedsFrame() }
    wantsNewest = true
    load({ try await $0.loadNewest() }, then: { [weak self] in self?.noteNewest() })
  }

  private func noteNewest() {
    wantsNewest = source.timeline.hasNewer && scroll.hold == .newest
    if wantsNewest, loadFailure != nil {
      stage.say(Notice("The newest messages come when the connection is back", .warning))
    }
  }

  func toOldest() {
    guard source.timeline.hasOlder else { return scroll(by: .max / 2) }
    load({ try await $0.loadOldest() }, then: { [weak self] in self?.scroll(by: .max / 2) })
  }

  /// Goes to a message, loading it if necessary, and marks it. The composer keeps the keys.
  func show(_ message: MessageID) {
    if source.timeline.index(of: message) != nil { return land(on: message) }
    // The initial loading would replace it.
    load(
      { [opening] in
        await opening?.value
        try await $0.load(around: message)
      }, then: { [weak self] in self?.arrive(at: message) })
  }

  private func arrive(at message: MessageID) {
    if source.timeline.index(of: message) != nil { return land(on: message) }
    let reason = loadFailure.map { "It cannot be shown: \($0)" } ?? "The message is not there any more"
    stage.say(Notice(reason, .warning))
  }

  private func land(on message: MessageID) {
    selection = nil
    found = source.timeline[message]?.id ?? message
    let before = scroll
    let index = { [source] in source.timeline.index(of: $0) }
    let wasBelow = scroll.bottom(index: index, count: messages.count).unit
    reveal()
    guard scroll != before, let chosen = index(message) else { return }
    // Shows some of the messages before and after it.
    scroll(by: (chosen > wasBelow ? -1 : 1) * (rows / 3))
  }

  /// A click: moves the selection in message mode, and otherwise only marks the message.
  func point(at message: MessageID) {
    if selection == nil { found = message } else { selection = message }
    reveal()
  }

  /// Begins message mode at the found message if it is in sight, otherwise at the newest one that is.
  func chooseFound() {
    let isInSight = lastPresented?.state.shows(found) ?? false
    if let found, isInSight || found == parent?.id {
      selection = found
    } else {
      let bottom = scroll.bottom(index: { source.timeline.index(of: $0) }, count: messages.count)
      selection = messages[bottom.unit].id
    }
    found = nil
    reveal()
  }

  func forgetMarks() {
    selection = nil
    found = nil
  }

  /// Scrolls no further than needed to make the selected or found message visible.
  func reveal() {
    defer { stage.setNeedsFrame() }
    guard let shown = selection ?? found, let chosen = source.timeline.index(of: shown) else { return }
    chosenIndex = chosen
    let units = units
    let bottom = scroll.bottom(index: { self.source.timeline.index(of: $0) }, count: units.messages.count)
    if chosen > bottom.unit || (chosen == bottom.unit && bottom.hidden > 0) {
      scroll.hold = chosen == units.messages.count - 1 ? .newest : .message(shown, hidden: 0)
      return
    }
    var lines = -bottom.hidden
    for index in stride(from: bottom.unit, through: chosen, by: -1) {
      lines += height(of: index, in: units)
      guard lines <= max(rows, 1) + height(of: index, in: units) * 2 else { break }
    }
    guard lines > rows else { return }
    // Moves the message to the upper edge.
    var unit = chosen
    var filled = 0
    while filled < rows, unit < units.messages.count {
      filled += height(of: unit, in: units)
      unit += 1
    }
    let hidden = max(0, filled - rows)
    let isNewest = unit == units.messages.count && hidden == 0
    scroll.hold = isNewest ? .newest : .message(units.messages[unit - 1].id, hidden: hidden)
  }

  func height(of index: Int, in units: TimelineUnits) -> Int {
    if heights.revision != revision || heights.readMark != readMark { heights = (revision, readMark, [:]) }
    if let known = heights.lines[index] { return known }
    let height = measure.height(of: units.unit(at: index))
    heights.lines[index] = height
    return height
  }

  // MARK: Loading

  /// Loads the messages, first those saved on this device and then the service's.
  func synchronize() {
    opening = Task { [weak self, source] in
      do throws(ChatError) {
        try await source.synchronize()
      } catch {
        self?.noteOpening(error)
      }
      self?.stage.setNeedsFrame()
    }
  }

  /// A failure that retrying cannot fix is shown in place of the messages.
  private func noteOpening(_ error: ChatError) {
    stage.note(error)
    if !error.canSucceedLater, error != .cancelled { loadFailure = ErrorSentence.reason(error) }
    revision += 1
  }

  func loadOlder() {
    guard !isLoadingOlder, source.timeline.hasOlder else { return }
    isLoadingOlder = true
    load({ try await $0.loadOlder() }, then: { [weak self] in self?.isLoadingOlder = false })
  }

  func loadNewer() {
    guard !isLoadingNewer, source.timeline.hasNewer else { return }
    isLoadingNewer = true
    // Keeps the reading position while more messages are added below.
    if let last = messages.last, scroll.hold == .newest { scroll.hold = .message(last.id, hidden: 0) }
    load({ try await $0.loadNewer() }, then: { [weak self] in self?.isLoadingNewer = false })
  }

  /// Clears the failure when the connection is back: what is missing is requested again when it becomes visible.
  func forgetFailure() {
    if wantsNewest, scroll.hold == .newest { toNewest() }
    guard loadFailure != nil else { return }
    loadFailure = nil
    stage.setNeedsFrame()
  }

  private func load(
    _ body: @escaping @MainActor (any MessageSource) async throws -> Void,
    then finish: @escaping @MainActor () -> Void = {}
  ) {
    loadFailure = nil
    // Weak, because the stage may be gone when the answer arrives.
    Task { [weak self, source] in
      var failure: String?
      do { try await body(source) } catch { failure = ErrorSentence.reason(error) }
      guard let self else { return }
      if let failure { loadFailure = failure }
      revision += 1
      finish()
      stage.setNeedsFrame()
    }
  }

  // MARK: Reading

  /// Whether the newest message is visible.
  var showsNewest: Bool { scroll.hold == .newest && !source.timeline.hasNewer }

  /// Marks everything as read when the newest message is visible.
  func noteSeen(isAttentive: Bool) {
    guard isAttentive, showsNewest, let last = messages.last else { return }
    newestSeen = last.id
    let token = messages.last { $0.timetoken != nil }?.timetoken
    guard let token, token > read ?? Timetoken(0), reading == nil else { return }
    reading = Task { [weak self, source] in
      // Without a connection it is repeated when the next message becomes visible.
      do throws(ChatError) {
        try await source.markAllRead()
        self?.read = token
      } catch {
        self?.stage.note(error)
      }
      self?.reading = nil
    }
  }

  /// The number of messages that arrived while the user was reading further up.
  var newBelow: Int {
    guard scroll.hold != .newest, let newestSeen, let index = source.timeline.index(of: newestSeen) else {
      return 0
    }
    return messages.count - 1 - index
  }
}
