import DraftEngine
import Testing

/// An edit at an edge that leaves the edge inside a Character counts as inside.
@Suite("The mention rule: edits that join Characters")
struct FusingTests {
  @Test(
    "Text that joins a mention's last Character removes the mention, not the text",
    arguments: [
      EditCase("[ann](user:ann)|", .insert("\u{301}"), "ann\u{301}|"),
      EditCase("[ann](user:ann)| x", .insert("\u{301}\u{323}!"), "ann\u{301}\u{323}!| x"),
      EditCase("[ann](user:ann)|", .insert("\u{200D}"), "ann\u{200D}|"),
      EditCase("[👩](user:a)|", .insert("\u{200D}👧"), "👩\u{200D}👧|"),
      EditCase("[❤](user:a)|", .insert("\u{FE0F}"), "❤\u{FE0F}|"),
      EditCase("[x](user:a)|", .insert("\u{FE0E}"), "x\u{FE0E}|"),
      EditCase("[👍](user:a)|", .insert("🏽"), "👍🏽|"),
      EditCase("[🇩](user:a)|", .insert("🇪"), "🇩🇪|"),
      EditCase("[🇩🇪🇫](user:a)|", .insert("🇷!"), "🇩🇪🇫🇷!|"),
      EditCase("[a\r](user:a)|", .insert("\n"), "a\r\n|"),
      EditCase("[\u{1112}](user:a)|", .insert("\u{1161}"), "\u{1112}\u{1161}|"),
      EditCase("[\u{1112}\u{1161}](user:a)|", .insert("\u{11AB}"), "\u{1112}\u{1161}\u{11AB}|"),
      EditCase("[하](user:a)|", .insert("\u{11AB}"), "하\u{11AB}|"),
      EditCase("[क](user:a)|", .insert("\u{94D}"), "क\u{94D}|"),
      EditCase("[क\u{94D}](user:a)|", .insert("ष"), "क\u{94D}ष|"),
      EditCase("[क](user:a)|", .insert("ि"), "कि|"),
      EditCase("[\u{600}](user:a)|", .insert("1"), "\u{600}1|"),
      EditCase("[1](user:a)|", .insert("\u{FE0F}\u{20E3}"), "1\u{FE0F}\u{20E3}|"),
    ])
  func atTheEnd(edit: EditCase) throws {
    try edit.run()
  }

  @Test(
    "Text that a mention's first Character joins removes the mention, not the text",
    arguments: [
      EditCase("|[\u{301}x](user:a)", .insert("e"), "e\u{301}x"),
      EditCase("\n|[\u{301}x](user:a)", .insert("e"), "\ne\u{301}x"),
      EditCase("|[\u{200D}](user:a)", .insert("e"), "e\u{200D}"),
      EditCase("|[👧](user:a)", .insert("👩\u{200D}"), "👩\u{200D}👧"),
      EditCase("|[\u{FE0F}](user:a)", .insert("❤"), "❤\u{FE0F}"),
      EditCase("|[🏽](user:a)", .insert("👍"), "👍🏽"),
      EditCase("|[🇪](user:a)", .insert("🇩"), "🇩🇪"),
      EditCase("|[\n](user:a)", .insert("\r"), "\r\n"),
      EditCase("|[\u{1161}](user:a)", .insert("\u{1112}"), "\u{1112}\u{1161}"),
      EditCase("|[하](user:a)", .insert("\u{1112}"), "\u{1112}하"),
      EditCase("|[\u{11AB}](user:a)", .insert("하"), "하\u{11AB}"),
      EditCase("|[ष](user:a)", .insert("क\u{94D}"), "क\u{94D}ष"),
      EditCase("|[ि](user:a)", .insert("क"), "कि"),
      EditCase("|[ann](user:a)", .insert("\u{600}"), "\u{600}ann"),
      EditCase("|[漢](user:a)", .insert("x\u{600}"), "x\u{600}漢"),
    ])
  func atTheStart(edit: EditCase) throws {
    try edit.run()
  }

