/// Turns the bytes that a terminal sends into events. It knows no clock and no device.
///
/// However the bytes are cut into pieces, the events are the same. Nothing that a person typed is lost: what turns out
/// not to be a sequence becomes the keys that it could have been, and what is not UTF-8 becomes U+FFFD. A terminal's
/// answers and sequences that nobody knows are swallowed whole. A Character of several scalars arrives as one key for
/// each of them; whoever inserts them side by side has the Character again.
public struct InputDecoder: Sendable {
  enum State: Sendable {
    case ground
    /// Within a scalar of several bytes.
    case scalar(ScalarAssembly)
    case escape
    case twoEscapes
    /// Behind `ESC O`, and behind `ESC [`.
    case shiftThree, control
    /// Behind `CSI [`, with which Linux's console begins its first five function keys.
    case consoleFunction
    /// Behind `CSI M`: three bytes that say where the mouse is.
    case mouseBytes
    /// Behind what begins an answer, if an answer follows; and within one.
    case answerBegins(UInt8)
    case answer, answerEscape
    case paste
  }

  /// More than this is no sequence, and an answer that is not ended by then will not be.
  private static let longestSequence = 256
  private static let longestAnswer = 65_536

  private var state = State.ground
  /// Whether an Escape stood before the key or sequence at hand.
  private var hasAlt = false
  private var parameters: [UInt8] = []
  /// What begins the answer at hand, and what came of it: without an end it was typed.
  private var introducer: UInt8 = 0
  private var answer: [UInt8] = []
  private var paste = PasteAssembly()
  private var events: [TerminalEvent] = []

  public init() {}

  /// Takes the next bytes, and gives the events that are certain.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    let isTaken: Void? = bytes.withContiguousStorageIfAvailable { take(all: $0) }
    if isTaken == nil {
      for byte in bytes { take(byte) }
    }
    return told()
  }

  /// Whether bytes are kept that mean something else when no more come soon: an Escape, or the start of a scalar.
  ///
  /// A paste and a mouse report wait for their end however long it takes.
  public var isWaiting: Bool {
    switch state {
    case .scalar, .escape, .twoEscapes, .shiftThree, .consoleFunction, .answerBegins, .answer, .answerEscape:
      true
    case .control: !isPrivate
    case .ground, .mouseBytes, .paste: false
    }
  }

  /// Whether what waits is an answer, as far as one can tell: terminals send them whole, and a slow line takes its time.
  public var isWithinAnswer: Bool {
    switch state {
    case .answer, .answerEscape: true
    default: false
    }
  }

  /// Tells that nothing came for a while: what was kept becomes its keys.
  public mutating func timeOut() -> [TerminalEvent] {
    if isWaiting { giveUp() }
    return told()
  }

  /// Tells that nothing will come any more: a paste that was not ended is told too.
  public mutating func finish() -> [TerminalEvent] {
    if case .paste = state { events.append(.paste(paste.take(isWhole: false))) }
    giveUp()
    return told()
  }

  private mutating func told() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }
}

// MARK: - Byte by byte

