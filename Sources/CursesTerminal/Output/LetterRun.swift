import CNcursesw
import TerminalScreen

/// A style as ncurses takes it.
struct Ink {
  /// Those of the style.
  let bits: UInt64
  let attributes: attr_t
  let pair: Int32
}

/// Letters of one look beside each other, which ncurses is given at once: one by one takes many times as long.
@MainActor
struct LetterRun {
  /// Room for a row.
  private let letters: UnsafeMutableBufferPointer<wchar_t>
  private var count = 0
  private var row = 0
  private var column = 0
  private var ink: Ink?

  init(in memory: UnsafeMutableBufferPointer<wchar_t>) { letters = memory }

  /// Returns false if the cell has to be drawn by itself.
  mutating func take(_ cell: ChangedCell, _ ink: Ink, row: Int) -> Bool {
    guard let scalar = cell.narrowScalar, Self.isOneColumn(scalar) else { return false }
    if cell.column != column + count || row != self.row || ink.bits != self.ink?.bits {
      end()
      (self.row, column, self.ink) = (row, cell.column, ink)
    }
    letters.initializeElement(at: count, to: wchar_t(bitPattern: scalar.value))
    count += 1
    return true
  }

  mutating func end() {
    guard count > 0, let ink else { return }
    curses_put_letters(
      Int32(row), Int32(column), letters.baseAddress, Int32(count), ink.attributes, ink.pair)
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
