import ChatControllers
import ChatDomain
import Testing

@testable import ChatUI
@testable import Composer

@Suite("Line mode: the draft", .serialized)
struct PlainComposerTests {
  @Test("The removal of an element is announced when nothing else was typed, and not when it is sent")
  func onlyElement() async throws {
    let mia = try await Scenario(isPlain: true).start()
    await mia.type("@ana", keys: "Tab")
    let removed = await mia.hearing { await mia.keys("Backspace Backspace Backspace") }
    #expect(removed == ["selected Ana García, as one piece", "removed Ana García, a mention"])
    await mia.type("@ana", keys: "Tab")
    let sent = await mia.hearing { await mia.keys("Enter") }
    #expect(!sent.contains { $0.hasPrefix("removed") } && sent.contains("Sent"), "\(sent)")
    await mia.type("@ana", keys: "Tab")
    let aside = await mia.hearing { await mia.keys("C-c") }
    #expect(aside.count == 1 && aside[0].hasPrefix("Put aside"), "\(aside)")
  }

  @Test("What becomes of typed names is announced once, and not again when another popup closes")
  func typedNames() async throws {
    let mia = try await Scenario(isPlain: true).start()
    let told = await mia.hearing { await mia.type("@a, ") }
    let note = try #require(told.last)
    #expect(note.contains("@a"), "\(told)")
    let later = await mia.hearing { await mia.type("and :smi", keys: "Escape") }
    #expect(!later.contains(note), "\(later)")
  }

  @Test("Each attached file is announced, also a second one of the same name")
  func files() async throws {
    let mia = try await Scenario(isPlain: true).start()
    let draft = try #require(mia.app.focused?.composer.draft)
    func attach(_ names: [String]) async -> [String] {
      await mia.hearing {
        draft.attachments = names.enumerated().map { number, name in
          FileAttachment(id: FileID("\(number)"), name: name, mimeType: "image/png", size: 10)
        }
        await mia.settle()
      }
    }
    #expect(await attach(["photo.png"]) == ["file photo.png, 10 bytes attached"])
    #expect(await attach(["photo.png", "photo.png"]) == ["file photo.png, 10 bytes attached"])
    #expect(await attach(["photo.png"]) == [])
  }
}