extension InputDecoder {
  private mutating func take(all bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes[...]
    while let byte = rest.first {
      if case .paste = state, byte != 0x1B, !paste.mayEnd {
        // Nothing but an Escape begins a paste's end, so what comes before one is taken at once.
        let plain = rest.prefix { $0 != 0x1B }
        paste.append(all: plain)
        rest = rest.dropFirst(plain.count)
      } else {
        take(byte)
        rest = rest.dropFirst()
      }
    }
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeKey(byte)
    case .scalar(var assembly):
      switch assembly.take(byte) {
      case .more: state = .scalar(assembly)
      case .scalar(let scalar): key(.character(Character(scalar)))
      case .broken:
        key(.character("\u{FFFD}"))
        take(byte)
      }
    case .escape: takeBehindEscape(byte)
    case .twoEscapes: takeBehindTwoEscapes(byte)
    case .shiftThree: takeShiftThree(byte)
    case .control: takeControl(byte)
    case .consoleFunction:
      guard (0x41...0x45).contains(byte) else { return replay(before: byte) }
      key(.function(Int(byte) - 0x40))
    case .mouseBytes:
      parameters.append(byte)
      if parameters.count == 3 { tell(MouseReport(bytes: parameters).event.map { .mouse($0) }) }
    case .answerBegins(let introducer):
      guard Self.isAnswer(introducer, byte) else { return replay(before: byte) }
      state = .answer
      self.introducer = introducer
      answer = [byte]
    case .answer: takeAnswer(byte)
    case .answerEscape:
      if byte == UInt8(ascii: "\\") { return tell(nil) }
      // Anything but `ESC \` shows that it was none, and that Escape begins something else.
      giveUpAnswer()
      state = .escape
      take(byte)
    case .paste:
      guard paste.append(byte) else { return }
      tell(.paste(paste.take(isWhole: true)))
    }
  }

  private mutating func takeKey(_ byte: UInt8) {
    if byte == 0x1B {
      state = .escape
    } else if byte < 0x80 {
      let event = KeyCode.ascii(byte)
      key(event.key, event.modifiers)
    } else if let assembly = ScalarAssembly(first: byte) {
      state = .scalar(assembly)
    } else {
      key(.character("\u{FFFD}"))
    }
  }

  private mutating func takeBehindEscape(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .twoEscapes
    case UInt8(ascii: "["): begin(.control)
    case UInt8(ascii: "O"): begin(.shiftThree)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): state = .answerBegins(byte)
    default:
      hasAlt = true
      takeKey(byte)
    }
  }

  private mutating func takeBehindTwoEscapes(_ byte: UInt8) {
    switch byte {
    // Some terminals tell of Alt with an arrow by an Escape before its sequence.
    case UInt8(ascii: "["):
      hasAlt = true
      begin(.control)
    case UInt8(ascii: "O"):
      hasAlt = true
      begin(.shiftThree)
    default: replay(before: byte)
    }
  }

  private mutating func takeShiftThree(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39, 0x3B:
      parameters.append(byte)
      if parameters.count > Self.longestSequence { giveUp() }
    default:
      let sequence = ControlSequence(parameters, final: byte)
      guard let event = sequence.shiftThreeKey else { return replay(before: byte) }
      key(event.key, event.modifiers)
    }
  }

  private mutating func takeControl(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty: state = .consoleFunction
    case UInt8(ascii: "M") where parameters.isEmpty: state = .mouseBytes
    case UInt8(ascii: "$") where !isPrivate && !parameters.isEmpty:
      end(ControlSequence(parameters, final: byte))
    case 0x20...0x3F:
      parameters.append(byte)
      if parameters.count > Self.longestSequence { tell(nil) }
    case 0x40...0x7E: end(ControlSequence(parameters, final: byte))
    default: replay(before: byte)
    }
  }

  private mutating func end(_ sequence: ControlSequence) {
    switch sequence.meaning {
    case .key(let event): key(event.key, event.modifiers)
    case .event(let event): tell(event)
    case .pasteBegins:
      tell(nil)
      state = .paste
    case .nothing: tell(nil)
    }
  }

  private mutating func takeAnswer(_ byte: UInt8) {
    answer.append(byte)
    if byte == 0x07 || answer.count > Self.longestAnswer {
      state = .ground
    } else if byte == 0x1B {
      answer.removeLast()
      state = .answerEscape
    }
  }

  /// Whether what begins like an answer goes on like one. Otherwise it is Alt with a key, and then something else.
  private static func isAnswer(_ introducer: UInt8, _ byte: UInt8) -> Bool {
    switch introducer {
    case UInt8(ascii: "]"): (0x30...0x39).contains(byte)
    case UInt8(ascii: "P"): (0x30...0x39).contains(byte) || [0x21, 0x24, 0x2B, 0x3E].contains(byte)
    // Only an answer about graphics comes as an application's command.
    default: byte == UInt8(ascii: "G")
    }
  }

  private var isPrivate: Bool { parameters.first.map { (0x3C...0x3F).contains($0) } ?? false }
}

// MARK: - Telling

extension InputDecoder {
  private mutating func begin(_ next: State) {
    state = next
    parameters.removeAll(keepingCapacity: true)
  }

  private mutating func tell(_ event: TerminalEvent?) {
    if let event { events.append(event) }
    state = .ground
    hasAlt = false
  }

  private mutating func key(_ key: KeyEvent.Key, _ modifiers: KeyEvent.Modifiers = []) {
    tell(.key(KeyEvent(key, hasAlt ? modifiers.union(.alt) : modifiers)))
  }

  private mutating func replay(before byte: UInt8) {
    giveUp()
    take(byte)
  }

  /// Tells what is kept as the keys that it could have been. What no person can have typed is left out.
  private mutating func giveUp() {
    switch state {
    case .ground, .mouseBytes, .paste: tell(nil)
    case .answer: giveUpAnswer()
    case .answerEscape:
      giveUpAnswer()
      key(.escape)
    case .scalar: key(.character("\u{FFFD}"))
    case .escape: key(.escape)
    case .twoEscapes: key(.escape, .alt)
    case .answerBegins(let introducer): alt(introducer)
    case .consoleFunction:
      alt(UInt8(ascii: "["))
      key(.character("["))
    case .shiftThree: giveUpSequence(UInt8(ascii: "O"))
    case .control: if isPrivate { tell(nil) } else { giveUpSequence(UInt8(ascii: "[")) }
    }
  }

  private mutating func giveUpSequence(_ introducer: UInt8) {
    if hasAlt {
      hasAlt = false
      key(.escape)
    }
    alt(introducer)
    for byte in parameters { key(.character(Character(Unicode.Scalar(byte)))) }
  }

  /// Somebody pressed Alt with the key that begins answers, and typed on.
  private mutating func giveUpAnswer() {
    let typed = answer
    alt(introducer)
    for byte in typed { take(byte) }
    if case .scalar = state { giveUp() }
  }

  private mutating func alt(_ byte: UInt8) {
    hasAlt = false
    key(.character(Character(Unicode.Scalar(byte))), .alt)
  }
}
