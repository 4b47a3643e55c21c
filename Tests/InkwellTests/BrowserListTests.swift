import Testing

@testable import inkwell

@Suite struct BrowserListTests {
  @Test(
    "$BROWSER names commands with arguments, tried in order",
    arguments: [
      ("firefox", [["firefox", "A"]]), ("firefox --new-window", [["firefox", "--new-window", "A"]]),
      ("w3m:firefox -P 'my profile'", [["w3m", "A"], ["firefox", "-P", "my profile", "A"]]),
      ("open --url=%s --quiet", [["open", "--url=A", "--quiet"]]), ("x '%s'", [["x", "A"]]),
      ("x %% %c%s", [["x", "%", ":A"]]), ("x 100%", [["x", "100%", "A"]]),
      (":a::b:", [["a", "A"], ["b", "A"]]),
      ("a 'b:c", [["c", "A"]]),
    ] as [(String, [[String]])])
  func commands(_ value: String, _ expected: [[String]]) throws {
    #expect(try #require(BrowserList(value)).commands(opening: "A") == expected)
  }

  @Test("An address stays one argument, whatever it contains")
  func oneArgument() throws {
    let address = "https://x.y/a b;rm -rf $HOME%s%c'\""
    for value in ["x", "x %s", "x '%s'"] {
      #expect(try #require(BrowserList(value)).commands(opening: address) == [["x", address]])
    }
  }

  @Test("An empty $BROWSER names no command", arguments: ["", " ", ":", "'x"])
  func nothing(_ value: String) { #expect(BrowserList(value) == nil) }
}
