import ChatControllers
import ChatDomain
import ChatScreens

/// Goes anywhere: channels, users, threads and drafts, sorted by latest activity until something is typed. A `#` in front
/// narrows the list to channels, an `@` to users.
final class QuickSwitcher: ListPanel {
  nonisolated enum Target: Hashable {
    case channel(ChannelID)
    case person(UserID)
    case thread(DraftKey)
    case draft(DraftKey)
  }

  /// More rows than anyone reads; typing another letter narrows the list.
  static let limit = 500

  var contents: ListContents<Target>
  private(set) weak var services: (AppContext)?
  private let source: SwitcherTargets
  private let client: ChatClient
  private let keyHint: String
  private var known: [Candidate<Target>] = []
  var isStale = true
  private var found: (query: String, people: [User], channels: [Channel]) = ("", [], [])
  private var failure: ChatError?
  private let subscriptions = PanelSubscriptions()
  private lazy var people = PageLoader<User> { [weak self] users in
    self?.add { $0.people = users }
  } onFailure: { [weak self] in
    self?.fail($0)
  }
  private lazy var joinable = PageLoader<Channel> { [weak self] channels in
    self?.add { $0.channels = channels }
  } onFailure: { [weak self] in
    self?.fail($0)
  }

  init(services: AppContext, channels: ChannelListController, threads: ThreadListController) {
    self.services = services
    client = services.client
    source = SwitcherTargets(
      names: ConversationNames(channels: channels, threads: threads), client: services.client,
      time: RowClock(services))
    keyHint = services.keymap.hint((.panel(.accept), "go"), (.panel(.dismiss), "close"))
    contents = ListContents(title: "Go to", note: "nothing found", hint: keyHint)
    subscriptions.follow(channels.changes()) { [weak self] _ in self?.becomeStale() }
    subscriptions.follow(threads.changes()) { [weak self] _ in self?.becomeStale() }
    subscriptions.observe(services.client) { [weak self] in
      if case .draft = $0 { self?.becomeStale() }
    }
    refresh()
  }

  func refresh() {
    guard isStale else { return }
    isStale = false
    known = source.candidates()
    contents.rows.show(items())
  }

  func queryDidChange() {
    failure = nil
    let query = query
    people.stop()
    joinable.stop()
    if !query.isEmpty, query.kind != .channels {
      people.start { [client] _ async throws(ChatError) in
        Page(try await client.users(matching: query.words, in: .everywhere, limit: 20))
      }
    }
    if !query.isEmpty, query.kind != .people {
      joinable.start { [client] _ async throws(ChatError) in
        Page(try await client.channels(matching: query.words, limit: 20))
      }
    }
    if isStale {
      isStale = false
      known = source.candidates()
    }
    contents.rows.showFromStart(items())
    explain()
  }

  func accept(_ id: Target) -> PanelOutcome {
    switch id {
    case .channel(let channel): services?.go(to: .channel(channel))
    case .person(let user): services?.go(to: .person(user))
    case .thread(let key): services?.go(to: .thread(key))
    case .draft(let key): services?.go(to: Destination(of: key))
    }
    return .close
  }

  func close() {
    people.stop()
    joinable.stop()
    subscriptions.stop()
  }

  private var query: SwitcherQuery { SwitcherQuery(contents.query) }

  /// The matching targets, with the matched letters highlighted. Scattered matches are not: they would highlight half the row.
  func items() -> [PanelItem<Target>] {
    let words = query.words
    return fitting().map { item in
      var item = item
      item.row.matches = Excerpt.matches(ofWordsIn: words, in: item.row.text)
      return item
    }
  }

  private func fitting() -> [PanelItem<Target>] {
    let query = query
    let match = FuzzyMatch(query.words)
    let known = known.filter { source.isWanted($0.item.id, by: query.kind) }
    if query.isEmpty { return match.ranked(known, limit: Self.limit) }
    let others = source.candidates(people: found.people, channels: found.channels, without: self.known)
      .filter { source.isWanted($0.item.id, by: query.kind) }
    let ranked = match.ranked(known + others, limit: Self.limit)
    guard found.query == contents.query else { return ranked }
    // The service matched them by its own criteria.
    let shown = Set(ranked.map(\.id))
    return ranked + others.map(\.item).filter { !shown.contains($0.id) }
  }

