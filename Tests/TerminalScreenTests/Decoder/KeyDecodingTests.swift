import TerminalScreen
import Testing

@Suite("Key decoding")
struct KeyDecodingTests {
  static let typed = [
    DecodeCase("aZ ~", "a Z Space ~"), DecodeCase("é漢👍", "é 漢 👍"),
    DecodeCase("e\u{301}", InputDecoder.keys("e \u{301}")),
    DecodeCase("\u{0}\u{1}\u{8}\u{9}\u{A}\u{D}\u{1A}", "C-Space C-a C-h Tab C-j Enter C-z"),
    DecodeCase("\u{1C}\u{1D}\u{1E}\u{1F}\u{7F}", "C-\\ C-] C-^ C-_ Backspace"),
    DecodeCase("@", "Esc"), DecodeCase("@@", "Esc Esc"), DecodeCase("@@x", "Esc Esc+x"),
    DecodeCase("@@@", "Esc Esc Esc"), DecodeCase("@@@x", "Esc Esc Esc+x"),
    DecodeCase("@x@X@<@é@\u{D}@\u{7F}", "Esc+x Esc+X Esc+< Esc+é Esc+Enter Esc+Backspace"),
    DecodeCase("@\u{1}@\u{8}@\u{0}@\u{9}", "Esc+C-a Esc+C-h Esc+C-Space Esc+Tab"),
    DecodeCase("@\u{18}0", "Esc+C-x 0"),
    DecodeCase("@_@]@^@P@X@\\", "Esc+_ Esc+] Esc+^ Esc+P Esc+X Esc+\\"), DecodeCase("@_abc", "Esc+_ a b c"),
    DecodeCase("@Pq", "Esc+P q"), DecodeCase("@]x", "Esc+] x"),
    DecodeCase("@[", "Esc+["), DecodeCase("@O", "Esc+O"), DecodeCase("@[1;5", "Esc+[ 1 ; 5"),
    DecodeCase("@[12\u{D}", "Esc+[ 1 2 Enter"), DecodeCase("@Oz", "Esc+O z"), DecodeCase("@[[", "Esc+[ ["),
    DecodeCase("@@[", "Esc Esc+["), DecodeCase("@[é", "Esc+[ é"), DecodeCase("@@[[", "Esc Esc+[ ["),
  ]

  static let named = [
    DecodeCase("@[A@[B@[C@[D@[H@[F", "Up Down Right Left Home End"),
    DecodeCase("@OA@OB@OC@OD@OH@OF", "Up Down Right Left Home End"),
    DecodeCase("@[1~@[2~@[3~@[4~@[5~@[6~@[7~@[8~", "Home Insert Delete End PgUp PgDn Home End"),
    DecodeCase("@OP@OQ@OR@OS", "F1 F2 F3 F4"), DecodeCase("@[P@[Q@[R@[S", "F1 F2 F3 F4"),
    DecodeCase("@[11~@[12~@[13~@[14~@[15~", "F1 F2 F3 F4 F5"),
    DecodeCase("@[17~@[18~@[19~@[20~@[21~@[23~@[24~", "F6 F7 F8 F9 F10 F11 F12"),
    DecodeCase("@[25~@[26~@[28~@[29~@[31~@[34~", "F13 F14 F15 F16 F17 F20"),
    DecodeCase("@[[A@[[E", "F1 F5"), DecodeCase("@[Z@[1;5Z", "S-Tab C-S-Tab"),
    DecodeCase("@[1;5C@[1;2D@[1;3A@[1;6B@[1;8H", "C-Right S-Left M-Up C-S-Down C-M-S-Home"),
    DecodeCase("@[3;2~@[5;3~@[1;9A@[15;5~@[1;33A", "S-Delete M-PgUp C-F5 M-Up"),
    DecodeCase("@[1;2P@[1;5R@O5P@O1;2S", "S-F1 C-F3 C-F1 S-F4"),
    DecodeCase("@[1;5:1C@[1;5:2C@[1;5:3C", "C-Right C-Right"),
    DecodeCase("@@[A@@OA@@[1;5C", "Esc+Up Esc+Up Esc+C-Right"), DecodeCase("@@[1;3A", "Esc M-Up"),
    DecodeCase("@[;5A", "C-Up"),
    DecodeCase("@[3^@[3$@[a@Oa", "C-Delete S-Delete S-Up C-Up"),
    DecodeCase("\u{1B}[7\u{40}", [.key(KeyEvent(.home, [.control, .shift]))]),
    DecodeCase("@OM@Op@Oy@Oj@Ok@OX", "Enter 0 9 * + ="), DecodeCase("@[1;1A@[1;65A", "Up Up"),
  ]

