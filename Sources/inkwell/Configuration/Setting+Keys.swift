import ChatUI
import Composer
import TerminalScreen

extension Setting {
  static let keys: Setting = Setting(
    "keys", "an object with a style, and commands and their keys",
    "style: \"vi\" chooses vi's keys and modes, and keys that vi does not bind keep their meaning; \"emacs\" those of Emacs and "
      + "Readline. The other members are commands with their new keys: one, a list of them, or an empty list for none. They "
      + "replace the default keys of the command. Keys are written like C-a, M-Enter, S-Tab, F1 or C-x b."
  ) { value, reader in
    guard case .object(let members) = value.kind else {
      return reader.blame(value, "expected \(keys.expected), found \(value.words)")
    }
    var binder = KeyBinder()
    for member in members {
      if member.key == "style" { readStyle(member, &reader) } else { binder.read(member) }
    }
    let bindings = binder.bindings()
    for fault in binder.faults { reader.blame(line: fault.line, fault.sentence, part: fault.command) }
    reader.configuration.rebound = bindings == KeyTable.bindings ? nil : bindings
  } written: { configuration in
    let lines = configuration.bindings.map { binding in
      let keys = binding.keys.map { $0.description.quotedAsJSON }.joined(separator: ", ")
      return "    // \(binding.meaning)\n    \"\(binding.command.name)\": [\(keys)],\n"
    }
    let style = styles.first { $0.value == configuration.settings.keyStyle }?.word ?? ""
    return "{\n    \"style\": \"\(style)\",\n\(lines.joined())  }"
  }

  private static let styles: [(word: String, value: KeyStyle)] = [("emacs", .emacs), ("vi", .vi)]

  private static func readStyle(_ member: JSON5Value.Member, _ reader: inout ConfigurationReader) {
    guard case .text(let word) = member.value.kind, let style = styles.first(where: { $0.word == word })
    else {
      return reader.blame(
        member.value, "expected \"emacs\" or \"vi\", found \(member.value.words)", part: member.key)
    }
    reader.configuration.settings.keyStyle = style.value
  }
}

/// Rebinds commands, and checks that each key still has one meaning everywhere.
private struct KeyBinder {
  private struct Bound {
    let keys: KeySequence
    let line: Int
  }

  private(set) var faults: [(line: Int, command: String, sentence: String)] = []
  /// The user's bindings, with the names in the file.
  private var bound: [Command: (name: String, keys: [Bound])] = [:]

  mutating func read(_ member: JSON5Value.Member) {
    guard let command = command(member) else { return }
    if let other = bound[command] {
      return blame(member.line, member.key, "it already has keys, as \(other.name)")
    }
    let before = faults.count
    let keys = keys(of: command, member)
    // With a fault, the command keeps its default keys.
    if faults.count == before { bound[command] = (member.key, keys) }
  }

  /// The table with the new keys, except those that conflict with others.
  mutating func bindings() -> [KeyBinding] {
    while true {
      let (table, conflicting) = checkedBindings()
      if conflicting.isEmpty { return table }
      for command in conflicting { bound[command] = nil }
    }
  }

  private mutating func checkedBindings() -> (table: [KeyBinding], conflicting: Set<Command>) {
    var conflicting: Set<Command> = []
    let table = KeyTable.bindings.map { row in
      guard let keys = bound[row.command]?.keys else { return row }
      return KeyBinding(row.command, keys.map(\.keys), row.meaning)
    }
    // Only keys that begin alike can conflict.
    var alike: [KeyEvent: [(place: Int, keys: KeySequence)]] = [:]
    for (place, row) in table.enumerated() {
      for keys in row.keys { alike[keys.keys[0], default: []].append((place, keys)) }
    }
    for (index, row) in table.enumerated() {
      guard let own = bound[row.command] else { continue }
      for key in own.keys {
        let conflict = alike[key.keys.keys[0], default: []].lazy.compactMap {
          [bound] place, keys -> String? in
          let other = table[place].command
          // If both were rebound, only the later one in the table is reported.
          guard place != index, bound[other] == nil || place < index,
            row.command.area.sharesKeys(with: other.area)
          else { return nil }
          return key.keys.conflict(with: keys, of: other)
        }.first
        guard let conflict else { continue }
        blame(key.line, own.name, conflict)
        conflicting.insert(row.command)
      }
    }
    return (table, conflicting)
  }

  private mutating func command(_ member: JSON5Value.Member) -> Command? {
    if let command = Command.all.first(where: { $0.name == member.key }) { return command }
    let all = Command.all.filter { $0.shortName == member.key }
    // A name in both styles means the command that is not specific to vi.
    let common = all.filter { !$0.area.isOfVi }
    let named = common.isEmpty ? all : common
    if named.count == 1 { return named[0] }
    guard named.isEmpty else {
      let names = named.map(\.name)
      blame(member.line, member.key, "which one is meant: \(names.joined(separator: ", "))?")
      return nil
    }
    if case .object = member.value.kind {
      blame(
        member.line, member.key,
        "there is no command \(member.key); commands go directly into keys: {keys: {send: \"C-s\"}}"
      )
      return nil
    }
    let nearest =
      member.key.nearest(of: Command.all.map(\.name)) ?? member.key.nearest(of: Command.all.map(\.shortName))
    blame(
      member.line, member.key,
      "there is no such command; \(nearest.map { "did you mean \($0)?" } ?? "inkwell --print-keys lists them")"
    )
    return nil
  }

  private mutating func keys(of command: Command, _ member: JSON5Value.Member) -> [Bound] {
    let values = if case .list(let values) = member.value.kind { values } else { [member.value] }
    var found: [Bound] = []
    for value in values {
      guard case .text(let notation) = value.kind, let keys = KeyEvent.sequence(notation) else {
        blame(value.line, member.key, "expected keys like C-a, M-Enter, F1 or C-x b, found \(value.words)")
        continue
      }
      let sequence = KeySequence(keys)
      if command.area.isTypedIn, keys[0].typed != nil {
        blame(value.line, member.key, "\(sequence) types text, and cannot be bound to a command")
      } else if found.contains(where: { $0.keys == sequence }) {
        blame(value.line, member.key, "\(sequence) appears twice")
      } else {
        found.append(Bound(keys: sequence, line: value.line))
      }
    }
    return found
  }

  private mutating func blame(_ line: Int, _ command: String, _ sentence: String) {
    faults.append((line, command, sentence))
  }
}

extension KeySequence {
  /// Why both cannot be bound at the same place; nil if they can.
  fileprivate func conflict(with other: KeySequence, of command: Command) -> String? {
    if self == other { return "\(self) is already \(command.name); rebind that too, or use another key" }
    if other.keys.starts(with: keys) { return "\(self) begins \(other), which is \(command.name)" }
    if keys.starts(with: other.keys) { return "\(self) begins with \(other), which is \(command.name)" }
    return nil
  }
}

extension KeyArea {
  /// Whether keys that have no meaning there type text.
  fileprivate var isTypedIn: Bool {
    switch self {
    case .message, .normal, .visual, .textObject: false
    case .insert, .popup, .composer, .panel, .global: true
    }
  }

  /// Whether a key can have only one meaning in both. Popups, message mode and lists temporarily override the others
  /// and may bind the same keys.
  fileprivate func sharesKeys(with other: KeyArea) -> Bool {
    self == other || [self, other].allSatisfy { $0 == .composer || $0 == .global }
  }
}

extension Command {
  /// Its name without the area.
  fileprivate var shortName: String { name.drop { $0 != "." }.dropFirst().description }
}
