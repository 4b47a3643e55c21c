import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// An open channel or thread: its messages, the reading position, the selected message, and its composer.
final class Conversation {
  let source: TimelineController
  let composer: Composer
  let viewport = TimelineViewport()
  let readTracker: ReadTracker
  /// The selected message, in message mode.
  var selection: MessageID? {
    didSet { if selection != oldValue { codeColumn = nil } }
  }
  /// The message that a search or a click led to. It is marked, but keys still go to the composer.
  var found: MessageID?
  /// The newest message when `found` was set. In line mode a newer message ends the mark.
  private var newestWhenFound: MessageID?
  /// The first column shown of long lines of code in the selected message; nil if they wrap, as in all other messages.
  private var codeColumn: Int? {
    didSet { if codeColumn != oldValue { refresh() } }
  }
  /// Whether messages here are encrypted, as the composer says; unencrypted ones are then marked.
  var isEncrypted: Bool {
    didSet {
      composer.sender.encryption.isShown = isEncrypted
      if isEncrypted != oldValue { refresh() }
    }
  }
  /// Increases with every change that may affect how the messages look.
  private(set) var revision = 0
  /// When a time shown among the messages changes; nil if none will.
  private(set) var nextTimeChange: Timestamp?
  private(set) lazy var loader = TimelineLoader(source, context: context) { [weak self] in self?.refresh() }
  private let presenter = TimelinePresenter()
  private var shownPinnedCount = 0
  private let annotations: MessageAnnotations
  private let context: AppContext
  /// Whether the newest messages were requested and are not loaded yet.
  private var wantsNewest = false
  /// Whether the last scroll went up and the next page above has not been measured yet.
  private var isGoingUp = false
  /// The message that was shown since the last frame. If the next frame gives the pane another size, for example after a thread
  /// has covered it, the message is scrolled into view again.
  private var landing: MessageID?
  /// The last index of the selected message. If that message is removed, the message that takes its index is selected.
  private var chosenIndex = 0

  init(
    source: TimelineController, composer: Composer, annotations: MessageAnnotations,
    context: AppContext
  ) {
    self.source = source
    self.composer = composer
    isEncrypted = composer.sender.encryption.isShown ?? false
    self.annotations = annotations
    self.context = context
    readTracker = ReadTracker(source, context: context)
    composer.related.parent = { [weak source] in source?.parent }
    composer.related.threadPeople = { [weak source, reader = context.client.currentUser.id] in
      guard let source, let parent = source.parent else { return [] }
      var seen: Set = [reader]
      let authors = [parent.author.id] + source.messages.reversed().map(\.author.id)
      return authors.filter { seen.insert($0).inserted }
    }
  }

  var key: DraftKey { composer.draft.key }
  var isThread: Bool { source.parentId != nil }
  var messages: [Message] { source.messages }

  /// The parent message of a thread.
  var parent: Message? { source.parent }

  /// The selected message in its current state; nil also if it was removed.
  var selected: Message? {
    guard let selection else { return nil }
    return source.timeline[selection] ?? (selection == parent?.id ? parent : nil)
  }

  private var units: TimelineUnits {
    let (client, timeline) = (context.client, source.timeline)
    return TimelineUnits(
      place: key, messages: timeline.messages, index: timeline.index(of:), revision: revision,
      reader: client.currentUser.id, clock: context.messageClock, layout: viewport.layout,
      readMark: readTracker.mark, annotations: annotations, isEncrypted: isEncrypted,
      cutMessage: codeColumn == nil ? nil : selected?.id,
      codeColumn: codeColumn)
  }

  /// Sets the available space; called for each frame.
  ///
  /// - Parameters:
  ///   - showsSigns: whether the theme marks mentions by signs.
  ///   - blocks: the cache of wrapped messages; another cache takes effect only when the layout changes.
  func fit(
    messages: Size, composer size: Size, layout: MessageLayout, showsSigns: Bool,
    reusing blocks: MessageBlocks
  ) {
    composer.viewport.width = max(1, size.columns)
    composer.viewport.height = max(1, size.rows)
    let before = Size(columns: viewport.columns, rows: viewport.rows)
    if viewport.fit(messages, layout, showsSigns: showsSigns, reusing: blocks) { refresh() }
    if before != Size(columns: viewport.columns, rows: viewport.rows) { viewport.fillRows(in: units) }
    guard let target = landing else { return }
    landing = nil
    guard before != Size(columns: viewport.columns, rows: viewport.rows), found == target else { return }
    viewport.holdNewest()
    land(on: target)
    landing = nil
  }

