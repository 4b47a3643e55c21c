import ChatControllers
import ChatDomain
import ChatUI
import Glibc
import InMemoryService
import LocalStorage
import TerminalScreen
import TestSupport

/// A company that chats all day, and a person who reads and writes.
final class LongDay {
  let plan: Plan
  let clock = ManualClock(now: Timestamp(seconds: 1_795_176_000))
  let service: InMemoryChatService
  private let fixtures = DemoFixtures(seed: 1)
  private var random: TestSupport.SeededGenerator = .init(seed: 8)
  private var posted = 0
  private var others: [InMemoryDevice] = []
  private var channels: [ChannelID] = ["general", "offtopic", "help", "release", "design", "direct:alex"]

  init(_ plan: Plan) async throws {
    self.plan = plan
    service = InMemoryChatService(clock: clock, seed: 1)
    try await fixtures.load(into: service)
    let you = await service.device(user: fixtures.user.id, id: "setup")
    let members: [UserID] = ["ana", "ben", "alex", "mina"]
    for number in 1...40 {
      let id = ChannelID("room-\(number)")
      _ = try await you.createChannel(
        NewChannel(id: id, name: "room-\(number)", type: .group, members: members))
      channels.append(id)
    }
    for person in members { others.append(await service.device(user: person, id: "phone")) }
  }

  /// The service without a client: the memory that it needs for a day.
  func liveAlone() async throws -> [Mark] {
    let you = await service.device(user: fixtures.user.id, id: "terminal")
    var written = 0
    var marks: [Mark] = []
    for second in 0..<plan.seconds {
      _ = try await talk(second)
      while written < plan.due(plan.drafts, at: second) {
        written += 1
        _ = try await you.send(
          NewMessage(
            transactionId: TransactionID("mine \(written)"), channelId: random.one(of: channels.dropLast(20)),
            markup: "some words of mine, number \(written)"))
      }
      clock.advance(by: .seconds(1))
      if (second + 1) % 3600 == 0 { marks.append(mark(second, [])) }
    }
    return marks
  }

  /// The same day with the program and a store on disk.
  func live() async throws -> [Mark] {
    let program = try await LiveProgram(of: fixtures.user.id, on: service, clock: clock)
    let (device, terminal) = (program.device, program.terminal)
    let ear = Ear(program.client)
    await program.untilShown()
    let person = Typist(terminal, seed: 9)
    var marks: [Mark] = []
    var written = 0
    for second in 0..<plan.seconds {
      let last = try await talk(second)
      if let last { await ear.hear(last) }
      clock.advance(by: .seconds(1))
      while written < plan.due(plan.drafts, at: second) {
        written += 1
        await person.write(written)
        if written % 25 == 0 { await person.lookAround() }
        if written % 400 == 0 { await breakLine(of: device, while: person, written) }
      }
      await terminal.rest()
      if (second + 1) % 3600 == 0 {
        marks.append(mark(second, person.times))
        person.times = []
      }
    }
    try await program.end()
    return marks
  }

  private func mark(_ second: Int, _ times: [Double]) -> Mark {
    let mark = Mark(hour: (second + 1) / 3600, frames: times)
    print(mark.text)
    // Report each hour at once, even into a file.
    fflush(nil)
    return mark
  }

  /// The messages of others in a second; returns the last one's token.
  private func talk(_ second: Int) async throws -> Timetoken? {
    var last: Timetoken?
    while posted < plan.due(plan.messages, at: second) {
      posted += 1
      // Half of them are in two channels, as in real use.
      let channel = random.percent(50) ? channels[random.below(2)] : random.one(of: channels)
      let author = channel == "direct:alex" ? others[2] : random.one(of: others)
      let isForYou = random.percent(2) ? "[You](pn-user://you) " : ""
      let message = try await author.send(
        NewMessage(
          transactionId: TransactionID("said \(posted)"), channelId: isAllowed(author, channel),
          markup: "\(isForYou)number \(posted): \(random.one(of: Self.phrases))"))
      last = message.timetoken
    }
    return last
  }

  /// Not every demo user is in each channel.
  private func isAllowed(_ author: InMemoryDevice, _ channel: ChannelID) -> ChannelID {
    switch (channel, author.currentUser.id) {
    case ("release", "mina"), ("design", "ana"), ("design", "ben"), ("design", "alex"): "general"
    default: channel
    }
  }

  private func breakLine(of device: InMemoryDevice, while person: Typist, _ number: Int) async {
    await device.setFaults(.offline)
    await person.write(number)
    clock.advance(by: .seconds(20))
    await device.setFaults(.none)
    clock.advance(by: .seconds(60))
  }

  private static let phrases = [
    "has anybody seen the blue stapler?", "the build is green again", "今日は忙しいですね", "👍",
    "I think the token expires while the page is open, which would explain what we see in the logs since Tuesday",
    "see [the notes](https://example.org/notes) about it", "on it",
  ]
}
