package import TerminalScreen

/// The keys of vi in a list: in normal mode they move through its rows, in insert mode they type into its input line.
package nonisolated struct ViListKeys {
  /// An action in the list or in its input line.
  package enum Action: Hashable {
    case list(PanelCommand)
    case line(ComposerCommand)
  }

  package private(set) var isInserting = true
  private var count: Int?
  private var isDeleting = false

  package init() {}

  package var areas: [KeyArea] { isInserting ? [.insert] : [.normal] }

  /// Takes a digit of a count.
  ///
  /// - Returns: whether the key is a digit of a count.
  package mutating func take(_ key: KeyEvent) -> Bool {
    guard !isInserting, case .character(let character) = key.key, key.modifiers.isEmpty, character.isASCII,
      let digit = character.wholeNumberValue, digit > 0 || count != nil
    else { return false }
    count = min((count ?? 0) * 10 + digit, 9999)
    return true
  }

  /// Discards the typed beginning of a command.
  package mutating func forgetUnfinished() {
    count = nil
    isDeleting = false
  }

  /// The actions of a command in a list; empty for commands without one.
  package mutating func actions(of command: ViCommand) -> [Action] {
    let times = count ?? 1
    let wasDeleting = isDeleting
    forgetUnfinished()
    if command == .delete {
      isDeleting = !wasDeleting
      return wasDeleting ? [.list(.remove)] : []
    }
    if let insertion = Self.insertions[command] {
      isInserting = true
      return insertion.map { [.line($0)] } ?? []
    }
    switch command {
    case .normalMode:
      isInserting = false
      return []
    case .textStart: return [.list(.first)]
    case .textEnd: return [.list(.last)]
    case .undo: return [.list(.restore)]
    default:
      return (Self.actions[command]).map { Array(repeating: $0, count: times) } ?? []
    }
  }

  /// The commands that begin insert mode, and the motion of the caret that comes first.
  private static let insertions: [ViCommand: ComposerCommand?] = [
    .insert: nil as ComposerCommand?, .search: .lineEnd, .append: .right, .insertAtLineStart: .lineStart,
    .appendAtLineEnd: .lineEnd,
  ]

  private static let actions: [ViCommand: Action] = [
    .lineDown: .list(.next), .lineUp: .list(.previous), .pageDown: .list(.nextPage),
    .pageUp: .list(.previousPage),
    .scrollDown: .list(.next), .scrollUp: .list(.previous),
    .left: .line(.left), .right: .line(.right), .wordForward: .line(.wordRight), .wordEnd: .line(.wordRight),
    .wordBackward: .line(.wordLeft), .lineStart: .line(.lineStart), .firstNonblank: .line(.lineStart),
    .lineEnd: .line(.lineEnd), .deleteRight: .line(.deleteRight), .deleteLeft: .line(.deleteLeft),
    .deleteToLineEnd: .line(.killLine), .put: .line(.yank), .putBefore: .line(.yank),
  ]
}
