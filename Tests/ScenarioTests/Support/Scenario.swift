import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import InMemoryService
import Spelling
import TerminalRecording
import TerminalScreen
import TestSupport
import Testing

@testable import ChatUI

/// The whole program over an in-memory service: keys in, screen out. The clock only moves when a test advances it.
final class Scenario {
  let clock: ManualClock
  let service: InMemoryChatService
  let store: InMemoryStore
  /// The same store with latency.
  let disk: SlowStore
  let configuration: ClientConfiguration
  let keymap: Keymap
  let settings: Settings
  let terminal: RecordingTerminal
  /// Whether it runs in line mode instead of showing a screen.
  let isPlain: Bool
  /// The accounts of the device; nil: only this one.
  let accounts: (any AccountDirectory)?
  /// The spell checker.
  let spelling: (any SpellChecker)?
  let programs = TestPrograms()
  let downloads = TestDownloads()
  /// The picture decoder.
  let pictures = TestPictures()
  private(set) var client: ChatClient
  private(set) var app: App
  private var running: Task<Void, Never>?

  /// Mia in `#general` and `#offtopic`, with a conversation with Alex. There is no message unless a test sends one
  /// before it starts the program.
  init(
    columns: Int = 80, rows: Int = 24, configuration: ClientConfiguration = ClientConfiguration(),
    keymap: Keymap = Keymap(), settings: Settings = Settings(),
    store: InMemoryStore = InMemoryStore(), isPlain: Bool = false, lacking: Set<ServiceAbility> = [],
    isEncrypting: Bool = false,
    accounts: (any AccountDirectory)? = nil, spelling: (any SpellChecker)? = nil
  ) async throws {
    self.isPlain = isPlain
    self.spelling = spelling
    self.accounts = accounts
    SerialScheduling.begin()
    // Friday, 20 November 2026, noon.
    clock = ManualClock(now: Timestamp(seconds: 1_795_176_000))
    self.configuration = configuration
    self.keymap = keymap
    self.settings = settings
    self.store = store
    disk = SlowStore(store, clock: clock)
    var abilities = ServiceConfiguration()
    abilities.abilities.subtract(lacking)
    if isEncrypting { abilities.abilities.insert(.encrypts) }
    service = InMemoryChatService(clock: clock, configuration: abilities)
    terminal = RecordingTerminal(Size(columns: columns, rows: rows))
    let people: [User] = [
      User(id: "mia", name: "Mia Me"), User(id: "alex", name: "Alex Dunn"),
      User(id: "ana", name: "Ana García"),
      User(id: "ben", name: "Ben Okafor"),
    ]
    for person in people { await service.add(person) }
    let general = NewChannel(
      id: "general", name: "general", type: .group, topic: "Team-wide chat", members: ["alex", "ana", "ben"])
    let mia = await service.device(user: "mia", id: "setup")
    if lacking.isDisjoint(with: [.choosesIds, .addsMembers]) {
      _ = try await mia.createChannel(general)
      clock.advance(by: .seconds(1))
      _ = try await mia.createChannel(
        NewChannel(id: "offtopic", name: "offtopic", type: .public, members: ["ana"]))
      _ = try await mia.directChannel(with: "alex")
    } else {
      // The initial state of the service.
      try await service.load([general], createdBy: "mia", at: clock.now)
    }
    (client, app) = await Self.program(
      service, disk, clock, terminal, programs, downloads, pictures, configuration, keymap, self.settings,
      isPlain,
      accounts, spelling)
  }

  private static func program(
    _ service: InMemoryChatService, _ store: SlowStore, _ clock: ManualClock,
    _ terminal: RecordingTerminal,
    _ programs: TestPrograms, _ downloads: TestDownloads, _ pictures: TestPictures,
    _ configuration: ClientConfiguration,
    _ keymap: Keymap, _ settings: Settings, _ isPlain: Bool, _ accounts: (any AccountDirectory)?,
    _ spelling: (any SpellChecker)?
  ) async -> (ChatClient, App) {
    let device = await service.device(user: "mia", id: "terminal")
    let client = ChatClient(
      service: device, store: store, clock: clock, configuration: configuration, files: TestFileReader())
    let environment = AppEnvironment(
      outlet: isPlain ? .lines(terminal) : .screen(terminal), calendar: UTCCalendar(), files: downloads,
      programs: programs, downloads: downloads, connection: TestSwitch(device: device), pictures: pictures,
      accounts: accounts, spelling: spelling)
    return (client, App(client: client, environment: environment, keymap: keymap, settings: settings))
  }

  /// Starts the program in `#general`.
  @discardableResult
  func start(in channel: ChannelID? = "general") async -> Scenario {
    let app = app
    running = Task {
      do throws(TerminalError) { try await app.run() } catch { Issue.record("no terminal: \(error)") }
    }
    await settle()
    if let channel {
      app.go(to: .channel(channel))
      await settle()
    }
    return self
  }

  /// Whether the program runs; it takes no keys while it ends.
  var isRunning: Bool { terminal.owner != .nobody && !app.isOver }

  /// Ends the program, if it runs, and releases the service.
  func end() async {
    app.end()
    await running?.value
    do throws(StoreError) { try await client.stop() } catch { Issue.record("\(error)") }
  }

