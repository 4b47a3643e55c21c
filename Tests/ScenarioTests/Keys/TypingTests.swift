import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import TestSupport
import Testing

@testable import ChatUI

@Suite("Typing text only writes", .serialized)
struct TypingTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    let parent = try await mia.say("a question", by: "ana")
    try await mia.say("an answer", by: "ben", under: parent.id)
    try await mia.say("my words", by: "mia")
    await mia.start()
    return mia
  }

  @Test(
    "Words typed after Escape are text, letter by letter, and change nothing else",
    arguments: 0..<(isSoak ? 8 : 2))
  func words(part: Int) async throws {
    let mia = try await started()
    let before = try await mia.said()
    for word in CommonWords.all.enumerated().filter({ $0.offset % 8 == part }).map(\.element) {
      await mia.keys("Esc")
      for letter in word {
        await mia.keys(String(letter))
        guard mia.app.focused?.selection == nil, mia.app.panel == nil, mia.app.thread == nil else {
          Issue.record("\(word), at \(letter): \(mia.picture)")
          return
        }
      }
      #expect(mia.app.channel?.composer.draft.text == word)
      await mia.keys("C-a C-k")
    }
    #expect(try await mia.said() == before)
    #expect(try await mia.store.outbox().isEmpty)
  }

  @Test(
    "After a search and after a click on a message, words are text too",
    arguments: ["deploy", "pay", "today", "Release"])
  func afterSearch(_ word: String) async throws {
    let mia = try await started()
    let before = try await mia.said()
    await mia.keys("C-x s", type: "my words")
    for _ in 0..<20 where !mia.shows("▸ my words") { await mia.wait(.seconds(1)) }
    await mia.keys("Enter")
    for letter in word { await mia.keys(String(letter)) }
    #expect(mia.line == "\(word)|", "\(mia.picture)")
    await mia.keys("C-a C-k")
    try await mia.click(on: "my words")
    for letter in word { await mia.keys(String(letter)) }
    #expect(mia.line == "\(word)|", "\(mia.picture)")
    #expect(try await mia.said() == before)
  }

  @Test(
    "In message mode no typed word deletes, pins, sends or discards anything",
    arguments: 0..<(isSoak ? 8 : 2))
  func wordsInMessageMode(part: Int) async throws {
    let mia = try await started()
    await mia.refuse([.send])
    await mia.enter("refused")
    await mia.noFaults()
    let before = try await mia.said()
    let waiting = try await mia.store.outbox()
    #expect(waiting.count == 1)
    for word in CommonWords.all.enumerated().filter({ $0.offset % 8 == part }).map(\.element) {
      await mia.keys(part.isMultiple(of: 2) ? "M-s" : "M-s k")
      for letter in word {
        await mia.keys(String(letter))
        await mia.wait(.milliseconds(400))
      }
      await mia.keys("Esc Esc Esc C-x 0 Esc Esc C-a C-k Esc")
    }
    #expect(try await mia.said() == before)
    #expect(try await mia.store.outbox() == waiting)
  }

  @Test(
    "A letter typed during a question leaves it and is text",
    arguments: ["y", "Y", "n", "e", " ", "é"])
  func question(_ letter: String) async throws {
    let mia = try await started()
    await mia.keys("M-s d")
    await mia.wait(.seconds(5))
    await mia.type(letter)
    #expect(mia.app.panel == nil && mia.app.focused?.selection == nil)
    #expect(mia.app.channel?.composer.draft.text == letter)
    await mia.type("/leave", keys: "C-u")
    await mia.enter("/leave", .shows("Leave #general?"))
    await mia.wait(.seconds(5))
    await mia.type("yes")
    #expect(
      mia.app.channel?.composer.draft.text == "yes" && mia.header.hasPrefix("#general"), "\(mia.picture)")
  }
}
