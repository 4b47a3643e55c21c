import ChatControllers
import ChatDomain
import ChatUI
import InMemoryService
import LocalStorage
import TerminalScreen

/// Sends thousands of messages to one channel, faster than the service accepts them.
final class QuickSends {
  private let count: Int
  private let channel: ChannelID = "general"
  private let clock = ManualClock(now: Timestamp(seconds: 1_795_176_000))
  private let service: InMemoryChatService
  private let fixtures = DemoFixtures(seed: 1)
  private var sent = 0

  init(_ count: Int) async throws {
    self.count = count
    service = InMemoryChatService(clock: clock, seed: 1)
    try await fixtures.load(into: service)
  }

  /// The memory of the service alone.
  ///
  /// - Returns: bytes per message.
  func sendAlone() async throws -> Int {
    let you = await service.device(user: fixtures.user.id, id: "terminal")
    // The first ones fill tables to their allocated size.
    for _ in 1...count / 2 { try await send(from: you) }
    let before = Mark.usedBytes
    for _ in 1...count { try await send(from: you) }
    return (Mark.usedBytes - before) / count
  }

  private func send(from device: InMemoryDevice) async throws {
    sent += 1
    // As long as the ids that a client creates.
    let id = TransactionID("\(sent + 1_000_000_000)-0123456789abcdef01234")
    _ = try await device.send(NewMessage(transactionId: id, channelId: channel, markup: words))
    clock.advance(by: .milliseconds(100))
  }

  private var words: String { "some words of mine, number \(sent)" }

  /// The same through the program: first offline, so that all messages are queued, then until all have arrived.
  ///
  /// - Returns: bytes per message, queued and arrived.
  func sendTyped() async throws -> (waiting: Int, arrived: Int) {
    let program = try await LiveProgram(of: fixtures.user.id, on: service, clock: clock)
    let (device, client, terminal) = (program.device, program.client, program.terminal)
    await program.untilShown()
    try await type(KeyEvent(notation: "M-1").map { [$0] } ?? [], on: terminal)
    for _ in 1...count / 2 { try await type(on: terminal) }
    await arrive(client, terminal)
    let before = Mark.usedBytes
    await device.setFaults(.offline)
    for _ in 1...count { try await type(on: terminal) }
    let waiting = Mark.usedBytes - before
    await device.setFaults(.none)
    await arrive(client, terminal)
    let arrived = Mark.usedBytes - before
    try await program.end()
    return (waiting / count, arrived / count)
  }

  private func type(on terminal: SilentTerminal) async throws {
    sent += 1
    let enter = KeyEvent(notation: "Enter").map { [$0] } ?? []
    try await type(words.map { KeyEvent(.character($0)) } + enter, on: terminal)
    clock.advance(by: .milliseconds(100))
  }

  private func type(_ keys: [KeyEvent], on terminal: SilentTerminal) async throws {
    _ = await terminal.timed(keys.map { .key($0) })
    await terminal.rest()
  }

  /// Waits until no message is in flight.
  private func arrive(_ client: ChatClient, _ terminal: SilentTerminal) async {
    clock.advance(by: .seconds(60))
    while !client.pendingWork(in: channel).isEmpty { await Task.yield() }
    await terminal.rest()
  }
}
