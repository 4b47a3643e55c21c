import ChatControllers
import DraftEngine

/// The state of vi keys that all composers share: the mode, the registers, the last search and the last change.
package final class ViSession {
  /// Whether insert mode is on, as it is at the start.
  var isInserting = true
  let registers: ViRegisters
  /// The search that `;` and `,` repeat.
  var find: ViFind?
  /// The change that `.` repeats.
  var change: ViChange?
  /// The composer in which insert mode was begun, until it ends.
  weak var insertingKeys: ViKeys?
  /// Copies text to the clipboard.
  package var copy: (String) -> Void = { _ in }

  package init(killRing: KillRing) { registers = ViRegisters(killRing: killRing) }

  /// Forgets all text.
  package func forget() {
    registers.forget()
    change = nil
  }
}

/// A change that `.` repeats.
nonisolated struct ViChange: Hashable {
  var command: ViCompleteCommand
  /// The text typed in insert mode after it.
  var inserted = Clipping("")
}

/// A command with its count, register and object.
nonisolated struct ViCompleteCommand: Hashable {
  /// The text an operator is applied to.
  enum Object: Hashable {
    case motion(ViCommand, ViFind?)
    case textObject(ViCommand)
    /// Whole lines, starting with the caret's.
    case lines
    /// The extent of an earlier selection: the number of lines, and the number of Characters in the last one.
    case selection(lines: Int, characters: Int?)
  }

  var command: ViCommand
  /// As typed; nil for none.
  var count: Int?
  var register: Character?
  var object: Object?
  /// The Character that `r` inserts.
  var replacement: Character?
}

/// The registers. The unnamed one is the latest entry of the kill ring, so text that was killed with Emacs keys can be put with vi
/// keys.
nonisolated final class ViRegisters {
  /// The contents of the registers a to z.
  private var named: [Character: Clipping] = [:]
  private let killRing: KillRing

  init(killRing: KillRing) { self.killRing = killRing }

  /// The clipboard, which is write-only: a program cannot read it from the terminal.
  static let clipboard: Character = "+"
  /// Discards text.
  static let blackHole: Character = "_"

  static func isName(_ character: Character) -> Bool {
    character.isASCII && character.isLetter || ["\"", "+", "*", "_"].contains(character)
  }

  func forget() { named = [:] }

  func text(in name: Character?) -> Clipping? {
    guard name != Self.blackHole else { return nil }
    guard let name, name.isLetter else { return killRing.entry(0) }
    return named[Character(name.lowercased())]
  }

  /// - Returns: the text for the clipboard, if the register is the clipboard.
  func take(_ clipping: Clipping, into name: Character?) -> String? {
    guard name != Self.blackHole else { return nil }
    if let name, name.isLetter {
      let key = Character(name.lowercased())
      if name.isUppercase, let before = named[key] {
        named[key] = before.appendingInRegister(clipping)
      } else {
        named[key] = clipping
      }
    }
    killRing.add(clipping)
    return name == Self.clipboard || name == "*" ? clipping.text : nil
  }
}

nonisolated extension Clipping {
  /// If either side consists of whole lines, so does the result.
  fileprivate func appendingInRegister(_ other: Clipping) -> Clipping {
    guard isLines || other.isLines else { return self + other }
    var lines = isLines ? self : self + Clipping("\n")
    lines = lines + other
    if !other.isLines { lines = lines + Clipping("\n") }
    lines.isLines = true
    return lines
  }
}

/// The typed beginning of a command.
nonisolated struct ViUnfinishedCommand {
  /// Larger counts are typing errors.
  static let largestCount = 9999

  var register: Character?
  /// The count before the operator, or without one.
  var count: Int?
  var operation: ViCommand?
  /// The count after the operator.
  var secondCount: Int?
  /// A command that needs one more Character: `f`, `r`, `"`.
  var waiting: ViCommand?
  /// The first key of a vi command that is not supported.
  var unknown: Character?
  var typed = ""

  var isEmpty: Bool { typed.isEmpty }

  /// Both counts are multiplied: `2d3w` deletes six words.
  var times: Int? {
    guard let count else { return secondCount }
    return min(count * (secondCount ?? 1), Self.largestCount)
  }
}

