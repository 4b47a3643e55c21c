/// Turns the bytes from a terminal into events, without a clock or a device.
///
/// The events do not depend on how the bytes are split. Typed input is never lost: bytes that turn out not to be a sequence
/// become the keys they could have been, and invalid UTF-8 becomes U+FFFD. A terminal's answers and unknown sequences are
/// consumed whole. Keys that follow a paste in the same burst are text too (`PasteTrail`). A Character of several scalars
/// arrives as one key for each scalar; inserted in a row, they form the Character again.
public struct InputDecoder: Sendable {
  enum State: Sendable {
    case ground
    /// Inside a multi-byte scalar.
    case scalar(ScalarAssembly)
    case escape
    case twoEscapes
    /// After `ESC O`, and after `ESC [`.
    case shiftThree, control
    /// After `CSI [`, which begins the first five function keys of Linux's console.
    case consoleFunction
    /// After `CSI M`: three bytes with the mouse position.
    case mouseBytes
    /// After the start of a possible answer, and inside an answer.
    case answerBegins(UInt8)
    case answer, answerEscape
    case paste
  }

  /// The maximum number of bytes that typing sends at once: a key that is a sequence, or a few letters over a slow line.
  public static let mostTypedAtOnce = 8

  /// The maximum length of a sequence.
  private static let longestSequence = 256

  private var state = State.ground
  /// Whether an Escape preceded the current key or sequence.
  private var hasEscape = false
  private var parameters: [UInt8] = []
  /// The current answer: if it never ends, all of it or its last bytes were typed.
  private var answer = TerminalAnswer()
  /// Whether a pause ended a long answer early, so that the next large piece is the rest of it.
  private var isStalled = false
  private var paste = PasteAssembly()
  /// The keys that follow a paste, until a pause.
  private var trail: PasteTrail?
  private var events: [TerminalEvent] = []

  public init() {}

  /// Takes the next bytes, and returns the events that are complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    if isStalled {
      isStalled = false
      if TerminalAnswer.isRest(bytes) { state = .answer }
    }
    let isTaken: Void? = bytes.withContiguousStorageIfAvailable { take(all: $0) }
    if isTaken == nil {
      for byte in bytes { take(byte) }
    }
    return told()
  }

  /// Records how many bytes one read returned: later bytes may have been typed after an unterminated answer.
  public mutating func endPiece(of count: Int) {
    if isWithinText { answer.endPiece(of: count) }
  }

  /// Whether a pause would change the result: after an Escape, the start of a scalar or a paste, and in an unfinished paste.
  ///
  /// Mouse reports wait for their end, however long it takes.
  public var isWaiting: Bool { hasPendingKey || isWithinPaste || isBehindPaste }

  /// Whether a paste has begun and not ended. The timeout for its end is longer than for a key; after it, the part so far is
  /// delivered.
  public var isWithinPaste: Bool { if case .paste = state { true } else { false } }

  /// Whether input without a pause still belongs to the previous paste.
  public var isBehindPaste: Bool { trail?.isWaiting == true }

  private var hasPendingKey: Bool {
    switch state {
    case .scalar, .escape, .twoEscapes, .shiftThree, .consoleFunction, .answerBegins, .answer, .answerEscape:
      true
    // `ESC [ <` begins a mouse report, and `ESC [ ?` an answer.
    case .control: !isPrivate || parameters.first == UInt8(ascii: "?")
    case .ground, .mouseBytes, .paste: false
    }
  }

  /// Whether the pending bytes are probably an answer: terminals send answers whole, but a slow connection takes time.
  public var isWithinAnswer: Bool {
    if case .control = state { parameters.first == UInt8(ascii: "?") } else { isWithinText }
  }

  /// Whether the pending bytes belong to an answer that contains text.
  private var isWithinText: Bool {
    switch state {
    case .answer, .answerEscape: true
    default: false
    }
  }

  /// Whether the pending bytes may be the beginning of an answer: more than an Escape, and not certainly a key.
  public var mayBeginAnswer: Bool {
    switch state {
    case .answerBegins: true
    case .control: parameters.isEmpty || isPrivate
    default: false
    }
  }

  /// Handles a pause in the input: pending bytes become keys, and the part of an unfinished paste is delivered.
  public mutating func timeOut() -> [TerminalEvent] {
    if isWithinPaste {
      cutOffPaste()
    } else {
      if case .answer = state { isStalled = answer.isLong }
      if hasPendingKey { giveUp() }
      endTrail()
    }
    return told()
  }

  /// Handles the end of the input: an unfinished paste is delivered too.
  public mutating func finish() -> [TerminalEvent] {
    if isWithinPaste { cutOffPaste() }
    giveUp()
    endTrail()
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
        // Only an Escape can begin the end of a paste, so the bytes before it are taken at once.
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
      guard let answer = TerminalAnswer(introducer: introducer, first: byte) else {
        return replay(before: byte)
      }
      state = .answer
      self.answer = answer
    case .answer: takeAnswer(byte)
    case .answerEscape:
      if byte == UInt8(ascii: "\\") { return tell(answer.event) }
      // Without the backslash, the answer was cut off or was none, and the Escape begins something else.
      giveUpAnswer()
      state = .escape
      take(byte)
    case .paste:
      guard paste.append(byte) else { return }
      tell(.paste(paste.take(isWhole: true)))
      if trail == nil { trail = PasteTrail(isCutOff: false) }
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
      hasEscape = true
      takeKey(byte)
    }
  }

  private mutating func takeBehindTwoEscapes(_ byte: UInt8) {
    switch byte {
    // Some terminals report Alt with an arrow as an Escape before its sequence.
    case UInt8(ascii: "["):
      hasEscape = true
      begin(.control)
    case UInt8(ascii: "O"):
      hasEscape = true
      begin(.shiftThree)
    default:
      key(.escape)
      state = .escape
      take(byte)
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
    case UInt8(ascii: "M") where parameters.isEmpty:
      tellEscape()
      state = .mouseBytes
    case UInt8(ascii: "$") where !isPrivate && !parameters.isEmpty:
      end(ControlSequence(parameters, final: byte))
    case 0x20...0x3F:
      parameters.append(byte)
      guard parameters.count > Self.longestSequence else { return }
      tellEscape()
      tell(nil)
    case 0x40...0x7E: end(ControlSequence(parameters, final: byte))
    default: replay(before: byte)
    }
  }

  private mutating func end(_ sequence: ControlSequence) {
    let meaning = sequence.meaning
    if case .key(let event) = meaning { return key(event.key, event.modifiers) }
    tellEscape()
    switch meaning {
    case .key, .nothing: tell(nil)
    case .event(let event): tell(event)
    case .pasteBegins:
      tell(nil)
      state = .paste
    case .pasteEnds:
      tell(nil)
      trail?.end()
    }
  }

  private mutating func takeAnswer(_ byte: UInt8) {
    switch byte {
    case 0x07: tell(answer.event)
    case 0x1B: state = .answerEscape
    // A terminal that aborts an answer sends CAN or SUB.
    case 0x18 where answer.isLong, 0x1A where answer.isLong: tell(nil)
    // No answer contains a control character: it is the first key after a cut-off answer.
    case 0x00..<0x20, 0x7F:
      giveUpAnswer()
      take(byte)
    default: answer.append(byte)
    }
  }

  private var isPrivate: Bool { parameters.first.map { (0x3C...0x3F).contains($0) } ?? false }
}

