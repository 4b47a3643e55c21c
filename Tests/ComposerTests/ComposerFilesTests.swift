import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import Composer

@Suite struct ComposerFilesTests {
  @Test("Files are attached with their sizes, and C-x k removes the last one")
  func attaches() async throws {
    let world = try await ComposerWorld("with files|")
    world.context.disk.sizes = ["/home/mia/a.pdf": 2000, "/b": 7]
    world.composer.attachments.attach("~/a.pdf")
    await settle { world.draft.files.count == 1 }
    world.composer.attachments.attach("/b")
    await settle { world.draft.files.count == 2 }
    await settle {
      world.state.files == [UploadLine(name: "a.pdf", size: 2000), UploadLine(name: "b", size: 7)]
    }
    #expect(world.draft.files.map(\.type) == ["application/pdf", "application/octet-stream"])
    #expect(world.press("C-x k") == .done)
    #expect(
      world.draft.files.map(\.name) == ["a.pdf"]
        && world.context.lastNotice == "Removed b; C-_ restores it")
    world.press("C-x k")
    #expect(world.press("C-x k") == .nothing)
  }

  @Test("Unreadable, too large and too many files are refused with a message")
  func refuses() async throws {
    let world = try await ComposerWorld("|")
    let limits = world.client.service.limits
    world.context.disk.sizes = ["/big": limits.fileBytes + 1, "/ok": 1]
    world.composer.attachments.attach("/none")
    await settle { world.context.lastNotice == "Cannot read /none: No such file or directory" }
    world.composer.attachments.attach("/big")
    await settle { world.context.lastNotice?.hasPrefix("The file /big is ") == true }
    world.draft.files = (0..<limits.filesPerMessage).map {
      InputFile(name: "\($0)", type: "x", source: .bytes([]))
    }
    world.composer.attachments.attach("/ok")
    await settle { world.context.lastNotice == "A message can have at most \(limits.filesPerMessage) files" }
    #expect(world.draft.files.count == limits.filesPerMessage)
    try world.composer.related.beginEdit(try await world.message("mine"))
    world.composer.attachments.attach("/ok")
    await settle { world.context.lastNotice == "Files cannot be added to a sent message" }
  }

  @Test("Files are shown while they are uploaded")
  func showsUploads() async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.draft.files = [
      InputFile(name: "a.bin", type: "x", source: .bytes([UInt8](repeating: 7, count: 10)))
    ]
    var seen: Set<Int> = []
    let watch = world.client.subscribe { notice in
      if case .upload = notice { seen.formUnion(world.state.files.compactMap(\.percent)) }
    }
    #expect(world.press("Enter") == .sent)
    try await settle { try await world.said().count == 1 }
    await settle { world.state.files.isEmpty }
    #expect(!seen.isEmpty)
    watch.cancel()
    try await world.client.stop()
  }

  @Test("Mentions survive an external editor, and nothing is sent")
  func goesThroughEditor() async throws {
    let world = try await ComposerWorld("[Ann], look|")
    world.context.editor.work = { .success("Dear " + $0 + " here\r\nplease\n") }
    world.press("C-x C-e")
    await settle { world.draft.text.hasPrefix("Dear") }
    #expect(world.shown == "Dear [Ann], look here\nplease|")
    world.press("C-_")
    #expect(world.draft.text == "Ann, look")
  }

  @Test("An external editor that fails or changes nothing leaves the draft as it is")
  func survivesEditor() async throws {
    let world = try await ComposerWorld("[Ann], look|")
    world.context.editor.work = { _ in .failure(ProgramError("vi is not there")) }
    world.press("C-x C-e")
    await settle { world.context.lastNotice == "Vi is not there" }
    world.context.editor.work = { _ in .success(nil) }
    world.press("C-x C-e")
    await settle()
    #expect(world.shown == "[Ann], look|")
  }

  @Test("Text from another device is merged with the text from an external editor")
  func mergesEditor() async throws {
    let world = try await ComposerWorld("one two three|")
    let draft = world.draft
    world.context.editor.work = { text in
      await MainActor.run {
        do {
          try draft.apply(DraftTransaction(changes: [TextChange(0..<3, "eins")], origin: .merge))
        } catch {
          Issue.record(error)
        }
      }
      return .success(text.replacing("three", with: "drei"))
    }
    world.press("C-x C-e")
    await settle { world.draft.text.hasSuffix("drei") }
    #expect(world.draft.text == "eins two drei")
  }

  @Test(
    "If an edit ends while an external editor is open, its text goes to the history and not into the draft")
  func keepsEditorWords() async throws {
    let world = try await ComposerWorld()
    let message = try await world.message("old")
    world.press("'my draft'")
    try world.composer.related.beginEdit(message)
    let draft = world.draft
    world.context.editor.work = { text in
      await MainActor.run { draft.endEdit() }
      return .success(text + " and new")
    }
    world.press("C-x C-e")
    await settle {
      world.context.lastNotice?.hasPrefix(
        "The edit ended while the editor was open; C-x h restores your text") == true
    }
    #expect(world.shown == "my draft|")
    #expect(try await world.client.draftHistory().map(\.elements.text).contains("old and new"))
  }

  @Test("Text killed in one composer can be yanked in another")
  func sharesKills() async throws {
    let world = try await ComposerWorld("to [Ann]|")
    let thread = Composer(
      draft: try world.client.messageDraft(for: DraftKey(channelId: "general", parentId: "m1")),
      context: world.context, killRing: world.killRing)
    world.press("C-u")
    thread.perform(.yank)
    #expect(thread.draft.text == "to Ann" && thread.draft.mentionSpans.count == 1)
    #expect(world.draft.text.isEmpty)
  }

  @Test("A file is attached at once, and removed if it turns out to be missing")
  func attachesAtOnce() async throws {
    let world = try await ComposerWorld("|")
    world.context.disk.sizes = ["/b": 7]
    world.composer.attachments.attach("/b")
    world.composer.attachments.attach("/none")
    #expect(world.draft.files.map(\.name) == ["b", "none"])
    await settle { world.draft.files.map(\.name) == ["b"] }
    #expect(world.context.lastNotice == "Cannot read /none: No such file or directory")
    await settle { world.state.files == [UploadLine(name: "b", size: 7)] }
  }

  @Test("C-c says which files stay attached")
  func saysWhatStays() async throws {
    let world = try await ComposerWorld("words|")
    world.draft.files = ["f.bin", "g.bin"].map { InputFile(name: $0, type: "x", source: .bytes([1])) }
    world.press("C-c")
    #expect(
      world.context.lastNotice
        == "Put aside; C-_ or C-x h restores it; f.bin, g.bin stay attached · C-x C-c quits")
    world.draft.files.removeLast()
    world.press("'x' C-c")
    #expect(world.context.lastNotice?.contains("; f.bin stays attached") == true)
  }
}
