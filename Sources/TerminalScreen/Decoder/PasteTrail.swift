/// What comes right behind a paste, in the same burst: it is text, and not keys.
///
/// A paste that contains its own end would otherwise break out, and a line end behind that would send. A person who
/// types on needs longer than a terminal that writes, so a pause ends the burst.
struct PasteTrail: Sendable {
  /// Whether the paste was given up without an end. Then a burst is its rest, which was late; a single key is a key of
  /// somebody who goes on typing.
  private var isCutOff: Bool
  private var text = ""
  private var only: KeyEvent?
  private var count = 0

  init(isCutOff: Bool) { self.isCutOff = isCutOff }

  /// Whether a pause would change something.
  var isWaiting: Bool { !isCutOff || count > 0 }

  mutating func take(_ key: KeyEvent) {
    only = key
    count += 1
    text += key.pastedText
  }

  /// Takes a paste in the burst.
  mutating func take(pasted: String) {
    only = nil
    count += 1
    text += pasted
  }

  /// The end of a paste has come after all.
  mutating func end() { isCutOff = false }

  /// Ends the burst.
  ///
  /// - Returns: what it was, and what still follows the paste; nil if it is over.
  func finish() -> (events: [TerminalEvent], rest: PasteTrail?) {
    if isCutOff, count == 1, let only { return ([.key(only)], nil) }
    return (text.isEmpty ? [] : [.paste(text)], isCutOff ? PasteTrail(isCutOff: true) : nil)
  }
}

extension KeyEvent {
  /// The bytes that were sent for the key, as text; nothing for keys that are a sequence.
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
