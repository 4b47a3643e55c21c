import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine

/// All drafts, the newest first, each with its place, creation date, first words and attachments.
final class DraftSource: ListSource {
  let title = "Drafts"
  let keys: Keys = [
    .accept: "go there", .remove: "discard", .restore: "undo", .toggle: "history",
  ]
  let incompleteNote: String? = "Drafts from other devices may be missing"
  private let context: AppContext
  private let client: ChatClient
  private let names: ConversationNames
  private let mine: CurrentUserController
  private let drafts: ControllerPages
  private weak var list: ListPanel<DraftSource>?

  init(context: AppContext, names: ConversationNames) {
    self.context = context
    client = context.client
    self.names = names
    mine = client.currentUserController()
    drafts = ControllerPages(mine)
  }

  var pages: [any ListPages] { [drafts] }

  var progressNote: String? {
    client.configuration.isDraftMessagesEnabled ? drafts.note : "drafts are off"
  }

  func note(for query: String) -> String {
    guard query.isEmpty else { return "nothing found" }
    let hint = context.keymap.hint((.panel(.toggle), "shows what was sent and put aside"))
    return ["no drafts", hint].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  func open(in list: ListPanel<DraftSource>) {
    self.list = list
    list.follow(mine.changes())
    // The names of threads and channels may arrive later than the drafts.
    list.follow(names.threads.changes())
    list.follow(names.channels.changes())
    drafts.loadMore()
  }

  func perform(_ command: PanelCommand, on id: DraftKey) -> PanelOutcome {
    switch command {
    case .accept:
      context.go(to: Destination(of: id))
      return .close
    case .remove: discard(id)
    default: break
    }
    return .stay
  }

  func perform(_ command: PanelCommand) -> PanelOutcome? {
    switch command {
    case .restore where !context.discarded.isEmpty:
      do {
        if let key = try context.discarded.restoreLast() { list?.select(key) }
      } catch {
        context.say("Not restored", because: error)
      }
    case .toggle: context.showList(HistorySource(context: context, names: names, scope: nil))
    default: return nil
    }
    return .stay
  }

  private func discard(_ id: DraftKey) {
    do {
      let words = try context.discarded.discard(id)?.hasWords == true ? ", and later the history does" : ""
      context.say(Notice("Discarded; \(context.keymap.hint((.panel(.restore), "restores it\(words)")))"))
    } catch {
      context.say("Not discarded", because: error)
    }
  }

  func candidates() -> [Candidate<DraftKey>] {
    mine.draftMessages.map { draft in
      let name = names.name(of: draft.key)
      return Candidate(draft.key, row(of: draft, in: name), matching: [draft.text, name])
    }
  }

  private func row(of draft: DraftMessage, in name: String) -> PanelRow {
    let words = Excerpt.beginning(of: draft.text)
    let local = client.inputFiles(ofDraft: draft.key).count
    let files = Excerpt.files(draft.content.files.count + local)
    let quote = draft.content.quoted.map { "quotes \($0.author.shownName(to: client.currentUser.id))" }
    let parts = [name, files, quote].compactMap { $0 }
    return PanelRow(
      "✎ " + (words.isEmpty ? files ?? quote ?? "(no text)" : words), detail: parts.joined(separator: " · "),
      trailing: RowClock(context).text(draft.createdAt))
  }
}

/// Text that left the composers: sent, cleared, replaced, merged or set aside. All of it can be restored.
final class HistorySource: ListSource {
  private let context: AppContext
  private let client: ChatClient
  private let names: ConversationNames
  private let history: HistoryPages

  /// - Parameter scope: the channel or thread of the composer; nil for all.
  init(context: AppContext, names: ConversationNames, scope: DraftKey?) {
    self.context = context
    client = context.client
    self.names = names
    history = HistoryPages(client: client, scope: scope)
  }

  var title: String { history.scope.map { "History of \(names.name(of: $0))" } ?? "History of all drafts" }

  var pages: [any ListPages] { [history] }

  var progressNote: String? {
    client.configuration.isDraftMessagesEnabled ? history.note : "drafts are off"
  }

  var keys: Keys {
    [.accept: "restore", .remove: "erase all", .toggle: history.scope == nil ? "drafts" : "all places"]
  }

  func note(for query: String) -> String {
    query.isEmpty ? "nothing sent or cleared yet" : "nothing found"
  }

