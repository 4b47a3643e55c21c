extension String {
  /// A hash that is the same on every device and in every run: FNV-1a of 64 bits. Texts of others can be made to collide.
  package var stableHash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let bytes = utf8Span.span
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}
