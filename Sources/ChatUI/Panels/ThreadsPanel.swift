import ChatControllers
import ChatDomain
import ChatScreens

/// All threads that one has to do with, the last reply first, and those in which one only began to write.
final class ThreadsPanel: ListedPanel {
  var panel: ListPanel<DraftKey>
  private weak var stage: (any Stage)?
  private let names: PlaceNames
  private let time: RowClock
  private let watching = Watching()
  private var isStale = true
  private var loading: Task<Void, Never>?
  private var failure: ChatError?

  init(stage: any Stage, names: PlaceNames) {
    self.stage = stage
    self.names = names
    time = RowClock(stage)
    panel = ListPanel(
      title: "Threads", hint: stage.keymap.hint((.panel(.accept), "open"), (.panel(.dismiss), "close")))
    watching.follow(names.threads.changes()) { [weak self] _ in self?.becomeStale() }
    watching.hear(stage.client) { [weak self] in
      if case .connection(.online) = $0 { self?.retry() }
    }
    refresh()
    loadMore()
    explain()
  }

  func refresh() {
    guard isStale else { return }
    isStale = false
    panel.list.show(items())
    explain()
  }

  func queryDidChange() {
    isStale = false
    panel.list.showFromStart(items())
    explain()
    selectionDidMove()
  }

  func selectionDidMove() { if panel.list.isNearEnd { loadMore() } }

  func accept(_ id: DraftKey) -> PanelOutcome {
    stage?.go(to: .thread(id))
    return .close
  }

  func close() {
    loading?.cancel()
    watching.stop()
  }

  private func loadMore() {
    // What failed is asked for again when the connection is back, and not with every key.
    guard loading == nil, failure == nil, !names.threads.hasLoadedAllThreads else { return }
    loading = Task { [weak self, threads = names.threads] in
      do throws(ChatError) {
        try await threads.loadMoreThreads()
        self?.finish(nil)
      } catch {
        self?.finish(error)
      }
    }
  }

  private func finish(_ error: ChatError?) {
    loading = nil
    failure = error
    let isSomethingShown = !panel.list.items.isEmpty
    if isSomethingShown, let error, let notice = ErrorSentence.notice("Not all threads are here", error) {
      stage?.say(notice)
    }
    becomeStale()
    if !panel.query.isEmpty {
      refresh()
      selectionDidMove()
    }
  }

  private func retry() {
    guard failure != nil else { return }
    failure = nil
    loadMore()
    becomeStale()
  }

  private func becomeStale() {
    isStale = true
    stage?.setNeedsFrame()
  }

  private func explain() {
    if let reason = failure.flatMap({ ErrorSentence.reason($0) }) {
      panel.note = reason
    } else if loading != nil {
      panel.note = "loading…"
    } else {
      panel.note = panel.query.isEmpty ? "no threads yet" : "nothing found"
    }
  }

  private func items() -> [PanelItem<DraftKey>] {
    let candidates = names.threads.rows.map { row in
      let name = names.name(of: row.key.channelId)
      let words = row.parent.map { Excerpt.beginning(of: $0) } ?? "a thread"
      var trailing = row.lastActivity.map { time.text($0) } ?? ""
      if row.unreadReplies > 0 { trailing = "\(row.unreadReplies) unread · " + trailing }
      return Candidate(
        PanelItem(
          row.key, PanelRow("↳ \(words)", detail: "\(name) · \(second(of: row))", trailing: trailing)),
        [row.parent?.text ?? "", name, row.draft?.text ?? ""])
    }
    return FuzzyMatch(panel.query).filtered(candidates)
  }

  /// The reply that one is writing, or else the last one.
  private func second(of row: ThreadListRow) -> String {
    if let draft = row.draft { return "✎ " + Excerpt.beginning(of: draft.text, limit: 80) }
    guard let last = row.lastReply else { return "no replies yet" }
    return "\(last.author.displayName): " + Excerpt.beginning(of: last, limit: 80)
  }
}
