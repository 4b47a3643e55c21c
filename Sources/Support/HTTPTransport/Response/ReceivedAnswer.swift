import Glibc

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

/// The body of an answer while it is received: limited in size, in memory or in a file.
///
/// The file is written on the transport's thread, in pieces that the system buffers.
struct AnswerBody {
  private let destination: HTTPRequest.Destination
  private var bytes: [UInt8] = []
  private var file: Int32?
  private var count: Int64 = 0
  /// Why no more data is accepted.
  private(set) var fault: HTTPError?

  init(for destination: HTTPRequest.Destination) { self.destination = destination }

  /// The maximum size for any status.
  static func largest(for destination: HTTPRequest.Destination) -> Int64 {
    switch destination {
    case .memory(let limit): Int64(limit)
    case .file(_, let limit): max(limit, Int64(HTTPRequest.reasonLimit))
    }
  }

  private func limit(_ status: Int) -> Int64 {
    switch destination {
    case .memory(let limit): Int64(limit)
    case .file(_, let limit): Self.isFile(status) ? limit : Int64(HTTPRequest.reasonLimit)
    }
  }

  private static func isFile(_ status: Int) -> Bool { (200...299).contains(status) }

  /// Appends received data.
  ///
  /// - Returns: false if there is a fault now.
  mutating func append(_ piece: UnsafeRawBufferPointer, status: Int) -> Bool {
    guard fault == nil else { return false }
    let limit = limit(status)
    guard Int64(piece.count) <= limit - count else { return refuse(.answerTooLarge(limit: limit)) }
    count += Int64(piece.count)
    guard case .file(let path, _) = destination, Self.isFile(status) else {
      bytes.append(contentsOf: piece)
      return true
    }
    guard open(path), write(piece) else { return refuse(.fileUnwritable(path: path)) }
    return true
  }

  /// The whole body, at the end of the answer.
  mutating func finish(status: Int) throws(HTTPError) -> HTTPResponse.Body {
    guard case .file(let path, _) = destination, Self.isFile(status) else { return .bytes(bytes) }
    guard open(path), let file else { throw .fileUnwritable(path: path) }
    // Some file systems report a full disk only on closing.
    guard close(file) == 0 else {
      self.file = nil
      unlink(path)
      throw .fileUnwritable(path: path)
    }
    self.file = nil
    return .file(count: count)
  }

  /// Removes the file of an answer that failed.
  mutating func discard() {
    guard let file, case .file(let path, _) = destination else { return }
    close(file)
    unlink(path)
    self.file = nil
  }

  private mutating func refuse(_ fault: HTTPError) -> Bool {
    self.fault = fault
    return false
  }

  /// Creates the file, unless that was done already. An existing file is never overwritten.
  private mutating func open(_ path: String) -> Bool {
    guard file == nil else { return true }
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    file = descriptor
    return true
  }

  private func write(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard let file else { return false }
    var rest = piece[...]
    while !rest.isEmpty {
      let written = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }
}