// MARK: - Delivering

extension InputDecoder {
  private mutating func begin(_ next: State) {
    state = next
    parameters.removeAll(keepingCapacity: true)
  }

  private mutating func tell(_ event: TerminalEvent?) {
    switch event {
    case .key(let key) where trail != nil: trail?.take(key)
    case .escapeAndKey(let key) where trail != nil: trail?.take(key.withAlt)
    case .paste(let text) where trail != nil: trail?.take(pasted: text)
    case let event?: events.append(event)
    case nil: break
    }
    state = .ground
    hasEscape = false
  }

  private mutating func key(_ key: KeyEvent.Key, _ modifiers: KeyEvent.Modifiers = []) {
    // A key that already includes Alt does not combine with the Escape before it.
    if modifiers.contains(.alt) { tellEscape() }
    let event = KeyEvent(key, modifiers)
    tell(hasEscape ? .escapeAndKey(event) : .key(event))
  }

  /// Delivers an Escape before an event that it cannot combine with, such as a click.
  private mutating func tellEscape() {
    guard hasEscape else { return }
    hasEscape = false
    key(.escape)
  }

  /// Delivers a paste without its end. More of it may still arrive.
  private mutating func cutOffPaste() {
    tell(.paste(paste.take(isWhole: false)))
    if let trail { events += trail.finish().events }
    trail = PasteTrail(isCutOff: true)
  }

  private mutating func endTrail() {
    guard let last = trail?.finish() else { return }
    events += last.events
    trail = last.rest
  }

  private mutating func replay(before byte: UInt8) {
    giveUp()
    take(byte)
  }

  /// Delivers the pending bytes as the keys they could have been. Bytes that cannot have been typed are dropped.
  private mutating func giveUp() {
    switch state {
    case .ground, .mouseBytes, .paste: tell(nil)
    case .answer: giveUpAnswer()
    case .answerEscape:
      giveUpAnswer()
      key(.escape)
    case .scalar: key(.character("\u{FFFD}"))
    case .escape: key(.escape)
    case .twoEscapes:
      key(.escape)
      key(.escape)
    case .answerBegins(let introducer): keyBehindEscape(introducer)
    case .consoleFunction:
      tellEscape()
      keyBehindEscape(UInt8(ascii: "["))
      key(.character("["))
    case .shiftThree: giveUpSequence(UInt8(ascii: "O"))
    case .control where isPrivate:
      tellEscape()
      tell(nil)
    case .control: giveUpSequence(UInt8(ascii: "["))
    }
  }

  private mutating func giveUpSequence(_ introducer: UInt8) {
    tellEscape()
    keyBehindEscape(introducer)
    for byte in parameters { key(.character(Character(Unicode.Scalar(byte)))) }
  }

  /// Ends a cut-off answer, and delivers what was typed after it. If the bytes do not begin like an answer, they were the key
  /// that begins answers, followed by typing.
  private mutating func giveUpAnswer() {
    let isAnswer = answer.isCertain
    let typed = isAnswer ? answer.typedBehind : answer.bytes[...]
    if isAnswer { tell(nil) } else { keyBehindEscape(answer.introducer) }
    for byte in typed { take(byte) }
    if case .scalar = state { giveUp() }
  }

  private mutating func keyBehindEscape(_ byte: UInt8) {
    hasEscape = true
    key(.character(Character(Unicode.Scalar(byte))))
  }
}
