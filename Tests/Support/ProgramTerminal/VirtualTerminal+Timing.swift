import CPseudoTerminal
import Glibc

/// The output of a program after an event; times are nanoseconds since the event.
public struct Burst {
  /// The time of the first output, nil without output.
  public var first: Double?
  public var last: Double?
  /// The time at which the screen showed the expected text.
  public var seen: Double?
  public var bytes = 0
}

extension VirtualTerminal {
  /// The milliseconds of silence that end a burst.
  public static let lull: Int32 = 10

  /// Reads the output from the start until the text is on the screen and the program is silent.
  public func opening(until text: String) throws -> Burst {
    try burst(since: start, until: text)
  }

  /// Types, and reads the output that follows. Waits for silence first, so that earlier output does not count.
  ///
  /// - Parameter text: the text that the screen has to show at the end.
  public func answer(to keys: String, until text: String? = nil) throws -> Burst {
    try rest()
    let bytes = Array(keys.utf8)
    let start = pty_now()
    // A key is written at once; a paste is written on while its output is read.
    let count = bytes.withUnsafeBytes { write(control, $0.baseAddress, min($0.count, 1_024)) }
    guard count > 0 else { throw silence("could not type: errno \(errno)") }
    return try burst(since: start, typing: bytes[count...], until: text)
  }

  /// Types a key and reads only the first output, so that the next key can follow.
  public func typeQuickly(_ key: String) throws {
    try type(key)
    // A key without output delays the next one only briefly.
    if try isReadable(within: 200), !take() { collect() }
  }

  /// Reads until the program is silent.
  public func rest() throws {
    while try isReadable(within: Self.lull) {
      guard take() else { throw silence("it has ended") }
    }
  }

  /// Reads for this many milliseconds.
  public func listen(for milliseconds: Int) throws {
    let end = pty_now() + Int64(milliseconds) * 1_000_000
    while case let left = end - pty_now(), left > 0 {
      if try isReadable(within: Int32(left / 1_000_000 + 1)), !take() { throw silence("it has ended") }
    }
  }

  /// The screen is updated only in a lull, so that reading is not delayed.
  private func burst(
    since start: Int64, typing keys: ArraySlice<UInt8> = [], until text: String?
  ) throws -> Burst {
    var burst = Burst()
    var rest = keys
    var unshown: [(time: Double, bytes: [UInt8])] = []
    while true {
      // The first output may take longer than the gaps between later output.
      let patience = text != nil && burst.seen == nil ? Self.patience : burst.first == nil ? 200 : Self.lull
      let events = Int16(rest.isEmpty ? POLLIN : POLLIN | POLLOUT)
      var request = pollfd(fd: control, events: events, revents: 0)
      let ready = poll(&request, 1, unshown.isEmpty ? patience : Self.lull / 3)
      if ready == 0 {
        if unshown.isEmpty {
          guard text == nil || burst.seen != nil else { throw silence("waited in vain for \(text ?? "")") }
          return burst
        }
        for part in unshown {
          show(part.bytes)
          if let text, burst.seen == nil, self.text.contains(text) { burst.seen = part.time }
        }
        unshown = []
        continue
      }
      if request.revents & Int16(POLLIN | POLLHUP) != 0 {
        guard let bytes = readBytes(), !bytes.isEmpty else { throw silence("it has ended") }
        let time = Double(pty_now() - start)
        burst.first = burst.first ?? time
        burst.last = time
        burst.bytes += bytes.count
        unshown.append((time, bytes))
      }
      if request.revents & Int16(POLLOUT) != 0 {
        let count = rest.withUnsafeBytes { write(control, $0.baseAddress, min($0.count, 2_048)) }
        guard count > 0 else { throw silence("could not type: errno \(errno)") }
        rest = rest.dropFirst(count)
      }
    }
  }

  private func isReadable(within milliseconds: Int32) throws -> Bool {
    var request = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    let ready = poll(&request, 1, milliseconds)
    guard ready >= 0 || errno == EINTR else { throw silence("could not wait: errno \(errno)") }
    return ready > 0
  }
}

extension VirtualTerminal {
  /// Whether the screen shows all of the texts.
  public func shows(_ texts: String...) -> Bool {
    let screen = text
    return texts.allSatisfy { screen.contains($0) }
  }

  /// Whether the header of a composer is shown, with or without a channel.
  public var showsComposer: Bool { shows("┤ →") || shows("│ →") }

  /// Whether the program has started and reports a damaged file or that nothing is saved.
  public var tellsOfDamage: Bool {
    let words = wordsBesideSidebar
    return showsComposer
      && ["drafts file", "The log of what you typed last", "not saved:"].contains {
        words.contains($0)
      }
  }

  /// The text of the rows without the sidebar, with wrapped sentences joined.
  private var wordsBesideSidebar: String {
    (0..<rows).map { row in
      let parts = line(row).split { "│┤├┘".contains($0) }
      return (parts.last ?? "").split(separator: " ").joined(separator: " ")
    }.joined(separator: " ")
  }
}

/// A number from an environment variable, such as how often to kill the program; nil without one.
public func environmentNumber(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
