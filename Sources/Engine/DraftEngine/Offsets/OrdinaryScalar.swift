/// Scalars that never share a Character with one another, so that text made of them needs no grapheme breaking.
///
/// They are ASCII except CR, the Latin, Greek and Cyrillic letters, kana, CJK ideographs and Hangul syllables. Another
/// scalar after an ordinary one can join it (an accent does), but between two ordinary scalars there is always a
/// boundary.
enum OrdinaryScalar {
  /// The number of bytes of the ordinary scalar at `offset`; 0 where another kind of scalar begins.
  @inline(__always)
  static func length(in bytes: Span<UInt8>, at offset: Int) -> Int {
    let lead = bytes[offset]
    if lead < 0x80 { return lead == 0x0D ? 0 : 1 }
    switch lead {
    case 0xC3...0xCB, 0xCE, 0xCF, 0xD0, 0xD1, 0xD3, 0xD4: return 2
    case 0xE4...0xE9, 0xEB, 0xEC: return 3
    case 0xE3: return isOrdinaryKana(bytes[offset + 1], bytes[offset + 2]) ? 3 : 0
    case 0xEA: return bytes[offset + 1] >= 0xB0 ? 3 : 0
    case 0xED: return bytes[offset + 1] <= 0x9D ? 3 : 0
    case 0xEF: return bytes[offset + 1] == 0xBC || bytes[offset + 1] == 0xBD ? 3 : 0
    default: return 0
    }
  }

  /// CJK punctuation and kana, except the voicing marks and the few symbols that can be emoji.
  private static func isOrdinaryKana(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    case 0x80: third <= 0xA9
    case 0x81, 0x83: true
    case 0x82: third != 0x99 && third != 0x9A
    default: false
    }
  }
}
