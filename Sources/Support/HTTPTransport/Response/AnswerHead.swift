/// The head of an answer, received line by line.
struct AnswerHead {
  private(set) var status = 0
  private(set) var fields: [HTTPField] = []
  /// Whether the last line of the final head was received.
  private(set) var isComplete = false
  /// Whether the connection delivers one answer at a time instead of several concurrently.
  private(set) var isHTTP1 = false
  private var byteCount = 0
  private var lineCount = 0

  /// The limit for all heads of an answer together.
  static let byteLimit = 64 << 10
  static let lineLimit = 256

  var isInformational: Bool { (100...199).contains(status) }

  /// Appends a line including its line end.
  ///
  /// - Returns: false if the limit is exceeded.
  mutating func append(_ line: UnsafeRawBufferPointer) -> Bool {
    byteCount += line.count
    lineCount += 1
    guard byteCount <= Self.byteLimit, lineCount <= Self.lineLimit else { return false }
    // Trailers after the body are ignored.
    guard !isComplete else { return true }
    let text = Self.trimmed(line[...])
    if text.isEmpty {
      isComplete = !isInformational
    } else if text.starts(with: "HTTP/".utf8) {
      status = Self.status(of: text)
      isHTTP1 = text.starts(with: "HTTP/1".utf8)
      fields = []
    } else if let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex {
      fields.append(
        HTTPField(
          String(decoding: text[..<colon], as: UTF8.self),
          String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self)))
    }
    return true
  }

  private static func status(of line: Slice<UnsafeRawBufferPointer>) -> Int {
    let word = line.split(separator: UInt8(ascii: " "), maxSplits: 2).dropFirst().first
    return word.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
  }

  private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var text = text
    while let first = text.first, isBlank(first) { text = text.dropFirst() }
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    return text
  }
}
