import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Goes anywhere: channels, users, threads and drafts, sorted by latest activity until something is typed. A `#` in front
/// narrows the list to channels, an `@` to users.
struct SwitcherSource: ListSource {
  nonisolated enum Target: Hashable {
    case channel(ChannelID)
    case person(UserID)
    case thread(DraftKey)
    case draft(DraftKey)
  }

  /// More rows than anyone reads; typing another letter narrows the list.
  static let limit = 500

  let title = "Go to"
  let keys: Keys = [.accept: "go", .dismiss: "close"]
  let context: AppContext
  let names: ConversationNames
  private let people = PageLoader<User>()
  private let joinable = PageLoader<Channel>()

  private var client: ChatClient { context.client }

  var pages: [any ListPages] { [people, joinable] }

  private var failure: String? { (people.failure ?? joinable.failure).flatMap { ErrorSentence.reason($0) } }

  var progressNote: String? {
    failure ?? (people.phase == .loading || joinable.phase == .loading ? "searching…" : nil)
  }

  func hint(_ keys: String) -> String { failure.map { "only local results: \($0)" } ?? keys }

  func note(for query: String) -> String { "nothing found" }

  func open(in list: ListPanel<SwitcherSource>) {
    list.follow(names.channels.subscribe)
    list.follow(names.threads.subscribe)
    list.observe { [weak list] in
      if case .draft = $0 { list?.becomeStale() }
    }
  }

  func perform(_ command: PanelCommand, on id: Target) -> PanelOutcome {
    guard command == .accept else { return .stay }
    switch id {
    case .channel(let channel): context.go(to: .channel(channel))
    case .person(let user): context.go(to: .person(user))
    case .thread(let key): context.go(to: .thread(key))
    case .draft(let key): context.go(to: Destination(of: key))
    }
    return .close
  }

  // MARK: The service's answers

  func queryDidChange(to query: String) {
    let query = SwitcherQuery(query)
    // The previous results that still match are shown until the answers arrive.
    people.stop()
    joinable.stop()
    guard !query.isEmpty else { return }
    if query.kind != .channels {
      people.start { [client] _ async throws(ChatError) in
        Page(try await client.users(matching: query.words, in: .everywhere, limit: 20))
      }
    }
    if query.kind != .people {
      joinable.start { [client] _ async throws(ChatError) in
        Page(try await client.channels(matching: query.words, limit: 20))
      }
    }
  }

  // MARK: Rows

  /// The matching targets, with the matched letters highlighted. Scattered matches are not: they would highlight half the row.
  func rows(of candidates: [Candidate<Target>], matching query: String) -> [PanelItem<Target>] {
    let query = SwitcherQuery(query)
    return fitting(candidates, query).map { item in
      var item = item
      item.row.matches = Excerpt.matches(ofWordsIn: query.words, in: item.row.text)
      return item
    }
  }

  private func fitting(_ known: [Candidate<Target>], _ query: SwitcherQuery) -> [PanelItem<Target>] {
    let match = FuzzyMatch(query.words)
    let wanted = known.filter { isWanted($0.item.id, by: query.kind) }
    if query.isEmpty { return match.ranked(wanted, limit: Self.limit) }
    let strangers = query.kind == .channels ? [] : unknownPeople()
    let channels = query.kind == .people ? [] : unknownChannels(known)
    let ranked = match.ranked(wanted + strangers + channels, limit: Self.limit)
    // The service matches by its own criteria: answers that do not match here are listed last.
    let answers = (people.isLoaded ? strangers : []) + (joinable.isLoaded ? channels : [])
    let shown = Set(ranked.map(\.id))
    return ranked + answers.map(\.item).filter { !shown.contains($0.id) }
  }

  /// Whether a known target is of the requested kind.
  private func isWanted(_ target: Target, by kind: SwitcherQuery.Kind) -> Bool {
    switch (kind, target) {
    case (.all, _): true
    case (.channels, .channel(let id)): names.channels.row(for: id)?.channel.type != .direct
    case (.people, .channel(let id)): names.channels.row(for: id)?.channel.type == .direct
    case (.channels, _), (.people, _): false
    }
  }

  /// The users found by the service with whom the user has no conversation.
  private func unknownPeople() -> [Candidate<Target>] {
    // If nothing can be sent to an encrypted conversation, another one can be started.
    let open = names.channels.rows.filter { client.sendingRefusal(in: $0.id) != .encryptedChannel }
    let partners = Set(open.compactMap(\.summary.partner?.id))
    let users = people.elements.filter { $0.id != client.currentUser.id && !partners.contains($0.id) }
    return users.map { user in
      Candidate(
        .person(user.id), PanelRow("@\(user.displayName)", trailing: "person"),
        matching: [user.displayName, user.id.rawValue])
    }
  }

  /// The channels found by the service that are not in the user's list.
  private func unknownChannels(_ known: [Candidate<Target>]) -> [Candidate<Target>] {
    let ids = Set(known.map(\.item.id))
    return joinable.elements.filter { !ids.contains(.channel($0.id)) }.map { channel in
      Candidate(
        .channel(channel.id), PanelRow("#\(channel.displayName)", trailing: "channel"),
        matching: [channel.displayName, channel.id.rawValue])
    }
  }

  /// The targets known to this device, sorted by latest activity.
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

  private func candidate(of row: ChannelListRow) -> Candidate<Target> {
    let name = names.name(of: row.id)
    let news = NewsWords.parts(of: row.news).joined(separator: ", ")
    let trailing = news.isEmpty ? RowClock(context).text(row.lastActivity) : news
    var texts = [row.summary.partner?.displayName ?? row.channel.displayName, row.id.rawValue]
    if let partner = row.summary.partner { texts.append(partner.id.rawValue) }
    return Candidate(.channel(row.id), PanelRow(name, trailing: trailing), matching: texts)
  }

  private func candidate(of row: ThreadListRow) -> Candidate<Target> {
    let words = row.parent.map { Excerpt.beginning(of: $0.shown(to: client.currentUser.id)) } ?? "a thread"
    return Candidate(
      .thread(row.key), PanelRow("↳ \(words)", trailing: names.name(of: row.key.channelId)),
      matching: [words])
  }

  private func candidate(of draft: DraftMessage) -> Candidate<Target> {
    let words = Excerpt.beginning(of: draft.text)
    return Candidate(
      .draft(draft.key), PanelRow("✎ \(words)", trailing: names.name(of: draft.key)), matching: [words])
  }
}

/// The query of the switcher: `#` searches only channels, `@` only users.
nonisolated struct SwitcherQuery: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case all, channels, people }

  let kind: Kind
  /// The query without the leading sign.
  let words: String

  init(_ text: String) {
    switch text.first {
    case "#": kind = .channels
    case "@": kind = .people
    default: kind = .all
    }
    words = String(kind == .all ? Substring(text) : text.dropFirst().drop(while: \.isWhitespace))
  }

  /// Whether the query does not narrow the list.
  var isEmpty: Bool { kind == .all && words.isEmpty }
}

/// What is new in a channel, in words: what calls for the user first, then what does not.
nonisolated enum NewsWords {
  static func parts(of news: ChannelNews) -> [String] {
    [
      news.notifications > 0 ? "\(news.notifications) unread" : nil,
      news.mentions > 0 ? counted(news.mentions, "mention", "mentions") : nil,
      news.merelyNew > 0 ? "\(news.merelyNew) new, no notification" : nil,
      news.isMarked ? "marked as unread" : nil,
    ].compactMap(\.self)
  }
}
