import Glibc

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

  /// Removes the data of an answer that is not wanted.
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
