import Glibc

/// PNG files, uncompressed or, for a decompression bomb, compressed.
struct SamplePNG {
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// - Parameter pixel: red, green, blue and alpha at a column and row.
  init(width: Int, height: Int, pixel: (Int, Int) -> [UInt8]) {
    var lines: [UInt8] = []
    for row in 0..<height {
      lines.append(0)
      for column in 0..<width { lines += pixel(column, row) }
    }
    appendHeader(width, height)
    append("IDAT", Self.stored(lines))
    append("IEND", [])
  }

  /// A file that claims a size, with almost no pixels.
  init(lyingAbout width: Int, _ height: Int) {
    appendHeader(width, height)
    append("IDAT", Self.stored([0, 1, 2, 3, 4]))
    append("IEND", [])
  }

  /// Transparent black pixels, 150 times as large in memory as in the file.
  init(bombOf width: Int, _ height: Int) {
    appendHeader(width, height)
    append("IDAT", Self.zeros((width * 4 + 1) * height))
    append("IEND", [])
  }

  private mutating func appendHeader(_ width: Int, _ height: Int) {
    append("IHDR", Self.big(width) + Self.big(height) + [8, 6, 0, 0, 0])
  }

  private mutating func append(_ kind: String, _ data: [UInt8]) {
    let body = Array(kind.utf8) + data
    bytes += Self.big(data.count) + body + Self.big(Int(Self.sum(body)))
  }

  private static func big(_ number: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// zlib format with stored blocks.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(data.count, start + 65_535)
      let count = end - start
      let length = [UInt8(count & 0xFF), UInt8(count >> 8)]
      result += [end == data.count ? 1 : 0] + length + length.map { ~$0 } + data[start..<end]
      start = end
    } while start < data.count
    var (one, two) = (1, 0)
    for byte in data {
      one = (one + Int(byte)) % 65_521
      two = (two + one) % 65_521
    }
    return result + big(two << 16 | one)
  }

  /// zlib format with this many zeros: one, and then copies of 258.
  private static func zeros(_ count: Int) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var (bits, filled) = (0, 0)
    func put(_ code: String) {
      for digit in code.utf8 {
        if digit == UInt8(ascii: "1") { bits |= 1 << filled }
        filled += 1
        if filled == 8 {
          result.append(UInt8(bits))
          (bits, filled) = (0, 0)
        }
      }
    }
    // The last block, with the fixed codes.
    put("110")
    let copies = (count - 1) / 258
    for _ in 0..<count - copies * 258 { put("00110000") }
    for _ in 0..<copies { put("1100010100000") }
    put("0000000")
    if filled > 0 { result.append(UInt8(bits)) }
    return result + big(count % 65_521 << 16 | 1)
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }

  private static func sum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}

/// A listening port on loopback.
struct ListeningPort: ~Copyable {
  let number: UInt16
  private let socket: Int32

  struct Fault: Error { let code: Int32 }

  init() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isDone = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isDone else { throw Fault(code: errno) }
    self.socket = socket
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }
}
