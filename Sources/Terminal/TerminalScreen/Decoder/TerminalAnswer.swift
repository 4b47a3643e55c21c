/// The received part of a terminal's answer to a question.
///
/// Until it ends, it may also be Alt with a key, followed by typing. A cut-off answer has no end, and typed keys follow it
/// directly.
struct TerminalAnswer: Sendable {
  /// Typing without a pause is never this long: a longer text, such as the contents of a clipboard, is certainly an answer.
  private static let longestTyped = 4096

  /// The byte after the Escape that begins the answer.
  private(set) var introducer: UInt8 = 0
  /// The bytes so far; of a long answer only the last ones.
  private(set) var bytes: [UInt8] = []
  /// Whether it is too long to have been typed.
  private(set) var isLong = false
  /// The number of bytes in pieces that cannot have been typed; nil if no piece was recorded.
  private var untyped: Int?

  init() {}

  /// Nil if no answer begins like this.
  init?(introducer: UInt8, first byte: UInt8) {
    let isAnswer =
      switch introducer {
      case UInt8(ascii: "]"): (0x30...0x39).contains(byte)
      case UInt8(ascii: "P"): (0x30...0x39).contains(byte) || [0x21, 0x24, 0x2B, 0x3E].contains(byte)
      // The only answers that are application program commands are those about graphics.
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

  /// Records that this many bytes arrived at once: the first piece belongs to the answer, and so does any large piece.
  mutating func endPiece(of count: Int) {
    if untyped == nil || count > InputDecoder.mostTypedAtOnce { untyped = bytes.count }
  }

  /// Whether a piece after a stalled long answer is the rest of the answer, and not typing.
  static func isRest(_ bytes: some Sequence<UInt8>) -> Bool {
    let most = InputDecoder.mostTypedAtOnce
    let first = Array(bytes.prefix(most + 1))
    return first.count > most || first.contains(0x07) || first.last == UInt8(ascii: "\\")
  }

  /// Whether the beginning of the answer cannot have been typed.
  var isCertain: Bool {
    if isLong { return true }
    return switch introducer {
    case UInt8(ascii: "]"): bytes.drop { (0x30...0x39).contains($0) }.first == UInt8(ascii: ";")
    case UInt8(ascii: "_"): bytes.starts(with: "Gi=".utf8)
    default:
      bytes.drop { (0x30...0x39).contains($0) }.first.map { [0x21, 0x24, 0x2B, 0x3E].contains($0) } ?? false
    }
  }

  /// The bytes typed after a cut-off answer.
  var typedBehind: ArraySlice<UInt8> {
    let isColor =
      introducer == UInt8(ascii: "]") && !isLong && bytes.starts(with: Background.answerPrefix.utf8)
    let form = isColor ? bytes.prefix { Background.isOfAnswer($0) }.count : bytes.count
    return bytes[min(form, untyped ?? form)...]
  }

  /// The event for the complete answer; nil for an irrelevant answer.
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

  /// The prefix of a terminal's name.
  private static let namePrefix = ">|"

  /// The number in `Gi=31;OK`; nil for every other answer about pictures.
  private var pictureQuestion: Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("Gi="), text.hasSuffix(";OK") else { return nil }
    return Int(text.dropFirst(3).dropLast(3))
  }
}
