import ChatDomain
import ChatTestSupport
import DraftEngine
import Foundation
import InMemoryService
import Testing

@testable import inkwell

@Suite("Exporting messages")
@MainActor
struct MessageExportTests {
  private let clock = ManualClock(now: Timestamp(seconds: 1_795_243_431))
  private let service: InMemoryChatService
  private let mia: InMemoryDevice
  private let ana: InMemoryDevice

  init() async throws {
    service = InMemoryChatService(clock: clock, seed: 1)
    for (id, name) in [("mia", "Mia"), ("ana", "Ana\u{1B}[2J")] {
      await service.add(User(id: UserID(id), name: name))
    }
    mia = await service.device(user: "mia", id: "script")
    ana = await service.device(user: "ana", id: "phone")
    _ = try await mia.createChannel(
      NewChannel(id: "general", name: "general", type: .group, members: ["ana"]))
  }

  private func say(
    _ text: String, by device: InMemoryDevice? = nil, under parent: MessageID? = nil, shown: Bool = false,
    quoting quoted: Message? = nil
  ) async throws -> Message {
    clock.advance(by: .seconds(60))
    var message = NewMessage(
      transactionId: TransactionID("t\(clock.now.microseconds)"), channelId: "general", parentId: parent,
      markup: MessageMarkup.render([.plainText(text: text)]), isShownInChannel: parent == nil || shown)
    message.quoted = quoted.map { QuotedMessage($0) }
    return try await (device ?? mia).send(message)
  }

  private final class Output {
    var text = ""
    var pages: [Int] = []
    /// The number of parts after which printing fails.
    var room = Int.max
  }

  private let output = Output()

  private func export(_ form: ExportForm) async throws -> (count: Int, fault: MessageExport.Fault?) {
    let export = MessageExport(service: mia, form: form, clock: clock) { [output] text in
      guard output.room > 0 else { return 74 }
      output.room -= 1
      output.text += text
      return 0
    } progress: { [output] count, _ in
      output.pages.append(count)
    }
    return await export.run(try await mia.channel("general"))
  }

