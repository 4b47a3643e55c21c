import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Commands that others notice", .serialized)
struct SharedCommandTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("elsewhere", by: "ana", in: "offtopic")
    try await mia.say("a question", by: "ana")
    await mia.start()
    return mia
  }

  @Test("/leave leaves the channel and opens another")
  func leave() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await mia.enter("/leave", .shows("Leave #offtopic?"), .shows("/join"))
    #expect(mia.header.hasPrefix("#offtopic"), "nobody has seen anything yet")
    await mia.confirm()
    #expect(mia.header.hasPrefix("#general") && !mia.shows("# offtopic"))
  }

  @Test("/leave warns if one cannot rejoin")
  func leaveGroup() async throws {
    let mia = try await started()
    await mia.enter("/leave", .shows("Leave #general?"))
    await mia.keys("Esc", .header("#general"))
    await mia.enter("/leave")
    await mia.confirm()
    #expect(!mia.header.hasPrefix("#general") && !mia.shows("# general"), "\(mia.picture)")
  }

  @Test("/create makes a channel with its members and opens it")
  func create() async throws {
    let mia = try await started()
    await mia.enter("/create plans @ana @ben", .shows("Create #plans?"))
    mia.sees("Ana García (@ana) and Ben Okafor (@ben)")
    await mia.confirm()
    #expect(mia.header.hasPrefix("#plans"))
    await mia.keys("C-x m")
    let main = mia.main.joined()
    #expect(main.contains("Ana García") && main.contains("Ben Okafor") && !main.contains("Alex Dunn"))
  }

  @Test("An ambiguous word invites no one; an id means one person")
  func whoIsMeant() async throws {
    let mia = try await started()
    for (id, name) in [("ab", "Alex Brown"), ("ac", "Alex Cole"), ("alexa", "Aaron Alexson")] {
      await mia.service.add(User(id: UserID(id), name: name))
    }
    await mia.keys("M-2")
    await mia.enter("/invite Alex", .notice("@ab"), .notice("@ac"), .line("/invite Alex|"))
    await mia.keys("C-u")
    await mia.enter("/invite alex", .shows("Invite to #offtopic?"), .shows("Alex Dunn (@alex)"))
    await mia.confirm()
    await mia.keys("C-x m", .shows("Alex Dunn"), .hides("Alex Brown"))
  }

  @Test("/invite adds people to the channel")
  func invite() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await mia.enter("/invite ben alex")
    #expect(mia.app.panel != nil, "nobody has seen anything yet")
    await mia.confirm()
    await mia.keys("C-x m", .shows("Ben Okafor"), .shows("Alex Dunn"))
  }

  @Test("/topic shows the topic, changes it after a question, and removes it only on request")
  func topic() async throws {
    let mia = try await started()
    await mia.enter("/topic", .notice("Topic of #general: Team-wide chat · /topic --clear removes it"))
    await mia.enter("/topic All of us", .shows("Change the topic of #general?"))
    #expect(mia.header.contains("Team-wide chat"), "nobody has seen anything yet")
    await mia.confirm()
    #expect(mia.header.contains("All of us"))
    await mia.enter("/topic --clear", .shows("Remove the topic of #general?"))
    await mia.keys("Escape")
    #expect(mia.header.contains("All of us"))
    await mia.enter("/topic --clear")
    await mia.confirm()
    #expect(mia.header == "#general", "\(mia.header)")
    await mia.enter("/topic", .notice("#general has no topic; /topic TEXT sets one"))
  }

  @Test("/rename renames the channel")
  func rename() async throws {
    let mia = try await started()
    await mia.enter("/rename everyone", .shows("Rename #general?"))
    #expect(mia.header.hasPrefix("#general"), "nobody has seen anything yet")
    await mia.confirm()
    #expect(mia.header.hasPrefix("#everyone") && mia.shows("# everyone"))
  }

  @Test(
    "A name may contain blanks; people follow with @, after -- or after a quoted name",
    arguments: [
      ("Engine room", "#Engine room", false), ("\"Engine room\"", "#Engine room", false),
      ("Engine room @ana", "#Engine room", true), ("Engine room -- ana", "#Engine room", true),
      ("\"Engine room\" ana", "#Engine room", true), ("#plans", "#plans", false),
    ])
  func names(_ argument: String, _ name: String, _ asks: Bool) async throws {
    let mia = try await started()
    await mia.enter("/create \(argument)")
    if asks {
      mia.sees("Create \(name)?", "Ana García (@ana) will be invited")
      await mia.confirm()
    }
    #expect(mia.header.hasPrefix(name), "\(mia.picture)")
    mia.app.go(to: .channel("general"))
    await mia.keys("Up", .line("/create \(argument)|", because: "Up has the line: \(mia.picture)"))
  }

  @Test("Typing on while people are looked up cancels the question; the command is in the history")
  func typedOn() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.enter("/invite ben")
    await mia.type("hel")
    for _ in 0..<10 { await mia.wait(.seconds(6)) }
    #expect(mia.app.panel == nil && mia.line == "hel|", "\(mia.picture)")
    let notice =
      "No one was invited: you kept typing while Inkwell looked up Ben Okafor (@ben); C-x h restores the command"
    #expect(mia.foot.contains(notice), "\(mia.picture)")
    #expect(try await mia.history().first == "/invite ben")
  }
}