  @Test(
    "A removal that joins its neighbours does too",
    arguments: [
      EditCase("[e](user:a)|\n\u{301}", .remove(1), "e\u{301}"),
      EditCase("[\r](user:a)|x\n", .remove(1), "\r\n"),
      EditCase("\r|x[\n](user:a)", .remove(1), "\r\n"),
      EditCase("[🇩](user:a)|x🇪", .remove(1), "🇩🇪"),
      EditCase("🇩|x[🇪](user:a)", .remove(1), "🇩🇪"),
      EditCase("[\u{1112}](user:a)|x\u{1161}", .remove(1), "\u{1112}\u{1161}"),
      EditCase("\u{600}|\n[a](user:a)", .remove(1), "\u{600}a"),
      EditCase("[🇩](user:a)|x[🇪](user:b)", .remove(1), "🇩🇪"),
      EditCase("[e](user:a)|x\n", .replace(1, "\u{301}"), "e\u{301}|\n"),
    ])
  func removing(edit: EditCase) throws {
    try edit.run()
  }

  @Test(
    "Only the mention with an edge inside a Character is removed",
    arguments: [
      EditCase("[a](user:a)|[b](user:b)", .insert("\u{301}"), "a\u{301}|[b](user:b)"),
      EditCase("[a](user:a)|[b](user:b)", .insert("\u{600}"), "[a](user:a)\u{600}b"),
      EditCase("[a](user:a)|[b](user:b)", .insert("\u{301}\u{600}"), "a\u{301}\u{600}b"),
      EditCase("[👩](user:a)|[👧](user:b)", .insert("\u{200D}"), "👩\u{200D}👧"),
      EditCase("[a](user:a)x|[b](user:b)", .insert("\u{301}"), "[a](user:a)x\u{301}|[b](user:b)"),
      EditCase("[a](user:a)|\u{600}x", .insert("y"), "[a](user:a)y|\u{600}x"),
      EditCase("[a](user:a) |", .insert("\u{301}"), "[a](user:a) \u{301}|"),
      EditCase("\n|[a](user:a)", .insert("\u{301}"), "\n\u{301}|[a](user:a)"),
      EditCase("[\n](user:a)|", .insert("\u{301}"), "[\n](user:a)\u{301}|"),
      EditCase("[a](user:a)|", .insert("\r\n"), "[a](user:a)\r\n|"),
    ])
  func neighbours(edit: EditCase) throws {
    try edit.run()
  }

  @Test(
    "Flags regroup after an edit, as far as flags are adjacent",
    arguments: [
      EditCase("|🇩🇪[🇫🇷](user:fr)", .insert("🇦"), "🇦🇩🇪🇫🇷"),
      EditCase("|🇩🇪[🇫🇷](user:fr)", .insert("🇦🇺"), "🇦🇺|🇩🇪[🇫🇷](user:fr)"),
      EditCase("|🇩🇪x[🇫🇷](user:fr)", .insert("🇦"), "🇦🇩🇪x[🇫🇷](user:fr)"),
      EditCase("|🇩🇪[🇫🇷](user:fr)[🇮🇹](user:it) [🇪🇸](user:es)", .insert("🇦"), "🇦🇩🇪🇫🇷🇮🇹 [🇪🇸](user:es)"),
      EditCase("|🇩🇪[🇫🇷x](user:fr)[🇮🇹](user:it)", .insert("🇦"), "🇦🇩🇪🇫🇷x[🇮🇹](user:it)"),
      EditCase("[🇩🇪](user:de)|🇫🇷", .insert("🇦"), "[🇩🇪](user:de)🇦🇫🇷"),
      EditCase("🇩🇪|[🇫🇷](user:fr)", .insert("🇦"), "🇩🇪🇦🇫🇷"),
      EditCase("🇦|x🇩🇪[🇫🇷](user:fr)", .remove(1), "🇦🇩🇪🇫🇷"),
      EditCase("🇦x|🇩🇪[🇫🇷](user:fr)", .remove(1), "🇦x|[🇫🇷](user:fr)"),
    ])
  func flags(edit: EditCase) throws {
    try edit.run()
  }

  @Test("A transaction may split a Character, and mentions are judged by the result")
  func insideCharacters() throws {
    var draft = try DraftNotation("[ann](user:a)x\u{301}[🇩🇪](user:de)").document
    let edit = try draft.apply(DraftTransaction(changes: [TextChange(3..<4, "")], origin: .merge))
    #expect(try draft == DraftNotation("ann\u{301}[🇩🇪](user:de)").document)
    #expect(edit.lostMentions == [MentionSpan(0..<3, .user(userId: "a"))])
  }
}
