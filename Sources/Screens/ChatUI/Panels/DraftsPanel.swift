import ChatControllers
import ChatDomain
import ChatScreens

/// All drafts, the newest first, each with its place, creation date, first words and attachments.
final class DraftsPanel: ListPanel {
  var contents: ListContents<DraftKey>
  private(set) weak var services: (AppContext)?
  private let client: ChatClient
  private let names: ConversationNames
  private let time: RowClock
  private let mine: CurrentUserController
  private let subscriptions = PanelSubscriptions()
  var isStale = true
  private lazy var pages = NextPages { [mine] in
    mine.hasLoadedAllDrafts
  } load: { [mine] () async throws(ChatError) in
    try await mine.loadMoreDraftMessages()
  } onEnd: { [weak self] in
    self?.finish($0)
  }

  init(services: AppContext, names: ConversationNames) {
    self.services = services
    client = services.client
    self.names = names
    time = RowClock(services)
    mine = services.client.currentUserController()
    let keymap = services.keymap
    contents = ListContents(
      title: "Drafts",
      hint: keymap.hint(
        (.panel(.accept), "go there"), (.panel(.remove), "discard"), (.panel(.restore), "undo"),
        (.panel(.toggle), "history")))
    subscriptions.follow(mine.changes()) { [weak self] _ in self?.becomeStale() }
    // The names of threads and channels may arrive later than the drafts.
    subscriptions.follow(names.threads.changes()) { [weak self] _ in self?.becomeStale() }
    subscriptions.follow(names.channels.changes()) { [weak self] _ in self?.becomeStale() }
    subscriptions.observe(services.client) { [weak self] in
      if case .connection(.online) = $0 { self?.pages.retry() }
    }
    loadMore()
    refresh()
  }

  func accept(_ id: DraftKey) -> PanelOutcome {
    services?.go(to: Destination(of: id))
    return .close
  }

  func remove(_ id: DraftKey) {
    guard let services else { return }
    do {
      let words = try services.discarded.discard(id)?.hasWords == true ? ", and later the history" : ""
      services.say(Notice("Discarded; \(services.keymap.hint((.panel(.restore), "brings it back\(words)")))"))
    } catch {
      services.say("It stays", because: error)
    }
    showAgain()
  }

  func restore() -> Bool {
    guard let services, !services.discarded.isEmpty else { return false }
    do {
      let key = try services.discarded.restoreLast()
      showAgain()
      if let key { contents.rows.select(key) }
    } catch {
      services.say("It was not brought back", because: error)
    }
    return true
  }

  func toggle() {
    guard let services else { return }
    services.show(HistoryPanel(services: services, names: names, scope: nil))
  }

  func close() {
    pages.stop()
    subscriptions.stop()
  }

  func loadMore() { pages.loadMore() }

  private func finish(_ error: ChatError?) {
    if !mine.draftMessages.isEmpty, let error {
      services?.say("Drafts of other devices may be missing", because: error)
    }
    pageDidCome()
  }

  private func showAgain() {
    becomeStale()
    refresh()
  }

  var emptyNote: String? {
    if !client.configuration.isDraftMessagesEnabled { return "drafts are switched off" }
    if let failure = pages.failure { return ErrorSentence.reason(failure) }
    if pages.isLoading { return "loading…" }
    guard contents.query.isEmpty else { return "nothing found" }
    let hint = services?.keymap.hint((.panel(.toggle), "shows what was sent and put aside")) ?? ""
    return ["no drafts", hint].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  func items() -> [PanelItem<DraftKey>] {
    let candidates = mine.draftMessages.map { draft in
      let name = names.name(of: draft.key)
      return Candidate(PanelItem(draft.key, row(of: draft, in: name)), [draft.text, name])
    }
    return FuzzyMatch(contents.query).filtered(candidates)
  }

  private func row(of draft: DraftMessage, in name: String) -> PanelRow {
    let words = Excerpt.beginning(of: draft.text)
    let local = client.inputFiles(ofDraft: draft.key).count
    let files = Excerpt.files(draft.content.files.count + local)
    let quote = draft.content.quoted.map { "quotes \($0.author.shownName(to: client.currentUser.id))" }
    let parts = [name, files, quote].compactMap { $0 }
    return PanelRow(
      "✎ " + (words.isEmpty ? files ?? quote ?? "(no words)" : words), detail: parts.joined(separator: " · "),
      trailing: time.text(draft.createdAt))
  }
}