  /// Quits the program and starts it again with the same store.
  ///
  /// - Parameters:
  ///   - isReachable: whether the service is reachable after the restart; nil: as before.
  ///   - notice: a notice shown at startup.
  ///   - error: the error that the notice explains.
  func restart(
    isReachable: Bool? = nil, saying notice: Notice? = nil, explaining error: StoreError? = nil
  ) async throws {
    // C-g ends a started key sequence; elsewhere it would go back a step.
    if isRunning { await keys(app.workspace.context.input.pendingKeys.isEmpty ? "C-x C-c" : "C-g C-x C-c") }
    await end()
    if let isReachable {
      await service.device(user: "mia", id: "terminal").setFaults(isReachable ? .none : .offline)
    }
    (client, app) = await Self.program(
      service, disk, clock, terminal, programs, downloads, pictures, configuration, keymap, settings, isPlain,
      accounts, spelling)
    if let notice { app.say(notice, explaining: error) }
    await start(in: nil)
  }

  // MARK: Actions of the person

  /// Presses keys in Emacs notation, then types a text.
  func keys(
    _ notation: String, type text: String = "", _ seen: Seen...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for word in notation.split(separator: " ") {
      guard let key = KeyEvent(notation: String(word)) else {
        Issue.record("\(word) is not a key", sourceLocation: sourceLocation)
        continue
      }
      terminal.send([.key(key)])
      await settle()
    }
    if !text.isEmpty { await type(text) }
    compare(seen, sourceLocation)
  }

  /// Types a text, one key per scalar, then presses keys.
  func type(
    _ text: String, keys notation: String = "", _ seen: Seen...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for scalar in text.unicodeScalars { terminal.send([.key(KeyEvent(.character(Character(scalar))))]) }
    await settle()
    if !notation.isEmpty { await keys(notation, sourceLocation: sourceLocation) }
    compare(seen, sourceLocation)
  }

  /// Types a line and presses Enter.
  func enter(_ line: String, _ seen: Seen..., sourceLocation: SourceLocation = #_sourceLocation) async {
    await type(line)
    await keys("Enter")
    compare(seen, sourceLocation)
  }

  func paste(_ text: String, _ seen: Seen..., sourceLocation: SourceLocation = #_sourceLocation) async {
    terminal.send([.paste(text)])
    await settle()
    compare(seen, sourceLocation)
  }

  func resize(columns: Int, rows: Int) async {
    terminal.resize(to: Size(columns: columns, rows: rows))
    await settle()
  }

  func offline(_ isOffline: Bool) async {
    await service.device(user: "mia", id: "terminal").setFaults(isOffline ? .offline : .none)
    await settle()
  }

  /// Goes to a channel, as a link does.
  func go(to channel: ChannelID) async {
    app.go(to: .channel(channel))
    await settle()
  }

  // MARK: Actions of others

  @discardableResult
  func say(
    _ text: String, by user: UserID, in channel: ChannelID = "general", under parent: MessageID? = nil
  ) async throws -> Message {
    let device = await service.device(user: user, id: "other")
    clock.advance(by: .seconds(1))
    let message = try await device.send(
      NewMessage(
        transactionId: TransactionID("\(user) \(text) \(clock.now.microseconds)"), channelId: channel,
        parentId: parent, markup: text, isShownInChannel: parent == nil))
    await settle()
    return message
  }

  /// The messages of a channel on the service, oldest first.
  func said(in channel: ChannelID = "general", under parent: MessageID? = nil) async throws -> [Message] {
    let device = await service.device(user: "mia", id: "reader")
    return try await device.messages(MessageQuery(channelId: channel, parentId: parent)).elements
  }

  // MARK: The screen

  /// The rows of the screen without trailing blanks.
  var screen: [String] {
    terminal.lines.map { line in
      var line = Substring(line)
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  func shows(_ text: String) -> Bool { screen.contains { $0.contains(text) } }

  /// Yields until nothing happens without a change of the clock.
  func settle() async {
    var quiet = 0
    var last = -1
    for _ in 0..<20_000 {
      await Task.yield()
      // The service is an actor: a request may still be on its way although nothing happens here.
      if quiet % 12 == 11 { _ = await service.device(user: "mia", id: "terminal") }
      let now = terminal.frameCount &+ clock.sleeperCount &* 1_000_003
      quiet = now == last ? quiet + 1 : 0
      last = now
      if quiet >= 60 { return }
    }
    Issue.record("it does not come to rest")
  }

  func wait(_ duration: Duration) async {
    clock.advance(by: duration)
    await settle()
  }
}

nonisolated struct TestSwitch: ConnectionSwitch {
  let device: InMemoryDevice

  func setOffline(_ isOffline: Bool) async { await device.setFaults(isOffline ? .offline : .none) }
}

/// Parts of the program that scenarios inspect.
extension App {
  var channel: Conversation? { workspace.navigator.channel }
  var thread: Conversation? { workspace.navigator.thread }
  var focused: Conversation? { workspace.navigator.focused }
  var panel: (any Panel)? { workspace.navigator.panels.panel }
  var sidebar: ChannelSidebar { workspace.sidebar }
  var settings: Settings {
    get { workspace.context.settings }
    set { workspace.context.settings = newValue }
  }
  var notice: Notice? { workspace.context.notices.current }
  var killRing: KillRing { workspace.killRing }
  var tour: Tour? { workspace.tour.tour }

  func go(to destination: Destination) { workspace.navigator.go(to: destination) }
}
