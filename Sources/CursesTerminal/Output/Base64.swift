/// Bytes as letters, for sequences that may hold nothing else.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var letters: [UInt8] = []
    var held: UInt32 = 0
    var count = 0
    func letter(_ shift: Int) -> UInt8 { alphabet[Int(held >> UInt32(shift)) & 63] }
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      count += 1
      if count == 3 {
        letters += [letter(18), letter(12), letter(6), letter(0)]
        (held, count) = (0, 0)
      }
    }
    let padding = UInt8(ascii: "=")
    if count == 1 {
      held <<= 16
      letters += [letter(18), letter(12), padding, padding]
    } else if count == 2 {
      held <<= 8
      letters += [letter(18), letter(12), letter(6), padding]
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
