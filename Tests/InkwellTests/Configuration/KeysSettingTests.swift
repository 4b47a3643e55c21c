import Composer
import TerminalScreen
import Testing

@testable import inkwell

@Suite("Keys in the configuration")
struct KeysSettingTests {
  private func keys(_ text: String, of command: Command) throws -> [String] {
    try ConfigurationSample.load("{keys: {\(text)}}").keymap.keys(of: command).map(\.description)
  }

  @Test("Configured keys replace those of their command, under each of its names")
  func replaced() throws {
    #expect(try keys("send: ['C-s', 'C-x Enter']", of: .composer(.send)) == ["C-s", "C-x Enter"])
    #expect(try keys("'composer.send': 'C-s'", of: .composer(.send)) == ["C-s"])
    #expect(try keys("redraw: []", of: .global(.redraw)) == [])
    #expect(try keys("'message.next': ['n', 'Space']", of: .message(.next)) == ["n", "Space"])
    let keymap = try ConfigurationSample.load("{keys: {send: 'C-s'}}").keymap
    #expect(keymap.meaning(of: [KeyEvent(.enter)], in: [.composer, .global]) == .nothing)
  }

  @Test("Two commands can swap their keys")
  func swapped() throws {
    let keymap = try ConfigurationSample.load("{keys: {'composer.undo': 'C-k', 'kill-line': 'C-_'}}").keymap
    #expect(keymap.keys(of: .composer(.undo)).map(\.description) == ["C-k"])
    #expect(keymap.keys(of: .composer(.killLine)).map(\.description) == ["C-_"])
  }

  @Test("Overlays may have their own keys")
  func overlaid() throws {
    #expect(try keys("'popup.accept': ['C-e', 'Tab']", of: .popup(.accept)) == ["C-e", "Tab"])
    #expect(try keys("'panel.remove': 'C-d'", of: .panel(.remove)) == ["C-d"])
  }

  @Test(
    "Invalid bindings are reported with their line",
    arguments: [
      (
        "bind: {send: 'C-s'}",
        "1: keys.bind: there is no command bind; commands go directly into keys: {keys: {send: \"C-s\"}}"
      ),
      ("\nsned: 'C-s'", "2: keys.sned: there is no such command; did you mean send?"),
      (
        "'composer.sent': 'C-s'",
        "1: keys.composer.sent: there is no such command; did you mean composer.send?"
      ),
      (
        "nothing_at_all: 'C-s'",
        "1: keys.nothing_at_all: there is no such command; inkwell --print-keys lists them"
      ),
      ("next: 'C-s'", "1: keys.next: which one is meant: popup.next, message.next, panel.next?"),
      (
        "send: [\n'F5',\n'C-foo']",
        "3: keys.send: expected keys like C-a, M-Enter, F1 or C-x b, found “C-foo”"
      ),
      ("send: ''", "1: keys.send: expected keys like C-a, M-Enter, F1 or C-x b, found “”"),
      ("send: 5", "1: keys.send: expected keys like C-a, M-Enter, F1 or C-x b, found 5"),
      ("send: 'a'", "1: keys.send: a types text, and cannot be bound to a command"),
      ("help: '?'", "1: keys.help: ? types text, and cannot be bound to a command"),
      ("'panel.accept': 'S-x'", "1: keys.panel.accept: X types text, and cannot be bound to a command"),
      ("'popup.accept': 'Space'", "1: keys.popup.accept: Space types text, and cannot be bound to a command"),
      ("send: ['F5', 'f5']", "1: keys.send: F5 appears twice"),
      ("send: 'F5', \n'composer.send': 'F6'", "2: keys.composer.send: it already has keys, as send"),
      (
        "send: 'C-a'",
        "1: keys.send: C-a is already composer.line-start; rebind that too, or use another key"
      ),
      (
        "help: 'C-a'",
        "1: keys.help: C-a is already composer.line-start; rebind that too, or use another key"
      ),
      (
        "send: 'C-c'",
        "1: keys.send: C-c is already global.interrupt; rebind that too, or use another key"
      ),
      ("send: 'C-x'", "1: keys.send: C-x begins C-x C-x, which is composer.exchange-point-and-mark"),
      ("send: 'C-a C-a'", "1: keys.send: C-a C-a begins with C-a, which is composer.line-start"),
      (
        "redo: 'F5',\nhelp: 'F5'",
        "2: keys.help: F5 is already composer.redo; rebind that too, or use another key"
      ),
      (
        "'message.reply': 'e'",
        "1: keys.message.reply: e is already message.edit; rebind that too, or use another key"
      ),
    ])
  func faults(text: String, fault: String) {
    #expect(ConfigurationSample.faults("{keys: {\(text)}}") == [fault])
  }

  @Test("Keys must be an object")
  func kind() {
    #expect(
      ConfigurationSample.faults("{keys: ['C-s']}") == [
        "1: keys: expected an object with a style, and commands and their keys, found a list"
      ])
  }
}
