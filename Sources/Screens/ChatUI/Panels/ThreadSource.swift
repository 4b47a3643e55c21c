import ChatControllers
import ChatDomain
import ChatScreens

/// All threads the user is involved in, the latest reply first, and those in which they have only started a draft.
final class ThreadSource: ListSource {
  let title = "Threads"
  let keys: Keys = [.accept: "open", .dismiss: "close"]
  let incompleteNote: String? = "Not all threads are here"
  private let services: AppContext
  private let names: ConversationNames
  private let threads: ControllerPages

  init(services: AppContext, names: ConversationNames) {
    self.services = services
    self.names = names
    threads = ControllerPages(names.threads)
  }

  var pages: [any ListPages] { [threads] }

  func note(for query: String) -> String { query.isEmpty ? "no threads yet" : "nothing found" }

  func candidates() -> [Candidate<DraftKey>] {
    let time = RowClock(services)
    return names.threads.rows.map { row in
      let name = names.name(of: row.key.channelId)
      let words = row.parent.map { Excerpt.beginning(of: $0) } ?? "a thread"
      var trailing = row.lastActivity.map { time.text($0) } ?? ""
      if row.unreadReplies > 0 { trailing = "\(row.unreadReplies) unread · " + trailing }
      return Candidate(
        row.key, PanelRow("↳ \(words)", detail: "\(name) · \(second(of: row))", trailing: trailing),
        matching: [row.parent?.text ?? "", name, row.draft?.text ?? ""])
    }
  }

  /// The draft of a reply, or else the last reply.
  private func second(of row: ThreadListRow) -> String {
    if let draft = row.draft { return "✎ " + Excerpt.beginning(of: draft.text, limit: 80) }
    guard let last = row.lastReply else { return "no replies yet" }
    return "\(last.author.shownName(to: services.client.currentUser.id)): "
      + Excerpt.beginning(of: last, limit: 80)
  }

  func open(in list: ListPanel<ThreadSource>) {
    list.follow(names.threads.changes())
    threads.loadMore()
  }

  func perform(_ command: PanelCommand, on id: DraftKey) -> PanelOutcome {
    guard command == .accept else { return .stay }
    services.go(to: .thread(id))
    return .close
  }
}
