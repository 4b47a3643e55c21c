import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts 8: a draft changed on another device", .serialized)
struct OtherDevicesTests {
  @Test("A draft that another device changed, and this one did not, is shown as it is there")
  func taken() async throws {
    let scenario = try await Scenario().start()
    try await scenario.writeElsewhere("from the phone")
    scenario.sees("from the phone")
    scenario.previews("✎ from the phone", in: "# general")
    try await scenario.writeElsewhere("from the phone, twice")
    scenario.sees("from the phone, twice")
  }

  @Test("A change made only here is sent")
  func ours() async throws {
    let scenario = try await Scenario().start()
    try await scenario.writeElsewhere("begun there")
    await scenario.type(", ended here")
    await scenario.wait(.seconds(3))
    #expect(try await scenario.draftElsewhere() == "begun there, ended here")
  }

  @Test("Changes in different places are merged, and the caret stays at its word")
  func merged() async throws {
    let scenario = try await Scenario().start()
    try await scenario.writeElsewhere("one two three")
    await scenario.keys("C-e", type: " four")
    try await scenario.writeElsewhere("zero one two three")
    scenario.sees("zero one two three four")
    #expect(scenario.textBeforeCursor.hasSuffix("three four"))
    await scenario.wait(.seconds(5))
    #expect(try await scenario.draftElsewhere() == "zero one two three four")
    scenario.misses("Another device also changed the draft")
  }

  @Test("On a conflict ours stays, theirs goes to the history, and a notice says so")
  func conflict() async throws {
    let scenario = try await Scenario().start()
    try await scenario.writeElsewhere("the answer")
    await scenario.keys("C-a C-k", type: "the question is mine")
    try await scenario.writeElsewhere("the riddle is theirs")
    scenario.sees("Another device also changed the draft", "C-x h")
    await scenario.keys("C-x h", .shows("the riddle is theirs"), .shows("changed on two devices"))
    await scenario.keys("Escape")
    #expect(scenario.main.contains { $0.contains("mine") })
  }

  @Test("A draft deleted elsewhere disappears and can be restored")
  func deleted() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("written here")
    await scenario.wait(.seconds(3))
    let phone = await scenario.device("mia", "phone")
    let draft = try await phone.draft(for: DraftKey(channelId: "general"))
    try await phone.deleteDraft(for: DraftKey(channelId: "general"), over: draft?.revision ?? 0)
    await scenario.settle()
    scenario.misses("✎")
    scenario.sees("write to #general")
    #expect(scenario.foot.contains("Another device sent or cleared the draft; C-x h restores it"))
    await scenario.keys("C-x h", .shows("written here"))
    await scenario.keys("Enter")
    #expect(scenario.textBeforeCursor.hasSuffix(" written here"))
  }

  @Test("The frame that removes replaced text says where the text is")
  func replaced() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("written here")
    await scenario.wait(.seconds(3))
    var frames: [[String]] = []
    scenario.terminal.onFrame = { [terminal = scenario.terminal] _ in frames.append(terminal.lines) }
    try await scenario.writeElsewhere("written there instead")
    let shown = frames.filter { $0.contains { $0.dropFirst(28).contains("written there instead") } }
    #expect(
      !shown.isEmpty && shown.allSatisfy { $0.contains { $0.contains("Another device replaced the draft") } })
    await scenario.keys("C-x h", .shows("written here"))
    await scenario.keys("Escape")
    try await scenario.writeElsewhere("something else")
    #expect(scenario.foot.contains("Another device replaced the draft; C-x h restores the old text"))
  }

  @Test("A draft written and sent on another device disappears without a notice")
  func sentElsewhere() async throws {
    let scenario = try await Scenario().start()
    let saved = try await scenario.writeElsewhere("from the phone")
    try await scenario.device("mia", "phone").deleteDraft(for: saved.key, over: saved.revision)
    await scenario.settle()
    scenario.sees("write to #general")
    scenario.misses("Another device")
  }

  @Test("A conflict in a channel that is not open is reported with the channel's name")
  func replacedInOtherChannel() async throws {
    let scenario = try await Scenario().start(in: "offtopic")
    await scenario.type("written here", keys: "M-1")
    await scenario.wait(.seconds(3))
    try await scenario.writeElsewhere("written there instead", in: "offtopic")
    #expect(
      scenario.foot.contains(
        "Another device replaced the draft in #offtopic; C-x h there restores your text"),
      "\(scenario.picture)")
  }

  @Test("A late echo of an own older revision changes nothing")
  func echo() async throws {
    let scenario = try await Scenario().start()
    await scenario.slow(.seconds(4))
    await scenario.type("first")
    await scenario.wait(.seconds(3))
    await scenario.type(" second")
    for _ in 0..<8 { await scenario.wait(.seconds(3)) }
    #expect(scenario.textBeforeCursor.hasSuffix(" first second"))
    #expect(try await scenario.draftElsewhere() == "first second")
    #expect(try await scenario.kept().isEmpty)
  }

  @Test("The sidebar shows a draft that another device wrote in another channel")
  func elsewhere() async throws {
    let scenario = try await Scenario().start()
    try await scenario.writeElsewhere("over there", in: "offtopic")
    scenario.previews("✎ over there", in: "# offtopic")
    scenario.sees("Drafts 1")
  }

  @Test("A remote change during an edit changes only the parked draft")
  func whileEditing() async throws {
    let scenario = try await Scenario()
    try await scenario.say("my words", by: "mia")
    await scenario.start()
    await scenario.keys("Up")
    try await scenario.writeElsewhere("new draft")
    #expect(scenario.textBeforeCursor.hasSuffix(" my words"))
    await scenario.keys("Escape")
    #expect(scenario.main.contains { $0.contains("new draft") })
  }
}