/// Text being typed in insert mode.
nonisolated struct ViInsertion {
  let command: ViCompleteCommand
  private let start: Int
  /// The number of bytes after the inserted text.
  private let rest: Int

  @MainActor
  init(after command: ViCompleteCommand, in draft: MessageDraft) {
    self.command = command
    start = draft.utf8Caret
    rest = draft.text.utf8.count - start
  }

  @MainActor
  func inserted(in draft: MessageDraft, _ editor: ComposerTextEditor) -> Clipping? {
    let end = draft.text.utf8.count - rest
    guard start <= end, end <= draft.text.utf8.count else { return nil }
    return editor.clipping(start..<end)
  }
}

nonisolated extension ViCommand {
  var isMotion: Bool {
    switch self {
    case .left, .right, .lineUp, .lineDown, .wordForward, .bigWordForward, .wordBackward, .bigWordBackward,
      .wordEnd, .bigWordEnd, .wordEndBackward, .bigWordEndBackward, .lineStart, .firstNonblank, .lineEnd,
      .textStart, .textEnd, .paragraphForward, .paragraphBackward, .matchingBracket, .find, .findBackward,
      .till, .tillBackward, .repeatFind, .repeatFindOpposite:
      true
    default: false
    }
  }

  var isTextObject: Bool { area == .textObject }

  /// Whether the next Character belongs to it.
  var needsCharacter: Bool {
    switch self {
    case .find, .findBackward, .till, .tillBackward, .replace, .register: true
    default: false
    }
  }

  /// The operator of the command, which may have a built-in motion.
  var operation: ViCommand? {
    switch self {
    case .delete, .change, .yank, .indent, .outdent, .lowercase, .uppercase, .toggleCase: self
    case .deleteRight, .deleteLeft, .deleteToLineEnd, .deleteSelected: .delete
    case .changeToLineEnd, .substitute, .substituteLine, .changeSelected: .change
    case .yankLine: .yank
    case .lowercaseSelected: .lowercase
    case .uppercaseSelected: .uppercase
    case .toggleCaseSelected: .toggleCase
    default: nil
    }
  }

  /// The built-in object of an operator such as `x`, `D` or `Y`.
  var ownMotion: ViCompleteCommand.Object? {
    switch self {
    case .deleteRight, .substitute: .motion(.right, nil)
    case .deleteLeft: .motion(.left, nil)
    case .deleteToLineEnd, .changeToLineEnd: .motion(.lineEnd, nil)
    case .yankLine, .substituteLine: .lines
    default: nil
    }
  }

  /// Whether it extends the selection to whole lines.
  var takesLines: Bool {
    switch self {
    case .deleteToLineEnd, .changeToLineEnd, .yankLine, .substituteLine, .deleteLeft, .indent, .outdent: true
    default: false
    }
  }

  /// Whether insert mode follows it.
  var insertsText: Bool {
    switch self {
    case .change, .insert, .insertAtLineStart, .append, .appendAtLineEnd, .openBelow, .openAbove: true
    default: false
    }
  }

  /// Whether `.` repeats it.
  var changesText: Bool { self != .yank }

  /// The equivalent global command.
  package var global: GlobalCommand? {
    switch self {
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .scrollUp: .scrollUp
    case .scrollDown: .scrollDown
    case .search: .search
    default: nil
    }
  }
}

nonisolated extension ViCompleteCommand {
  /// How often the typed text is inserted. The count of `i`, `a` and `o` repeats the text, the count of `c` repeats the motion.
  var insertionCount: Int { command == .change ? 1 : count ?? 1 }
}
