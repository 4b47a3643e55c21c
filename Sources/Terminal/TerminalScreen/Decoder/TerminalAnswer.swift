/// A terminal's answer to a question, as far as it has come.
///
/// Until it ends it may be something else: Alt with a key, and then something that was typed. One that is cut off has no end;
/// what comes behind it is typed too.
struct TerminalAnswer: Sendable {
  /// Nobody types as much without a pause: what is longer, like the contents of a clipboard, is an answer for certain.
  private static let longestTyped = 4096

  /// The byte behind the Escape that begins it.
  private(set) var introducer: UInt8 = 0
  /// Its bytes so far; of a long one only the last ones.
  private(set) var bytes: [UInt8] = []
  /// Whether it is too long to have been typed.
  private(set) var isLong = false
  /// How many of its bytes came in pieces that nobody typed; nil if nothing was said of pieces.
  private var untyped: Int?

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

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
    guard bytes.count > Self.longestTyped else { return }
    (bytes, untyped, isLong) = ([], nil, true)
  }

  /// As many bytes came at once: the first ones are the answer's, and so are those of a large piece.
  mutating func endPiece(of count: Int) {
    if untyped == nil || count > InputDecoder.mostTypedAtOnce { untyped = bytes.count }
  }

  /// Whether what comes in one piece, after a long answer has stalled, is its rest, and not somebody who types.
  static func isRest(_ bytes: some Sequence<UInt8>) -> Bool {
    let most = InputDecoder.mostTypedAtOnce
    let first = Array(bytes.prefix(most + 1))
    return first.count > most || first.contains(0x07) || first.last == UInt8(ascii: "\\")
  }

  /// Whether nobody can have typed its beginning.
  var isCertain: Bool {
    if isLong { return true }
    return switch introducer {
    case UInt8(ascii: "]"): bytes.drop { (0x30...0x39).contains($0) }.first == UInt8(ascii: ";")
    case UInt8(ascii: "_"): bytes.starts(with: "Gi=".utf8)
    default:
      bytes.drop { (0x30...0x39).contains($0) }.first.map { [0x21, 0x24, 0x2B, 0x3E].contains($0) } ?? false
    }
  }

  /// What was typed behind one that was cut off.
  var typedBehind: ArraySlice<UInt8> {
    let isColor =
      introducer == UInt8(ascii: "]") && !isLong && bytes.starts(with: Background.answerPrefix.utf8)
    let form = isColor ? bytes.prefix { Background.isOfAnswer($0) }.count : bytes.count
    return bytes[min(form, untyped ?? form)...]
  }

  /// What the whole answer says, if anybody wants to know.
  var event: TerminalEvent? {
    guard !isLong else { return nil }
    return switch introducer {
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
