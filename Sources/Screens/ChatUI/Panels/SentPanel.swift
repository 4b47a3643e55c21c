import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// The messages sent from a place, to find one and write it again.
final class SentPanel: ListPanel {
  var contents: ListContents<HistoryFeed.ID>
  private(set) weak var services: (AppContext)?
  /// More than are visible at once.
  private static let page = 50
  private let client: ChatClient
  private let key: DraftKey
  private let time: RowClock
  var isStale = true
  private let insert: (DraftHistoryEntry) -> Void
  private lazy var feed = HistoryFeed(client: client, scope: key) { [weak self] in self?.becomeStale() }

  /// - Parameter insert: inserts the text into the composer.
  init(
    services: AppContext, names: ConversationNames, key: DraftKey,
    insert: @escaping (DraftHistoryEntry) -> Void
  ) {
    self.services = services
    client = services.client
    self.key = key
    self.insert = insert
    time = RowClock(services)
    contents = ListContents(
      title: "Sent to \(names.name(of: key))",
      hint: services.keymap.hint((.panel(.accept), "write it again"), (.panel(.dismiss), "close")))
    _ = feed
  }

  func loadMore() { feed.loadMore() }

  func accept(_ id: HistoryFeed.ID) -> PanelOutcome {
    if let entry = feed.entries.first(where: { $0.id == id })?.last { insert(entry) }
    return .close
  }

  func close() { feed.stop() }

  var emptyNote: String? {
    feed.emptyNote(orElse: contents.query.isEmpty ? "nothing was sent from here yet" : "nothing found")
  }

  func items() -> [PanelItem<HistoryFeed.ID>] {
    var seen: Set<String> = []
    let candidates = feed.entries.compactMap { entry -> Candidate<HistoryFeed.ID>? in
      let text = entry.last.elements.text
      // A text sent with other mentions looks the same, and is listed once, at its later time.
      guard let sent = entry.byReason.first(where: { $0.reason == .sent }), seen.insert(text).inserted else {
        return nil
      }
      let row = PanelRow(Excerpt.beginning(of: text), trailing: time.text(sent.at))
      return Candidate(PanelItem(entry.id, row), [text])
    }
    let found = FuzzyMatch(contents.query).filtered(candidates)
    // Any number of unsent history entries may precede the next sent text.
    if found.count < Self.page { feed.loadMore() }
    return found
  }
}
