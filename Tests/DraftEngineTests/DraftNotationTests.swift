import DraftEngine
import Testing

@Suite("The notation of the tests")
struct DraftNotationTests {
  @Test("Text, mentions and the caret are read")
  func reading() throws {
    let read = try DraftNotation("hi [@ann](user:ann)| x")
    #expect(read.document.text == "hi @ann x")
    #expect(read.document.mentions == [Mention(offset: 3, length: 4, target: .user(userId: "ann"))])
    #expect(read.caret == 7)
  }

  @Test("A backslash escapes the next scalar")
  func escapes() throws {
    let read = try DraftNotation("\\[x\\]\\|\\\\[a\\](](url:h:\\(\\)\\\\)|")
    #expect(read.document.text == "[x]|\\a](")
    #expect(read.document.mentions == [Mention(offset: 5, length: 3, target: .url(url: "h:()\\"))])
    #expect(read.caret == 8)
  }

  @Test(
    "A parsed notation is written back unchanged",
    arguments: [
      "", "|", "a|b", "|[a](user:a)", "[a](user:a)|", "[a](user:a)|[b](channel:b)", "[a|b](url:http://x)c",
      "x\\[y\\]\\|\\\\z|", "[\\[\\]](user:(\\))", "\u{301}|[\r\n](user:e\u{301})",
    ])
  func roundTrip(notation: String) throws {
    let written = try DraftNotation(notation).description
    #expect(Array(written.utf8) == Array(notation.utf8), "became \(written.visible)")
  }

  @Test(
    "An invalid notation is refused",
    arguments: [
      ("[a", NotationError.unfinished("[a")),
      ("[a]x", .unfinished("[a]x")),
      ("[a](user:b", .unfinished("[a](user:b")),
      ("a\\", .unfinished("a\\")),
      ("[](user:b)", .emptyMention("[](user:b)")),
      ("[a](b)", .unknownTarget("b")),
      ("[a](team:b)", .unknownTarget("team:b")),
      ("a|b|", .twoCarets("a|b|")),
      ("e|\u{301}", .caretInCharacter("e|\u{301}")),
      ("[e](user:b)\u{301}", .sharedCharacter("[e](user:b)\u{301}")),
    ])
  func refused(notation: String, error: NotationError) {
    #expect(throws: error) { try DraftNotation(notation) }
  }
}
