import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@Suite("Notification levels")
struct NotificationLevelTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario(columns: 80, rows: 30)
    return await mia.start()
  }

  private func command(_ line: String, _ mia: Scenario) async {
    await mia.enter(line)
  }

  @Test("With /notify mentions only mentions ring, and other messages are unread")
  func mentions() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await command("/notify mentions", mia)
    #expect(mia.foot.contains("#offtopic: notify on mentions only"))
    await mia.keys("M-1")
    await mia.look(away: true)
    var acts = mia.terminal.acts.count
    try await mia.say("words", by: "ana", in: "offtopic")
    #expect(mia.firstLine(of: "offtopic").contains("·1"))
    #expect(!mia.terminal.acts.dropFirst(acts).contains(.ring))
    acts = mia.terminal.acts.count
    try await mia.say("[@Mia](pn-user://mia) look", by: "ana", in: "offtopic")
    #expect(mia.firstLine(of: "offtopic").contains(" 1 ●"))
    #expect(mia.terminal.acts.dropFirst(acts).contains(.ring))
    await mia.look(away: false)
    await mia.keys("M-a", .header("#offtopic"))
    let phone = await mia.device("mia", "phone")
    #expect(try await phone.channel("offtopic").preferences.notifications == .mentions)
  }

  @Test("Several mentions are counted separately")
  func counts() async throws {
    let mia = try await started()
    for text in ["one", "[@Mia](pn-user://mia) two", "[@Mia](pn-user://mia) three"] {
      try await mia.say(text, by: "ana", in: "offtopic")
    }
    #expect(mia.firstLine(of: "offtopic").contains("3 ●2"))
  }

  @Test("/notify alone says the level, and an unknown level is refused")
  func asking() async throws {
    let mia = try await started()
    await command("/notify", mia)
    #expect(
      mia.foot.contains("#general: notify on every message; /notify mentions or /notify nothing changes it"))
    await command("/notify loudly", mia)
    #expect(mia.foot.contains("Use /notify all, mentions or nothing"))
  }

  @Test("/unread marks a channel until something new is read there or it is opened")
  func unread() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await command("/unread", mia)
    #expect(mia.foot.contains("#offtopic marked as unread"))
    #expect(mia.firstLine(of: "offtopic").contains("○"))
    await mia.keys("M-1 M-a", .header("#offtopic"))
    await mia.settle()
    #expect(!mia.firstLine(of: "offtopic").contains("○"))
    let phone = await mia.device("mia", "phone")
    #expect(try await !phone.channel("offtopic").reading.isMarkedUnread)
  }

  @Test("A mark on the open channel survives a restart until something new is read there")
  func lasting() async throws {
    let mia = try await started()
    try await mia.say("words", by: "ana")
    await mia.settle()
    await command("/unread", mia)
    #expect(mia.firstLine(of: "general").contains("○"), "\(mia.picture)")
    try await mia.restart()
    #expect(mia.header.hasPrefix("#general") && mia.firstLine(of: "general").contains("○"), "\(mia.picture)")
    let phone = await mia.device("mia", "phone")
    #expect(try await phone.channel("general").reading.isMarkedUnread)
    try await mia.say("more", by: "ana")
    await mia.settle()
    #expect(!mia.firstLine(of: "general").contains("○"), "\(mia.picture)")
    #expect(try await !phone.channel("general").reading.isMarkedUnread)
  }

  @Test("Messages that came while the program was closed are read in the last place, marked or not")
  func away() async throws {
    for isMarked in [false, true] {
      let mia = try await started()
      if isMarked { await command("/unread", mia) }
      await mia.keys("C-x C-c")
      try await mia.say("meanwhile", by: "ana")
      try await mia.restart()
      let reading = try await mia.device("mia", "phone").channel("general").reading
      #expect(reading.unreadCount == 0 && !reading.isMarkedUnread, "\(isMarked): \(mia.picture)")
    }
  }
}
