import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// A row of a search: a message, or a person whose messages alone can be shown.
nonisolated enum SearchRow: Hashable {
  case person(UserID)
  case message(MessageID)
}

/// A search in one channel or in all of them, by words, by author or by both; newest results first.
final class SearchSource: ListSource {
  let title: String
  let keys: Keys = [.accept: "go there", .dismiss: "close"]
  let incompleteNotice: Notice? = .searchIncomplete
  private let context: AppContext
  private var client: ChatClient { context.client }
  private let names: ConversationNames
  /// The channel to search; nil for all channels.
  private let channel: ChannelID?
  private let loader = PageLoader<Message>()
  private var typed = SearchText("")
  /// The search that was typed, once it is known how many words the name has.
  private var named = SearchText("")
  /// The people who may be meant by what is typed, best first.
  private var people: [User] = []
  private weak var list: ListPanel<SearchSource>?

  /// The most people that a name stands for.
  private static let mostPeople = 10
  /// The most people offered as rows.
  private static let mostOffered = 3

  init(context: AppContext, names: ConversationNames, channel: ChannelID?) {
    self.context = context
    self.names = names
    self.channel = channel
    title = channel.map { "Search in \(names.name(of: $0))" } ?? "Search everywhere"
  }

  var pages: [any ListPages] { [loader] }

  var progressNote: String? {
    switch loader.phase {
    case .idle: "type words to find, or from:NAME"
    case .loading: "searching…"
    case .loaded, .failed: loader.note
    }
  }

  func note(for query: String) -> String {
    guard let name = typed.author else { return "nothing found; from:NAME finds what a person wrote" }
    return people.isEmpty ? "no one here is named “\(name)”" : "nothing found"
  }

  func rows(of candidates: [Candidate<SearchRow>], matching query: String) -> [PanelItem<SearchRow>] {
    let words = FoldedText(named.words)
    let time = RowClock(context)
    let messages = loader.elements.map { message in
      let place = channel == nil ? " in \(names.name(of: message.channelId))" : ""
      var row = PanelRow(
        Excerpt.around(words, in: message, shownTo: client.currentUser.id),
        detail: message.author.shownName(to: client.currentUser.id) + place
          + (message.isReply ? ", in a thread" : ""),
        trailing: time.text(message.createdAt))
      row.matches = Excerpt.matches(of: words, in: row.text)
      return PanelItem(SearchRow.message(message.id), row)
    }
    return offered.map { PanelItem(.person($0.id), PanelRow("from \($0.displayName)")) } + messages
  }

  /// The people offered above the messages: those that a single word may name, or several that fit the name after `from:`.
  private var offered: ArraySlice<User> {
    typed.author != nil && people.count < 2 ? [] : people.prefix(Self.mostOffered)
  }

  func open(in list: ListPanel<SearchSource>) {
    self.list = list
    list.observe { [weak self] in self?.handle($0) }
    queryDidChange(to: list.query)
  }

  func queryDidChange(to query: String) {
    let before = typed
    typed = SearchText(query)
    named = typed
    people = []
    guard !typed.isEmpty else {
      loader.elements = []
      return loader.stop()
    }
    // Until the answer arrives, show the previous results that still match.
    let words = FoldedText(typed.words)
    loader.elements = loader.elements.filter {
      typed.author == before.author && (typed.words.isEmpty || FoldedText($0.text).contains(words))
    }
    loader.start { [weak self, typed] cursor async throws(ChatError) in
      try await self?.page(for: typed, after: cursor) ?? Page([])
    }
  }

