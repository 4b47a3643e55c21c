import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Asking to be let in", .serialized)
struct KnockTests {
  /// Ana's channel, which people can request to join.
  private func cellar(_ mia: Scenario) async throws {
    _ = try await mia.device("ana", "phone").createChannel(
      NewChannel(id: "cellar", name: "cellar", type: .group, topic: "Below"))
    try await mia.service.letKnock(on: "cellar")
    await mia.settle()
  }

  private func visitors(_ mia: Scenario) async throws -> [Visitor] {
    try await mia.device("ana", "phone").visitors()
  }

  @Test("/join offers to ask, with a reason; the request is shown until the answer and can be withdrawn")
  func asking() async throws {
    let mia = try await Scenario().start()
    try await cellar(mia)
    await mia.enter("/join chat:cellar", .shows("Ask to join chat:cellar?"))
    await mia.enter("for the wine", .notice("Asked to join #cellar; /invitations cancels the request"))
    #expect(try await visitors(mia).map(\.reason) == ["for the wine"])
    await mia.enter("/invitations", .shows("asked to join · for the wine"))
    await mia.keys("Enter", .notice("Your request has no answer yet; C-x k cancels it"))
    await mia.keys("C-x k", .shows("Cancel your request to join #cellar?"))
    await mia.wait(.seconds(1))
    await mia.keys("Enter", .notice("Request to join #cellar cancelled"))
    #expect(try await visitors(mia).isEmpty)
  }

  @Test("A request that is declined is closed, and it is said")
  func closed() async throws {
    let mia = try await Scenario().start()
    try await cellar(mia)
    await mia.type("/join chat:cellar", keys: "Enter Enter")
    try await mia.device("ana", "phone").turnAway("mia", from: "cellar")
    await mia.settle()
    #expect(mia.foot.contains("Your request to join #cellar is no longer open"), "\(mia.picture)")
  }

  @Test("Asking again with another reason updates an open list")
  func again() async throws {
    let mia = try await Scenario().start()
    try await cellar(mia)
    for reason in ["for the wine", "for the cheese"] {
      await mia.enter("/join chat:cellar")
      await mia.enter(reason)
      #expect(try await visitors(mia).map(\.reason) == [reason])
    }
    await mia.enter("/directory cellar")
    await mia.wait(.seconds(1))
    mia.sees("asked to join")
    try await mia.device("mia", "phone").takeBackKnock(on: "cellar")
    await mia.settle()
    mia.sees("by request")
  }

  @Test("A person who gains the right to let people in sees the pending requests")
  func promoted() async throws {
    let mia = try await Scenario().start()
    try await cellar(mia)
    try await mia.device("ana", "phone").add(["mia"], to: "cellar")
    try await mia.service.require(.moderator, for: .invite, in: "cellar")
    _ = try await mia.device("ben", "phone").knock(on: ChannelAddress(name: "chat:cellar"), reason: "")
    await mia.settle()
    mia.misses("Ben Okafor asks")
    try await mia.service.setRole(.moderator, of: "mia", in: "cellar")
    await mia.settle()
    mia.sees("Ben Okafor asks to join #cellar")
  }

  @Test("Requests that become visible together are announced by their number")
  func together() async throws {
    let mia = try await Scenario().start()
    try await cellar(mia)
    try await mia.device("ana", "phone").add(["mia"], to: "cellar")
    try await mia.service.require(.moderator, for: .invite, in: "cellar")
    for person in ["ben", "alex"] {
      let device = await mia.device(UserID(person), "phone")
      _ = try await device.knock(on: ChannelAddress(name: "chat:cellar"), reason: "")
    }
    try await mia.service.setRole(.moderator, of: "mia", in: "cellar")
    await mia.settle()
    #expect(mia.foot.contains("2 people ask to join; /invitations lists them"), "\(mia.picture)")
  }

  @Test("Leaving the question sends no request; without the ability the channel says why it refuses")
  func leaving() async throws {
    let mia = try await Scenario().start()
    try await cellar(mia)
    await mia.type("/join chat:cellar", keys: "Enter Escape")
    #expect(try await visitors(mia).isEmpty)
    let other = try await Scenario(lacking: [.takesKnocks]).start()
    try await cellar(other)
    await other.enter("/join chat:cellar", .shows("You can join this channel only after your request"))
  }