  /// The messages as they are shown now.
  func presented() -> Shared<TimelineState> {
    readTracker.placeMark()
    let now = context.client.clock.now
    if let change = nextTimeChange, change <= now { refresh() }
    // A pin expires without an event.
    let pinnedCount = pinnedCount(at: now)
    if pinnedCount != shownPinnedCount {
      shownPinnedCount = pinnedCount
      refresh()
    }
    let view = TimelinePresenter.View(
      revision: revision, scroll: viewport.scroll, selection: selected?.id, found: found, rows: viewport.rows,
      columns: viewport.columns, readMark: readTracker.mark, loadFailure: loader.failure, newBelow: newBelow)
    return presenter.state(for: view) {
      let units = self.units
      let state = TimelinePresenter.state(view, of: self, units)
      nextTimeChange = units.clock.nextChange(in: state.items, below: parent)
      viewport.rememberEdge(in: units)
      return state
    }
  }

  /// The number of pinned messages.
  func pinnedCount(at time: Timestamp) -> Int { pins.count { $0.holds(at: time) } }

  private var pins: [Pin] { presenter.pins(revision) { currentPins } }

  /// The pins of the messages, without changes that are still counted down.
  private var currentPins: [Pin] {
    var delayed: [MessageID: OutboxEntry.Work] = [:]
    for entry in context.client.pendingWork(in: key.channelId) where entry.notBefore != nil {
      switch entry.work {
      // Of several pending changes of a pin, the first tells the service's current state.
      case .pin, .unpin: delayed[entry.message.id] = delayed[entry.message.id] ?? entry.work
      case .send, .edit, .delete, .react: break
      }
    }
    if delayed.isEmpty { return messages.compactMap(\.pin) }
    return messages.compactMap { message in
      switch delayed[message.id] {
      case .pin: nil
      case .unpin: message.pin ?? Pin(by: message.author.id, at: message.createdAt)
      default: message.pin
      }
    }
  }

  // MARK: Changes

  /// Invalidates the messages: they changed, or became visible again.
  func refresh() { revision += 1 }

  /// The height of the message that is partly below the lower edge; nil if there is none.
  var heightAtEdge: Int? { viewport.heightAtEdge(in: units) }

  /// Shows a picture that has arrived, without moving the text being read.
  ///
  /// - Parameter old: the previous `heightAtEdge`.
  func pictureCame(atEdge old: Int?) {
    refresh()
    if let old { viewport.keepPlace(from: old, in: units) }
    if selection != nil { reveal() }
  }

