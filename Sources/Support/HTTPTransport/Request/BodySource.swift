import Glibc

/// The body of a request while it is being sent.
struct BodySource {
  private enum Place {
    case nowhere
    case bytes([UInt8])
    case file(Int32)
  }

  private let place: Place
  private let path: String?
  /// The total number of bytes.
  let count: Int64
  private var offset: Int64
  private var left: Int64

  init(_ body: HTTPRequest.Body) throws(HTTPError) {
    switch body {
    case .none: (place, path, count, offset) = (.nowhere, nil, 0, 0)
    case .bytes(let bytes): (place, path, count, offset) = (.bytes(bytes), nil, Int64(bytes.count), 0)
    case .file(let path, let start, let length):
      // Without `O_NONBLOCK`, opening a pipe in the place of the file would block until it has a writer.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw .fileUnreadable(path: path) }
      guard start >= 0, length >= 0, let size = Self.size(of: descriptor), start <= size,
        length <= size - start
      else {
        close(descriptor)
        throw .fileUnreadable(path: path)
      }
      (place, self.path, count, offset) = (.file(descriptor), path, length, start)
    }
    left = count
  }

  /// The error if the file ended before all bytes were read.
  var fault: HTTPError? { left > 0 ? path.map { .fileUnreadable(path: $0) } : nil }

  /// The number of bytes read so far.
  var given: Int64 { count - left }

  /// Reads the next bytes into the buffer.
  ///
  /// - Returns: the number of bytes, 0 at the end; nil if they cannot be read.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let wanted = Int(min(left, Int64(buffer.count)))
    guard wanted > 0 else { return 0 }
    var read = 0
    switch place {
    case .nowhere: return 0
    case .bytes(let bytes):
      let start = Int(offset)
      bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + wanted]))
      }
      read = wanted
    case .file(let descriptor):
      repeat {
        read = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
      } while read < 0 && errno == EINTR
      guard read > 0 else { return nil }
    }
    offset += Int64(read)
    left -= Int64(read)
    return read
  }

  func end() {
    if case .file(let descriptor) = place { close(descriptor) }
  }

  /// Nil if this is not a regular file.
  private static func size(of descriptor: Int32) -> Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }
}