  static let told = [
    DecodeCase("@[97;5u@[97;3u@[97;7u@[97;6u@[97u", "C-a M-a C-M-a C-S-a a"),
    DecodeCase("@[97;2u@[97:65;2u@[49:33;2u@[44:60;4u", "A A ! M-<"), DecodeCase("@[223;2u", "ß"),
    DecodeCase("@[13;2u@[13;5u@[9;2u@[27u@[127;3u@[32;5u", "S-Enter C-Enter S-Tab Esc M-Backspace C-Space"),
    DecodeCase("@[105;5u@[109;5u@[91;5u", "C-i C-m C-["), DecodeCase("@[60;4u@[44;4u", "M-< M-S-,"),
    DecodeCase("@[97;5:1u@[97;5:2u@[97;5:3u", "C-a C-a"), DecodeCase("@[97;65u@[97;129u", "a a"),
    DecodeCase("@[97;9u@[97;17u"), DecodeCase("@[57441;2u@[57358u"),
    DecodeCase("@[57376u@[57398u", "F13 F35"),
    DecodeCase("@[57399u@[57414u@[57417u@[57426u@[57413u", "0 Enter Left Delete +"),
    DecodeCase("@[27;5;97~@[27;4;60~@[27;2;13~@[27;6;95~", "C-a M-< S-Enter C-_"),
    DecodeCase("@[27;4;47~@[27;2;65~@[27;6;65~@[27;5;9~", "M-/ A C-S-a C-Tab"),
    DecodeCase("@[55296u@[1114112u@[99999999999999999999u@[1u@[155u@[u"),
  ]

  @Test("Typed text", arguments: typed)
  func typing(_ example: DecodeCase) { #expect(InputDecoder.events(of: example.bytes) == example.events) }

  @Test("Named keys as xterm, rxvt and the console send them", arguments: named)
  func naming(_ example: DecodeCase) { #expect(InputDecoder.events(of: example.bytes) == example.events) }

  @Test("Keys as CSI-u and modifyOtherKeys", arguments: told)
  func telling(_ example: DecodeCase) { #expect(InputDecoder.events(of: example.bytes) == example.events) }

  @Test("Invalid UTF-8 becomes U+FFFD, once for each part, and swallows no other bytes")
  func invalid() {
    let samples: [[UInt8]] = [
      [0xFF, 0x61], [0xC3, 0x61], [0xE2, 0x82, 0x61], [0xC0, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x9F, 0x98, 0x0D],
      [0xF4, 0x90, 0x80, 0x80], [0x80, 0xE2, 0x82, 0xAC], [0xC3], [0xF0, 0x9F, 0x98],
    ]
    for bytes in samples {
      let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
        TerminalEvent.key(scalar == "\r" ? KeyEvent(.enter) : KeyEvent(.character(Character(scalar))))
      }
      #expect(InputDecoder.events(of: bytes) == expected)
    }
    #expect(InputDecoder.events(of: [0x1B, 0xFF]) == [.escapeAndKey(KeyEvent(.character("\u{FFFD}")))])
  }
}
