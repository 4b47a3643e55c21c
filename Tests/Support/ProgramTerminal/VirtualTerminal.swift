public import CPseudoTerminal
public import CVTerm
import Glibc

/// Runs a built program in an in-process terminal (libvterm): a test types bytes and reads the screen.
///
/// Nothing sleeps: `until` checks on each output, and now and then without output. A condition that stays false for
/// two minutes fails the test.
public final class VirtualTerminal {
  public struct Silence: Error, CustomStringConvertible {
    public let description: String
  }

  public let process: pid_t
  public let home: Scratch
  public private(set) var columns: Int
  public private(set) var rows: Int
  /// All output of the program.
  public private(set) var output: [UInt8] = []
  /// The start time, in nanoseconds of the monotonic clock.
  let start: Int64
  let control: Int32
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  /// Whether application commands, such as those for pictures, are dropped: libvterm would show them as text.
  public var ignoresCommands = false
  private var command = CommandState.none
  private var isClosed = false
  private var status: Int32?
  /// Whether the program dumped core.
  public private(set) var hasDumpedCore = false

  public static let patience: Int32 = 60_000
  /// The milliseconds of silence after which `until` checks again.
  private static let glance: Int32 = 50

  /// - Parameters:
  ///   - home: the home folder.
  ///   - environment: additions to TERM, PATH, HOME and a locale.
  public init(
    _ command: [String], columns: Int = 80, rows: Int = 24, home: Scratch = Scratch(),
    environment: [String: String] = [:]
  ) throws {
    self.home = home
    var variables = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": home.path]
    // Coverage and sanitizers write their results where the tests do.
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

  // MARK: Acting

  /// Types. Reads output while the program does not read, so that neither side blocks the other.
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

  /// Types without reading output.
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

  /// Hangs up, as when a terminal window is closed.
  public func hangUp() {
    guard !isClosed else { return }
    isClosed = true
    close(control)
  }

  // MARK: Waiting

  /// Reads until the condition holds. It need not be about the screen.
  public func until(_ what: String, _ condition: (VirtualTerminal) -> Bool) throws {
    // A program that shows the time is never silent, so silence alone is no limit.
    let deadline = ContinuousClock.now + .milliseconds(2 * Int(Self.patience))
    while !condition(self) {
      guard status == nil else { throw silence("ended before: \(what)") }
      guard ContinuousClock.now < deadline else { throw silence("waited in vain for: \(what)") }
      var request = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, Self.glance) > 0, !take() { collect() }
    }
  }

  /// Reads until the screen shows the text.
  public func until(_ text: String) throws { try until(text) { $0.text.contains(text) } }

  /// Types, and waits until the screen shows the text.
  public func type(_ keys: String, until text: String) throws {
    try type(keys)
    try until(text)
  }

  /// Types, and waits for a condition.
  public func type(_ keys: String, until what: String, _ condition: (VirtualTerminal) -> Bool) throws {
    try type(keys)
    try until(what, condition)
  }

  /// Waits until the line discipline has processed a typed line that no program reads. On a busy machine that is
  /// late, and the line is echoed if the terminal is in cooked mode again by then.
  public func untilLineIsTakenIn() throws {
    let other = pty_open_other_end(control)
    guard other >= 0 else { throw silence("the program's end does not open: errno \(errno)") }
    defer { close(other) }
    var request = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Self.patience) > 0 else { throw silence("the line is not taken in") }
  }

  /// Reads until the program is idle: none of its tasks has a timer, so that only a key or a message can wake it, all
  /// its threads are blocked, and all output is read. The screen then does not change.
  ///
  /// - Parameters:
  ///   - relays: the processes that forward the output, in order.
  ///   - isMet: ends the wait as well.
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
      // Twice: a process that the first pass saw asleep may have been woken by the last one.
      let isAtRest = (1...2).allSatisfy { _ in
        // Swift tasks sleep on this clock.
        pty_has_timer(processes[0], CLOCK_BOOTTIME) == 0
          && processes.allSatisfy { pty_is_asleep($0) == 1 }
      }
      if isAtRest, poll(&request, 1, 0) == 0 { return }
    }
    throw silence("it never rests")
  }

  /// Reads the remaining output and waits for the program to exit.
  ///
  /// - Returns: the exit status, or 128 plus the signal number.
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

  /// Waits for the program to exit without reading its output.
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

  /// Reads available output; false once the program's end is closed.
  @discardableResult
  func take() -> Bool {
    guard let bytes = readBytes() else { return errno == EINTR || errno == EAGAIN }
    guard !bytes.isEmpty else { return false }
    show(bytes)
    return true
  }

  /// The available output, not yet on the screen; empty at the end, nil on an error.
  func readBytes() -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, size in
      count = read(control, buffer.baseAddress, buffer.count)
      size = max(0, count)
    }
    return count < 0 ? nil : bytes
  }

  /// Updates the screen with the output.
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

  // MARK: Reading the screen

  /// A cell of the screen.
  public func cell(_ column: Int, _ row: Int) -> VTermScreenCell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    return cell
  }

  /// The text of a cell.
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

  /// The rows without trailing blanks.
  public var text: String { (0..<rows).map(line).joined(separator: "\n") }

  public var cursor: (column: Int, row: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.col), Int(position.row))
  }

  /// True in cooked mode: line editing, echo and signals on.
  public var isCooked: Bool { pty_is_cooked(control) == 1 }

  /// The output after this many bytes, as text.
  public func output(after count: Int) -> String { String(decoding: output[count...], as: UTF8.self) }
}

/// C strings that live as long as this object.
public final class CStrings {
  public private(set) var pointers: [UnsafeMutablePointer<CChar>?]

  public init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

  deinit { for pointer in pointers { free(pointer) } }
}
