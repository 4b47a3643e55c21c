import CNcursesw
import Glibc

/// What ncurses is told of the terminal: the description that the system has, without what costs more than it saves.
///
/// ncurses weighs all ways of moving the cursor that a terminal has, and interprets a string for each: in a row of a page
/// that takes longer than its letters. To find rows that have moved as a whole, it compares all of them in each update.
/// And the one string for all attributes is the longest to interpret.
enum TerminalDescription {
  /// Has ncurses look for the system's description; false if there is none that it can use.
  static func find(_ name: String) -> Bool { curses_knows(name) }

  /// What TERMINFO has to hold for ncurses to take the description from there, as ncurses(3) has it under TERMINFO. It is
  /// made from the one that was found last. Nil if that is too large.
  ///
  /// - Parameter movesRows: whether rows of the whole width may move.
  static func variable(named name: String, movesRows: Bool) -> String? {
    compiled(named: name, without: omitted(movesRows: movesRows)).map { "b64:" + Base64.text($0) }
  }

  /// The names of what is left out.
  private static func omitted(movesRows: Bool) -> Set<String> {
    var names: Set = ["cub", "cud", "cuf", "cuu", "hpa", "vpa"]
    if !movesRows { names.formUnion(["il", "il1", "ri", "rin"]) }
    // Each attribute can be set by itself.
    if ["bold", "dim", "rev", "smul"].allSatisfy({ (name: String) in curses_capability(name) != nil }) { names.insert("sgr") }
    return names
  }

  /// The format is that of term(5), with numbers of 32 bits.
  private static func compiled(named name: String, without omitted: Set<String>) -> [UInt8]? {
    let names = Array(name.utf8) + [0]
    var flags = (0..<curses_flags).map { UInt8(curses_flag(Int32($0)) ? 1 : 0) }
    // What follows begins at an even place.
    if !(names.count + flags.count).isMultiple(of: 2) { flags.append(0) }
    var numbers: [UInt8] = []
    for place in 0..<curses_numbers { numbers.add(curses_number(Int32(place))) }
    var places: [UInt8] = []
    var strings: [UInt8] = []
    for place in 0..<Int32(curses_strings) {
      if let string = curses_string(place), !omitted.contains(String(cString: curses_string_name(place))) {
        places.add(Int16(truncatingIfNeeded: strings.count))
        strings += UnsafeRawBufferPointer(start: string, count: strlen(string) + 1)
      } else {
        places.add(-1 as Int16)
      }
    }
    guard strings.count <= Int16.max else { return nil }
    var header: [UInt8] = []
    for number in [0o1036, names.count, curses_flags, curses_numbers, curses_strings, strings.count] {
      header.add(Int16(number))
    }
    return header + names + flags + numbers + places + strings
  }
}

extension [UInt8] {
  /// Appends a number with its lowest byte first.
  fileprivate mutating func add(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
