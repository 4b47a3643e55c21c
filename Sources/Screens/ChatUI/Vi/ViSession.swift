/// What vi's keys keep for all composers: the mode, the registers, and what is repeated.
final class ViSession {
  /// Whether keys type text, as they do at the start.
  var isInserting = true
  let registers: ViRegisters
  /// What `;` and `,` repeat.
  var find: ViFind?
  /// What `.` repeats.
  var change: ViChange?
  /// The composer in which insert mode was begun, until it ends.
  weak var insertingKeys: ViKeys?
  /// Takes text for the clipboard.
  var copy: (String) -> Void = { _ in }

  init(killRing: KillRing) { registers = ViRegisters(killRing: killRing) }

  /// Forgets all text.
  func forget() {
    registers.forget()
    change = nil
  }
}

/// A change that `.` makes again.
nonisolated struct ViChange: Hashable {
  var command: ViCompleteCommand
  /// What was typed in insert mode after it.
  var inserted = Clipping("")
}

/// A command of vi's keys with all that belongs to it.
nonisolated struct ViCompleteCommand: Hashable {
  /// What an operator is applied to.
  enum Object: Hashable {
    case motion(ViCommand, ViFind?)
    case textObject(ViCommand)
    /// Whole lines from the caret's on.
    case lines
    /// As much as was selected: so many lines, or so many Characters in the last one.
    case selection(lines: Int, characters: Int?)
  }

  var command: ViCommand
  /// As typed; nil for none.
  var count: Int?
  var register: Character?
  var object: Object?
  /// The Character that `r` puts there.
  var replacement: Character?
}

/// The registers: the kill ring's latest entry is the unnamed one, so that what was killed with either style's keys is put with
/// those of both.
nonisolated final class ViRegisters {
  /// What the registers a to z hold.
  private var named: [Character: Clipping] = [:]
  private let killRing: KillRing

  init(killRing: KillRing) { self.killRing = killRing }

  /// The clipboard, which takes text and gives none: a terminal tells no program what is in it.
  static let clipboard: Character = "+"
  /// Takes text and keeps none.
  static let blackHole: Character = "_"

  static func isName(_ character: Character) -> Bool {
    character.isASCII && character.isLetter || ["\"", "+", "*", "_"].contains(character)
  }

  func forget() { named = [:] }

  func text(in name: Character?) -> Clipping? {
    guard let name, name.isLetter else { return killRing.entry(0) }
    return named[Character(name.lowercased())]
  }

  /// - Returns: the text for the clipboard, if it was meant.
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
  /// With whole lines on either side, both are lines.
  fileprivate func appendingInRegister(_ other: Clipping) -> Clipping {
    guard isLines || other.isLines else { return self + other }
    var lines = isLines ? self : self + Clipping("\n")
    lines = lines + other
    if !other.isLines { lines = lines + Clipping("\n") }
    lines.isLines = true
    return lines
  }
}