  func perform(_ command: PanelCommand, on id: HistoryPages.ID) -> PanelOutcome {
    switch command {
    case .accept:
      if let entry = history[id] { return bringBack(entry) }
    case .remove: askToForget()
    default: break
    }
    return .stay
  }

  func perform(_ command: PanelCommand) -> PanelOutcome? {
    switch command {
    case .restore where !context.discarded.isEmpty:
      do {
        _ = try context.discarded.restoreLast()
        context.say(Notice("Restored", .good))
      } catch {
        context.say("Not restored", because: error)
      }
    // From this place to all places, and from there to the drafts.
    case .toggle where history.scope != nil: history.show(nil)
    case .toggle: context.showList(DraftSource(context: context, names: names))
    default: return nil
    }
    return .stay
  }

  private func bringBack(_ entry: DraftHistoryEntry) -> PanelOutcome {
    do {
      let draft = try client.messageDraft(for: entry.key, isTypingIndicatorTriggered: false)
      let isReplacing = !draft.isEmpty
      context.go(to: Destination(of: entry.key))
      draft.restore(entry)
      let words = isReplacing ? "Restored; the text it replaced is in the history" : "Restored"
      context.say(Notice(words, .good))
      return .close
    } catch {
      context.say("Not restored", because: error)
      return .stay
    }
  }

  /// Asks first, because a forgotten text cannot be restored.
  private func askToForget() {
    let scope = history.scope
    let whose =
      scope.map { "the history of \(names.name(of: $0))" } ?? "the history of all drafts"
    context.ask(
      "Erase \(whose)?", "It is overwritten on this device. This cannot be undone.",
      yes: "erase it", no: "keep it"
    ) { [context, client] in
      Task {
        do {
          try await client.forgetDraftHistory(for: scope)
          context.say(Notice("Erased", .good))
        } catch {
          context.say("Not erased", because: error)
        }
      }
    }
  }

  func candidates() -> [Candidate<HistoryPages.ID>] {
    let time = RowClock(context)
    return history.entries.map { entry in
      let name = names.name(of: entry.last.key)
      let text = entry.last.elements.text
      let why = entry.byReason.map(\.reason.words).joined(separator: ", ")
      let detail = history.scope == nil ? "\(why) · \(name)" : why
      let row = PanelRow(Excerpt.beginning(of: text), detail: detail, trailing: time.text(entry.last.at))
      return Candidate(entry.id, row, matching: [text, name, why])
    }
  }
}

nonisolated extension DraftHistoryEntry.Reason {
  /// The reason the text left the composer, for a row.
  var words: String {
    switch self {
    case .sent: "sent"
    case .cleared: "cleared"
    case .replaced: "replaced"
    case .merged: "changed on two devices"
    case .parked: "put aside"
    case .command: "command"
    }
  }
}

/// The messages sent from a place, to find one and write it again.
final class SentSource: ListSource {
  let title: String
  let keys: Keys = [.accept: "use again", .dismiss: "close"]
  private let time: RowClock
  private let history: HistoryPages
  private let insert: (DraftHistoryEntry) -> Void

  /// - Parameter insert: inserts the text into the composer.
  init(
    context: AppContext, names: ConversationNames, key: DraftKey,
    insert: @escaping (DraftHistoryEntry) -> Void
  ) {
    title = "Sent to \(names.name(of: key))"
    time = RowClock(context)
    history = HistoryPages(client: context.client, scope: key)
    self.insert = insert
  }

  var pages: [any ListPages] { [history] }

  func note(for query: String) -> String {
    query.isEmpty ? "nothing sent from here yet" : "nothing found"
  }

  func perform(_ command: PanelCommand, on id: HistoryPages.ID) -> PanelOutcome {
    guard command == .accept else { return .stay }
    if let entry = history[id] { insert(entry) }
    return .close
  }

  func candidates() -> [Candidate<HistoryPages.ID>] {
    var seen: Set<String> = []
    return history.entries.compactMap { entry -> Candidate<HistoryPages.ID>? in
      let text = entry.last.elements.text
      // A text sent with other mentions looks the same, and is listed once, at its later time.
      guard let sent = entry.byReason.first(where: { $0.reason == .sent }), seen.insert(text).inserted else {
        return nil
      }
      let row = PanelRow(Excerpt.beginning(of: text), trailing: time.text(sent.at))
      return Candidate(entry.id, row, matching: [text])
    }
  }
}
