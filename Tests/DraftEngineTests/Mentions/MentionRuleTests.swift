import DraftEngine
import Testing

@Suite("The mention rule")
struct MentionRuleTests {
  @Test(
    "Insertions",
    arguments: [
      // Before, and right at the start.
      EditCase("|hi [@ann](user:ann) x", .insert("oh "), "oh |hi [@ann](user:ann) x"),
      EditCase("h|i [@ann](user:ann) x", .insert("u"), "hu|i [@ann](user:ann) x"),
      EditCase("hi |[@ann](user:ann) x", .insert("a"), "hi a|[@ann](user:ann) x"),
      EditCase("|[@ann](user:ann) x", .insert("hi "), "hi |[@ann](user:ann) x"),
      // Strictly inside.
      EditCase("hi [@|ann](user:ann) x", .insert("a"), "hi @a|ann x"),
      EditCase("hi [@a|nn](user:ann) x", .insert(" "), "hi @a |nn x"),
      EditCase("hi [@an|n](user:ann) x", .insert("n"), "hi @ann|n x"),
      EditCase("[Ann| Lee](user:ann)", .insert("a"), "Anna| Lee"),
      // Right at the end, and after.
      EditCase("hi [@ann](user:ann)| x", .insert("a"), "hi [@ann](user:ann)a| x"),
      EditCase("[@ann](user:ann)|", .insert(", "), "[@ann](user:ann), |"),
      EditCase("[@ann](user:ann)|", .insert("\n"), "[@ann](user:ann)\n|"),
      EditCase("hi [@ann](user:ann) |x", .insert("y"), "hi [@ann](user:ann) y|x"),
      EditCase("hi [@ann](user:ann) x|", .insert("!"), "hi [@ann](user:ann) x!|"),
      // Between two adjacent mentions, and inside one of them.
      EditCase("[a](user:a)|[b](user:b)", .insert("x"), "[a](user:a)x|[b](user:b)"),
      EditCase("[a|a](user:a)[bb](user:b)", .insert("x"), "ax|a[bb](user:b)"),
      EditCase("[aa](user:a)[b|b](user:b)", .insert("x"), "[aa](user:a)bx|b"),
      // Multi-byte text, and every kind of target.
      EditCase("é|[漢字](channel:c)é", .insert("日本"), "é日本|[漢字](channel:c)é"),
      EditCase("é[漢|字](channel:c)é", .insert("日本"), "é漢日本|字é"),
      EditCase("[👨‍👩‍👧](url:u)|👍🏽", .insert("🇩🇪"), "[👨‍👩‍👧](url:u)🇩🇪|👍🏽"),
    ])
  func inserting(edit: EditCase) throws {
    try edit.run()
  }

  @Test(
    "Removals",
    arguments: [
      // Entirely before, and ending where the mention begins.
      EditCase("|hi [@ann](user:ann) x", .remove(2), "| [@ann](user:ann) x"),
      EditCase("h|i [@ann](user:ann) x", .remove(2), "h|[@ann](user:ann) x"),
      EditCase("|hi [@ann](user:ann) x", .remove(3), "|[@ann](user:ann) x"),
      // Over the start.
      EditCase("hi| [@ann](user:ann) x", .remove(2), "hi|ann x"),
      EditCase("|hi [@ann](user:ann) x", .remove(6), "|n x"),
      // At the start, inside, and at the end.
      EditCase("hi |[@ann](user:ann) x", .remove(1), "hi |ann x"),
      EditCase("hi [@|ann](user:ann) x", .remove(2), "hi @|n x"),
      EditCase("hi [@an|n](user:ann) x", .remove(1), "hi @an| x"),
      // Exactly, and more than it.
      EditCase("hi |[@ann](user:ann) x", .remove(4), "hi | x"),
      EditCase("hi| [@ann](user:ann) x", .remove(6), "hi|x"),
      EditCase("|hi [@ann](user:ann) x", .remove(9), "|"),
      EditCase("|[a](user:a)", .remove(1), "|"),
      // Over the end.
      EditCase("hi [@an|n](user:ann) x", .remove(2), "hi @an|x"),
      EditCase("hi [@|ann](user:ann) x", .remove(5), "hi @|"),
      // Beginning where the mention ends, and entirely after.
      EditCase("Hi [Alex](user:u)|!", .remove(1), "Hi [Alex](user:u)|"),
      EditCase("hi [@ann](user:ann)| x", .remove(2), "hi [@ann](user:ann)|"),
      EditCase("hi [@ann](user:ann) |x", .remove(1), "hi [@ann](user:ann) |"),
      // One of two adjacent mentions, the text between two, and a part of both.
      EditCase("|[aa](user:a)[bb](user:b)", .remove(2), "|[bb](user:b)"),
      EditCase("[aa](user:a)|[bb](user:b)", .remove(2), "[aa](user:a)|"),
      EditCase("[aa](user:a)[b|b](user:b)", .remove(1), "[aa](user:a)b|"),
      EditCase("[a|a](user:a)[bb](user:b)", .remove(1), "a|[bb](user:b)"),
      EditCase("[a|a](user:a)[bb](user:b)", .remove(2), "a|b"),
      EditCase("[aa](user:a)| and [bb](user:b)", .remove(5), "[aa](user:a)|[bb](user:b)"),
      EditCase("[aa](user:a) |[bb](user:b) [cc](user:c)", .remove(2), "[aa](user:a) | [cc](user:c)"),
      EditCase("[a|a](user:a) [bb](user:b) [cc](user:c)", .remove(6), "a|c"),
      // Multi-byte text.
      EditCase("|👨‍👩‍👧[漢字](channel:c)", .remove(1), "|[漢字](channel:c)"),
      EditCase("[漢字](channel:c)|e\u{301}x", .remove(1), "[漢字](channel:c)|x"),
      EditCase("[👨‍👩‍👧🇩🇪|👍🏽](channel:c)x", .remove(1), "👨‍👩‍👧🇩🇪|x"),
    ])
  func removing(edit: EditCase) throws {
    try edit.run()
  }

