import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: channel order", .serialized)
struct ChannelOrderTests {
  private static let rooms = ["beta", "delta", "alpha", "Érable", "gamma"]

  /// `#general`, `#offtopic`, five more channels, and the conversation with Alex.
  private func started(
    _ order: ChannelOrder, columns: Int = 80, rows: Int = 30
  ) async throws -> Scenario {
    var settings = Settings()
    settings.channelOrder = order
    let mia = try await Scenario(columns: columns, rows: rows, settings: settings)
    let setup = await mia.device("mia", "setup")
    for room in Self.rooms {
      mia.clock.advance(by: .seconds(1))
      _ = try await setup.createChannel(
        NewChannel(id: ChannelID(room), name: room, type: .group, members: ["ana"]))
    }
    try await mia.say("hello", by: "ana", in: "delta")
    return await mia.start()
  }

  /// The names of channels and people in the sidebar, from top to bottom.
  private func names(_ mia: Scenario) -> [String] {
    mia.side.compactMap { line in
      let row = line.dropFirst(1).drop { "▌ 123456789".contains($0) }
      guard let sign = row.first, "#@★".contains(sign) else { return nil }
      return String(row.dropFirst(2).prefix { $0 != " " })
    }
  }

  @Test("By name the order never changes")
  func name() async throws {
    let mia = try await started(.name)
    let order = ["alpha", "beta", "delta", "Érable", "gamma", "general", "offtopic", "Alex"]
    #expect(names(mia) == order)
    try await mia.say("news", by: "ana", in: "offtopic")
    try await mia.say("news", by: "alex", in: "direct:alex:mia")
    await mia.type("words")
    #expect(names(mia) == order)
  }

  @Test("By activity the latest channel is first")
  func activity() async throws {
    let mia = try await started(.activity)
    #expect(names(mia).first == "delta")
    try await mia.say("news", by: "ana", in: "offtopic")
    #expect(names(mia).prefix(2) == ["offtopic", "delta"])
  }

  @Test("With unread first a read channel returns to its place by name")
  func unread() async throws {
    let mia = try await started(.unread)
    #expect(names(mia).prefix(3) == ["alpha", "beta", "delta"])
    try await mia.say("news", by: "ana", in: "delta")
    try await mia.say("news", by: "ana", in: "beta")
    #expect(names(mia).prefix(3) == ["beta", "delta", "alpha"])
    await mia.keys("M-1", .header("#beta"))
    #expect(names(mia).prefix(3) == ["delta", "alpha", "beta"])
  }

  @Test(
    "M-1 to M-9 go to the row with that number",
    arguments: [ChannelOrder.name, .activity, .unread], [24, 30])
  func numbers(_ order: ChannelOrder, _ rows: Int) async throws {
    let mia = try await started(order, rows: rows)
    try await mia.say("news", by: "ana", in: "gamma")
    var reached: [String] = []
    for number in 1...8 {
      let line = try #require(mia.side.first { $0.dropFirst(2).hasPrefix("\(number)") }, "\(mia.picture)")
      let name = line.dropFirst(5).prefix { $0 != " " }
      await mia.keys("M-\(number)")
      #expect(mia.header.dropFirst(mia.header.hasPrefix("@") ? 2 : 1).hasPrefix(name), "\(number): \(line)")
      reached.append(String(name))
      await mia.wait(ChannelWalk.longestPause)
    }
    #expect(Set(reached).count == 8 || order == .unread, "\(reached)")
  }

  @Test(
    "M-Up undoes M-Down, whatever arrives meanwhile", arguments: [ChannelOrder.name, .activity, .unread],
    [1, 2, 3])
  func undone(_ order: ChannelOrder, _ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let mia = try await started(order)
    var way: [String] = [mia.header]
    for _ in 0..<Int.random(in: 3...12, using: &random) {
      await mia.keys("M-Down")
      way.append(mia.header)
      try await saySomething(&random, in: mia)
    }
    #expect(Set(zip(way, way.dropFirst()).map { "\($0) \($1)" }).count == min(way.count - 1, 8), "\(way)")
    for place in way.dropLast().reversed() {
      await mia.keys("M-Up")
      #expect(mia.header == place, "\(way)")
      try await saySomething(&random, in: mia)
    }
  }

