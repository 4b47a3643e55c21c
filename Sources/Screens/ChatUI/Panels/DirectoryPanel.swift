import ChatControllers
import ChatDomain
import ChatScreens

/// The public channels of a server, the largest first, or those in a space. A word like `@example.org` in the query selects
/// another server, and Tab switches between that server and the user's own.
///
/// Queries are debounced, and only the answer to the latest one counts.
final class DirectoryPanel: ListPanel {
  /// Long enough that a word is queried as a whole.
  static let pause = Duration.milliseconds(300)

  var contents: ListContents<ChannelID>
  private(set) weak var services: (AppContext)?
  private let client: ChatClient
  private let knocks: KnockListController
  private let enter: (ListedChannel) -> Void
  private let subscriptions = PanelSubscriptions()
  private var waiting: Task<Void, Never>?
  /// The space whose channels are listed; nil for those of a server.
  private var space: Space?
  /// The other server that was named last, for switching back to it.
  private var otherServer: String?
  private var asked: DirectoryWords?
  var isStale = true
  private lazy var loader = PageLoader<ListedChannel> { [weak self] _ in
    self?.becomeStale()
  } onFailure: { [weak self] _ in
    self?.becomeStale()
  }

  /// - Parameters:
  ///   - text: the initial query.
  ///   - space: the space whose channels are listed; nil for those of a server.
  ///   - knocks: the user's open requests to join.
  ///   - enter: goes to a channel, which may require joining or a request to join.
  init(
    services: AppContext, text: String = "", space: Space? = nil, knocks: KnockListController,
    enter: @escaping (ListedChannel) -> Void
  ) {
    self.knocks = knocks
    self.services = services
    client = services.client
    self.enter = enter
    self.space = space
    otherServer = DirectoryWords(text).server
    contents = ListContents(title: "", line: QueryLine(text), hint: "")
    showTitle()
    subscriptions.observe(services.client) { [weak self] in
      if case .connection(.online) = $0 { self?.loader.retry() }
    }
    subscriptions.follow(knocks.changes()) { [weak self] _ in self?.becomeStale() }
    ask(for: DirectoryWords(contents.query))
    refresh()
  }

  private func showTitle() {
    contents.title = space.map { "Channels in \($0.name)" } ?? "Channels to join"
    guard let services else { return }
    contents.hint = services.keymap.hint(
      (.panel(.accept), "join"), (.panel(.toggle), space == nil ? "another server" : "all channels"),
      (.panel(.dismiss), "close"))
  }

  private func isAsked(_ id: ChannelID) -> Bool { knocks.knocks.contains { $0.id == id } }

  // MARK: The question

  func queryDidChange() {
    let wanted = DirectoryWords(contents.query)
    otherServer = wanted.server ?? otherServer
    waiting?.cancel()
    if wanted == asked {
      waiting = nil
    } else {
      waiting = Task { [weak self, clock = client.clock] in
        do { try await clock.sleep(for: Self.pause) } catch { return }
        guard !Task.isCancelled else { return }
        self?.ask(for: wanted)
      }
    }
    becomeStale()
    refresh()
  }

  private func ask(for wanted: DirectoryWords) {
    waiting = nil
    asked = wanted
    loader.elements = []
    loader.start { [client, space] cursor async throws(ChatError) in
      try await client.directory(
        DirectoryQuery(
          text: wanted.words, server: space == nil ? wanted.server : nil, space: space?.id, cursor: cursor))
    }
    becomeStale()
  }

  func loadMore() { if waiting == nil { loader.loadMore() } }

  /// Switches from a space to the own server's directory, and from there to the other server's and back, once the user has
  /// named one.
  func toggle() {
    if space != nil {
      space = nil
      showTitle()
      return ask(for: DirectoryWords(contents.query))
    }
    let query = DirectoryWords(contents.query)
    if query.server != nil {
      contents.line = QueryLine(query.text(at: nil))
    } else {
      contents.line = QueryLine(query.text(at: otherServer ?? ""))
    }
    queryDidChange()
  }

  func close() {
    waiting?.cancel()
    loader.stop()
    subscriptions.stop()
  }

  // MARK: Rows

  func accept(_ id: ChannelID) -> PanelOutcome {
    guard let channel = loader.elements.first(where: { $0.id == id }) else { return .stay }
    if !channel.isMember, isAsked(id) {
      return .refuse("You asked to be let in already; /\(SlashCommand.invitations.name) takes it back")
    }
    if !channel.isMember, channel.admission == .knocking, !client.abilities.contains(.takesKnocks) {
      return .refuse(Notice(ChatError.Refusal.notAdmitted(.knocking).description).text)
    }
    enter(channel)
    return .close
  }

  var emptyNote: String? {
    if contents.query.hasSuffix("@") { return "name a server, such as @matrix.org" }
    guard waiting == nil else { return "searching…" }
    if case .failed(let error) = loader.phase, let server = asked?.server {
      return "\(server): \(error)"
    }
    let nothing = space == nil ? "it lists no channels" : "no channels in this space yet"
    return loader.emptyNote(orElse: asked?.words.isEmpty == false ? "nothing found" : nothing)
  }

  func items() -> [PanelItem<ChannelID>] {
    loader.elements.map { channel in
      let detail = [channel.name == nil ? nil : channel.address.name, channel.topic?.firstLine]
      let standing: String? = isAsked(channel.id) ? "asked to join" : channel.standing
      let trailing: [String?] = [
        channel.isSpace ? "space" : nil, channel.isEncrypted ? EncryptionSign.text + " encrypted" : nil,
        standing,
        counted(channel.memberCount, "person", "people"),
      ]
      return PanelItem(
        channel.id,
        PanelRow(
          channel.displayName, detail: detail.compactMap(\.self).joined(separator: " · "),
          trailing: trailing.compactMap(\.self).joined(separator: " · ")))
    }
  }
}

nonisolated extension ListedChannel {
  /// What a user should know before trying to join.
  fileprivate var standing: String? {
    if isMember { return "joined" }
    return switch admission {
    case .everybody: nil
    case .invitation: "by invitation"
    case .knocking: "wants to be asked"
    case .otherMembers: "for members of others"
    }
  }
}

nonisolated extension String {
  fileprivate var firstLine: String? {
    let line = prefix { !$0.isNewline }
    return line.isEmpty ? nil : String(line)
  }
}

/// The query of a directory: words, and perhaps the server whose directory it is, as `@example.org`.
nonisolated struct DirectoryWords: Hashable {
  /// Without the server's name.
  let words: String
  /// Nil for the user's own server.
  let server: String?

  init(_ query: String) {
    let parts = query.split(whereSeparator: \.isWhitespace)
    let named = parts.lastIndex { $0.hasPrefix("@") }
    words = parts.indices.filter { $0 != named }.map { String(parts[$0]) }.joined(separator: " ")
    let name = named.map { String(parts[$0].dropFirst()) } ?? ""
    server = name.isEmpty ? nil : name
  }

  /// The words with another server.
  func text(at server: String?) -> String {
    [words.isEmpty ? nil : words, server.map { "@\($0)" }].compactMap(\.self).joined(separator: " ")
  }
}
