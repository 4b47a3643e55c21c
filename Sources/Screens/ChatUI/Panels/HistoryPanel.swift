import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// Text that left the composers: sent, cleared, replaced, merged or set aside. All of it can be restored.
final class HistoryPanel: ListPanel {
  var contents: ListContents<HistoryFeed.ID>
  private(set) weak var services: (AppContext)?
  private let client: ChatClient
  private let names: ConversationNames
  private let time: RowClock
  var isStale = true
  private lazy var feed = HistoryFeed(client: client, scope: scope) { [weak self] in self?.pageDidCome() }
  private let scope: DraftKey?

  /// - Parameter scope: the composer's place; nil for all places.
  init(services: AppContext, names: ConversationNames, scope: DraftKey?) {
    self.services = services
    client = services.client
    self.names = names
    self.scope = scope
    time = RowClock(services)
    contents = ListContents(title: "", hint: "")
    name(scope)
    _ = feed
  }

  func loadMore() { feed.loadMore() }

  func accept(_ id: HistoryFeed.ID) -> PanelOutcome {
    guard let entry = feed.entries.first(where: { $0.id == id })?.last else { return .stay }
    let key = entry.key
    do {
      let draft = try client.messageDraft(for: key, isTypingIndicatorTriggered: false)
      let isReplacing = !draft.isEmpty
      services?.go(to: Destination(of: key))
      draft.restore(entry)
      let words = isReplacing ? "Brought back; what stood there is in the history" : "Brought back"
      services?.say(Notice(words, .good))
      return .close
    } catch {
      services?.say("It was not brought back", because: error)
      return .stay
    }
  }

  /// Switches from this place to all, and from all to the drafts.
  func toggle() {
    guard let services else { return }
    if feed.scope != nil {
      feed.show(nil)
      name(nil)
      becomeStale()
    } else {
      services.show(DraftsPanel(services: services, names: names))
    }
  }

  /// Asks first, because entries removed here cannot be restored.
  func remove(_ id: HistoryFeed.ID) {
    guard let services else { return }
    let (client, scope) = (client, feed.scope)
    let whose =
      scope.map { "what left the composer of \(names.name(of: $0))" } ?? "all that left the composers"
    services.show(
      QuestionPanel(
        title: "Forget \(whose)?", text: "On this device it is overwritten. Nothing brings it back.",
        yes: "forget it", no: "keep it", keymap: services.keymap, clock: client.clock
      ) { [weak services] in
        Task {
          do {
            try await client.forgetDraftHistory(for: scope)
            services?.say(Notice("Forgotten", .good))
          } catch {
            services?.say("It is not forgotten", because: error)
          }
        }
      })
  }

  func restore() -> Bool {
    guard let services, !services.discarded.isEmpty else { return false }
    do {
      _ = try services.discarded.restoreLast()
      services.say(Notice("Brought back", .good))
    } catch {
      services.say("It was not brought back", because: error)
    }
    return true
  }

  func close() { feed.stop() }

  var emptyNote: String? {
    if !client.configuration.isDraftMessagesEnabled { return "drafts are switched off" }
    return feed.emptyNote(
      orElse: contents.query.isEmpty ? "nothing has left the composer yet" : "nothing found")
  }

  /// Sets the title and the key hints, which depend on the scope.
  private func name(_ scope: DraftKey?) {
    contents.title = scope.map { "History of \(names.name(of: $0))" } ?? "History of all drafts"
    let other = scope == nil ? "drafts" : "all places"
    contents.hint =
      services?.keymap.hint(
        (.panel(.accept), "bring back"), (.panel(.remove), "forget all"), (.panel(.toggle), other)) ?? ""
  }

  func items() -> [PanelItem<HistoryFeed.ID>] {
    let candidates = feed.entries.map { entry in
      let name = names.name(of: entry.last.key)
      let text = entry.last.elements.text
      let why = entry.byReason.map(\.reason.words).joined(separator: ", ")
      let detail = feed.scope == nil ? "\(why) · \(name)" : why
      let row = PanelRow(Excerpt.beginning(of: text), detail: detail, trailing: time.text(entry.last.at))
      return Candidate(PanelItem(entry.id, row), [text, name, why])
    }
    return FuzzyMatch(contents.query).filtered(candidates)
  }
}

nonisolated extension DraftHistoryEntry.Reason {
  /// The reason the text left the composer, for a row.
  var words: String {
    switch self {
    case .sent: "sent"
    case .cleared: "cleared"
    case .replaced: "replaced by other words"
    case .merged: "changed on two devices"
    case .parked: "put aside"
    case .command: "a command"
    }
  }
}