  func perform(_ command: PanelCommand, on id: SearchRow) -> PanelOutcome {
    guard command == .accept else { return .stay }
    switch id {
    case .person(let user):
      list?.replaceQuery(with: QueryLine(named.limited(to: user)))
    case .message(let id):
      guard let message = loader[id] else { break }
      context.go(to: Destination(of: message))
      return .close
    }
    return .stay
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.messageDeleted(let event)): loader[event.messageId] = nil
    case .event(.messageUpdated(let message)): loader[message.id] = message
    default: return
    }
    list?.becomeStale()
  }

  // MARK: Asking

  private func page(for text: SearchText, after cursor: Cursor?) async throws(ChatError) -> Page<Message> {
    var query = SearchQuery(text: text.words, channelId: channel, cursor: cursor)
    if let name = text.author {
      // Further pages must be about the same people.
      if cursor == nil { show(Self.narrowed(try await people(named: name), for: text), for: text) }
      query.text = named.words
      query.authors = Set(people.map(\.id))
      return query.authors.isEmpty ? Page([]) : try await client.search(query)
    }
    let page = try await client.search(query)
    if cursor == nil, let name = text.possibleName {
      show((await peopleIfKnown(named: name), text), for: text)
    }
    return page
  }

  /// Shows people unless something else was typed meanwhile.
  private func show(_ found: (people: [User], named: SearchText), for text: SearchText) {
    if text == typed { (people, named) = found }
  }

  /// The people with a name or a word of a name that begins with `name`, or only the person with this ID.
  private func people(named name: String) async throws(ChatError) -> [User] {
    if name.lowercased() == "me" { return [client.currentUser] }
    let plain = name.withoutSign("@")
    var found: [User] = []
    if let channel {
      found = try await client.users(matching: plain, in: .members(of: channel), limit: Self.mostPeople)
    }
    if found.isEmpty {
      found = try await client.users(matching: plain, in: .everywhere, limit: Self.mostPeople)
    }
    if let exact = found.first(where: { [name, plain].contains($0.id.rawValue) }) { return [exact] }
    let folded = FoldedText(plain)
    return NameRanking(plain).ranked(found, limit: Self.mostPeople) { user in
      [user.displayName, user.id.rawValue].filter {
        FoldedText($0).fit(folded).map { $0.fit <= .wordStart } ?? false
      }
    }
  }

  /// Finds out whether the words after `from:NAME` belong to the name.
  ///
  /// - Returns: the people with the longest name that fits, and the search with that name; if none fits, all people and the
  ///   unchanged search.
  private static func narrowed(
    _ people: [User], for text: SearchText
  ) -> (people: [User], named: SearchText) {
    for count in stride(from: text.following.count, to: 0, by: -1) {
      let longer = text.withLongerName(taking: count)
      let full = FoldedText(longer.author ?? "")
      let named = people.filter { FoldedText($0.displayName).fit(full).map { $0.fit <= .wordStart } ?? false }
      if !named.isEmpty { return (named, longer) }
    }
    return (people, text)
  }

  /// The people whom a word may name; the search does not fail if they cannot be looked up.
  private func peopleIfKnown(named name: String) async -> [User] {
    do throws(ChatError) { return try await people(named: name) } catch { return [] }
  }
}

/// What is typed into a search: words to find and, after `from:`, who wrote them.
nonisolated struct SearchText: Hashable {
  /// The name or the id after `from:`, or the beginning of one; nil if none is typed.
  private(set) var author: String?
  /// The words without `from:` and the name.
  private(set) var words: String
  /// The words after a name without quotation marks, which may be parts of it.
  private(set) var following: [String] = []

  private static let mark = "from:"

  init(_ text: String) {
    words = text
    var start = text.startIndex
    while start < text.endIndex {
      let rest = text[start...]
      if rest.prefix(Self.mark.count).lowercased() == Self.mark {
        let name = rest.dropFirst(Self.mark.count).drop(while: \.isWhitespace)
        let (author, end) = Self.name(in: name)
        if !author.isEmpty { self.author = author }
        words = Self.joined(text[..<start], text[end...])
        if name.startIndex < end, text[name.startIndex].isLetter { following = Self.words(of: text[end...]) }
        return
      }
      start = rest.firstIndex(where: \.isWhitespace).map { text.index(after: $0) } ?? text.endIndex
    }
  }

  var isEmpty: Bool { author == nil && words.isEmpty }

  /// The text, if it is a single word that may be a name.
  var possibleName: String? {
    author == nil && words.count >= 2 && !words.contains(where: \.isWhitespace) ? words : nil
  }

  /// The query for the messages of one person. Without `from:`, the typed word was the person's name, and is dropped.
  func limited(to user: UserID) -> String {
    let id = user.rawValue.hasPrefix("@") ? user.rawValue : "@" + user.rawValue
    return "\(Self.mark)\(id) " + (author == nil ? "" : words)
  }

  /// A name up to the next blank, or in quotation marks.
  private static func name(in rest: Substring) -> (name: String, end: String.Index) {
    guard let quote = rest.first, "\"“”".contains(quote) else {
      let name = rest.prefix { !$0.isWhitespace }
      return (String(name), name.endIndex)
    }
    let name = rest.dropFirst().prefix { !"\"“”".contains($0) }
    let end = name.endIndex < rest.endIndex ? rest.index(after: name.endIndex) : name.endIndex
    return (String(name), end)
  }

  private static func joined(_ parts: Substring...) -> String {
    parts.flatMap { words(of: $0) }.joined(separator: " ")
  }

  private static func words(of text: Substring) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The search in which the name includes the next `count` words.
  func withLongerName(taking count: Int) -> SearchText {
    var text = self
    text.author = ([author ?? ""] + following.prefix(count)).joined(separator: " ")
    text.following.removeFirst(count)
    let preceding = words.dropLast(following.joined(separator: " ").count)
    text.words = Self.joined(preceding, text.following.joined(separator: " ")[...])
    return text
  }
}