  @Test(
    "A typed reason is kept for the next time, even after a crash")
  func reason() async throws {
    let mia = try await Scenario().start()
    try await cellar(mia)
    await mia.enter("/join chat:cellar")
    await mia.type("for the wine")
    // Killed: the next one starts from the store.
    #expect(try await mia.store.session()?.knockReasons == ["chat:cellar": "for the wine"])
    let next = try await Scenario(store: mia.store).start()
    try await cellar(next)
    await next.enter("/join chat:cellar", .shows("for the wine"))
    await next.type("!", keys: "Escape")
    try await next.restart()
    await next.enter("/join chat:cellar", .shows("for the wine!"))
    await next.keys("Enter")
    #expect(try await visitors(next).map(\.reason) == ["for the wine!"])
    // The request has been sent.
    #expect(try await next.store.session()?.knockReasons.isEmpty == true)
  }

  @Test("The directory marks channels that take requests and those asked already; Enter asks")
  func directory() async throws {
    let mia = try await Scenario().start()
    try await cellar(mia)
    await mia.enter("/directory cellar")
    await mia.wait(.seconds(1))
    mia.sees("by request")
    await mia.keys("Enter", .shows("Ask to join #cellar?"))
    await mia.keys("Enter")
    await mia.enter("/directory cellar")
    await mia.wait(.seconds(1))
    mia.sees("asked to join")
    await mia.keys("Enter", .notice("You already asked to join; /invitations cancels the request"))
  }

  @Test("Admission is announced and empties the list")
  func letIn() async throws {
    let mia = try await Scenario().start()
    try await cellar(mia)
    await mia.type("/join chat:cellar", keys: "Enter Enter")
    try await mia.device("ana", "phone").admit("mia", to: "cellar")
    await mia.settle()
    mia.sees("# cellar")
    await mia.enter("/invitations", .shows("no invitations and no requests"))
  }

  @Test("Requests are announced, and accepted or declined in the list of invitations")
  func answering() async throws {
    let mia = try await Scenario().start()
    _ = try await mia.device("mia", "setup").createChannel(
      NewChannel(id: "attic", name: "attic", type: .group))
    try await mia.service.letKnock(on: "attic")
    let attic = ChannelAddress(name: "chat:attic")
    _ = try await mia.device("ben", "phone").knock(on: attic, reason: "I left a box there")
    await mia.settle()
    let notice = "Ben Okafor asks to join #attic; /invitations accepts or declines"
    #expect(mia.foot.contains(notice), "\(mia.picture)")
    await mia.enter("/invitations", .shows("I left a box there"))
    await mia.keys("Enter", .shows("Accepted: Ben Okafor"))
    let members = try await mia.device("mia", "setup").members(of: "attic", ListQuery()).elements
    #expect(members.map(\.user.id) == ["mia", "ben"])
    await mia.keys("Escape")
    _ = try await mia.device("alex", "phone").knock(on: attic, reason: "")
    await mia.settle()
    await mia.type("/invitations", keys: "Enter C-x k", .shows("Decline the request of Alex Dunn?"))
    await mia.wait(.seconds(1))
    await mia.keys("Enter")
    #expect(try await mia.device("alex", "phone").knocks().isEmpty)
    #expect(try await mia.device("mia", "setup").members(of: "attic", ListQuery()).elements.count == 2)
  }

  @Test("Line mode says the same")
  func lines() async throws {
    let mia = try await Scenario(isPlain: true).start()
    try await cellar(mia)
    await mia.enter("/join chat:cellar")
    #expect(
      mia.terminal.said.contains { $0.contains("Ask to join chat:cellar?") }, "\(mia.terminal.said)")
    await mia.enter("please")
    #expect(
      mia.terminal.said.contains { $0.contains("Asked to join #cellar") }, "\(mia.terminal.said)")
    #expect(try await visitors(mia).map(\.reason) == ["please"])
  }
}
