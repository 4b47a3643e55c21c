import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Key table", .serialized)
struct KeyTableTests {
  @Test("Every command has one row, with a key and a few words")
  func rows() {
    let rows = KeyTable.bindings
    #expect(Set(rows.map(\.command)) == Set(Command.all))
    #expect(rows.count == Command.all.count)
    for row in rows { #expect(!row.keys.isEmpty && !row.meaning.isEmpty, "\(row.command.name)") }
  }

  @Test("Every key is written in the notation that is read")
  func notation() {
    for row in KeyTable.bindings {
      for sequence in row.keys {
        #expect(!sequence.keys.isEmpty, "\(row.command.name)")
        #expect(KeyEvent.sequence(sequence.description) == sequence.keys, "\(sequence)")
      }
    }
  }

  @Test("No two commands of an area share a key or a prefix")
  func unique() {
    for area in KeyArea.allCases {
      let keys = KeyTable.bindings.filter { $0.command.area == area }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(area)")
      for key in keys {
        let longer = keys.filter { $0 != key && $0.keys.starts(with: key.keys) }
        #expect(longer.isEmpty, "\(area): \(key) is the beginning of \(longer)")
      }
    }
  }

  @Test("The composer takes no global key")
  func nothingHidden() {
    let composer = Set(KeyTable.bindings.filter { $0.command.area == .composer }.flatMap(\.keys))
    for row in KeyTable.bindings where row.command.area == .global {
      #expect(composer.isDisjoint(with: row.keys), "\(row.command.name)")
    }
  }

  @Test("No typing key has another meaning in the composer")
  func typing() {
    for row in KeyTable.bindings where ![.message, .normal, .visual, .textObject].contains(row.command.area) {
      for sequence in row.keys {
        guard let first = sequence.keys.first, case .character = first.key else { continue }
        #expect(!first.modifiers.isDisjoint(with: [.alt, .control]), "\(row.command.name): \(sequence)")
      }
    }
  }

  @Test("Each key does what the table says", arguments: KeyTable.bindings.map(\.command.name))
  func reached(_ name: String) async throws {
    let row = try #require(KeyTable.bindings.first { $0.command.name == name })
    for sequence in row.keys {
      let isOfVi = row.command.area.isOfVi
      var settings = Settings()
      settings.keyStyle = isOfVi ? .vi : .emacs
      let mia = try await Scenario(settings: settings)
      try await mia.say("elsewhere", by: "ana", in: "offtopic")
      try await mia.say("a question", by: "ana")
      await mia.start()
      switch row.command.area {
      case .popup:
        await mia.type("@a", keys: "Down")
      case .composer, .insert: await mia.type("one two")
      case .normal:
        await mia.type("one two", keys: "Escape")
      case .visual, .textObject:
        await mia.type("one two", keys: "Escape v")
      case .message: await mia.keys("M-s")
      case .panel: await mia.keys("C-x b")
      case .global: break
      }
      var performed: [Command] = []
      mia.app.workspace.router.commands.onCommand = { performed.append($0) }
      await mia.keys(sequence.description)
      #expect(performed == [row.command], "\(sequence)")
    }
  }
}

@Suite("Rebound keys", .serialized)
struct ReboundKeyTests {
  /// The key table with different keys for some commands.
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
    await mia.type("a draft", keys: "C-x d", .shows("C-o go there"), .shows("F5 discard"))
    await mia.keys("F5")
    #expect(mia.draft() == nil && !mia.shows("M-d") && !mia.shows("Enter"))
    await mia.keys("C-g C-x b", .shows("C-o go"))
  }

  @Test("A question names its bound keys")
  func question() async throws {
    let mia = try await Scenario(keymap: keymap([.panel(.accept): "C-o", .panel(.dismiss): "C-q"]))
    try await mia.say("words", by: "mia")
    await mia.start()
    await mia.keys("M-s d", .shows("[C-o] delete it for everyone"), .shows("[C-q] keep it"))
    await mia.wait(QuestionPanel.shortestReading)
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