  /// Applies changes. If the selected message was removed, the message that takes its place is selected. Message mode ends if the
  /// selected message is no longer loaded, because keys would then act on a message that is not visible.
  func refresh(after changes: [TimelineChange]) {
    refresh()
    if changes.contains(where: viewport.holds) { viewport.keepPlaceOfRemoved(in: units) }
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

  func handle(_ notice: ClientNotice) {
    switch notice {
    // Among the drafts, only those of threads are shown under messages.
    case .draft(let change) where change.key.parentId == nil: break
    case .store, .takenOver: break
    default: refresh()
    }
  }

  /// Retries failed requests when the connection is back.
  func connectionIsBack() {
    if wantsNewest, viewport.isAtNewest { toNewest() }
    loader.forgetFailure()
  }

  // MARK: Scrolling

  func scroll(by lines: Int) {
    isGoingUp = lines > 0
    let isShort = viewport.scroll(by: lines, in: units)
    if lines > 0, isShort { loader.loadOlder() }
    if lines < 0, viewport.isAtNewest, source.hasNewer { loadNewer() }
    context.setNeedsFrame()
  }

  /// Measures what the next page up will show; call it after a frame, while the program is idle.
  func measureAhead() {
    guard isGoingUp else { return }
    // If the loaded messages do not fill that page, it is measured again once older ones are loaded.
    isGoingUp = !viewport.measurePageAbove(in: units) && source.timeline.hasOlder
  }

  /// Scrolls by a page less two lines, or one of a few rows, so that the user keeps the context.
  func page(_ direction: Int) {
    let kept = viewport.rows > 5 ? 2 : 1
    scroll(by: direction * max(1, viewport.rows - kept))
  }

  func toNewest() {
    viewport.holdNewest()
    found = nil
    guard source.hasNewer else { return context.setNeedsFrame() }
    wantsNewest = true
    loader.loadNewest { [weak self] in self?.newestDidCome() }
  }

  private func newestDidCome() {
    wantsNewest = source.hasNewer && viewport.isAtNewest
    if wantsNewest, loader.failure != nil { context.say(.newestLoadLater) }
  }

  func toOldest() {
    guard source.timeline.hasOlder else { return scroll(by: .max / 2) }
    loader.loadOldest { [weak self] in self?.scroll(by: .max / 2) }
  }

  private func loadNewer() {
    let (last, wasAtNewest) = (messages.last, viewport.isAtNewest)
    guard loader.loadNewer() else { return }
    // Keeps the reading position while more messages are added below.
    if let last, wasAtNewest { viewport.hold(last.id) }
  }

  // MARK: Selecting

  /// Goes to a message, loading it if necessary, and marks it. Keys still go to the composer.
  func show(_ message: MessageID) {
    if source.timeline.index(of: message) != nil { return land(on: message) }
    loader.load(around: message) { [weak self] in self?.arrive(at: message) }
  }

  private func arrive(at message: MessageID) {
    if source.timeline.index(of: message) != nil { return land(on: message) }
    context.say(loader.failure.map { .notShown(because: "\($0)") } ?? .messageGone)
  }

  private func land(on message: MessageID) {
    selection = nil
    found = source.timeline[message]?.id ?? message
    landing = found
    newestWhenFound = messages.last?.id
    let key = context.key(of: .global(.messageMode))
    if !context.isLineMode {
      context.say(.marked(selectedBy: key))
    } else if let marked {
      let author = marked.author.shownName(to: context.client.currentUser.id)
      context.say(.found("\(author): \(Excerpt.beginning(of: marked.text))", selectedBy: key))
    }
    let before = viewport.scroll
    let wasBelow = viewport.bottom(of: units).unit
    reveal()
    guard viewport.scroll != before, let chosen = source.timeline.index(of: message) else { return }
    // Shows some of the messages before or after it, but all of its own lines.
    scroll(by: (chosen > wasBelow ? -1 : 1) * (viewport.rows / 3))
    reveal()
  }

  /// Handles a click on a message: selects the message in message mode, and otherwise only marks it.
  func point(at message: MessageID) {
    if selection == nil { found = message } else { selection = message }
    reveal()
  }

  /// The found message; nil if its mark is not visible or, in line mode, if a newer message has arrived.
  var marked: Message? {
    guard let found else { return nil }
    let isKnown =
      context.isLineMode
      ? newestWhenFound == messages.last?.id
      : presenter.lastState?.shows(found) ?? false || found == parent?.id
    guard isKnown else { return nil }
    return found == parent?.id ? parent : source.timeline[found]
  }

  /// Begins message mode at the found message if it is visible, otherwise at the newest visible one.
  ///
  /// - Returns: whether there is a message to select.
  func beginSelecting() -> Bool {
    guard !messages.isEmpty else {
      selection = parent?.id
      return selection != nil
    }
    if let marked {
      selection = marked.id
    } else {
      selection = messages[viewport.bottom(of: units).unit].id
    }
    found = nil
    reveal()
    return true
  }

  /// Moves the selection down by `step` messages; past the loaded ones, more are loaded.
  func moveSelection(by step: Int) {
    guard let id = selection, let last = messages.indices.last else { return }
    let timeline = source.timeline
    // The parent of a thread precedes its first reply.
    let index = timeline.index(of: timeline[id]?.id ?? id) ?? (id == parent?.id ? -1 : last)
    let wanted = index + step
    if wanted < 0, let parent {
      selection = parent.id
    } else {
      selection = messages[min(max(0, wanted), last)].id
    }
    reveal()
    if wanted < 0 { loader.loadOlder() }
    if wanted > last { loadNewer() }
  }

  /// Cuts long lines of code in the selected message, or wraps them again.
  func toggleCutCode() {
    codeColumn = codeColumn == nil ? 0 : nil
    reveal()
  }

  /// Scrolls the code of the selected message by `step` columns, no further than its longest line needs.
  func moveCode(by step: Int) {
    guard let selected, let index = source.timeline.index(of: selected.id) else { return }
    if codeColumn == nil { codeColumn = 0 }
    codeColumn = codeColumn.map { max(0, min($0 + step, viewport.lastCodeColumn(of: index, in: units))) }
    reveal()
  }

  /// Call when the user leaves the place.
  func wasLeft() {
    selection = nil
    found = nil
    viewport.forgetUnits()
  }

  /// Scrolls no further than needed to make the selected or found message visible.
  private func reveal() {
    defer { context.setNeedsFrame() }
    guard let shown = selection ?? found, let chosen = source.timeline.index(of: shown) else { return }
    chosenIndex = chosen
    viewport.reveal(chosen, in: units)
  }

  // MARK: Reading

  /// Whether the newest message is visible.
  var showsNewest: Bool { viewport.isAtNewest && !source.hasNewer }

  /// The number of messages that arrived while the user was reading further up.
  private var newBelow: Int { viewport.isAtNewest ? 0 : readTracker.countAfterNewestSeen }
}