  /// Usually Ana sends a message somewhere. A second passes, which is shorter than a rest.
  private func saySomething(_ random: inout SeededGenerator, in mia: Scenario) async throws {
    guard
      let room = (Self.rooms.map(Optional.some) + ["offtopic", nil, nil]).randomElement(using: &random) ?? nil
    else { return }
    try await mia.say("news", by: "ana", in: ChannelID(room))
  }

  @Test("After two seconds at rest a walk restarts in the current order")
  func rests() async throws {
    let mia = try await started(.activity)
    await mia.keys("M-1", .header("#delta"))
    let before = names(mia)
    await mia.keys("M-Down")
    try await mia.say("news", by: "ana", in: "offtopic")
    #expect(names(mia) == before, "the order of the walk")
    await mia.wait(.milliseconds(999))
    #expect(names(mia) == before)
    await mia.wait(.milliseconds(1))
    #expect(names(mia).first == "offtopic")
    await mia.keys("M-1 M-Down", .header("#delta"))
  }

  @Test("A new person is last in a walk's order, and one who left is skipped")
  func changedMeanwhile() async throws {
    let mia = try await started(.name)
    await mia.keys("M-1", .header("#alpha"))
    await mia.keys("M-Down")
    let setup = await mia.device("mia", "setup")
    _ = try await setup.createChannel(NewChannel(id: "aaa", name: "aaa", type: .group))
    try await setup.leave("delta")
    await mia.settle()
    await mia.keys("M-Down", .header("#Érable"))
    await mia.keys("M-Up M-Up", .header("#alpha"))
    await mia.wait(ChannelWalk.longestPause)
    #expect(names(mia).first == "aaa")
  }
}

