import ChatControllers
import ChatDomain
import ChatScreens

/// Every draft, the newest first, with where it is, when it was begun, its first words and what goes along.
final class DraftsPanel: ListedPanel {
  var panel: ListPanel<DraftKey>
  private weak var stage: (any Stage)?
  private let client: ChatClient
  private let names: PlaceNames
  private let time: RowClock
  private let mine: CurrentUserController
  private let discarded: DiscardedDrafts
  private let watching = Watching()
  private var isStale = true
  private var loading: Task<Void, Never>?
  private var failure: ChatError?

  /// - Parameter discarded: what can still be brought back, from the panel that this one came from.
  init(stage: any Stage, names: PlaceNames, discarded: DiscardedDrafts? = nil) {
    self.stage = stage
    client = stage.client
    self.names = names
    time = RowClock(stage)
    mine = stage.client.currentUserController()
    self.discarded = discarded ?? DiscardedDrafts(client: stage.client)
    let keymap = stage.keymap
    panel = ListPanel(
      title: "Drafts",
      hint: keymap.hint(
        (.panel(.accept), "go there"), (.panel(.remove), "discard"), (.panel(.restore), "undo"),
        (.panel(.toggle), "history")))
    watching.follow(mine.changes()) { [weak self] _ in self?.becomeStale() }
    // The names of threads and channels can come later than the drafts.
    watching.follow(names.threads.changes()) { [weak self] _ in self?.becomeStale() }
    watching.follow(names.channels.changes()) { [weak self] _ in self?.becomeStale() }
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
  }

  func selectionDidMove() { if panel.list.isNearEnd { loadMore() } }

  func accept(_ id: DraftKey) -> PanelOutcome {
    stage?.go(to: Place(of: id))
    return .close
  }

  func remove(_ id: DraftKey) {
    do {
      try discarded.discard(id)
      let keys = stage?.keymap.hint((.panel(.restore), "brings it back, and later the history")) ?? ""
      say(Notice("discarded; \(keys)"))
    } catch {
      say(ErrorSentence.notice("It stays", error))
    }
    showAgain()
  }

  func restore() -> Bool {
    guard !discarded.isEmpty else { return false }
    do {
      let key = try discarded.restoreLast()
      showAgain()
      if let key { panel.list.select(key) }
    } catch {
      say(ErrorSentence.notice("It was not brought back", error))
    }
    return true
  }

  func toggle() {
    guard let stage else { return }
    stage.show(HistoryPanel(stage: stage, names: names, scope: nil, discarded: discarded))
  }

  func close() {
    loading?.cancel()
    watching.stop()
  }

  private func loadMore() {
    // What failed is asked for again when the connection is back, and not with every key.
    guard loading == nil, failure == nil, !mine.hasLoadedAllDrafts else { return }
    loading = Task { [weak self, mine] in
      do throws(ChatError) {
        try await mine.loadMoreDraftMessages()
        self?.finish(nil)
      } catch {
        self?.finish(error)
      }
    }
  }

  private func finish(_ error: ChatError?) {
    loading = nil
    failure = error
    if !mine.draftMessages.isEmpty, let error {
      say(ErrorSentence.notice("Drafts of other devices may be missing", error))
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

  private func say(_ notice: Notice?) { if let notice { stage?.say(notice) } }

  private func becomeStale() {
    isStale = true
    stage?.setNeedsFrame()
  }

  private func showAgain() {
    becomeStale()
    refresh()
  }

  private func explain() {
    if !client.configuration.isDraftMessagesEnabled {
      panel.note = "drafts are switched off"
    } else if let reason = failure.flatMap({ ErrorSentence.reason($0) }) {
      panel.note = reason
    } else if loading != nil {
      panel.note = "loading…"
    } else {
      let hint = stage?.keymap.hint((.panel(.toggle), "shows what was sent and put aside")) ?? ""
      panel.note = panel.query.isEmpty ? "no drafts · \(hint)" : "nothing found"
    }
  }

  private func items() -> [PanelItem<DraftKey>] {
    let candidates = mine.draftMessages.map { draft in
      let name = names.name(of: draft.key)
      return Candidate(PanelItem(draft.key, row(of: draft, in: name)), [draft.text, name])
    }
    return FuzzyMatch(panel.query).filtered(candidates)
  }

  private func row(of draft: DraftMessage, in name: String) -> PanelRow {
    let words = Excerpt.beginning(of: draft.text)
    let local = client.inputFiles(ofDraft: draft.key).count
    let files = Excerpt.files(draft.content.files.count + local)
    let quote = draft.content.quoted.map { "quotes \($0.author.displayName)" }
    let parts = [name, files, quote].compactMap { $0 }
    return PanelRow(
      "✎ " + (words.isEmpty ? files ?? quote ?? "(no words)" : words), detail: parts.joined(separator: " · "),
      trailing: time.text(draft.createdAt))
  }
}