  private func add(_ change: (inout (query: String, people: [User], channels: [Channel])) -> Void) {
    if found.query != contents.query { found = (contents.query, [], []) }
    change(&found)
    // The first answer does not change the selection.
    contents.rows.show(items())
    explain()
    services?.setNeedsFrame()
  }

  private func fail(_ error: ChatError) {
    failure = error
    explain()
    services?.setNeedsFrame()
  }

  private func explain() {
    let reason = failure.flatMap { ErrorSentence.reason($0) }
    contents.hint = reason.map { "only what is known here: \($0)" } ?? keyHint
    let isAsking = people.phase == .loading || joinable.phase == .loading
    contents.note = reason ?? (isAsking ? "searching…" : "nothing found")
  }
}

/// The targets of the switcher known to this device, sorted by latest activity.
struct SwitcherTargets {
  typealias Target = QuickSwitcher.Target

  let names: ConversationNames
  let client: ChatClient
  let time: RowClock

  func candidates() -> [Candidate<Target>] {
    var dated: [(at: Timestamp, candidate: Candidate<Target>)] = []
    for row in names.channels.rows { dated.append((row.lastActivity, candidate(of: row))) }
    for row in names.threads.rows {
      // A thread that only has a draft is listed among the drafts.
      guard row.replyCount > 0, let at = row.lastActivity else { continue }
      dated.append((at, candidate(of: row)))
    }
    for draft in client.draftMessages() { dated.append((draft.updatedAt, candidate(of: draft))) }
    let order = dated.indices.sorted { (dated[$0].at, $1) > (dated[$1].at, $0) }
    return order.map { dated[$0].candidate }
  }

  /// Whether a target is of the requested kind.
  func isWanted(_ target: Target, by kind: SwitcherQuery.Kind) -> Bool {
    switch (kind, target) {
    case (.all, _), (.people, .person): true
    case (.channels, .channel(let id)): names.channels.row(for: id)?.channel.type != .direct
    case (.people, .channel(let id)): names.channels.row(for: id)?.channel.type == .direct
    case (.channels, _), (.people, _): false
    }
  }

  /// The service's results that are not already known.
  func candidates(
    people: [User], channels: [Channel], without known: [Candidate<Target>]
  ) -> [Candidate<Target>] {
    let ids = Set(known.map(\.item.id))
    // People with only an encrypted conversation are still offered: an unencrypted one can be started.
    let open = names.channels.rows.filter { !$0.channel.isEncrypted }
    let partners = Set(open.compactMap(\.summary.partner?.id))
    let users = people.filter { $0.id != client.currentUser.id && !partners.contains($0.id) }
    return users.map { user in
      Candidate(
        PanelItem(.person(user.id), PanelRow("@\(user.displayName)", trailing: "person")),
        [user.displayName, user.id.rawValue])
    }
      + channels.filter { !ids.contains(.channel($0.id)) }.map { channel in
        Candidate(
          PanelItem(.channel(channel.id), PanelRow("#\(channel.displayName)", trailing: "channel")),
          [channel.displayName, channel.id.rawValue])
      }
  }

  private func candidate(of row: ChannelListRow) -> Candidate<Target> {
    let name = names.name(of: row.id)
    let news = NewsWords.parts(of: row.news).joined(separator: ", ")
    let trailing = news.isEmpty ? time.text(row.lastActivity) : news
    var texts = [row.summary.partner?.displayName ?? row.channel.displayName, row.id.rawValue]
    if let partner = row.summary.partner { texts.append(partner.id.rawValue) }
    return Candidate(PanelItem(.channel(row.id), PanelRow(name, trailing: trailing)), texts)
  }

  private func candidate(of row: ThreadListRow) -> Candidate<Target> {
    let words = row.parent.map { Excerpt.beginning(of: $0) } ?? "a thread"
    let row = PanelItem(
      Target.thread(row.key), PanelRow("↳ \(words)", trailing: names.name(of: row.key.channelId)))
    return Candidate(row, [words])
  }

  private func candidate(of draft: DraftMessage) -> Candidate<Target> {
    let words = Excerpt.beginning(of: draft.text)
    let row = PanelItem(Target.draft(draft.key), PanelRow("✎ \(words)", trailing: names.name(of: draft.key)))
    return Candidate(row, [words])
  }
}
