/// A complete control sequence: `CSI` or `SS3`, its parameters and its last byte.
struct ControlSequence {
  enum Meaning {
    case key(KeyEvent)
    case event(TerminalEvent)
    case pasteBegins, pasteEnds
    /// An answer, a key release, or an unknown sequence.
    case nothing
  }

  private let parameters: [UInt8]
  private let final: UInt8

  init(_ parameters: [UInt8], final: UInt8) {
    self.parameters = parameters
    self.final = final
  }

  var meaning: Meaning {
    switch (parameters.first, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")): return mouse
    case (nil, UInt8(ascii: "I")): return .event(.focus(true))
    case (nil, UInt8(ascii: "O")): return .event(.focus(false))
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): return .event(.deviceAttributes(hasSixels: hasSixels))
    case (UInt8(ascii: "?"), UInt8(ascii: "S")): return limits
    case (UInt8(ascii: "6"), UInt8(ascii: "t")): return cell
    default: break
    }
    // Answers begin with one of <=>? or contain a byte below the digits.
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return .nothing }
    if final == UInt8(ascii: "~"), number(0) == 200 { return .pasteBegins }
    if final == UInt8(ascii: "~"), number(0) == 201 { return .pasteEnds }
    if final == UInt8(ascii: "M") { return mouse }
    return key.map { .key($0) } ?? .nothing
  }

  /// The key of `SS3` with this last byte; a number before it encodes the modifiers.
  var shiftThreeKey: KeyEvent? {
    if (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(final), let key = KeyCode.letter(final - 0x20) {
      return KeyEvent(key, .control)
    }
    guard let key = KeyCode.letter(final) ?? KeyCode.applicationKeypad(final),
      let modifiers = modifiers(number(1) ?? number(0))
    else { return nil }
    return KeyEvent(key, modifiers)
  }

  private var key: KeyEvent? {
    switch final {
    case UInt8(ascii: "~"):
      if number(0) == 27 { return typed(number(2), shifted: nil, modifiers: number(1), tellsTyped: true) }
      return special(number(0).flatMap { KeyCode.tilde($0) })
    case UInt8(ascii: "u"):
      return isRelease
        ? nil : typed(number(0), shifted: number(0, part: 1), modifiers: number(1), tellsTyped: false)
    case UInt8(ascii: "Z"): return special(.tab, adding: .shift)
    // rxvt encodes the modifiers in the last byte.
    case UInt8(ascii: "^"): return special(number(0).flatMap { KeyCode.tilde($0) }, adding: .control)
    case UInt8(ascii: "$"): return special(number(0).flatMap { KeyCode.tilde($0) }, adding: .shift)
    case UInt8(ascii: "@"):
      return special(number(0).flatMap { KeyCode.tilde($0) }, adding: [.control, .shift])
    case UInt8(ascii: "a")...UInt8(ascii: "d"): return special(KeyCode.letter(final - 0x20), adding: .shift)
    default:
      // The cursor position report has the same form as F3, but the first number of a key is 1.
      guard number(0) ?? 1 == 1 else { return nil }
      return special(KeyCode.letter(final))
    }
  }

  private func special(_ key: KeyEvent.Key?, adding more: KeyEvent.Modifiers = []) -> KeyEvent? {
    guard let key, !isRelease, let modifiers = modifiers(number(1)) else { return nil }
    return KeyEvent(key, modifiers.union(more))
  }

  /// - Parameter tellsTyped: whether the code is the Character typed with shift, rather than the one on the key.
  private func typed(_ code: Int?, shifted: Int?, modifiers told: Int?, tellsTyped: Bool) -> KeyEvent? {
    guard let code, let key = KeyCode.codePoint(code), var modifiers = modifiers(told) else { return nil }
    guard case .character(let character) = key, modifiers.contains(.shift) else {
      return KeyEvent(key, modifiers)
    }
    if let shifted, let other = KeyCode.codePoint(shifted) {
      modifiers.remove(.shift)
      return KeyEvent(other, modifiers)
    }
    let isLetter = character.lowercased() != character.uppercased()
    // A punctuation mark already includes shift, unless the code is that of the unshifted key.
    if !isLetter, character != " ", tellsTyped || !"`1234567890-=[]\\;',./".contains(character) {
      modifiers.remove(.shift)
    }
    return KeyEvent(key, modifiers)
  }

  /// Whether the parameters after the terminal's kind include 4, for sixels.
  private var hasSixels: Bool {
    parameters.split(separator: UInt8(ascii: ";")).dropFirst().contains {
      $0.elementsEqual([UInt8(ascii: "4")])
    }
  }

  /// `CSI ? 1 ; 0 ; colours S` or `CSI ? 2 ; 0 ; width ; height S`.
  private var limits: Meaning {
    guard number(1) == 0, let first = number(2), first > 0 else { return .nothing }
    if number(0) == 1 { return .event(.showsPictures(.colors(first))) }
    guard number(0) == 2, let second = number(3), second > 0 else { return .nothing }
    return .event(.showsPictures(.largest(Size(columns: first, rows: second))))
  }

  /// `CSI 6 ; height ; width t`.
  private var cell: Meaning {
    guard number(0) == 6, let height = number(1), let width = number(2), height > 0, width > 0 else {
      return .nothing
    }
    return .event(.showsPictures(.cell(Size(columns: width, rows: height))))
  }

  private var mouse: Meaning {
    guard let button = number(0), let column = number(1), let row = number(2) else { return .nothing }
    let isExtended = parameters.first == UInt8(ascii: "<")
    let report = MouseReport(
      // The form without `<` has 32 added to the button.
      button: isExtended ? button : button - 32, column: column, row: row,
      isRelease: final == UInt8(ascii: "m"))
    return report.event.map { .event(.mouse($0)) } ?? .nothing
  }

  /// Nil if an unsupported modifier is held: the desktop's shortcuts type nothing.
  private func modifiers(_ number: Int?) -> KeyEvent.Modifiers? {
    let bits = max(0, (number ?? 1) - 1)
    guard bits & 0b01_1000 == 0 else { return nil }
    var modifiers: KeyEvent.Modifiers = []
    if bits & 0b00_0001 != 0 { modifiers.insert(.shift) }
    if bits & 0b10_0010 != 0 { modifiers.insert(.alt) }
    if bits & 0b00_0100 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  private var isRelease: Bool { number(1, part: 1) == 3 }

  /// The parameter at an index, and its colon-separated part; nil if it is empty.
  private func number(_ place: Int, part: Int = 0) -> Int? {
    var (place, part) = (place, part)
    var value: Int?
    for byte in parameters {
      switch byte {
      case UInt8(ascii: ";"):
        if place == 0 { return value }
        place -= 1
      case UInt8(ascii: ":") where place == 0:
        if part == 0 { return value }
        part -= 1
      case 0x30...0x39 where place == 0 && part == 0:
        // A number too large for any terminal is capped.
        value = min(10_000_000, (value ?? 0) * 10 + Int(byte) - 0x30)
      default: break
      }
    }
    return value
  }
}

/// A terminal's mouse report: a button with flags, and a cell counted from one.
struct MouseReport {
  let button: Int
  let column: Int
  let row: Int
  let isRelease: Bool

  private static let motion = 32
  private static let wheel = 64
  /// The largest plausible coordinate.
  private static let farthest = 65_535

  /// Nil for unwanted reports: movement without a button, a horizontal wheel, a fourth button.
  var event: MouseEvent? {
    let cells = 1...Self.farthest
    guard (0..<128).contains(button), cells.contains(column), cells.contains(row), let act else { return nil }
    return MouseEvent(act, at: Position(column: column - 1, row: row - 1))
  }

  private var act: MouseEvent.Act? {
    if button & Self.wheel != 0 {
      guard !isRelease, button & 2 == 0 else { return nil }
      return button & 1 == 0 ? .wheelUp : .wheelDown
    }
    let pressed: MouseEvent.Button
    switch button & 3 {
    case 0: pressed = .left
    case 1: pressed = .middle
    case 2: pressed = .right
    default: return nil
    }
    if isRelease { return .release(pressed) }
    return button & Self.motion != 0 ? .drag(pressed) : .press(pressed)
  }
}

extension MouseReport {
  /// The old form: three bytes with 32 added to each, and a release that does not name the button.
  init(bytes: [UInt8]) {
    let numbers = bytes.map { Int($0) - 32 }
    let isRelease = numbers[0] & 3 == 3 && numbers[0] & (Self.motion | Self.wheel) == 0
    self.init(
      button: isRelease ? numbers[0] & ~3 : numbers[0], column: numbers[1], row: numbers[2],
      isRelease: isRelease)
  }
}
