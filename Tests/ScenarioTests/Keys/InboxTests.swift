import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("The inbox", .serialized)
struct InboxTests {
  /// Mia in #general; Ana has mentioned her elsewhere, and Ben has reacted to her message.
  private func started(columns: Int = 80) async throws -> Scenario {
    let mia = try await Scenario(columns: columns)
    let mine = try await mia.say("my proposal", by: "mia")
    await mia.start()
    mia.clock.advance(by: .seconds(60))
    _ = try await mia.device("ana").send(
      NewMessage(
        transactionId: "t-ana", channelId: "offtopic",
        markup: MessageMarkup.render([
          .link(text: "Mia Me", target: .user(userId: "mia")), .plainText(text: " have you seen this?"),
        ])))
    mia.clock.advance(by: .seconds(60))
    _ = try await mia.device("ben").setReaction(
      ReactionChange(
        transactionId: "t-ben", channelId: "general", messageId: mine.id, name: "👍", isOn: true, user: "ben"))
    await mia.settle()
    return mia
  }

  @Test("The inbox lists mentions, replies and invitations, newest first; the last line shows the number")
  func lists() async throws {
    let mia = try await started()
    #expect(mia.status.contains("2 unread in inbox"), "\(mia.picture)")
    await mia.keys("C-x i", .shows("Inbox · 2 unread"))
    mia.sees("● my proposal", "Ben Okafor reacted 👍 · #general", "@you have you seen this?")
    mia.sees("Ana García mentioned you · #offtopic")
    let rows = mia.screen
    let reaction = try #require(rows.firstIndex { $0.contains("reacted") })
    let mention = try #require(rows.firstIndex { $0.contains("mentioned you") })
    #expect(reaction < mention)
  }

  @Test(
    "At 80 columns the number leaves room for the help key, and at 40 it is whole", arguments: [80, 40])
  func room(columns: Int) async throws {
    let mia = try await started()
    await mia.resize(columns: columns, rows: 24)
    #expect(mia.status.contains("online · 2 unread in inbox"), "\(mia.picture)")
    if columns == 80 { #expect(mia.status.hasSuffix("F1 help"), "\(mia.picture)") }
  }

  @Test(
    "Line mode says the number when it grows, with the command, and is silent when it shrinks")
  func lines() async throws {
    let mia = try await Scenario(isPlain: true).start()
    await mia.enter("my proposal")
    let mine = try #require(try await mia.said().last)
    let heard = try await mia.hearing {
      _ = try await mia.device("ben").setReaction(
        ReactionChange(
          transactionId: "t-ben", channelId: "general", messageId: mine.id, name: "👍", isOn: true, user: "ben"
        ))
      await mia.settle()
    }
    #expect(heard.contains("1 unread in inbox, /inbox lists them"), "\(heard)")
    let read = await mia.hearing {
      await mia.keys("C-x i C-x ! Escape")
      await mia.settle()
    }
    #expect(!read.contains { $0.contains("unread in inbox") }, "\(read)")
  }

  @Test("Enter goes to the message and marks the item as read")
  func going() async throws {
    let mia = try await started()
    await mia.type("/inbox", keys: "Enter C-n Enter", .header("#offtopic"), .shows("have you seen this?"))
    await mia.settle()
    mia.sees("Marked ▸; M-s selects it to reply or react")
    await mia.keys("C-a")
    #expect(mia.status.contains("1 unread in inbox"), "\(mia.picture)")
  }

  @Test("A key replies in place, with a quote, and leaves the draft there alone")
  func answering() async throws {
    let mia = try await started()
    await mia.keys("M-2", type: "half a thought")
    await mia.keys("M-1 C-x i C-n C-x r", .header("#offtopic"), .line("half a thought|"))
    #expect(mia.draft(in: "offtopic")?.content.quoted?.author.id == "ana")
  }

  @Test("One item or all can be marked as read")
  func marking() async throws {
    let mia = try await started()
    await mia.keys("C-x i C-x .", .shows("Inbox · 1 unread"))
    await mia.keys("C-x !", .shows("Inbox · 0 unread"), .hides("● my proposal"))
    await mia.keys("Esc")
    #expect(!mia.status.contains("unread in inbox"), "\(mia.picture)")
    try await mia.restart()
    #expect(!mia.status.contains("unread in inbox"), "\(mia.picture)")
  }

  @Test("Tab cycles through the kinds, and letters filter the list")
  func filtering() async throws {
    let mia = try await started()
    await mia.keys("C-x i Tab", .shows("unread · mentions"), .hides("reacted 👍"))
    await mia.keys("Tab", .shows("nothing here yet"))
    await mia.keys("Tab", .shows("reacted 👍"))
    await mia.keys("Tab Tab", type: "garcía", .hides("reacted 👍"), .shows("mentioned you"))
  }

  @Test("New items appear at the top, and withdrawn ones disappear")
  func live() async throws {
    let mia = try await started()
    await mia.keys("C-x i")
    let sent = try await mia.device("alex").send(
      NewMessage(
        transactionId: "t-alex", channelId: "general",
        markup: MessageMarkup.render([
          .link(text: "Mia", target: .user(userId: "mia")), .plainText(text: " quick!"),
        ])))
    await mia.settle()
    mia.sees("Inbox · 3 unread", "@you quick!")
    try await mia.device("alex").delete(sent.id, in: "general", hard: false)
    await mia.settle()
    mia.sees("Inbox · 2 unread")
    mia.misses("● @you quick!")
  }

  @Test("Invitations can be accepted and declined in the inbox")
  func invitations() async throws {
    let mia = try await Scenario(lacking: [.addsMembers]).start()
    for name in ["books", "films"] {
      _ = try await mia.device("ana", "phone").createChannel(
        NewChannel(id: ChannelID(name), name: name, type: .group, members: ["mia"]))
    }
    await mia.settle()
    await mia.keys("C-x i", .shows("● #films"), .shows("Ana García invited you"))
    await mia.keys("C-x k")
    await mia.wait(.seconds(2))
    await mia.keys("Enter", .shows("Declined: #films"))
    await mia.keys("C-x i", .hides("● #films"))
    await mia.keys("Enter")
    // Accepting is visible to others, so it asks first.
    mia.sees("Accept this invitation?")
    await mia.wait(.seconds(2))
    await mia.keys("Enter", .header("#books"))
  }

  @Test("A narrow screen and line mode show the same")
  func elsewhere() async throws {
    let narrow = try await started(columns: 40)
    await narrow.keys("C-x i", .shows("Inbox · 2 unread"), .shows("● my proposal"))
  }

  @Test("Without the ability the service is not asked, and the key says why")
  func lacking() async throws {
    let mia = try await Scenario(lacking: [.keepsInbox]).start()
    await mia.keys("C-x i")
    #expect(mia.app.panel == nil && mia.foot.contains("no inbox here"), "\(mia.picture)")
  }
}
