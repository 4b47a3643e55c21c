import Foundation

/// Bodies made by gzip, because nothing here can make them.
enum Compressed {
  /// "grüezigrüezigrüezi".
  static let greeting = bytes("H4sIAAAAAAACA0svOrwntSozHYUCAKnkkOEVAAAA")
  /// 10 MiB of zeros, compressed twice: 125 bytes.
  static let bomb = bytes(
    "H4sIAAAAAAACA+3YvRHBcByA4V9QxMcxAnUGSa0xhCnkLqXGBNjADFqX3mUHbED4jyH3PNU7w7vc55EMusc1y35RHT6XVz4JAAAAoOeq"
      + "th6mGRCr7l6uNwAAAEDfbRfzcXoBo/fuOZuaIwDwD07RFLdjxDm+CBaLAO0nAAA=")

  private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }
}
