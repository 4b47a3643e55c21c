public import TerminalScreen

/// Which keys do what, area by area.
public nonisolated struct Keymap: Hashable, Sendable {
  public enum Answer: Hashable, Sendable {
    case command(Command)
    /// The beginning of a sequence: more keys have to come.
    case unfinished
    /// It means nothing here.
    case nothing
  }

  public private(set) var bindings: [KeyBinding]
  private var commands: [KeyArea: [KeySequence: Command]] = [:]
  private var beginnings: [KeyArea: Set<KeySequence>] = [:]

  public init(_ bindings: [KeyBinding] = KeyTable.bindings) {
    self.bindings = bindings
    for binding in bindings {
      for sequence in binding.keys { add(sequence, for: binding.command) }
    }
  }

  /// What keys mean where these areas lie over each other, the topmost first.
  public func meaning(of keys: [KeyEvent], in areas: [KeyArea]) -> Answer {
    let sequence = KeySequence(keys)
    for area in areas {
      if let command = commands[area]?[sequence] { return .command(command) }
      if beginnings[area]?.contains(sequence) == true { return .unfinished }
    }
    return .nothing
  }

  /// The keys of a command, the one to be told of first.
  public func keys(of command: Command) -> [KeySequence] {
    bindings.first { $0.command == command }?.keys ?? []
  }

  /// What keys do: "Enter go there · Escape close". What no key does is left out.
  func hint(_ parts: (command: Command, meaning: String)...) -> String {
    parts.compactMap { part in keys(of: part.command).first.map { "\($0) \(part.meaning)" } }
      .joined(separator: " · ")
  }

  private mutating func add(_ sequence: KeySequence, for command: Command) {
    commands[command.area, default: [:]][sequence] = command
    for length in 1..<max(1, sequence.keys.count) {
      beginnings[command.area, default: []].insert(KeySequence(Array(sequence.keys.prefix(length))))
    }
  }
}

nonisolated extension Command {
  public var area: KeyArea {
    switch self {
    case .popup: .popup
    case .composer: .composer
    case .message: .message
    case .panel: .panel
    case .global: .global
    }
  }
}
