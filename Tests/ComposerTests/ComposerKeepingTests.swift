import ChatControllers
import ChatDomain
import ChatTestSupport
import DraftEngine
import Testing

@testable import Composer

/// Text that leaves the composer by a command or an external editor can be found again.
@Suite("Text that leaves the composer is kept")
struct ComposerKeepingTests {
  @Test("/discard puts the text into the history, and undo restores it with files and attachments")
  func discards() async throws {
    let world = try await ComposerWorld("/discard [Ann], these words|")
    let file = InputFile(name: "a", type: "b", source: .bytes([1]))
    let attachment = FileAttachment(id: "f1", name: "c", mimeType: "d", size: 1)
    world.draft.files = [file]
    world.draft.attachments = [attachment]
    world.press("Enter")
    #expect(world.draft.text.isEmpty && world.draft.files.isEmpty && world.draft.attachments.isEmpty)
    let kept = try #require(try await world.client.draftHistory().first)
    #expect(kept.elements.text == "Ann, these words" && kept.elements.count == 2 && kept.reason == .parked)
    world.press("C-_")
    #expect(world.draft.text == "Ann, these words" && world.draft.mentionSpans.count == 1)
    #expect(world.draft.files == [file] && world.draft.attachments == [attachment])
  }

  @Test(
    "If an external editor and another device change the same words, the other text is in the history")
  func keepsBothSides() async throws {
    let world = try await ComposerWorld("one two three|")
    let draft = world.draft
    world.context.editor.work = { text in
      await MainActor.run {
        do {
          try draft.apply(DraftTransaction(changes: [TextChange(4..<7, "deux")], origin: .merge))
        } catch {
          Issue.record(error)
        }
      }
      return .success(text.replacing("two", with: "zwei"))
    }
    world.press("C-x C-e")
    await settle { world.draft.text.contains("zwei") }
    #expect(world.draft.text == "one zwei three")
    #expect(try await world.client.draftHistory().map(\.elements.text) == ["one deux three"])
  }
}
