import Testing

/// The text when two copies of a draft are merged.
@Suite("Merging two copies of a draft")
struct MergeTests {
  @Test(
    "A change on one side is taken",
    arguments: [
      MergeCase("a b c", "a b c", "a b c", "a b c"),
      MergeCase("", "", "", ""),
      MergeCase("", "new", "", "new"),
      MergeCase("old", "", "old", ""),
      MergeCase("one two three", "one 2 three", "one two three", "one 2 three"),
      MergeCase("one two three", "one 2 three", "one two 3", "one 2 3"),
      MergeCase("one two three", "one three", "one two three four", "one three four"),
      MergeCase("one two three", "zero one two three", "one two", "zero one two"),
      MergeCase(
        "First. Second.", "First. Second. Third.", "Zero. First. Second.", "Zero. First. Second. Third."),
      MergeCase("a\n\nb\n\nc", "a\n\nb", "a\n\nB\n\nc", "a\n\nB"),
      MergeCase("a,b;c", "x,b;c", "a,b;y", "x,b;y"),
      MergeCase("one two three four", "one three four", "one two three", "one three"),
    ])
  func oneSide(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "The same change on both sides is applied once",
    arguments: [
      MergeCase("", "hello", "hello", "hello"),
      MergeCase("one two", "one 2", "one 2", "one 2"),
      MergeCase("one two three", "one three", "one three", "one three"),
      MergeCase("one two", "", "", ""),
      MergeCase("one two three", "1 two 3", "1 two three", "1 two 3"),
      MergeCase("one [ann](user:a)", "[ann](user:a)", "[ann](user:a)", "[ann](user:a)"),
    ])
  func same(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "On a conflict ours stays and both are reported",
    arguments: [
      MergeCase("", "ours", "theirs", "ours", .init("", "ours", "theirs")),
      MergeCase("a c", "a x c", "a y c", "a x c", .init("", "x ", "y ")),
      MergeCase("word", "words", "sword", "words", .init("word", "words", "sword")),
      MergeCase(
        "say hello now", "say hallo now", "say hullo now", "say hallo now", .init("hello", "hallo", "hullo")),
      MergeCase("one two three", "one three", "one 2 three", "one three", .init("two ", "", "2 ")),
      MergeCase("one two three", "one 2 three", "one three", "one 2 three", .init("two ", "2 ", "")),
      MergeCase(
        "one two three", "different", "one 2 three", "different",
        .init("one two three", "different", "one 2 three")),
      MergeCase("one two three", "", "one 2 three", "", .init("one two three", "", "one 2 three")),
      MergeCase("one two three", "one 2 three", "", "one 2 three", .init("one two three", "one 2 three", "")),
      MergeCase("one two three", "1 two 3", "1 2 3", "1 two 3", .init("one two three", "1 two 3", "1 2 3")),
      MergeCase(
        "a b c d e", "A b c d E", "1 b c d 5", "A b c d E", .init("a", "A", "1"), .init("e", "E", "5")),
      MergeCase("a b c d e", "A b C d e", "1 b c D e", "A b C D e", .init("a", "A", "1")),
    ])
  func conflict(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "Adjacent edits are both taken",
    arguments: [
      MergeCase("one, two", "1, two", "one; two", "1; two"),
      MergeCase("a,b", "x,b", "a,y", "x,y"),
      MergeCase("one two three", "one and two three", "one 2 three", "one and 2 three"),
      MergeCase("one (two)", "one two)", "one (2)", "one 2)"),
      MergeCase("one two", "one two!", "one 2", "one 2!"),
      MergeCase("漢字", "中字", "漢文", "中文"),
    ])
  func touching(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "Text written inside or at the ends of a deleted range is kept",
    arguments: [
      MergeCase("a b c d e", "a e", "a b new c d e", "a e", .init("b c d ", "", "b new c d ")),
      MergeCase("a b c d e", "a b new c d e", "a e", "a b new c d e", .init("b c d ", "b new c d ", "")),
      MergeCase("Old. Stays.", "Stays.", "Old. New. Stays.", "New. Stays."),
      MergeCase("Stays. Old.", "Stays.", "Stays. New. Old.", "Stays.", .init(" Old.", "", " New. Old.")),
      MergeCase("a b c d e f", "a f", "a X c d x e Y f", "a Y f", .init("b c d e ", "", "X c d x e ")),
      MergeCase("a, b c d, e", "a, , e", "a, x b C d, e", "a, x , e", .init("b c d", "", "b C d")),
    ])
  func deleted(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "Wide and combining characters and line ends stay whole",
    arguments: [
      MergeCase("👩‍👩‍👧 and 🇩🇪", "👩‍👩‍👧 und 🇩🇪", "👩‍👩‍👧 and 🇫🇷", "👩‍👩‍👧 und 🇫🇷"),
      MergeCase("👍", "👍🏽", "👍 yes", "👍🏽 yes"),
      MergeCase("cafe\u{301} bar", "cafe\u{301} pub", "caf\u{E9} bar", "caf\u{E9} pub"),
      MergeCase("cafe", "cafe\u{301}", "cafe bar", "cafe\u{301} bar"),
      MergeCase("a\r\nb", "x\r\nb", "a\r\ny", "x\r\ny"),
      MergeCase("日本語のテスト", "日本語のテストです", "新しい日本語のテスト", "新しい日本語のテストです"),
      MergeCase("Привет мир", "Привет, мир", "Привет мир!", "Привет, мир!"),
    ])
  func characters(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "Blanks are kept exactly, also at the ends",
    arguments: [
      MergeCase("word", " word", "word  ", " word  "),
      MergeCase(" word ", "word ", " word", "word"),
      MergeCase("a b", "a  b", "a b", "a  b"),
      MergeCase("a\nb", "a\n\nb", "a\nb ", "a\n\nb "),
      MergeCase("  ", " ", "  ", " "),
      MergeCase("a b c", "a\tb c", "a b\nc", "a\tb\nc"),
    ])
  func blanks(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "A caret stays at its word",
    arguments: [
      MergeCase("one two three", "one two| three", "1 two three", "1 two| three"),
      MergeCase("one two three", "one two thr|ee", "zero one two three", "zero one two thr|ee"),
      MergeCase("one two", "one two| x", "one 2", "one 2| x"),
      MergeCase("one two three", "o|ne two three", "one two 3", "o|ne two 3"),
      MergeCase("Old. Stays.", "Old. Stays.| More.", "Stays.", "Stays.| More."),
      MergeCase("a b c", "a b c|", "a c", "a c|"),
      MergeCase("[Ann](user:a) x", "[Ann](user:a)| x", "Dear [Ann](user:a) x", "Dear [Ann](user:a)| x"),
      MergeCase("x y", "x |y", "x", "x|"),
    ])
  func caret(merge: MergeCase) throws {
    try merge.run()
  }
}
