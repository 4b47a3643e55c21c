/// A terminal's answer to a question, as far as it has come.
///
/// Until it ends it may be something else: Alt with a key, and then something that was typed.
struct TerminalAnswer: Sendable {
  /// Nobody types as much without a pause: what is longer, like the contents of a clipboard, is an answer for certain.
  private static let longestTyped = 4096
  /// The number of pauses that a long answer may have, which a slow line delivers in pieces.
  private static let mostPauses = 10
  /// The most bytes that come at once when somebody types: a key that is a sequence, or a few letters over a slow line.
  private static let mostTyped = 8

  /// The byte behind the Escape that begins it.
  private(set) var introducer: UInt8 = 0
  /// Its bytes so far; those of a long one are not kept.
  private(set) var bytes: [UInt8] = []
  /// The number of pauses since the last piece of a long answer.
  private var pauses = 0

  init() {}

  /// Nil if nothing that begins like this is an answer.
  init?(introducer: UInt8, first byte: UInt8) {
    let isAnswer =
      switch introducer {
      case UInt8(ascii: "]"): (0x30...0x39).contains(byte)
      case UInt8(ascii: "P"): (0x30...0x39).contains(byte) || [0x21, 0x24, 0x2B, 0x3E].contains(byte)
      // Only an answer about graphics comes as an application's command.
      default: byte == UInt8(ascii: "G")
      }
    guard isAnswer else { return nil }
    self.introducer = introducer
    bytes = [byte]
  }

  /// - Returns: whether it is too long now to have been typed.
  mutating func append(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    guard bytes.count > Self.longestTyped else { return false }
    bytes = []
    pauses = 0
    return true
  }

  /// A pause within a long answer.
  ///
  /// - Returns: whether more of it may still come.
  mutating func pause() -> Bool {
    pauses += 1
    return pauses < Self.mostPauses
  }

  /// A long answer goes on.
  mutating func goOn() { pauses = 0 }

  /// Whether what comes now in one piece, after a long answer has stalled, is somebody who types, and not its rest.
  func isTyping(_ bytes: some Sequence<UInt8>) -> Bool {
    guard pauses > 1 else { return false }
    let first = Array(bytes.prefix(Self.mostTyped + 1))
    return first.count <= Self.mostTyped && !first.contains(0x07) && first.last != UInt8(ascii: "\\")
  }

  /// Whether nobody can have typed it, because it is what the terminal is asked for.
  var isAskedFor: Bool {
    switch introducer {
    case UInt8(ascii: "]"): bytes.starts(with: Background.answerPrefix.utf8)
    case UInt8(ascii: "_"): bytes.starts(with: "Gi=".utf8)
    case UInt8(ascii: "P"): bytes.starts(with: Self.namePrefix.utf8)
    default: false
    }
  }

  /// What the whole answer says, if anybody wants to know.
  var event: TerminalEvent? {
    switch introducer {
    case UInt8(ascii: "]"): Background(answer: bytes).map { .background($0) }
    case UInt8(ascii: "_"): pictureQuestion.map { .showsPictures(.kitty(question: $0)) }
    case UInt8(ascii: "P") where bytes.starts(with: Self.namePrefix.utf8):
      .showsPictures(.name(String(decoding: bytes.dropFirst(Self.namePrefix.utf8.count), as: UTF8.self)))
    default: nil
    }
  }

  /// What stands before a terminal's name.
  private static let namePrefix = ">|"

  /// The number in `Gi=31;OK`; nil for everything else that is said of pictures.
  private var pictureQuestion: Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("Gi="), text.hasSuffix(";OK") else { return nil }
    return Int(text.dropFirst(3).dropLast(3))
  }
}
