import ChatControllers
import ChatDomain
import ChatScreens

/// A full-text search in one channel or in all of them, newest results first.
final class SearchSource: ListSource {
  let title: String
  let keys: Keys = [.accept: "go there", .dismiss: "close"]
  let incompleteNote: String? = "Not all was searched"
  private let services: AppContext
  private let client: ChatClient
  private let names: ConversationNames
  /// The channel to search; nil for all channels.
  private let channel: ChannelID?
  private let loader = PageLoader<Message>()
  private weak var list: ListPanel<SearchSource>?

  init(services: AppContext, names: ConversationNames, channel: ChannelID?) {
    self.services = services
    client = services.client
    self.names = names
    self.channel = channel
    title = channel.map { "Search in \(names.name(of: $0))" } ?? "Search everywhere"
  }

  var pages: [any ListPages] { [loader] }

  var progressNote: String? {
    switch loader.phase {
    case .idle: "type what was said"
    case .loading: "searching…"
    case .loaded, .failed: loader.note
    }
  }

  func note(for query: String) -> String { "nothing found" }

  func rows(of candidates: [Candidate<MessageID>], matching query: String) -> [PanelItem<MessageID>] {
    let words = FoldedText(query)
    let time = RowClock(services)
    return loader.elements.map { message in
      let place = channel == nil ? " in \(names.name(of: message.channelId))" : ""
      var row = PanelRow(
        Excerpt.around(words, in: message),
        detail: message.author.shownName(to: client.currentUser.id) + place
          + (message.isReply ? ", in a thread" : ""),
        trailing: time.text(message.createdAt))
      row.matches = Excerpt.matches(of: words, in: row.text)
      return PanelItem(message.id, row)
    }
  }

  func open(in list: ListPanel<SearchSource>) {
    self.list = list
    list.observe { [weak self] in self?.handle($0) }
    queryDidChange(to: list.query)
  }

  func queryDidChange(to query: String) {
    guard !query.isEmpty else {
      loader.elements = []
      return loader.stop()
    }
    // Until the answer arrives, show the previous results that still match.
    let words = FoldedText(query)
    loader.elements = loader.elements.filter { FoldedText($0.text).contains(words) }
    loader.start { [client, channel] cursor async throws(ChatError) in
      try await client.search(SearchQuery(text: query, channelId: channel, cursor: cursor))
    }
  }

  func perform(_ command: PanelCommand, on id: MessageID) -> PanelOutcome {
    guard command == .accept, let message = loader[id] else { return .stay }
    services.go(to: Destination(of: message))
    return .close
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.messageDeleted(let event)): loader[event.messageId] = nil
    case .event(.messageUpdated(let message)): loader[message.id] = message
    default: return
    }
    list?.becomeStale()
  }
}