  @Test(
    "Replacements",
    arguments: [
      EditCase("|hi [@ann](user:ann) x", .replace(2, "hello"), "hello| [@ann](user:ann) x"),
      EditCase("|hi [@ann](user:ann) x", .replace(3, ""), "|[@ann](user:ann) x"),
      EditCase("hi| [@ann](user:ann) x", .replace(1, ", "), "hi, |[@ann](user:ann) x"),
      EditCase("hi| [@ann](user:ann) x", .replace(2, " "), "hi |ann x"),
      EditCase("hi |[@ann](user:ann) x", .replace(1, "@"), "hi @|ann x"),
      EditCase("hi |[@ann](user:ann) x", .replace(4, "@ann"), "hi @ann| x"),
      EditCase("hi |[@ann](user:ann) x", .replace(4, "@bob"), "hi @bob| x"),
      EditCase("hi [@|ann](user:ann) x", .replace(0, "!"), "hi @!|ann x"),
      EditCase("hi [@an|n](user:ann) x", .replace(2, "n."), "hi @ann.|x"),
      EditCase("hi [@ann](user:ann)| x", .replace(1, ", "), "hi [@ann](user:ann), |x"),
      EditCase("[aa](user:a)| [bb](user:b)", .replace(1, " and "), "[aa](user:a) and |[bb](user:b)"),
      EditCase("[aa](user:a)|[bb](user:b)", .replace(2, "b"), "[aa](user:a)b|"),
    ])
  func replacing(edit: EditCase) throws {
    try edit.run()
  }

  @Test(
    "An empty edit changes nothing anywhere",
    arguments: [
      "", "[a](user:a)", "hi [@ann](user:ann) x", "[aa](user:a)[bb](user:b)", "[🇩🇪](url:u)e\u{301}\r\n",
    ])
  func zeroLength(notation: String) throws {
    let before = try DraftNotation(notation).document
    for offset in 0...before.count {
      var draft = before
      try draft.insertText(offset: offset, text: "")
      try draft.removeText(offset: offset, length: 0)
      let here = try before.utf8Offset(ofCharacter: offset)
      let edit = try draft.apply(
        DraftTransaction(changes: [TextChange(here..<here, "")], origin: .typing))
      #expect(!edit.changedAnything)
      #expect(edit.mapping == PositionMapping([]))
      #expect(edit.lostMentions.isEmpty)
      #expect(draft == before)
      #expect(draft.revision == before.revision)
    }
  }

  @Test("Several changes at once: each mention is judged by all of them")
  func manyChanges() throws {
    var draft = try DraftNotation("[aa](user:a) [bb](user:b) [cc](user:c) [dd](user:d)").document
    let edit = try draft.apply(
      DraftTransaction(
        changes: [
          TextChange(0..<0, "x"), TextChange(2..<3, "--"), TextChange(4..<4, "y"), TextChange(6..<6, "z"),
          TextChange(8..<9, ""), TextChange(11..<11, "!"),
        ], origin: .paste))
    let expected = try DraftNotation("x[aa](user:a)--byb z[cc](user:c)[dd](user:d)!")
    #expect(draft == expected.document, "became \(DraftNotation(draft).description)")
    #expect(edit.lostMentions == [MentionSpan(3..<5, .user(userId: "b"))])
  }
}
