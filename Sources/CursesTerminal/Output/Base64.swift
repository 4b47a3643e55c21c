/// Base 64 as in RFC 4648, for sequences and files that may hold only letters.
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let piece = bytes[start..<min(start + 3, bytes.count)]
      let bits = piece.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - piece.count))
      for place in 0..<4 {
        letters.append(place <= piece.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
