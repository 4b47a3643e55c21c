import ChatControllers
import ChatDomain
import ChatTestSupport
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

extension Scenario {
  /// Confirms a question after the delay in which answers are ignored.
  func confirm() async {
    await wait(QuestionPanel.shortestReading)
    await keys("Enter")
  }

  /// Fails, with the screen, if one of the texts is not shown.
  func sees(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for text in texts where !shows(text) { fail("\(text) is not on the screen", sourceLocation) }
  }

  /// Fails, with the screen, if one of the texts is shown.
  func misses(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for text in texts where shows(text) { fail("\(text) is on the screen", sourceLocation) }
  }

  /// An expectation about the screen.
  enum Seen {
    /// The row with the cursor, with a bar at the cursor.
    case line(String, because: String? = nil)
    /// A text that must be shown, and one that must not.
    case shows(String, because: String? = nil)
    case hides(String, because: String? = nil)
    /// A text in the last rows, where notices are shown.
    case notice(String, because: String? = nil)
    /// The start of the header.
    case header(String, because: String? = nil)
    /// A text in the last line.
    case status(String, because: String? = nil)
  }

  /// Fails, with the screen, if an expectation is not met.
  func compare(_ seen: [Seen], _ sourceLocation: SourceLocation) {
    func check(_ isMet: Bool, _ words: String, _ reason: String?) {
      if !isMet { fail(words + (reason.map { " (\($0))" } ?? ""), sourceLocation) }
    }
    for seen in seen {
      switch seen {
      case .line(let text, let reason): check(line == text, "the line is \(line) and not \(text)", reason)
      case .shows(let text, let reason): check(shows(text), "\(text) is not on the screen", reason)
      case .hides(let text, let reason): check(!shows(text), "\(text) is on the screen", reason)
      case .notice(let text, let reason):
        check(foot.contains(text), "\(text) is not in the last rows", reason)
      case .status(let text, let reason):
        check(status.contains(text), "\(text) is not in the last line", reason)
      case .header(let text, let reason):
        check(header.hasPrefix(text), "the header is \(header) and not \(text)", reason)
      }
    }
  }

  /// Fails, with the screen, unless the second line of a sidebar entry contains a text.
  func previews(_ text: String, in name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    if !secondLine(of: name).contains(text) { fail("\(name) does not have \(text)", sourceLocation) }
  }

  private func fail(_ words: String, _ sourceLocation: SourceLocation) {
    Issue.record("\(words):\n\(screen.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }

  /// The first line of a sidebar entry.
  func firstLine(of name: String) -> String {
    side.first { $0.contains(name) && !$0.contains("✎") } ?? ""
  }

  /// The second line of a sidebar entry.
  func secondLine(of name: String) -> String {
    guard let row = side.firstIndex(where: { $0.contains(name) && !$0.contains("✎") }) else { return "" }
    return side.indices.contains(row + 1) ? side[row + 1] : ""
  }

  /// The rows of the sidebar.
  var side: [String] { terminal.lines.map { String($0.prefix(27)) } }

  /// The rows right of the sidebar.
  var main: [String] { screen.map { String($0.dropFirst(27)) } }

  /// The last line.
  var lastLine: String { screen.last ?? "" }

  func device(_ user: UserID, _ id: DeviceID = "other") async -> InMemoryDevice {
    await service.device(user: user, id: id)
  }

  /// Saves a draft on another device of the same person, based on the last saved revision.
  @discardableResult
  func writeElsewhere(
    _ text: String, in channel: ChannelID = "general", under parent: MessageID? = nil
  ) async throws -> DraftMessage {
    let phone = await device("mia", "phone")
    let key = DraftKey(channelId: channel, parentId: parent)
    let revision = try await phone.draft(for: key)?.revision ?? 0
    let saved = try await phone.saveDraft(
      DraftContent(elements: [.plainText(text: text)]), for: key, over: revision)
    await settle()
    return saved
  }

  /// The text of the draft on the service, as other devices see it.
  func draftElsewhere(in channel: ChannelID = "general", under parent: MessageID? = nil) async throws
    -> String?
  {
    try await device("mia", "phone").draft(for: DraftKey(channelId: channel, parentId: parent))?.text
  }

  /// The draft history, latest first.
  func kept(in channel: ChannelID = "general") async throws -> [DraftHistoryEntry] {
    try await client.draftHistory(for: DraftKey(channelId: channel))
  }

  func refuse(_ requests: Set<ServiceRequest>, _ refusal: ChatError.Refusal = .notAllowed) async {
    await device("mia", "terminal").setFaults(.with { $0.refusals = [RefusedRequest(requests, refusal)] })
  }

  /// Leaves requests unanswered for some time.
  func busy(_ requests: Set<ServiceRequest>, for time: Duration, saysHowLong: Bool = true) async {
    let busy = BusyTime(requests, until: clock.now + time, saysHowLong: saysHowLong)
    await device("mia", "terminal").setFaults(.with { $0.busy = busy })
  }

  /// Sets the latency of requests.
  func slow(_ latency: Duration, uploads: Duration = .zero) async {
    var faults = ServiceFaults()
    faults.latency = latency...latency
    faults.uploadDelay = uploads...uploads
    await device("mia", "terminal").setFaults(faults)
  }

  func noFaults() async {
    await device("mia", "terminal").setFaults(.none)
    await settle()
  }

  func look(away: Bool) async {
    terminal.send(.focus(!away))
    await settle()
  }

  /// The text of the cursor's row up to and including the cursor.
  var textBeforeCursor: String {
    guard let cursor = terminal.frame?.cursor, let row = terminal.frame?.grid.row(cursor.row) else {
      return ""
    }
    return row.prefix(cursor.column).filter { $0.width > 0 }.map(\.text).joined()
  }
}

extension Scenario {
  /// Mia, whose last session ended in a channel that the cached list lacks.
  static func mia(
    lastIn channel: ChannelID, listComesAfter time: Duration, keys: KeyStyle = .emacs
  ) async throws -> Scenario {
    let store = InMemoryStore()
    try await store.perform([.saveSession(SessionState(openChannel: channel))])
    var settings = Settings()
    settings.keyStyle = keys
    let mia = try await Scenario(settings: settings, store: store)
    await mia.busy([.channels], for: time)
    return await mia.start(in: nil)
  }

  /// Mia, with older text in no channel and a last place that loads slowly.
  static func miaWithOlderWords() async throws -> Scenario {
    let mia = try await Scenario()
    await mia.start(in: nil)
    mia.app.go(to: .channel(.nowhere))
    await mia.type("for another day")
    mia.app.go(to: .channel("general"))
    await mia.settle()
    await mia.busy([.channels], for: .seconds(20))
    return mia
  }
}
