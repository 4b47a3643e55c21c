package import Ciphers
import TestSupport

extension CipherSuite {
  /// A suite whose keys are the same for the same seed.
  package static func seeded(_ seed: UInt64) throws(CipherError) -> CipherSuite {
    let random = RandomBytes(seed: seed)
    return try CipherSuite { memory in random.fill(memory) }
  }
}

/// Bytes of a seeded generator, in order.
private final class RandomBytes {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func fill(_ memory: UnsafeMutableRawBufferPointer) {
    for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: generator.next() >> 32) }
  }
}

extension [UInt8] {
  /// The bytes of a text in hexadecimal. Blanks are ignored, other text is an error of the test.
  package init(hex: String) {
    let digits = hex.filter { !$0.isWhitespace }.map { digit in
      guard let value = digit.hexDigitValue else { fatalError("\(digit) is no hexadecimal digit") }
      return UInt8(value)
    }
    precondition(digits.count.isMultiple(of: 2), "half a byte is missing")
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension RawBytes {
  /// The bytes in hexadecimal.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return withBytes { bytes in
      String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }

  /// The bytes as an array.
  package var array: [UInt8] { withBytes { Array($0) } }

  /// The bytes as UTF-8.
  package var utf8: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

extension Secret {
  /// A secret from hexadecimal.
  package convenience init(hex: String) { self.init(copying: [UInt8](hex: hex)) }
}