  private func read() throws -> (isWhole: Bool?, messages: [[String: Any]]) {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any])
    return (object["isWhole"] as? Bool, try #require(object["messages"] as? [[String: Any]]))
  }

  @Test("As text: oldest first, replies in their thread, edits applied, and harmless to a terminal")
  func text() async throws {
    let first = try await say("hello\nsecond line \u{1B}]0;x\u{7}")
    _ = try await say("a reply", by: ana, under: first.id)
    _ = try await say("shown twice, printed once", under: first.id, shown: true)
    let edited = try await say("wrnog")
    _ = try await mia.edit(
      MessageEdit(transactionId: "e", channelId: "general", messageId: edited.id, markup: "right", files: []))
    _ = try await say("see above", quoting: first)
    let gone = try await say("secret")
    try await mia.delete(gone.id, in: "general", hard: false)
    let result = try await export(.text)
    #expect(result.fault == nil && result.count == 6)
    let lines = output.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let said = lines.filter { !$0.contains(" -- ") }
    #expect(said[0] == "== general · general · times in UTC")
    #expect(said[1].hasSuffix(" Mia: hello") && said[1].hasPrefix("2026-11-2"))
    #expect(said[2] == "    second line \\u{1b}]0;x\\u{7}")
    #expect(said[3].hasPrefix("  | ") && said[3].hasSuffix(" Ana\\u{1b}[2J: a reply"))
    #expect(said[4].hasPrefix("  | ") && said[4].hasSuffix("shown twice, printed once"))
    #expect(said[5].hasSuffix(" Mia: right (edited)"))
    #expect(said[6].hasSuffix(" Mia: see above") && said[7] == "    > Mia: hello")
    #expect(output.text.components(separatedBy: "shown twice").count == 2)
    #expect(output.text.contains("message deleted") && !output.text.contains("secret"))
    #expect(output.text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
  }

  @Test("Why a message cannot be read, and what proves its sender")
  func notes() async throws {
    try await service.sayUnreadably(by: "ana", in: "general", note: .deviceBlocked)
    let id = try await service.sayUnreadably(by: "ana", in: "general", note: .keyMissing)
    try await service.reveal(id, in: "general", [.plainText(text: "open")], note: .senderNotProven)
    _ = try await export(.json)
    let said = try read().messages.filter { $0["kind"] as? String == "message" }
    #expect(said.map { $0["encryptionNote"] as? String } == ["deviceBlocked", "senderNotProven"])
    #expect(said.map { $0["isUnreadable"] as? Bool } == [true, false])
    output.text = ""
    _ = try await export(.text)
    #expect(output.text.contains("encrypted: its sender blocked this device\n"))
    #expect(output.text.contains("open (sender not proven)\n"))
  }

  @Test(
    "A message whose key arrives during the export is printed readable, and others are not waited for long")
  func keys() async throws {
    let ids = [
      try await service.sayUnreadably(by: "ana", in: "general", note: .keyMissing),
      try await service.sayUnreadably(by: "ana", in: "general", note: .keyMissing),
    ]
    let export = MessageExport(service: mia, form: .json, clock: clock) { [output] text in
      output.text += text
      return 0
    } progress: { _, _ in
    }
    let channel = try await ana.channel("general")
    let start = clock.now
    let task = Task { await export.run(channel) }
    await settle("a request for the page") { clock.sleeperCount > 0 }
    try await service.reveal(ids[0], in: "general", [.plainText(text: "open")], note: .senderNotProven)
    await settle("the end") {
      clock.advanceToNextSleeper()
      return output.text.contains("isWhole")
    }
    #expect(await task.value.fault == nil)
    let said = try read().messages.filter { $0["kind"] as? String == "message" }
    #expect(said.map { $0["text"] as? String } == ["open", ""])
    #expect(export.countWithoutKey == 1)
    #expect(clock.now.microseconds - start.microseconds <= 7_000_000)
  }

  @Test("As JSON: all parts of a message, page by page without storing it")
  func json() async throws {
    var ids: [String] = []
    for number in 0..<250 { ids.append(try await say("message \(number)").id.rawValue) }
    _ = try await mia.setReaction(
      ReactionChange(
        transactionId: "r", channelId: "general", messageId: MessageID(ids[3]), name: "👍", isOn: true,
        user: "mia"))
    let result = try await export(.json)
    #expect(result.fault == nil && result.count == ids.count)
    let (isWhole, messages) = try read()
    let said = messages.filter { $0["kind"] as? String == "message" }
    #expect(isWhole == true && said.compactMap { $0["id"] as? String } == ids)
    #expect(output.pages.count >= 3 && output.pages == output.pages.sorted())
    let fourth = try #require(said[3] as NSDictionary?)
    #expect(fourth["text"] as? String == "message 3" && fourth["thread"] is NSNull)
    #expect((fourth["author"] as? [String: String]) == ["id": "mia", "name": "Mia"])
    #expect((fourth["reactions"] as? NSArray) == [["name": "👍", "users": ["mia"]]])
    #expect(fourth["isDeleted"] as? Bool == false && fourth["editedAt"] is NSNull)
  }

  @Test("A lost connection is waited for; without a reconnection the export says that it is incomplete")
  func lost() async throws {
    for number in 0..<150 { _ = try await say("message \(number)") }
    await mia.setFaults(.offline)
    let export = MessageExport(service: mia, form: .json, clock: clock) { [output] text in
      output.text += text
      return 0
    } progress: { _, _ in
    }
    let channel = try await ana.channel("general")
    let task = Task { await export.run(channel) }
    var tries = 0
    await settle("the end") {
      clock.advanceToNextSleeper()
      tries += 1
      return output.text.contains("isWhole")
    }
    #expect(await task.value.fault == .service(.connection(.offline)))
    #expect(try read().isWhole == false)
  }

  @Test("Cancelling keeps the printed part, complete and marked")
  func cancelled() async throws {
    for number in 0..<150 { _ = try await say("message \(number)") }
    await mia.setFaults(.with { $0.latency = .seconds(1) ... .seconds(1) })
    let channel = try await ana.channel("general")
    let export = MessageExport(service: mia, form: .json, clock: clock) { [output] text in
      output.text += text
      return 0
    } progress: { [output] count, _ in
      output.pages.append(count)
    }
    let task = Task { await export.run(channel) }
    await settle("a page") {
      clock.advanceToNextSleeper()
      return output.pages.count == 1
    }
    task.cancel()
    let (count, fault) = await task.value
    #expect(fault == .service(.cancelled) && count < 150)
    #expect(try read().isWhole == false && read().messages.count == count)
  }

  @Test("A failing output ends it with its status")
  func full() async throws {
    _ = try await say("one")
    _ = try await say("two")
    output.room = 2
    #expect(try await export(.text).fault == .output(74))
  }
}
