import CNcursesw
import TerminalScreen

/// A style as ncurses takes it.
struct Ink {
  /// Those of the style.
  let bits: UInt64
  let attributes: attr_t
  let pair: Int32
}

/// Letters beside each other, which ncurses is given at once: that takes half as long as one by one.
@MainActor
struct LetterRun {
  /// Room for a row.
  private let letters: UnsafeMutableBufferPointer<cchar_t>
  private var count = 0
  private var row = 0
  private var column = 0
  /// A blank in the ink of the last letter, to make the next one from.
  private var blank = cchar_t()
  private var ink: Ink?

  init(in memory: UnsafeMutableBufferPointer<cchar_t>) { letters = memory }

  /// Returns false if it is none of them.
  mutating func take(_ cell: ChangedCell, _ ink: Ink, row: Int) -> Bool {
    guard let scalar = cell.narrowScalar, Self.isOneColumn(scalar) else { return false }
    if row != self.row || cell.column != column + count {
      end()
      (self.row, column) = (row, cell.column)
    }
    if self.ink?.pair != ink.pair || self.ink?.attributes != ink.attributes {
      blank = curses_blank(ink.attributes, ink.pair)
      self.ink = ink
    }
    letters.initializeElement(at: count, to: curses_letter(blank, wchar_t(bitPattern: scalar.value)))
    count += 1
    return true
  }

  mutating func end() {
    guard count > 0 else { return }
    curses_put_letters(Int32(row), Int32(column), letters.baseAddress, Int32(count))
    count = 0
  }

  /// Whether a scalar takes one column for every C library: ncurses asks it, and puts the next one behind that.
  private static func isOneColumn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xC0...0x24F, 0x2500...0x259F: true
    default: false
    }
  }
}
