import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import Composer

/// The draft rules of docs/drafts.md as seen while typing. The titles begin with their numbers.
@Suite struct ComposerDraftRuleTests {
  @Test("7: The history, undo and an external editor do not signal typing")
  func isQuiet() async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.press("'one' Enter")
    try await settle { try await world.said() == ["one"] }
    await settle()
    let signals = world.device.requestCounts[.setTyping] ?? 0
    world.context.editor.work = { .success($0 + " edited") }
    world.press("M-p M-n C-_ M-_ M-p C-x C-e")
    await settle { world.draft.text == "one edited" }
    await settle()
    #expect(world.device.requestCounts[.setTyping] ?? 0 == signals)
    world.press("'!'")
    await settle { world.device.requestCounts[.setTyping] ?? 0 == signals + 1 }
    try await world.client.stop()
  }
}
