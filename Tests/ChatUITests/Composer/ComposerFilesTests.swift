import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import InMemoryService
import Settling
import Testing

@testable import ChatUI

@Suite struct ComposerFilesTests {
  @Test("a file is attached with its size, and the last one is left out again")
  func attaches() async throws {
    let world = try await ComposerWorld("with files|")
    world.services.disk.sizes = ["/home/mia/a.pdf": 2000, "/b": 7]
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
        && world.services.lastNotice == "Left out: b; C-_ brings it back")
    world.press("C-x k")
    #expect(world.press("C-x k") == .nothing)
  }

  @Test("what cannot be read, is too large or too much is refused with a sentence")
  func refuses() async throws {
    let world = try await ComposerWorld("|")
    let limits = world.client.service.limits
    world.services.disk.sizes = ["/big": limits.fileBytes + 1, "/ok": 1]
    world.composer.attachments.attach("/none")
    await settle { world.services.lastNotice == "/none cannot be read" }
    world.composer.attachments.attach("/big")
    await settle { world.services.lastNotice?.hasPrefix("The file /big has ") == true }
    world.draft.files = (0..<limits.filesPerMessage).map {
      InputFile(name: "\($0)", type: "x", source: .bytes([]))
    }
    world.composer.attachments.attach("/ok")
    await settle { world.services.lastNotice == "A message takes \(limits.filesPerMessage) files at most" }
    #expect(world.draft.files.count == limits.filesPerMessage)
    try world.composer.references.beginEdit(try await world.message("mine"))
    world.composer.attachments.attach("/ok")
    await settle { world.services.lastNotice == "Files cannot be added to a message that was sent" }
  }

  @Test("files on their way are shown until they are there")
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

  @Test("mentions survive the round trip through the editor, which does not send")
  func goesThroughEditor() async throws {
    let world = try await ComposerWorld("[Ann], look|")
    world.services.editor.work = { .success("Dear " + $0 + " here\r\nplease\n") }
    world.press("C-x C-e")
    await settle { world.draft.text.hasPrefix("Dear") }
    #expect(world.shown == "Dear [Ann], look here\nplease|")
    world.press("C-_")
    #expect(world.draft.text == "Ann, look")
  }

  @Test("a failed editor, or one that was left, changes nothing")
  func survivesEditor() async throws {
    let world = try await ComposerWorld("[Ann], look|")
    world.services.editor.work = { _ in .failure(ProgramError("vi is not there")) }
    world.press("C-x C-e")
    await settle { world.services.lastNotice == "Vi is not there" }
    world.services.editor.work = { _ in .success(nil) }
    world.press("C-x C-e")
    await settle()
    #expect(world.shown == "[Ann], look|")
  }

  @Test("what another device wrote while the editor was open is kept beside it")
  func mergesEditor() async throws {
    let world = try await ComposerWorld("one two three|")
    let draft = world.draft
    world.services.editor.work = { text in
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

  @Test("an edit that ended while the editor was open keeps its words in the history, out of the draft's way")
  func keepsEditorWords() async throws {
    let world = try await ComposerWorld()
    let message = try await world.message("old")
    world.press("'my draft'")
    try world.composer.references.beginEdit(message)
    let draft = world.draft
    world.services.editor.work = { text in
      await MainActor.run { draft.endEdit() }
      return .success(text + " and new")
    }
    world.press("C-x C-e")
    await settle { world.services.lastNotice?.hasPrefix("The message was left meanwhile") == true }
    #expect(world.shown == "my draft|")
    #expect(try await world.client.draftHistory().map(\.elements.text).contains("old and new"))
  }

  @Test("what was killed in one composer is yanked in another")
  func sharesKills() async throws {
    let world = try await ComposerWorld("to [Ann]|")
    let thread = Composer(
      draft: try world.client.messageDraft(for: DraftKey(channelId: "general", parentId: "m1")),
      services: world.services, killRing: world.killRing)
    world.press("C-u")
    thread.perform(.yank)
    #expect(thread.draft.text == "to Ann" && thread.draft.mentionSpans.count == 1)
    #expect(world.draft.text.isEmpty)
  }

  @Test("a file goes along at once, and what turns out to be none is taken off again")
  func attachesAtOnce() async throws {
    let world = try await ComposerWorld("|")
    world.services.disk.sizes = ["/b": 7]
    world.composer.attachments.attach("/b")
    world.composer.attachments.attach("/none")
    #expect(world.draft.files.map(\.name) == ["b", "none"])
    await settle { world.draft.files.map(\.name) == ["b"] }
    #expect(world.services.lastNotice == "/none cannot be read")
    await settle { world.state.files == [UploadLine(name: "b", size: 7)] }
  }

  @Test("C-c says which files stay")
  func saysWhatStays() async throws {
    let world = try await ComposerWorld("words|")
    world.draft.files = ["f.bin", "g.bin"].map { InputFile(name: $0, type: "x", source: .bytes([1])) }
    world.press("C-c")
    #expect(
      world.services.lastNotice
        == "Put aside: C-_ brings it back, and so does C-x h; f.bin, g.bin stay attached")
    world.draft.files.removeLast()
    world.press("'x' C-c")
    #expect(world.services.lastNotice?.hasSuffix("; f.bin stays attached") == true)
  }
}
