import Foundation
import TerminalScreen
import Testing

@testable import CursesTerminal

@Suite("Commands to the terminal")
struct TerminalCommandTests {
  @Test(
    "Base 64 matches the standard",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"), ("ÿþ?", "w7/Dvj8="),
    ])
  func base64(sample: (text: String, letters: String)) {
    #expect(Base64.text(Array(sample.text.utf8)) == sample.letters)
  }

  @Test("A copied text is truncated at the terminal's limit, between two Characters")
  func longCopy() {
    let text = "a" + String(repeating: "é", count: 40_000)
    let kept = 1 + (TerminalAct.longestCopy - 1) / 2 * 2
    let sequence = TerminalCommand.copy(text)
    #expect(sequence == "\u{1B}]52;c;\(Base64.text(Array(text.utf8.prefix(kept))))\u{7}")
    #expect(TerminalCommand.copy("a\u{7}b") == "\u{1B}]52;c;YQdi\u{7}")
  }

  @Test("An address becomes printable ASCII, and one that is too long is not a link")
  func links() {
    #expect(TerminalCommand.beginLink("") == nil)
    #expect(TerminalCommand.beginLink(String(repeating: "a", count: 2_084)) == nil)
    let link = TerminalCommand.beginLink("http://a/ \u{1B}]\u{7}ü")
    #expect(link?.hasSuffix(";http://a/%20%1B]%07%C3%BC\u{7}") == true)
    #expect(
      link?.dropFirst().unicodeScalars.dropLast().allSatisfy { (0x21...0x7E).contains($0.value) } == true)
    #expect(TerminalCommand.beginLink("http://a") == TerminalCommand.beginLink("http://a"))
    #expect(TerminalCommand.beginLink("http://a") != TerminalCommand.beginLink("http://b"))
  }

  @Test("A notification that begins with a number is not a command")
  func notice() {
    #expect(TerminalCommand.notice("hello") == "\u{1B}]9;hello\u{7}")
    #expect(TerminalCommand.notice("4;1;50") == "\u{1B}]9; 4;1;50\u{7}")
  }

  @Test("The configured number of colours chooses the description")
  func wantedColors() {
    func traits(_ colors: TerminalOptions.Colors, _ variables: [String: String]) -> TerminalTraits {
      TerminalTraits(colors) { variables[$0] }
    }
    let xterm = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    #expect(traits(.automatic, xterm).names == ["xterm-direct", "xterm-256color"])
    #expect(traits(.palette, xterm).names == ["xterm-256color"])
    #expect(traits(.direct, ["TERM": "xterm-256color"]).names == ["xterm-direct", "xterm-256color"])
    #expect(traits(.sixteen, ["TERM": "xterm-direct"]).names == ["xterm-256color", "xterm-direct"])
    #expect(traits(.automatic, ["TERM": "xterm-direct"]).names == ["xterm-direct"])
    #expect(!traits(.none, xterm).wantsColor && traits(.direct, xterm).wantsColor)
  }

  @Test("Terminals get only commands that they support")
  func traits() {
    func traits(_ variables: [String: String]) -> TerminalTraits { TerminalTraits { variables[$0] } }
    #expect(traits([:]).names == [""])
    #expect(!traits([:]).readsCommands)
    #expect(!traits(["TERM": "linux"]).readsCommands)
    #expect(traits(["TERM": "xterm-256color"]).readsKeyboardRequests)
    #expect(!traits(["TERM": "xterm", "TERM_PROGRAM": "Apple_Terminal"]).readsKeyboardRequests)
    #expect(traits(["TERM": "a-256color", "COLORTERM": "truecolor"]).names == ["a-direct", "a-256color"])
    #expect(traits(["TERM": "a-256color", "COLORTERM": "yes"]).names == ["a-256color"])
  }

  @Test("Every mode that is set is reset in reverse order")
  func modes() {
    var options = TerminalOptions()
    options.reportsMouse = true
    let modes = TerminalModes(
      traits: TerminalTraits { $0 == "TERM" ? "xterm" : nil }, options: options, characterSets: "SETS",
      screenOff: "OFF", plain: "PLAIN", cursorOn: "ON", scrollsAll: "ALL")
    let on = modes.entering.split(separator: "\u{1B}[").map(String.init)
    let off = modes.leaving.split(separator: "\u{1B}[").map(String.init)
    #expect(on == ["SETS", "?2004h", "?1004h", "?1000h", "?1002h", "?1006h", "22;0t", ">4;1m", ">1u"])
    #expect(
      off == [
        "<u", ">4m\u{1B}]2;\u{7}", "23;0t", "?1006l", "?1002l", "?1000l", "?1004l", "?2004lPLAINONALLOFF",
      ])
    #expect(modes.leaving.utf8.count < 512)
  }

  @Test("A title that is left alone is neither saved nor emptied")
  func untouchedTitle() {
    var options = TerminalOptions()
    options.setsTitle = false
    let modes = TerminalModes(
      traits: TerminalTraits { $0 == "TERM" ? "xterm" : nil }, options: options, characterSets: "",
      screenOff: nil, plain: "", cursorOn: "", scrollsAll: "")
    for sequence in ["\u{1B}[22", "\u{1B}[23", "\u{1B}]2;"] {
      #expect(!(modes.entering + modes.leaving).contains(sequence))
    }
  }

  @Test("Foundation reads the base 64", arguments: 0...8)
  func isReadBack(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 83 + 250) }
    #expect(Data(base64Encoded: Base64.text(bytes)) == Data(bytes))
  }
}
