import ChatControllers
import ChatDomain
import ChatScreens

/// A full-text search in one channel or in all of them, newest results first.
final class SearchPanel: ListPanel {
  var contents: ListContents<MessageID>
  private(set) weak var services: (AppContext)?
  private let client: ChatClient
  private let names: ConversationNames
  private let time: RowClock
  /// The channel to search; nil for all channels.
  private let channel: ChannelID?
  private let subscriptions = PanelSubscriptions()
  var isStale = true
  private lazy var loader = PageLoader<Message> { [weak self] _ in
    self?.becomeStale()
  } onFailure: { [weak self] in
    self?.fail($0)
  }

  init(services: AppContext, names: ConversationNames, channel: ChannelID?, text: String = "") {
    self.services = services
    client = services.client
    self.names = names
    self.channel = channel
    time = RowClock(services)
    contents = ListContents(
      title: channel.map { "Search in \(names.name(of: $0))" } ?? "Search everywhere",
      line: QueryLine(text),
      hint: services.keymap.hint((.panel(.accept), "go there"), (.panel(.dismiss), "close")))
    subscriptions.observe(services.client) { [weak self] in self?.handle($0) }
    queryDidChange()
  }

  func queryDidChange() {
    let query = contents.query
    let words = FoldedText(query)
    // Until the answer arrives, show the previous results that still match.
    loader.elements = query.isEmpty ? [] : loader.elements.filter { FoldedText($0.text).contains(words) }
    if query.isEmpty {
      loader.stop()
    } else {
      loader.start { [client, channel] cursor async throws(ChatError) in
        try await client.search(SearchQuery(text: query, channelId: channel, cursor: cursor))
      }
    }
    isStale = false
    contents.rows.showFromStart(items())
    contents.note = emptyNote
  }

  func loadMore() { loader.loadMore() }

  func accept(_ id: MessageID) -> PanelOutcome {
    guard let message = loader.elements.first(where: { $0.id == id }) else { return .stay }
    services?.go(to: Destination(of: message))
    return .close
  }

  func close() {
    loader.stop()
    subscriptions.stop()
  }

  private func fail(_ error: ChatError) {
    if !loader.elements.isEmpty { services?.say("Not all was searched", because: error) }
    becomeStale()
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.messageDeleted(let event)):
      guard let place = loader.elements.firstIndex(where: { $0.id == event.messageId }) else { return }
      loader.elements.remove(at: place)
      becomeStale()
    case .event(.messageUpdated(let message)):
      guard let place = loader.elements.firstIndex(where: { $0.id == message.id }) else { return }
      loader.elements[place] = message
      becomeStale()
    case .connection(.online): loader.retry()
    default: break
    }
  }

  var emptyNote: String? {
    switch loader.phase {
    case .idle: "type what was said"
    case .loading: "searching…"
    case .loaded, .failed: loader.emptyNote(orElse: "nothing found")
    }
  }

  func items() -> [PanelItem<MessageID>] {
    let words = FoldedText(contents.query)
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
}
