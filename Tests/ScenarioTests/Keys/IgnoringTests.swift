import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Ignoring people by name, among members and with an invitation", .serialized)
struct IgnoringTests {
  private func say(_ text: String, by user: UserID, _ mia: Scenario) async throws {
    _ = try await mia.device(user, "phone").send(
      NewMessage(
        transactionId: TransactionID("i\(text)"), channelId: "general", markup: text, isShownInChannel: true))
    await mia.settle()
  }

  @Test("/ignore hides a person's messages; its panel shows them again")
  func ignoring() async throws {
    let mia = try await Scenario().start()
    try await say("good-words", by: "ana", mia)
    try await say("bad-words", by: "ben", mia)
    mia.sees("bad-words")
    await mia.enter("/ignore Ben Okafor", .notice("Ignored: Ben Okafor; /ignore lists whom you ignore"))
    mia.sees("good-words")
    #expect(!mia.picture.contains("bad-words"), "\(mia.picture)")
    try await say("more-bad-words", by: "ben", mia)
    #expect(!mia.picture.contains("bad-words"), "\(mia.picture)")
    await mia.enter("/ignore", .shows("Ignored people"))
    await mia.keys("Enter", .notice("C-x k stops ignoring this person"))
    await mia.keys("C-x k", .shows("you ignore no one"), .notice("No longer ignored: Ben Okafor"))
    await mia.keys("Escape", .shows("more-bad-words"))
  }

  @Test("The panel undoes an accidental end of ignoring")
  func takingBack() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/ignore ben")
    await mia.type("/ignore", keys: "Enter C-x k C-_", .shows("Ben Okafor"))
    #expect(try await mia.device("mia", "terminal").ignoredUsers(ListQuery()).elements.map(\.id) == ["ben"])
  }

  @Test("C-x - in the members list ignores the chosen person, and again ends it")
  func members() async throws {
    let mia = try await Scenario().start()
    await mia.keys("C-x m", type: "okafor")
    await mia.keys("C-x -", .shows("ignored"))
    #expect(try await mia.device("mia", "terminal").ignoredUsers(ListQuery()).elements.map(\.id) == ["ben"])
    await mia.keys("C-x -")
    #expect(try await mia.device("mia", "terminal").ignoredUsers(ListQuery()).elements.isEmpty)
  }

  @Test("/ignore also hides the person's invitations")
  func hiddenInvitation() async throws {
    let mia = try await Scenario(lacking: [.addsMembers]).start()
    _ = try await mia.device("ana", "phone").createChannel(
      NewChannel(id: "books", name: "books", type: .group, members: ["mia"]))
    await mia.settle()
    await mia.enter("/ignore ana")
    await mia.wait(.seconds(5))
    #expect(mia.app.workspace.invitations.count == 0, "\(mia.picture)")
    await mia.enter("/invitations", .shows("no invitations and no requests"))
    await mia.keys("Escape")
    try await mia.device("mia", "phone").setIgnored(false, "ana")
    await mia.wait(.seconds(5))
    #expect(mia.app.workspace.invitations.count == 1)
  }

  @Test("C-x - in the invitations declines one and ignores its sender, after a question")
  func invitation() async throws {
    let mia = try await Scenario(lacking: [.addsMembers]).start()
    for name in ["books", "films"] {
      _ = try await mia.device("ana", "phone").createChannel(
        NewChannel(id: ChannelID(name), name: name, type: .group, members: ["mia"]))
    }
    await mia.settle()
    await mia.type("/invitations", keys: "Enter C-x -", .shows("Ignore Ana García?"))
    await mia.wait(.seconds(1))
    await mia.keys("Enter", .shows("Ignored: Ana García"))
    #expect(mia.app.workspace.invitations.count == 0)
    #expect(try await mia.device("mia", "terminal").ignoredUsers(ListQuery()).elements.map(\.id) == ["ana"])
  }

  @Test("Ignoring is not offered if the service lacks it")
  func lacking() async throws {
    let mia = try await Scenario(lacking: [.ignoresPeople]).start()
    await mia.enter("/ignore ben", .shows("people cannot be ignored"))
  }
}

@Suite("Roles", .serialized)
struct RoleTests {
  /// Mia in a channel of Ana's where only moderators change the name and the pins.
  private func world() async throws -> Scenario {
    let mia = try await Scenario()
    _ = try await mia.device("ana", "phone").createChannel(
      NewChannel(id: "board", name: "board", type: .group, members: ["mia", "ben"]))
    for act in [ChannelAct.rename, .pin] {
      try await mia.service.require(.moderator, for: act, in: "board")
    }
    try await mia.service.setRole(.moderator, of: "ben", in: "board")
    return await mia.start(in: "board")
  }

  @Test("The members list shows roles, highest first")
  func members() async throws {
    let mia = try await world()
    await mia.keys("C-x m")
    let rows = mia.terminal.lines.filter {
      $0.contains("Ana García") || $0.contains("Ben Okafor") || $0.contains("Mia Me")
    }
    #expect(rows.count == 3, "\(mia.picture)")
    #expect(rows[0].contains("Ana García") && rows[0].contains("owner"), "\(mia.picture)")
    #expect(rows[1].contains("Ben Okafor") && rows[1].contains("moderator"), "\(mia.picture)")
    try await mia.service.setRole(.administrator, of: "mia", in: "board")
    await mia.settle()
    mia.sees("administrator · you")
  }

  @Test("A command without permission says why and asks nothing")
  func refusing() async throws {
    let mia = try await world()
    let requests = await mia.device("mia", "terminal").requestCounts
    await mia.enter("/rename ours", .shows("Only moderators can do that here"))
    await mia.keys("C-u")
    await mia.enter("/pin", .shows("Only moderators can do that here"))
    await mia.keys("C-u")
    #expect(await mia.device("mia", "terminal").requestCounts[.updateChannel] == requests[.updateChannel])
    try await mia.service.setRole(.moderator, of: "mia", in: "board")
    await mia.settle()
    await mia.enter("/rename ours")
    await mia.confirm()
    #expect(mia.header.hasPrefix("#ours"), "\(mia.picture)")
  }

  @Test("A command without permission is not suggested")
  func suggesting() async throws {
    let mia = try await world()
    await mia.type("/re", .shows("/retry"))
    #expect(!mia.picture.contains("/rename"), "\(mia.picture)")
  }
}
