import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// The public channels of a server, the largest first, or those in a space. A word like `@example.org` in the query selects
/// another server, and Tab switches between that server and the user's own.
///
/// Queries are debounced, and only the answer to the latest one counts.
final class DirectorySource: ListSource {
  /// Long enough that a word is queried as a whole.
  static let pause = Duration.milliseconds(300)

  private let client: ChatClient
  private let knocks: KnockListController
  private let enter: (ListedChannel) -> Void
  private let loader = PageLoader<ListedChannel>()
  private var wanted = DirectoryWords("")
  /// Waits until the user pauses.
  private var waiting: Task<Void, Never>?
  /// The space whose channels are listed; nil for those of a server.
  private var space: Space?
  /// The other server that was named last, to switch back to it.
  private var otherServer: String?
  private weak var list: ListPanel<DirectorySource>?

  /// - Parameters:
  ///   - space: the space whose channels are listed; nil for those of a server.
  ///   - knocks: the user's open requests to join.
  ///   - enter: goes to a channel, which may require joining or a request to join.
  init(
    client: ChatClient, space: Space? = nil, knocks: KnockListController,
    enter: @escaping (ListedChannel) -> Void
  ) {
    self.client = client
    self.space = space
    self.knocks = knocks
    self.enter = enter
  }

  var title: String { space.map { "Channels in \($0.name)" } ?? "Channels to join" }

  var keys: Keys {
    [.accept: "join", .toggle: space == nil ? "another server" : "all channels", .dismiss: "close"]
  }

  var pages: [any ListPages] { [loader] }

  var progressNote: String? {
    if list?.query.hasSuffix("@") == true { return "name a server, such as @matrix.org" }
    guard waiting == nil else { return "searching…" }
    if let failure = loader.failure, let server = wanted.server { return "\(server): \(failure)" }
    return loader.note
  }

  func note(for query: String) -> String {
    if !wanted.words.isEmpty { return "nothing found" }
    return space == nil ? "no public channels" : "no channels in this space yet"
  }

  // MARK: The query

  func open(in list: ListPanel<DirectorySource>) {
    self.list = list
    list.follow(knocks.subscribe)
    wanted = DirectoryWords(list.query)
    otherServer = wanted.server
    ask()
  }

  func queryDidChange(to query: String) {
    let words = DirectoryWords(query)
    guard words != wanted else { return }
    wanted = words
    otherServer = wanted.server ?? otherServer
    loader.stop()
    waiting?.cancel()
    waiting = Task { [weak self, clock = client.clock] in
      do { try await clock.sleep(for: Self.pause) } catch { return }
      if !Task.isCancelled { self?.ask() }
    }
  }

  private func ask() {
    waiting = nil
    loader.elements = []
    loader.start { [client, space, wanted] cursor async throws(ChatError) in
      try await client.directory(
        DirectoryQuery(
          text: wanted.words, server: space == nil ? wanted.server : nil, space: space?.id, cursor: cursor))
    }
    list?.becomeStale()
  }

  func close() { waiting?.cancel() }

  // MARK: Keys

  func perform(_ command: PanelCommand, on id: ChannelID) -> PanelOutcome {
    guard command == .accept, let channel = loader[id] else { return .stay }
    if !channel.isMember, isAsked(id) { return .refuse(.askedAlready) }
    if !channel.isMember, channel.admission == .knocking, !client.abilities.contains(.takesKnocks) {
      return .refuse(.refusal(ChatError.Refusal.notAdmitted(.knocking).description))
    }
    enter(channel)
    return .close
  }

  /// Tab switches from a space to the directory of the user's own server, and then between that server and the last other server
  /// that the user has named.
  func perform(_ command: PanelCommand) -> PanelOutcome? {
    guard command == .toggle, let list else { return nil }
    if space != nil {
      space = nil
      waiting?.cancel()
      ask()
    } else {
      let server = wanted.server == nil ? otherServer ?? "" : nil
      list.replaceQuery(with: QueryLine(wanted.text(at: server)))
    }
    return .stay
  }

  private func isAsked(_ id: ChannelID) -> Bool { knocks.knocks.contains { $0.id == id } }

  // MARK: Rows

  func rows(of candidates: [Candidate<ChannelID>], matching query: String) -> [PanelItem<ChannelID>] {
    loader.elements.map { channel in
      let detail = [channel.name == nil ? nil : channel.address.name, channel.topic?.firstLine]
      let trailing: [String?] = [
        channel.isSpace ? "space" : nil, channel.isEncrypted ? EncryptionSign.text + " encrypted" : nil,
        isAsked(channel.id) ? "asked to join" : channel.standing,
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
    case .knocking: "by request"
    case .otherMembers: "for members of other channels"
    }
  }
}

nonisolated extension String {
  fileprivate var firstLine: String? {
    let line = prefix { !$0.isNewline }
    return line.isEmpty ? nil : String(line)
  }
}

/// The query of a directory: words, and an optional server as in `@example.org`.
nonisolated struct DirectoryWords: Hashable {
  /// The query without the server's name.
  let words: String
  /// The named server; nil for the user's own server.
  let server: String?

  init(_ query: String) {
    let parts = query.split(whereSeparator: \.isWhitespace)
    let named = parts.lastIndex { $0.hasPrefix("@") }
    words = parts.indices.filter { $0 != named }.map { String(parts[$0]) }.joined(separator: " ")
    let name = named.map { String(parts[$0].dropFirst()) } ?? ""
    server = name.isEmpty ? nil : name
  }

  /// The query with another server.
  func text(at server: String?) -> String {
    [words.isEmpty ? nil : words, server.map { "@\($0)" }].compactMap(\.self).joined(separator: " ")
  }
}
