/// A bracketed paste, assembled as it arrives. It is kept until its end arrives or the input stops: pasted text is never
/// discarded, however long.
struct PasteAssembly: Sendable {
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// How much of the end sequence has matched so far.
  private var matched = 0

  /// Whether the bytes stop inside a possible end.
  var mayEnd: Bool { matched > 0 }

  /// Appends bytes without an Escape, while no end has begun.
  mutating func append(all plain: some Sequence<UInt8>) { bytes.append(contentsOf: plain) }

  /// Appends a byte; true once the paste is complete.
  mutating func append(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    // The first byte of the end sequence occurs in it only once, so after a mismatch the match can only restart.
    matched = byte == Self.end[matched] ? matched + 1 : byte == Self.end[0] ? 1 : 0
    return matched == Self.end.count
  }

  /// Returns the text and clears it.
  mutating func take(isWhole: Bool) -> String {
    defer { self = PasteAssembly() }
    return String(decoding: bytes.dropLast(isWhole ? Self.end.count : 0), as: UTF8.self)
  }
}

/// The keys that follow a paste in the same burst, which count as pasted text.
///
/// Otherwise a paste that contains its end sequence could break out, and a line end after that would send the message. A user
/// who continues to type is slower than a terminal that writes, so a pause ends the burst.
struct PasteTrail: Sendable {
  /// Whether the paste was ended without its end sequence. Then a burst is the late rest of the paste, and a single key was
  /// typed.
  private var isCutOff: Bool
  private var text = ""
  private var only: KeyEvent?
  private var count = 0
  /// Whether the burst contains a key without text, which is ignored.
  private var isMissingKeys = false
  /// The number of bursts that could have been typed over a line that collects a few keys.
  private var smallBursts = 0
  /// The maximum number of keys of such a burst, and how many such bursts end the paste.
  private static let smallest = 8, mostSmall = 3

  init(isCutOff: Bool) { self.isCutOff = isCutOff }

  /// Whether a pause would have an effect.
  var isWaiting: Bool { !isCutOff || count > 0 }

  mutating func take(_ key: KeyEvent) {
    only = key
    count += 1
    let pasted = key.pastedText
    isMissingKeys = isMissingKeys || pasted.isEmpty
    text += pasted
  }

  /// Takes a paste in the burst.
  mutating func take(pasted: String) {
    only = nil
    count += 1
    text += pasted
  }

  /// The end of the paste has arrived after all.
  mutating func end() { isCutOff = false }

  /// Ends the burst.
  ///
  /// - Returns: the events of the burst, and the trail that continues; nil if the paste is over.
  func finish() -> (events: [TerminalEvent], rest: PasteTrail?) {
    if isCutOff, count == 1, let only { return ([.key(only)], nil) }
    var events: [TerminalEvent] = text.isEmpty ? [] : [.paste(text)]
    if isMissingKeys { events.append(.keysIgnored) }
    guard isCutOff else { return (events, nil) }
    var rest = PasteTrail(isCutOff: true)
    rest.smallBursts = smallBursts + (count > 0 && count <= Self.smallest ? 1 : 0)
    return (events, rest.smallBursts < Self.mostSmall ? rest : nil)
  }
}

extension KeyEvent {
  /// The bytes sent for the key, as text; empty for keys that are a sequence.
  fileprivate var pastedText: String {
    let text: String
    switch key {
    case .character(let character) where modifiers.contains(.control):
      guard let scalar = character.unicodeScalars.first else { return "" }
      text = String(Character(Unicode.Scalar(UInt8(scalar.value & 0x1F))))
    case .character(let character):
      text = modifiers.contains(.shift) ? character.uppercased() : String(character)
    case .enter: text = "\r"
    case .tab: text = "\t"
    case .escape: text = "\u{1B}"
    case .backspace: text = "\u{7F}"
    case .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .function: return ""
    }
    return (modifiers.contains(.alt) ? "\u{1B}" : "") + text
  }
}