@Suite("Favourites, muted channels and folded sections", .serialized)
struct ChannelPreferenceTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario(columns: 80, rows: 24)
    try await mia.say("hello", by: "ana", in: "offtopic")
    return await mia.start()
  }

  private func command(_ line: String, _ mia: Scenario) async {
    await mia.enter(line)
  }

  @Test("/favourite puts a channel first on all devices; a second time undoes it")
  func favourite() async throws {
    let mia = try await started()
    #expect(mia.side[1].contains("1# general"))
    await mia.keys("M-2")
    await command("/favourite", mia)
    #expect(mia.side[1].contains("1★ offtopic"))
    #expect(mia.foot.contains("Favourite, listed first: #offtopic"))
    #expect(try await mia.device("mia", "phone").channel("offtopic").preferences.isFavourite)
    try await mia.restart()
    #expect(mia.side[1].contains("1★ offtopic"))
    await mia.keys("M-1")
    await command("/favourite", mia)
    #expect(mia.side[1].contains("1# general") && mia.foot.contains("No longer a favourite: #offtopic"))
  }

  @Test("Preferences of another device are shown here, even while offline")
  func elsewhere() async throws {
    let mia = try await started()
    let phone = await mia.device("mia", "phone")
    _ = try await phone.update("offtopic", ChannelPreferencesChange(isFavourite: true))
    await mia.settle()
    #expect(mia.side[1].contains("1★ offtopic"))
    await mia.offline(true)
    try await mia.restart()
    #expect(mia.side[1].contains("1★ offtopic"))
  }

  @Test("A muted channel has no badge, no bell, and M-a skips it")
  func mute() async throws {
    let mia = try await started()
    await mia.keys("M-2 M-1")
    let plain = try mia.style(of: "offtopic")
    await mia.keys("M-2")
    await command("/mute", mia)
    #expect(mia.foot.contains("#offtopic muted: no notifications"))
    await mia.keys("M-1")
    await mia.look(away: true)
    let acts = mia.terminal.acts.count
    try await mia.say("[@Mia](pn-user://mia) look", by: "ana", in: "offtopic")
    #expect(!mia.firstLine(of: "offtopic").contains("●"))
    #expect(mia.firstLine(of: "offtopic").contains("·1"), "new, and calling for nobody")
    #expect(!mia.terminal.acts.dropFirst(acts).contains(.ring))
    #expect(try mia.style(of: "offtopic") != plain)
    await mia.look(away: false)
    await mia.keys("M-a", .header("#general"), .status("No unread messages"))
    await mia.keys("M-2")
    await command("/mute", mia)
    await mia.keys("M-1")
    try await mia.say("again", by: "ana", in: "offtopic")
    #expect(mia.firstLine(of: "offtopic").contains(" 1"))
  }

  @Test("A refused preference is reported and changes nothing")
  func refused() async throws {
    let mia = try await started()
    await mia.refuse([.updatePreferences])
    await command("/favourite", mia)
    #expect(
      mia.side[1].contains("1# general") && mia.foot.contains("ou are not allowed to do that"),
      "\(mia.picture)")
  }

  @Test("C-x 1, 2 and 3 fold sections; headings and the open channel stay")
  func folding() async throws {
    let mia = try await started()
    let parent = try await mia.say("a question", by: "ana")
    try await mia.say("an answer", by: "mia", under: parent.id)
    #expect(mia.shows("├ Threads ─"))
    await mia.keys("C-x 1")
    #expect(mia.side[0].contains("▸ Channels +1"))
    #expect(mia.shows("# general") && !mia.shows("# offtopic"))
    #expect(mia.side.contains { $0.contains(" 1@ Alex") }, "the first number is the first row's")
    await mia.keys("M-1", .header("@ Alex"), .hides("# general"))
    await mia.keys("M-Down", .header("@ Alex", because: "what is folded is passed over"))
    await mia.keys("C-x 2 C-x 3", .shows("▸ Direct"), .shows("@ Alex"), .shows("▸ Threads +1"))
    await mia.keys("C-x 1 C-x 2 C-x 3")
    #expect(mia.side[1].contains("1# general") && mia.shows("├ Threads ─"))
  }

  @Test("A walk out of a folded section leads back into it")
  func walkOutOfFolded() async throws {
    let mia = try await started()
    await mia.keys("C-x 1 M-Down", .header("@ Alex"))
    await mia.keys("M-Up", .header("#general"))
  }

  @Test("A click on a heading folds its section")
  func clicks() async throws {
    var settings = Settings()
    settings.usesMouse = true
    let mia = try await Scenario(settings: settings).start()
    await mia.click(Position(column: 3, row: 0))
    #expect(mia.side[0].contains("▸ Channels +1"))
    await mia.click(Position(column: 3, row: 0))
    #expect(mia.side[0].contains("┌ Channels ─"))
  }

  @Test("At 80x24 direct conversations and their heading stay visible with any number of channels")
  func manyChannels() async throws {
    let mia = try await Scenario(columns: 80, rows: 24)
    let setup = await mia.device("mia", "setup")
    for number in 1...120 {
      _ = try await setup.createChannel(
        NewChannel(id: ChannelID("r\(number)"), name: "r\(number)", type: .group))
    }
    await mia.start()
    #expect(mia.shows("├ Direct ─") && mia.shows("@ Alex"))
    #expect(mia.side.contains { $0.contains(" more") }, "\(mia.picture)")
    for _ in 0..<130 {
      await mia.keys("M-Down")
      let name = mia.header.drop { "@# ".contains($0) }.prefix { $0 != " " }
      #expect(mia.side.contains { $0.contains("▌") && $0.contains(name) }, "\(mia.picture)")
    }
    #expect(mia.app.sidebar.order.count == 123, "all pages were loaded")
  }
}
