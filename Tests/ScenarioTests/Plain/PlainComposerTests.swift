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

  @Test("Lines that are inserted or removed at once are counted, and a typed line break is not")
  func lines() async throws {
    let mia = try await Scenario(isPlain: true).start()
    let pasted = await mia.hearing { await mia.paste("one\ntwo\nthree\n") }
    #expect(pasted == ["4 lines in the draft, line 4"])
    #expect(await mia.hearing { await mia.keys("M-Enter", type: "x") } == [])
    let undone = await mia.hearing { await mia.keys("C-_ C-_ C-_") }
    #expect(undone.last == "draft emptied", "\(undone)")
    await mia.paste("one\ntwo")
    let sent = await mia.hearing { await mia.keys("Enter") }
    #expect(!sent.contains("draft emptied") && sent.last == "Sent", "\(sent)")
  }

  @Test("The files of a message are announced when it is sent and when it is edited")
  func filesOfMessage() async throws {
    let mia = try await Scenario(isPlain: true).start()
    await mia.enter("/attach ~/notes.txt")
    let sent = await mia.hearing { await mia.enter("read this") }
    #expect(sent.contains("you, 12:00: read this (file notes.txt)"), "\(sent)")
    let edit = await mia.hearing { await mia.keys("Up") }
    #expect(edit == ["editing: read this, file notes.txt"], "\(edit)")
  }

  @Test("Each sentence of the tour is announced once, and again when the tour begins anew")
  func tour() async throws {
    let mia = try await Scenario(isPlain: true).start()
    let heard = await mia.hearing {
      mia.app.beginTour()
      await mia.settle()
      for _ in 1...3 {
        await mia.type("@ana", keys: "Tab")
        await mia.enter("hello")
        await mia.type("x", keys: "Backspace")
      }
    }
    let steps = heard.filter { $0.hasPrefix("Tour ") }
    #expect(steps.count == Set(steps).count && steps.count == 4, "\(steps)")
    #expect(steps.first?.hasSuffix("/tour off ends the tour") == true)
    let again = await mia.hearing { await mia.enter("/tour") }
    #expect(again.contains { $0.hasPrefix("Tour 1/6") }, "\(again)")
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
