import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Read receipts", .serialized)
struct ReaderTests {
  private func say(_ text: String, _ mia: Scenario) async throws -> Timetoken {
    await mia.enter(text)
    let last = try await mia.device("mia", "terminal").messages(MessageQuery(channelId: "general")).elements
      .last
    return try #require(last?.timetoken)
  }

  private func read(
    _ user: UserID, _ token: Timetoken, _ mia: Scenario, _ activity: ShownActivity = ShownActivity()
  )
    async throws
  {
    _ = try await mia.device(user, "phone").showing(activity).markRead("general", upTo: token)
    await mia.settle()
  }

  private func line(_ text: String, _ mia: Scenario) -> String {
    mia.screen.last { $0.contains(text) } ?? ""
  }

  @Test("A receipt is shown at the last message read and moves on; many are counted")
  func moving() async throws {
    let mia = try await Scenario().start()
    let first = try await say("first", mia)
    let second = try await say("second", mia)
    try await read("ana", first, mia)
    #expect(line("first", mia).hasSuffix("read by Ana García"), "\(mia.picture)")
    try await read("ben", first, mia)
    try await read("alex", first, mia)
    #expect(line("first", mia).hasSuffix("read by 3"), "\(mia.picture)")
    for user in ["ana", "ben"] as [UserID] { try await read(user, second, mia) }
    #expect(line("first", mia).hasSuffix("read by Alex Dunn"), "\(mia.picture)")
    #expect(line("second", mia).hasSuffix("read by 2"), "\(mia.picture)")
  }

  @Test("In a thread receipts are at its replies only")
  func threads() async throws {
    let mia = try await Scenario()
    let parent = try await mia.say("question", by: "mia")
    let answer = try await mia.say("answer", by: "ben", under: parent.id)
    await mia.start()
    await mia.keys("M-s t")
    _ = try await mia.device("ana", "phone").markThreadRead(
      parent.id, in: "general", upTo: try #require(answer.timetoken))
    await mia.settle()
    func isRead(_ text: String) -> Bool {
      mia.screen.contains { $0.contains(text) && $0.hasSuffix("read by Ana García") }
    }
    #expect(isRead("answer"), "\(mia.picture)")
    let next = try await mia.say("next", by: "ben", under: parent.id)
    let alex = await mia.device("alex", "phone").showing(ShownActivity(receipts: .private))
    _ = try await alex.markThreadRead(parent.id, in: "general", upTo: try #require(next.timetoken))
    _ = try await mia.device("ana", "phone").markThreadRead(
      parent.id, in: "general", upTo: try #require(next.timetoken))
    await mia.settle()
    #expect(isRead("next") && !isRead("answer"), "\(mia.picture)")
    await mia.keys("C-x 0")
    #expect(!mia.picture.contains("read by"), "\(mia.picture)")
  }

  @Test("Private reading is not shown")
  func privately() async throws {
    let mia = try await Scenario().start()
    let token = try await say("first", mia)
    for receipts in [ShownActivity.Receipts.private, .none] {
      try await read("ana", token, mia, ShownActivity(receipts: receipts))
    }
    #expect(!mia.picture.contains("read by"), "\(mia.picture)")
  }

  @Test("The author of a message is not shown as its reader")
  func author() async throws {
    let mia = try await Scenario().start()
    let sent = try await mia.device("ana", "phone").send(
      NewMessage(transactionId: "r1", channelId: "general", markup: "hers", isShownInChannel: true))
    try await read("ana", try #require(sent.timetoken), mia)
    mia.sees("hers")
    #expect(!mia.picture.contains("read by"), "\(mia.picture)")
  }
}
