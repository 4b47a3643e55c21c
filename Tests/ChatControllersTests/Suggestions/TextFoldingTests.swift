import ChatDomain
import Testing

@Suite(.watched) struct TextFoldingTests {
  @Test(
    "Case and accents are removed",
    arguments: [
      ("", ""), ("Ann", "ann"), ("ANN-2_x.y", "ann-2_x.y"), ("Éloïse", "eloise"),
      ("E\u{301}loi\u{308}se", "eloise"),
      ("Ångström", "angstrom"), ("\u{212B}", "a"), ("\u{212A}elvin", "kelvin"), ("Straße", "strasse"),
      ("STRAẞE", "strasse"), ("Ærø", "aero"), ("Łódź", "lodz"), ("Đorđe", "dorde"), ("Œuvre", "oeuvre"),
      ("Þór", "thor"), ("Ðagur", "dagur"), ("İstanbul", "istanbul"), ("ısı", "isi"), ("Nguyễn", "nguyen"),
      ("Ệ", "e"), ("Žižek", "zizek"), ("ﬁn", "fin"), ("Ａｎｎ", "ann"), ("ǅ", "dz"), ("Ǽ", "ae"), ("ſ", "s"),
      ("Ἀθῆναι", "αθηναι"), ("ΟΔΥΣΣΕΎΣ", "οδυσσευσ"), ("Οδυσσεύς", "οδυσσευσ"), ("Ёлка", "елка"),
      ("Йод", "иод"), ("И\u{306}од", "иод"), ("Київ", "киів"), ("שָׁלוֹם", "שלום"), ("أحمد", "احمد"),
      ("日本", "日本"), ("🇫🇷é", "🇫🇷e"), ("เก้า", "เก้า"), ("को", "को"),
    ])
  func folds(text: String, folded: String) {
    #expect(Array(TextFolding.fold(text).unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test(
    "Canonically equivalent texts fold to equivalent texts",
    arguments: ["が", "각", "ऩ", "ǯ", "й", "é", "ệ", "ΐ"])
  func keepsEquivalence(text: String) {
    let apart = decompositions[text] ?? text
    #expect(text == apart)
    #expect(TextFolding.fold(text) == TextFolding.fold(apart))
  }

  @Test("Folding twice changes nothing")
  func isIdempotent() {
    for value in 0x20...0x24FF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = TextFolding.fold(String(scalar))
      #expect(TextFolding.fold(once) == once, "U+\(String(value, radix: 16))")
    }
  }

  private let decompositions = [
    "が": "か\u{3099}", "각": "\u{1100}\u{1161}\u{11A8}", "ऩ": "\u{928}\u{93C}", "ǯ": "ʒ\u{30C}",
    "й": "и\u{306}",
    "é": "e\u{301}", "ệ": "e\u{323}\u{302}", "ΐ": "ι\u{308}\u{301}",
  ]
}
