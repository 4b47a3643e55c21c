import CNcursesw
import Glibc

/// A terminal as terminfo has it, and what ncurses is told of it: all but what costs more than it saves, and what it does not
/// need.
///
/// ncurses weighs all ways of moving the cursor that a terminal has, and interprets a string for each: in a row of a page
/// that takes longer than its letters. The one string that sets all attributes is the longest to interpret. And it compares
/// all rows in each update, to find some that have moved.
struct TerminalDescription {
  private let name: String
  /// Whether its colours are red, green and blue instead of numbers in a palette. That is an extension of terminfo.
  let isDirect: Bool
  /// Whether the extension is written as it is written here.
  private let hasKnownExtension: Bool

  /// Reads it with ncurses, which knows one at a time: the last one. Nil if there is none that it can use.
  init?(_ name: String) {
    guard curses_knows(name) else { return nil }
    self.name = name
    isDirect = tigetflag("RGB") > 0
    hasKnownExtension = tigetnum("RGB") < 0 && curses_capability("RGB") == nil
  }

  /// What TERMINFO has to hold for ncurses to take it from there, which it does instead of a path: see TERMINFO in ncurses(3). Nil
  /// if ncurses has to read it by itself.
  ///
  /// - Parameter movesRows: whether ncurses shall look for rows that have moved.
  func variable(movesRows: Bool) -> String? {
    guard hasKnownExtension else { return nil }
    let compiled = compiled(without: omitted(movesRows: movesRows))
    return compiled.count < Self.longest ? "b64:" + Base64.text(compiled) : nil
  }

  /// ncurses has room for no more.
  private static let longest = 32_768

  /// The names of what is left out, beside those of keys: input is read undecoded.
  private func omitted(movesRows: Bool) -> Set<String> {
    // Every way but to a place, and by one column or row. Without `cuf1` it does not move by writing again what it believes to
    // be in the cells either; where glyphs were placed it believes blanks to be.
    var names: Set = ["cub", "cud", "cuf", "cuf1", "cuu", "hpa", "vpa"]
    // What it cannot move down it does not look for.
    if !movesRows { names.formUnion(["il", "il1", "ri", "rin"]) }
    let ecma = [
      "bold": "\u{1B}[1m", "dim": "\u{1B}[2m", "rev": "\u{1B}[7m", "smul": "\u{1B}[4m", "rmul": "\u{1B}[24m",
      "ritm": "\u{1B}[23m",
    ]
    // Where each attribute is set and reset by itself. Elsewhere the end of one may end others, which ncurses does not know.
    let isEach = ecma.allSatisfy { name, sequence in
      curses_capability(name).map { String(cString: $0) } == sequence
    }
    if isEach { names.insert("sgr") }
    return names
  }

  /// A colour string of xterm's that tests for the 16 named colours last. xterm's own tests for them first, though they are rare
  /// here, and ncurses parses past every branch that is not taken; both write the same. Nil for any other string.
  private static func reordered(_ string: UnsafePointer<CChar>, _ name: String) -> String? {
    let (dark, bright, indexed): (String, String, String)
    switch name {
    case "setaf": (dark, bright, indexed) = ("3%p1%d", "9%p1%{8}%-%d", "38;5;%p1%d")
    case "setab": (dark, bright, indexed) = ("4%p1%d", "10%p1%{8}%-%d", "48;5;%p1%d")
    default: return nil
    }
    let xterms = "%?%p1%{8}%<%t\(dark)%e%p1%{16}%<%t\(bright)%e\(indexed)%;"
    guard String(cString: string) == "\u{1B}[\(xterms)m" else { return nil }
    return "\u{1B}[%?%p1%{15}%>%t\(indexed)%e%p1%{8}%<%t\(dark)%e\(bright)%;m"
  }

  /// The format is that of term(5), with numbers of 32 bits.
  private func compiled(without omitted: Set<String>) -> [UInt8] {
    var places: [UInt8] = []
    var strings: [UInt8] = []
    for place in 0..<Int32(curses_strings) {
      let name = String(cString: curses_string_name(place))
      if let string = curses_string(place), name.utf8.first != UInt8(ascii: "k"), !omitted.contains(name) {
        places.add(Int16(truncatingIfNeeded: strings.count))
        if let reordered = Self.reordered(string, name) {
          strings += reordered.utf8 + [0]
        } else {
          strings += UnsafeRawBufferPointer(start: string, count: strlen(string) + 1)
        }
      } else {
        places.add(-1 as Int16)
      }
    }
    let names = Array(name.utf8) + [0]
    var described: [UInt8] = []
    for count in [0o1036, names.count, curses_flags, curses_numbers, curses_strings, strings.count] {
      described.add(Int16(truncatingIfNeeded: count))
    }
    described += names
    for place in 0..<Int32(curses_flags) { described.append(curses_flag(place) ? 1 as UInt8 : 0) }
    described.fillUp()
    for place in 0..<Int32(curses_numbers) { described.add(curses_number(place)) }
    described += places + strings
    guard isDirect else { return described }
    // One flag, no number, no string; one name, of four bytes.
    described.fillUp()
    for count in [1, 0, 0, 1, 4] as [Int16] { described.add(count) }
    described += [1, 0]
    described.add(0 as Int16)
    return described + Array("RGB".utf8) + [0]
  }
}

extension [UInt8] {
  /// Appends a number with its lowest byte first.
  fileprivate mutating func add(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// What follows begins at an even place.
  fileprivate mutating func fillUp() {
    if !count.isMultiple(of: 2) { append(0 as UInt8) }
  }
}
