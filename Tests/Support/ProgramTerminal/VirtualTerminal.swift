public import CPseudoTerminal
public import CVTerm
import Glibc

/// A built program in a terminal that is a value of this process: its screen can be read, its keys are bytes.
///
/// Nothing sleeps: `until` looks whenever the program has written something, and now and then while it writes nothing. That a
/// condition does not come true for two minutes ends a test instead of holding it up for ever.
public final class VirtualTerminal {
  public struct Silence: Error, CustomStringConvertible {
    public let description: String
  }

  public let process: pid_t
  public let home: Scratch
  public private(set) var columns: Int
  public private(set) var rows: Int
  /// Everything that the program has written.
  public private(set) var output: [UInt8] = []
  /// When it was started, in nanoseconds of the monotonic clock.
  let start: Int64
  let control: Int32
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  /// Whether commands for applications, as those about pictures, are not shown: libvterm would write them out as words.
  public var ignoresCommands = false
  private var command = CommandState.none
  private var isClosed = false
  private var status: Int32?
  /// Whether its memory was left in a file when it crashed.
  public private(set) var hasDumpedCore = false

  public static let patience: Int32 = 60_000
  /// After how many milliseconds of silence `until` looks again.
  private static let glance: Int32 = 50

  /// - Parameters:
  ///   - home: the folder of the person who started it.
  ///   - environment: besides TERM, PATH, HOME and a locale, which it always has.
  public init(
    _ command: [String], columns: Int = 80, rows: Int = 24, home: Scratch = Scratch(),
    environment: [String: String] = [:]
  ) throws {
    self.home = home
    var variables = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": home.path]
    // What counts its lines or watches its memory says so where the tests say it too.
    for name in ["LLVM_PROFILE_FILE", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
      variables[name] = getenv(name).map { String(cString: $0) }
    }
    variables.merge(environment) { $1 }
    let arguments = CStrings(command)
    let settings = CStrings(variables.map { "\($0)=\($1)" })
    var control: Int32 = -1
    var start: Int64 = 0
    process = pty_spawn(
      command[0], arguments.pointers, settings.pointers, Int32(columns), Int32(rows), &control, &start)
    guard process > 0 else { throw Silence(description: "no pseudo-terminal: errno \(errno)") }
    self.control = control
    self.start = start
    self.columns = columns
    self.rows = rows
    terminal = vterm_new(Int32(rows), Int32(columns))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      var end: Int32 = 0
      waitpid(process, &end, 0)
    }
    hangUp()
    vterm_free(terminal)
  }

  // MARK: Doing

  /// Types. While the program does not read, what it writes is taken in, so that neither waits for the other.
  public func type(_ bytes: some Sequence<UInt8>) throws {
    var rest = Array(bytes)
    while !rest.isEmpty {
      var request = pollfd(fd: control, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&request, 1, Self.patience) > 0 else { throw silence("nothing read") }
      if request.revents & Int16(POLLIN) != 0 { take() }
      guard request.revents & Int16(POLLOUT) != 0 else { continue }
      let count = rest.withUnsafeBytes { write(control, $0.baseAddress, min($0.count, 1_024)) }
      guard count > 0 else { throw silence("could not type: errno \(errno)") }
      rest.removeFirst(count)
    }
  }

  public func type(_ text: String) throws { try type(text.utf8) }

  /// Types, and reads nothing of what the program writes.
  public func typeUnread(_ text: String) throws {
    var rest = Array(text.utf8)
    while !rest.isEmpty {
      var request = pollfd(fd: control, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, Self.patience) > 0 else { throw silence("nothing read") }
      let count = rest.withUnsafeBytes { write(control, $0.baseAddress, min($0.count, 1_024)) }
      guard count > 0 else { throw silence("could not type: errno \(errno)") }
      rest.removeFirst(count)
    }
  }

  public func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    vterm_set_size(terminal, Int32(rows), Int32(columns))
    pty_resize(control, Int32(columns), Int32(rows))
  }

  public func send(_ signal: Int32) { kill(process, signal) }

  /// Takes the line away, as when a window is closed.
  public func hangUp() {
    guard !isClosed else { return }
    isClosed = true
    close(control)
  }

  // MARK: Waiting

  /// Reads until the condition holds, which may also be one of something that is not on the screen.
  public func until(_ what: String, _ condition: (VirtualTerminal) -> Bool) throws {
    // A program that shows the time is never silent for long.
    let deadline = ContinuousClock.now + .milliseconds(2 * Int(Self.patience))
    while !condition(self) {
      guard status == nil else { throw silence("ended before: \(what)") }
      guard ContinuousClock.now < deadline else { throw silence("waited in vain for: \(what)") }
      var request = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, Self.glance) > 0, !take() { collect() }
    }
  }

  /// Reads until the text stands on the screen.
  public func until(_ text: String) throws { try until(text) { $0.text.contains(text) } }

  /// Types, and waits for a text on the screen.
  public func type(_ keys: String, until text: String) throws {
    try type(keys)
    try until(text)
  }

  /// Types, and waits for a condition.
  public func type(_ keys: String, until what: String, _ condition: (VirtualTerminal) -> Bool) throws {
    try type(keys)
    try until(what, condition)
  }

  /// Waits until the system has taken in a line that was typed and that nobody reads. On a busy computer it does that late, and
  /// shows the line if the program has given the terminal back by then.
  public func untilLineIsTakenIn() throws {
    let other = pty_open_other_end(control)
    guard other >= 0 else { throw silence("the program's end does not open: errno \(errno)") }
    defer { close(other) }
    var request = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Self.patience) > 0 else { throw silence("the line is not taken in") }
  }

  /// Reads until the program rests: no timer of its tasks is set, so that only a key or a message still can wake it, none of
  /// its threads runs, and all that it has written is read. What is on the screen then stays there.
  ///
  /// - Parameters:
  ///   - relays: the processes that hand on what the program writes, in their order.
  ///   - isMet: ends the waiting too.
  public func untilAtRest(
    program: pid_t? = nil, relays: [pid_t] = [], or isMet: (VirtualTerminal) -> Bool = { _ in false }
  ) throws {
    let processes = [program ?? process] + relays
    for _ in 0..<Self.patience / 10 {
      if isMet(self) { return }
      var request = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 10) > 0 {
        if !take() { collect() }
        continue
      }
      // Twice, because what the first look saw asleep the last one may just have woken.
      let isAtRest = (1...2).allSatisfy { _ in
        // Swift's tasks sleep by this clock.
        pty_has_timer(processes[0], CLOCK_BOOTTIME) == 0
          && processes.allSatisfy { pty_is_asleep($0) == 1 }
      }
      if isAtRest, poll(&request, 1, 0) == 0 { return }
    }
    throw silence("it never rests")
  }

  /// Reads all that the program still writes, and waits for its end.
  /// - Returns: the exit status, or 128 and the signal's number.
  public func end() throws -> Int32 {
    while status == nil {
      if isClosed {
        collect()
        continue
      }
      var request = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Self.patience) > 0 else { throw silence("waited in vain for the end") }
      if !take() { collect() }
    }
    return status ?? -1
  }

  /// Waits for the end without reading what the program writes.
  public func endUnread() throws -> Int32 {
    let watch = pty_watch(process)
    defer { close(watch) }
    var request = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Self.patience) > 0 else { throw silence("waited in vain for the end") }
    collect()
    return status ?? -1
  }

  func collect() {
    var end: Int32 = 0
    guard waitpid(process, &end, 0) == process else { return }
    hasDumpedCore = end & 0x80 != 0
    let signal = end & 0x7F
    status = signal == 0 ? end >> 8 & 0xFF : 128 + signal
  }

  /// Takes in what was written; false when nobody can write any more.
  @discardableResult
  func take() -> Bool {
    guard let bytes = readBytes() else { return errno == EINTR || errno == EAGAIN }
    guard !bytes.isEmpty else { return false }
    show(bytes)
    return true
  }

  /// What was written, before it is on the screen; nothing at the end, and nil for an error.
  func readBytes() -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, size in
      count = read(control, buffer.baseAddress, buffer.count)
      size = max(0, count)
    }
    return count < 0 ? nil : bytes
  }

  /// Puts what was read on the screen.
  func show(_ bytes: [UInt8]) {
    output += bytes
    let bytes = ignoresCommands ? withoutCommands(bytes) : bytes
    bytes.withUnsafeBytes { bytes in
      _ = vterm_input_write(terminal, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  private enum CommandState { case none, escape, inside, insideEscape }

  private func withoutCommands(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    for byte in bytes {
      switch (command, byte) {
      case (.none, 0x1B): command = .escape
      case (.none, _): kept.append(byte)
      case (.escape, UInt8(ascii: "_")): command = .inside
      case (.escape, _):
        kept += [0x1B, byte]
        command = .none
      case (.inside, 0x1B): command = .insideEscape
      case (.inside, _): break
      case (.insideEscape, _): command = byte == UInt8(ascii: "\\") ? .none : .inside
      }
    }
    return kept
  }

  func silence(_ what: String) -> Silence {
    Silence(
      description:
        "\(what)\nthe screen:\n\(text)\nthe last bytes: \(String(decoding: output.suffix(400), as: UTF8.self).debugDescription)"
    )
  }

  // MARK: Looking

  /// A cell as it is on the screen.
  public func cell(_ column: Int, _ row: Int) -> VTermScreenCell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    return cell
  }

  /// What stands in a cell.
  public func letters(_ column: Int, _ row: Int) -> String {
    var text = ""
    withUnsafeBytes(of: cell(column, row).chars) { bytes in
      for scalar in bytes.bindMemory(to: UInt32.self) {
        guard scalar != 0, let scalar = Unicode.Scalar(scalar) else { break }
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  public func line(_ row: Int) -> String {
    var text = ""
    var column = 0
    while column < columns {
      let letters = letters(column, row)
      text += letters.isEmpty ? " " : letters
      column += max(1, Int(cell(column, row).width))
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The rows, without the blanks at their ends.
  public var text: String { (0..<rows).map(line).joined(separator: "\n") }

  public var cursor: (column: Int, row: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.col), Int(position.row))
  }

  /// True when lines, echo and signals are as a shell has them.
  public var isCooked: Bool { pty_is_cooked(control) == 1 }

  /// What the program wrote after this many bytes, as text.
  public func output(after count: Int) -> String { String(decoding: output[count...], as: UTF8.self) }
}

/// Strings for C, for as long as this lives.
public final class CStrings {
  public private(set) var pointers: [UnsafeMutablePointer<CChar>?]

  public init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

  deinit { for pointer in pointers { free(pointer) } }
}
