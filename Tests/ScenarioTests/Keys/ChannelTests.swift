import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: channels", .serialized)
struct ChannelKeyTests {
  /// `#general`, `#offtopic` and the conversation with Alex, in this order.
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("earlier", by: "ana", in: "offtopic")
    try await mia.say("later", by: "ana")
    await mia.start()
    #expect(mia.header.hasPrefix("#general"))
    return mia
  }

  @Test("M-Down and M-Up walk through the list and wrap around")
  func walk() async throws {
    let mia = try await started()
    await mia.keys("M-Down", .header("#offtopic"))
    await mia.keys("M-Down", .header("@ Alex Dunn"))
    await mia.keys("M-Down", .header("#general"))
    await mia.keys("M-Up", .header("@ Alex Dunn"))
  }

  @Test(
    "M-1 to M-9 go to channels by position and say if there is none",
    arguments: [
      ("M-1", "#general", ""), ("M-2", "#offtopic", ""), ("M-3", "@ Alex Dunn", ""),
      ("M-4", "#general", "There is no channel 4"), ("M-5", "#general", "There is no channel 5"),
      ("M-6", "#general", "There is no channel 6"), ("M-7", "#general", "There is no channel 7"),
      ("M-8", "#general", "There is no channel 8"), ("M-9", "#general", "There is no channel 9"),
    ])
  func numbers(_ key: String, _ header: String, _ said: String) async throws {
    let mia = try await started()
    await mia.keys(key, .header(header))
    #expect(mia.status.contains(said) || said.isEmpty)
  }

  @Test("All nine numbers reach a channel")
  func nine() async throws {
    let mia = try await Scenario(columns: 80, rows: 30)
    let setup = await mia.service.device(user: "mia", id: "setup")
    for number in 1...7 {
      _ = try await setup.createChannel(
        NewChannel(id: ChannelID("room\(number)"), name: "room\(number)", type: .public))
    }
    await mia.start()
    var seen: Set<String> = []
    for number in 1...9 {
      await mia.keys("M-\(number)")
      seen.insert(mia.header)
    }
    #expect(seen.count == 9, "\(seen)")
  }

  @Test("M-a goes to unread channels, mentions first, and says when all is read")
  func unread() async throws {
    let mia = try await started()
    try await mia.say("news", by: "ana", in: "offtopic")
    #expect(mia.screen.contains { $0.contains("# offtopic") && $0.contains("2") })
    await mia.keys("M-a", .header("#offtopic"), .shows("── new ─"))
    #expect(!mia.screen.contains { $0.contains("# offtopic") && $0.contains(" 2 ") }, "it is read now")
    await mia.keys("M-a", .header("#offtopic"), .status("No unread messages"))
  }

  @Test("M-/ alternates between the last two channels")
  func last() async throws {
    let mia = try await started()
    await mia.keys("M-3 M-/", .header("#general"))
    await mia.keys("M-/", .header("@ Alex Dunn"))
  }

  @Test("C-x b finds a channel, person, thread or draft by a few letters")
  func switcher() async throws {
    let mia = try await started()
    await mia.type("about the weather", keys: "C-x b", .shows("Go to"), .line("> |"))
    await mia.type("offt", .shows("▸ #offtopic"))
    await mia.keys("Enter", .header("#offtopic"))
    await mia.keys("C-x b")
    await mia.enter("weath", .header("#general"), .line("about the weather|"))
    await mia.keys("C-x b", type: "okafor", .shows("▸ @Ben Okafor"))
    await mia.keys("Enter", .header("@ Ben Okafor"))
  }

  @Test("Escape leaves C-x b and changes nothing")
  func switcherLeft() async throws {
    let mia = try await started()
    await mia.type("words", keys: "C-x b")
    await mia.type("off", keys: "Esc", .header("#general"), .line("words|"))
  }
}
