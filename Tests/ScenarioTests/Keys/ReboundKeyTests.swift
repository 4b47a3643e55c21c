import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Rebound keys", .serialized)
struct ReboundKeyTests {
  /// The table with other keys for some commands.
  private func keymap(_ keys: [Command: String]) throws -> Keymap {
    try Keymap(
      KeyTable.bindings.map { binding in
        guard let notation = keys[binding.command] else { return binding }
        let sequence = try #require(KeyEvent.sequence(notation))
        return KeyBinding(binding.command, [KeySequence(sequence)], binding.meaning)
      })
  }

  @Test("A failed message names the bound key for resending")
  func retry() async throws {
    let mia = try await Scenario(keymap: keymap([.message(.retry): "z"])).start()
    await mia.refuse([.send])
    await mia.enter("rude words", .shows("! failed  z"))
    await mia.noFaults()
    await mia.keys("M-s z")
    await mia.confirm()
    #expect(try await mia.said().last?.text == "rude words")
  }

  @Test("A list names its bound keys")
  func list() async throws {
    let mia = try await Scenario(
      keymap: keymap([.panel(.accept): "C-o", .panel(.remove): "F5", .composer(.undo): "F6"])
    ).start()
    await mia.type("a draft")
    await mia.keys("C-x d")
    #expect(mia.shows("C-o go there") && mia.shows("F5 discard"), "\(mia.picture)")
    await mia.keys("F5")
    #expect(mia.draft() == nil && !mia.shows("M-d") && !mia.shows("Enter"))
    await mia.keys("C-g C-x b", .shows("C-o go"))
  }

  @Test("A question names its bound keys")
  func question() async throws {
    let mia = try await Scenario(keymap: keymap([.panel(.accept): "C-o", .panel(.dismiss): "C-q"]))
    try await mia.say("words", by: "mia")
    await mia.start()
    await mia.keys("M-s d")
    #expect(mia.shows("[C-o] delete it for everybody") && mia.shows("[C-q] keep it"), "\(mia.picture)")
    await mia.wait(QuestionReading.shortest)
    await mia.keys("Enter C-o")
    #expect(try await mia.said().map(\.isDeleted) == [true])
  }

  @Test("An unbound command is shown by name")
  func unbound() async throws {
    let bindings = KeyTable.bindings.map {
      $0.command == .global(.help) ? KeyBinding($0.command, [], $0.meaning) : $0
    }
    let mia = try await Scenario(columns: 120, keymap: Keymap(bindings)).start()
    #expect(mia.status.contains("M-Enter newline") && !mia.status.contains("help"), "\(mia.picture)")
  }
}
