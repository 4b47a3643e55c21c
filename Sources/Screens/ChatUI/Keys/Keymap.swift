import ChatDomain
public import TerminalScreen

/// The key bindings, area by area.
public nonisolated struct Keymap: Hashable, Sendable {
  public enum Answer: Hashable, Sendable {
    case command(Command)
    /// The beginning of a sequence: more keys must follow.
    case unfinished
    /// The keys have no meaning here.
    case nothing
  }

  public private(set) var bindings: [KeyBinding]
  private var commands: [KeyArea: [KeySequence: Command]] = [:]
  private var beginnings: [KeyArea: Set<KeySequence>] = [:]
  /// The ASCII characters with which the sequences of an area begin, a bit each: most keys of a text are none of them.
  private var boundCharacters: [UInt128] = Array(repeating: 0, count: KeyArea.allCases.count)

  public init(_ bindings: [KeyBinding] = KeyTable.bindings) {
    self.bindings = bindings
    for binding in bindings {
      for sequence in binding.keys { add(sequence, for: binding.command) }
    }
  }

  /// The keys for a service with these abilities: what needs others is in no hint and not in the help. Pressed all the same,
  /// its keys have their meaning, so that whoever knows them is told why nothing comes of it.
  func offered(by abilities: Set<ServiceAbility>, in style: KeyStyle = .emacs) -> Keymap {
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

  /// Whether a key means something by itself in one of these areas, or begins a sequence there.
  func isBound(_ key: KeyEvent, in areas: [KeyArea]) -> Bool {
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
  func hint(_ parts: (command: Command, meaning: String)...) -> String { hint(parts) }

  func hint(_ parts: [(command: Command, meaning: String)]) -> String {
    parts.compactMap { part in keys(of: part.command).first.map { "\($0) \(part.meaning)" } }
      .joined(separator: " · ")
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
  /// The character of a key that types one, if it is ASCII.
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
