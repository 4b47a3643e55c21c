package import ChatDomain
public import TerminalScreen

/// Keys pressed in sequence: "C-x b".
public nonisolated struct KeySequence: Hashable, Sendable, CustomStringConvertible {
  public let keys: [KeyEvent]

  public init(_ keys: [KeyEvent]) { self.keys = keys }

  public var description: String { keys.notation }
}

/// One row of the key table, from which the help, the man page and `--print-keys` are generated.
public nonisolated struct KeyBinding: Hashable, Sendable {
  public let command: Command
  public let keys: [KeySequence]
  /// Its effect, in a few words.
  public let meaning: String

  public init(_ command: Command, _ keys: [KeySequence], _ meaning: String) {
    self.command = command
    self.keys = keys
    self.meaning = meaning
  }
}

/// Emacs or vi key bindings.
public nonisolated enum KeyStyle: Hashable, Sendable {
  /// The keys of Emacs and Readline.
  case emacs
  /// The keys of vi, with its modes. Keys that vi does not bind keep their meaning.
  case vi
}

/// An area with its own key bindings. Areas are stacked; the topmost one that binds a key handles it.
public nonisolated enum KeyArea: String, Hashable, Sendable, CaseIterable {
  /// With vi keys, in insert mode: takes precedence over all others.
  case insert
  /// With vi keys: text objects, after an operator or while text is selected.
  case textObject = "object"
  /// With vi keys: while text is selected.
  case visual
  /// With vi keys: while keys insert no text.
  case normal
  /// While suggestions are shown.
  case popup
  /// The composer, and every other input line.
  case composer
  /// While a message is selected.
  case message
  /// A list shown over the screen.
  case panel
  /// Everywhere.
  case global

  /// Whether the area exists only with vi keys.
  public var isOfVi: Bool {
    switch self {
    case .insert, .textObject, .visual, .normal: true
    case .popup, .composer, .message, .panel, .global: false
    }
  }

  /// The areas of a style.
  public static func areas(in style: KeyStyle) -> [KeyArea] { allCases.filter { style == .vi || !$0.isOfVi } }
}

/// The active areas, the topmost first: created once, because every key needs them.
nonisolated extension [KeyArea] {
  package static let whileNothingIsOpen: [KeyArea] = [.global]
  package static let whileWriting: [KeyArea] = [.composer, .global]
  package static let whileSuggesting: [KeyArea] = [.popup, .composer, .global]
  package static let whileMessageIsSelected: [KeyArea] = [.message, .global]
  package static let whilePanelIsShown: [KeyArea] = [.panel, .composer, .global]
}

/// The key bindings, area by area.
public nonisolated struct Keymap: Hashable, Sendable {
  public enum Answer: Hashable, Sendable {
    case command(Command)
    /// An unfinished sequence: more keys must follow.
    case unfinished
    /// The keys are unbound here.
    case nothing
  }

  public private(set) var bindings: [KeyBinding]
  private var commands: [KeyArea: [KeySequence: Command]] = [:]
  private var beginnings: [KeyArea: Set<KeySequence>] = [:]
  /// The ASCII characters that begin a sequence of an area, one bit each: most typed characters begin none.
  private var boundCharacters: [UInt128] = Array(repeating: 0, count: KeyArea.allCases.count)

  public init(_ bindings: [KeyBinding] = KeyTable.bindings) {
    self.bindings = bindings
    for binding in bindings {
      for sequence in binding.keys { add(sequence, for: binding.command) }
    }
  }

  /// The keymap for a service with these abilities. Commands that need other abilities are left out of hints and the help. Their
  /// keys still work, so that a user who presses one sees why it has no effect.
  package func offered(by abilities: Set<ServiceAbility>, in style: KeyStyle = .emacs) -> Keymap {
    var keymap = self
    keymap.bindings.removeAll {
      !$0.command.needs.isSubset(of: abilities) || style != .vi && $0.command.area.isOfVi
    }
    return keymap
  }

  /// The meaning of keys in these areas, the topmost first.
  public func meaning(of keys: [KeyEvent], in areas: [KeyArea]) -> Answer {
    let sequence = KeySequence(keys)
    for area in areas {
      if let command = commands[area]?[sequence] { return .command(command) }
      if beginnings[area]?.contains(sequence) == true { return .unfinished }
    }
    return .nothing
  }

  /// Whether a key is bound in one of these areas, or begins a sequence there.
  package func isBound(_ key: KeyEvent, in areas: [KeyArea]) -> Bool {
    if let character = key.plainASCII {
      return areas.contains { boundCharacters[$0.place] >> character & 1 == 1 }
    }
    return meaning(of: [key], in: areas) != .nothing
  }

  /// The keys of a command, the preferred one first.
  public func keys(of command: Command) -> [KeySequence] {
    bindings.first { $0.command == command }?.keys ?? []
  }

  /// A hint about keys: "Enter go there · Escape close". Commands without a key are left out.
  package func hint(_ parts: (command: Command, meaning: String)...) -> String { hint(parts) }

  package func hint(_ parts: [(command: Command, meaning: String)]) -> String {
    parts.compactMap { part in keys(of: part.command).first.map { "\($0) \(part.meaning)" } }
      .joined(separator: " · ")
  }

  /// A hint about the remaining keys of sequences that begin with these keys: "b go to · ? explain".
  package func hint(_ parts: [(command: Command, meaning: String)], after keys: [KeyEvent]) -> String {
    parts.compactMap { part in
      let sequence = self.keys(of: part.command).first {
        $0.keys.count > keys.count && $0.keys.starts(with: keys)
      }
      return sequence.map { "\(KeySequence(Array($0.keys.dropFirst(keys.count)))) \(part.meaning)" }
    }.joined(separator: " · ")
  }

  /// The keys that go from message to message in message mode: "Up/Down".
  package var messageKeys: String? {
    let ways = [("Up", MessageCommand.previous), ("Down", MessageCommand.next)].compactMap { arrow, command in
      let all = self.keys(of: .message(command)).map(\.description)
      return all.first { $0 == arrow } ?? all.first
    }
    return ways.count == 2 ? ways.joined(separator: "/") : nil
  }

  private mutating func add(_ sequence: KeySequence, for command: Command) {
    commands[command.area, default: [:]][sequence] = command
    if let character = sequence.keys.first?.plainASCII {
      boundCharacters[command.area.place] |= 1 << character
    }
    for length in 1..<max(1, sequence.keys.count) {
      beginnings[command.area, default: []].insert(KeySequence(Array(sequence.keys.prefix(length))))
    }
  }
}

nonisolated extension KeyArea {
  fileprivate var place: Int {
    switch self {
    case .insert: 5
    case .textObject: 6
    case .visual: 7
    case .normal: 8
    case .popup: 0
    case .composer: 1
    case .message: 2
    case .panel: 3
    case .global: 4
    }
  }
}

nonisolated extension KeyEvent {
  /// The character that the key types, if it is ASCII.
  fileprivate var plainASCII: UInt8? {
    guard modifiers.isEmpty, case .character(let character) = key else { return nil }
    return character.asciiValue
  }
}

nonisolated extension Command {
  public var area: KeyArea {
    switch self {
    case .vi(let command): command.area
    case .popup: .popup
    case .composer: .composer
    case .message: .message
    case .panel: .panel
    case .global: .global
    }
  }
}
