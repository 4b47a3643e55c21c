/// A terminal's mouse report: a button with flags, and a cell counted from one.
struct MouseReport {
  let button: Int
  let column: Int
  let row: Int
  let isRelease: Bool

  private static let shift = 4
  private static let alt = 8
  private static let control = 16
  private static let motion = 32
  private static let wheel = 64
  /// The largest plausible coordinate.
  private static let farthest = 65_535

  init(button: Int, column: Int, row: Int, isRelease: Bool) {
    self.button = button
    self.column = column
    self.row = row
    self.isRelease = isRelease
  }

  /// The old form: three bytes with 32 added to each, and a release that does not name the button.
  init(bytes: [UInt8]) {
    let numbers = bytes.map { Int($0) - 32 }
    let isRelease = numbers[0] & 3 == 3 && numbers[0] & (Self.motion | Self.wheel) == 0
    self.init(
      button: isRelease ? numbers[0] & ~3 : numbers[0], column: numbers[1], row: numbers[2],
      isRelease: isRelease)
  }

  /// Nil for unwanted reports: movement without a button, a horizontal wheel, a fourth button.
  var event: MouseEvent? {
    let cells = 1...Self.farthest
    guard (0..<128).contains(button), cells.contains(column), cells.contains(row), let act else { return nil }
    var modifiers: KeyEvent.Modifiers = []
    if button & Self.shift != 0 { modifiers.insert(.shift) }
    if button & Self.alt != 0 { modifiers.insert(.alt) }
    if button & Self.control != 0 { modifiers.insert(.control) }
    return MouseEvent(act, at: Position(column: column - 1, row: row - 1), modifiers)
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
