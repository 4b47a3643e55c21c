import ChatControllers
import ChatDomain
import Composer
import InMemoryService
import TerminalRecording
import Testing

@testable import ChatUI

@Suite("Line mode: the prompt, queued edits and the warning of a second program", .serialized)
struct PlainPromptTests {
  @Test("The edit of a message that is still queued is announced")
  func editingQueued() async throws {
    let mia = try await Scenario(isPlain: true).start()
    await mia.enter("/offline")
    await mia.enter("wrold")
    await mia.keys("Up C-a C-k", type: "world")
    let changed = await mia.hearing { await mia.keys("Enter") }
    #expect(changed == ["Changed: world"], "\(changed)")
    let online = await mia.hearing {
      await mia.enter("/online")
      await mia.wait(.seconds(30))
    }
    #expect(!online.contains { $0.hasPrefix("Changed") } && online.contains("Sent"), "\(online)")
  }

  @Test("The prompt names the place, shortened where it would leave little room")
  func prompt() async throws {
    for (columns, channel, thread, person) in [
      (80, "#general> ", "#general/thread> ", "@Alex Dunn> "), (40, "#general> ", "thread> ", "@Alex D…> "),
      (24, "> ", "thread> ", "> "),
    ] {
      let mia = try await Scenario(columns: columns, isPlain: true)
      try await mia.say("hello", by: "ana")
      await mia.start()
      #expect(mia.typed == channel + "|")
      await mia.keys("M-s t")
      #expect(mia.typed == thread + "|")
      await mia.keys("C-x 0")
      await mia.enter("/go alex")
      #expect(mia.typed == person + "|")
      await mia.end()
    }
  }

  @Test("Why nothing is saved is said once at the start, and again for another process")
  func otherOwner() async throws {
    let mia = try await Scenario(isPlain: true).start()
    mia.store.setFaults(StoreFaults(writing: .lockedBy(process: 7)))
    let warning = "Process 7 has had this profile open since 11:00: nothing is saved here"
    let heard = try await mia.hearing {
      try await mia.restart(saying: Notice(warning, .warning), explaining: .lockedBy(process: 7))
      await mia.type("x")
    }
    #expect(heard.filter { $0.contains("rocess 7") } == ["Warning: \(warning)"], "\(heard)")
    mia.store.setFaults(StoreFaults(writing: .lockedBy(process: 8)))
    let later = await mia.hearing { await mia.type("y") }
    #expect(later.contains("not saved: process 8 has this profile open"), "\(later)")
    mia.store.setFaults(.none)
  }
}
