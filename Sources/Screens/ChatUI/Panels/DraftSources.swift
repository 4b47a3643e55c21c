import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine

/// All drafts, the newest first, each with its place, creation date, first words and attachments.
final class DraftSource: ListSource {
  let title = "Drafts"
  let keys: Keys = [
    .accept: "go there", .remove: "discard", .restore: "undo", .toggle: "history", .dismiss: "close",
  ]
  let incompleteNotice: Notice? = .draftsIncomplete
  private let context: AppContext
  private var client: ChatClient { context.client }
  private let names: ConversationNames
  private let mine: CurrentUserController
  private let drafts: ControllerPages
  private weak var list: ListPanel<DraftSource>?

  init(context: AppContext, names: ConversationNames) {
    self.context = context
    self.names = names
    mine = context.client.currentUserController()
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
    list.observe { [weak list] notice in
      switch notice {
      case .draft, .connection(.connecting): list?.becomeStale()
      default: break
      }
    }
    // The names of threads and channels may arrive later than the drafts.
    list.follow(names.threads.subscribe)
    list.follow(names.channels.subscribe)
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
        context.say(.notRestored, because: error)
      }
    case .toggle: context.showList(HistorySource(context: context, names: names, scope: nil))
    default: return nil
    }
    return .stay
  }

  private func end(_ edit: StoredEdit, of id: DraftKey) {
    do {
      try client.messageDraft(for: id, isTypingIndicatorTriggered: false).endEdit()
      let isInHistory = !edit.elements.text.isBlank
      context.say(
        isInHistory ? .editCancelled(restoredBy: context.key(of: .global(.draftHistory))) : .editCancelled)
    } catch {
      context.say(.notDiscarded, because: error)
    }
  }

  private func discard(_ id: DraftKey) {
    if !client.hasDraftMessage(for: id), let edit = client.unfinishedEdits[id] { return end(edit, of: id) }
    do {
      let hasWords = try context.discarded.discard(id)?.hasWords == true
      context.say(.discardedDraft(restoredBy: context.key(of: .panel(.restore)), isInHistory: hasWords))
    } catch {
      context.say(.notDiscarded, because: error)
    }
  }

  func candidates() -> [Candidate<DraftKey>] {
    var edits = client.unfinishedEdits
    let drafts = mine.draftMessages.map { draft in
      let name = names.name(of: draft.key)
      let edit = edits.removeValue(forKey: draft.key)
      let row = row(of: draft, in: edit == nil ? name : "\(name) · and an unfinished edit")
      return Candidate(draft.key, row, matching: [draft.text, edit?.elements.text ?? "", name])
    }
    let others = edits.sorted { $0.key < $1.key }.map { key, edit in
      let name = names.name(of: key)
      let row = PanelRow(
        "✎ \(Excerpt.beginning(of: edit.elements.text))", detail: "\(name) · unfinished edit")
      return Candidate(key, row, matching: [edit.elements.text, name])
    }
    return others + drafts
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
  private var client: ChatClient { context.client }
  private let names: ConversationNames
  private let history: HistoryPages
  /// The name of the initial scope, which may be a thread that is in no list.
  private let place: String?

  /// - Parameters:
  ///   - scope: the channel or thread of the composer; nil for all. A place without a history opens on all places.
  ///   - place: the name of the scope; nil to look it up in the lists.
  init(context: AppContext, names: ConversationNames, scope: DraftKey?, place: String? = nil) {
    self.context = context
    self.names = names
    self.place = place
    history = HistoryPages(client: context.client, scope: scope, orAll: true)
  }

  var title: String {
    history.scope.map { "History of \(place ?? names.name(of: $0))" } ?? "History of all places"
  }

  var pages: [any ListPages] { [history] }

  var progressNote: String? {
    client.configuration.isDraftMessagesEnabled ? history.note : "drafts are off"
  }

  var keys: Keys {
    [
      .accept: "restore", .remove: "erase", .removeAll: "erase all",
      .toggle: history.scope == nil ? "drafts" : "all places", .dismiss: "close",
    ]
  }

  func note(for query: String) -> String {
    query.isEmpty ? "nothing sent or cleared yet" : "nothing found"
  }

  func perform(_ command: PanelCommand, on id: HistoryPages.ID) -> PanelOutcome {
    switch command {
    case .accept:
      if let entry = history.entries.first(where: { $0.id == id }) { return bringBack(entry) }
    case .remove: if let entry = history[id] { askToForget(entry) }
    default: break
    }
    return .stay
  }

  func perform(_ command: PanelCommand) -> PanelOutcome? {
    switch command {
    case .restore where !context.discarded.isEmpty:
      do {
        _ = try context.discarded.restoreLast()
        context.say(.restored)
      } catch {
        context.say(.notRestored, because: error)
      }
    case .removeAll where !history.entries.isEmpty: askToForgetAll()
    // The key switches from this place to all places, and then to the drafts.
    case .toggle where history.scope != nil: history.show(nil)
    case .toggle: context.showList(DraftSource(context: context, names: names))
    default: return nil
    }
    return .stay
  }

  private func bringBack(_ entry: HistoryPages.Entry) -> PanelOutcome {
    do {
      let draft = try client.messageDraft(for: entry.last.key, isTypingIndicatorTriggered: false)
      let isReplacing = !draft.text.isBlank && draft.elements != entry.last.elements
      context.go(to: Destination(of: entry.last.key))
      draft.restore(entry.last)
      let attached = draft.files.map(\.name) + draft.attachments.map(\.name)
      let missing = entry.files.filter { !attached.contains($0) }
      context.say(.restored(without: missing, isReplacing: isReplacing))
      return .close
    } catch {
      context.say(.notRestored, because: error)
      return .stay
    }
  }

  private func askToForget(_ entry: DraftHistoryEntry) {
    forget(
      entry.key, only: entry.elements, asking: "Erase this text from the history?",
      "“\(Excerpt.beginning(of: entry.elements.text))” is erased from this device. This cannot be undone."
    )
  }

  private func askToForgetAll() {
    let whose = history.scope.map { names.name(of: $0) } ?? "all places"
    forget(
      history.scope, only: nil, asking: "Erase the history of \(whose)?",
      "All its texts are erased from this device. This cannot be undone.")
  }

  /// Asks first, because a forgotten text cannot be restored.
  private func forget(
    _ key: DraftKey?, only text: [MessageElement]?, asking title: String, _ explanation: String
  ) {
    context.ask(title, explanation, yes: "erase it", no: "keep it") { [context, client] in
      Task {
        do {
          try await client.forgetDraftHistory(for: key, only: text)
          context.say(.erased)
        } catch {
          context.say(.notErased, because: error)
        }
      }
    }
  }

  func candidates() -> [Candidate<HistoryPages.ID>] {
    let time = RowClock(context)
    let unsent = client.channelsWithPendingWork.flatMap { client.pendingWork(in: $0) }.map(\.message)
    return history.entries.map { entry in
      let name = names.name(of: entry.last.key)
      let text = entry.last.elements.text
      // A text that was restored is no longer put aside.
      let isRestored = !text.isEmpty && client.draftText(for: entry.last.key) == text
      let reasons = entry.byReason.filter {
        !isRestored || [.sent, .edited, .command].contains($0.reason)
      }
      let state = unsent.compactMap {
        DraftKey(channelId: $0.channelId, parentId: $0.parentId) == entry.last.key && $0.text == text
          ? $0.localState?.wordsOfUnsent : nil
      }.last
      var parts = isRestored ? ["in the composer"] : []
      parts += reasons.map { reason in
        let words = (reason.reason == .sent ? state : nil) ?? words(of: reason, time)
        return reason.files.isEmpty ? words : "\(words) with \(reason.files.list("and"))"
      }
      let why = parts.joined(separator: ", ")
      let detail = history.scope == nil ? "\(why) · \(name)" : why
      let row = PanelRow(Excerpt.beginning(of: text), detail: detail, trailing: time.text(entry.last.at))
      return Candidate(entry.id, row, matching: [text, name, why])
    }
  }
}

extension HistorySource {
  /// The reason a text left the composer, and when an edit was sent: the original and its edits look alike.
  private func words(of entry: DraftHistoryEntry, _ clock: RowClock) -> String {
    entry.reason == .edited ? "edited \(clock.fullText(entry.at))" : entry.reason.words
  }
}

nonisolated extension LocalMessageState {
  /// The state of a message that the service does not have, for a row; nil for a message that it has.
  fileprivate var wordsOfUnsent: String? {
    switch self {
    case .pendingSend: "queued"
    case .sending: "sending"
    case .sendingFailed: "not sent"
    case .pendingSync, .syncing, .syncingFailed, .deleting, .deletingFailed: nil
    }
  }
}

nonisolated extension DraftHistoryEntry.Reason {
  /// The reason the text left the composer, for a row.
  var words: String {
    switch self {
    case .sent: "sent"
    case .edited: "edited"
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
      guard let sent = entry.byReason.first(where: { [.sent, .edited].contains($0.reason) }),
        seen.insert(text).inserted
      else {
        return nil
      }
      let row = PanelRow(Excerpt.beginning(of: text), trailing: time.text(sent.at))
      return Candidate(entry.id, row, matching: [text])
    }
  }
}
