import ChatDomain
import DraftEngine
import TerminalScreen
import Testing

@testable import ChatScreens

@Suite("Addresses in text")
struct AddressTests {
  private func found(_ text: String) -> [String] {
    AddressFinder.addresses(in: text).map { span in
      guard case .url(let address) = span.target else { return "" }
      return address
    }
  }

  @Test(
    "An address ends where the sentence continues",
    arguments: [
      ("see https://swift.org.", "https://swift.org"), ("(https://a.b/c)", "https://a.b/c"),
      ("https://en.org/wiki/Foo_(bar)", "https://en.org/wiki/Foo_(bar)"),
      ("(see https://en.org/Foo_(bar).)", "https://en.org/Foo_(bar)"), ("<https://a.b>", "https://a.b"),
      ("\"https://a.b/?q=1&r=2#s\"", "https://a.b/?q=1&r=2#s"), ("[x](https://a.b)", "https://a.b"),
      ("https://a.b!?", "https://a.b"), ("https://a.b/…", "https://a.b/"), ("„https://a.b“", "https://a.b"),
      ("请看https://a.b/c。谢谢", "https://a.b/c"), ("「https://a.b」", "https://a.b"),
      ("**https://a.b**", "https://a.b"),
      ("HTTPS://Swift.ORG/Docs", "https://Swift.ORG/Docs"), ("Http://a.b", "http://a.b"),
      ("mailto:ana@a.b,", "mailto:ana@a.b"), ("ftp://a.b/c", "ftp://a.b/c"), ("gemini://a.b", "gemini://a.b"),
      ("www.swift.org,", "https://www.swift.org"), ("WWW.a.b/c", "https://WWW.a.b/c"),
      ("https://münchen.de/straße", "https://münchen.de/straße"), ("http://[::1]:80/x", "http://[::1]:80/x"),
      ("https://a.b/{id}", "https://a.b/{id}"), ("tel:https://a.b", "https://a.b"),
      ("`https://a.b`", "https://a.b"),
    ])
  func ends(_ text: String, _ address: String) {
    #expect(found(text) == [address])
    #expect(found("before " + text + " behind") == [address])
  }

  @Test(
    "Text that is not an address",
    arguments: [
      "", "https://", "https:// x", "https:/a.b", "xhttps://a.b", "a-https://a.b", "javascript:alert(1)",
      "file:///etc/passwd", "ssh://a.b", "www.", "www.a", "wwww.a.b", "a.www.b.c", "https://...", "mailto:",
      "https://a.b/\u{202E}gpj.exe", "https://a\u{200B}.b", "https://a\u{7}.b", "https://a.b\u{9B}x",
      "https://" + String(repeating: "a", count: 3_000), "10:30", "e.g. this",
    ])
  func nothing(_ text: String) {
    #expect(found(text) == [])
  }

  @Test("A geo: address opens as a link but is not recognised in plain text")
  func places() {
    #expect(WebAddress.openable("GEO:51.5,0.1") == "geo:51.5,0.1" && found("geo:51.5,0.1") == [])
  }

  @Test("Several in one text, each with its bytes")
  func several() {
    let text = "é https://a.b, www.c.d and HTTP://e.f"
    let spans = AddressFinder.addresses(in: text)
    let words = spans.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
    #expect(words == ["https://a.b", "www.c.d", "HTTP://e.f"])
  }

  @Test("Many starts of addresses are read in linear time")
  func walls() {
    #expect(found(String(repeating: "https://", count: 20_000)) == [])
    #expect(found(String(repeating: "https://a.b ", count: 5_000)).count == 5_000)
    #expect(found(String(repeating: "www.", count: 20_000)) == [])
  }

  @Test(
    "Only printable ASCII goes into an escape sequence",
    arguments: [
      ("HTTPS://a.b", "https://a.b"), ("https://münchen.de/ß", "https://m%C3%BCnchen.de/%C3%9F"),
      ("https://a.b/<x>|`", "https://a.b/%3Cx%3E%7C%60"), ("https://a.b/%20", "https://a.b/%20"),
      ("https://a.b\u{1B}]8;;x", nil), ("https://a.b\u{202E}", nil), ("https://a.b c", nil),
      ("file:///x", nil),
      ("https://a.b/" + String(repeating: "é", count: 600), nil),
    ] as [(String, String?)])
  func printable(_ address: String, _ written: String?) {
    #expect(WebAddress.printable(address) == written)
  }

  private func message(_ elements: [MessageElement], _ theme: Theme = .dark) -> Frame {
    Screen.frame(
      of: Scene.state(Size(columns: 100, rows: 24)) { state in
        state.theme = theme
        state.timeline.items = [
          Scene.message("m", Scene.ana, "10:00", elements)
        ]
      })
  }

  /// The text of a link in a frame.
  private func words(_ frame: Frame, _ link: Int) -> String {
    frame.grid.cells.filter { $0.style.link.map { Int($0.index) } == link }.map(\.text).joined()
  }

  @Test("An address in plain text is drawn as a link, like a link element")
  func drawn() {
    let frame = message([
      .plainText(text: "see https://swift.org/docs, "),
      .link(text: "the log", target: .url(url: "HTTPS://example.org/log")),
      .plainText(text: " or https://straße.de"),
    ])
    #expect(frame.links == ["https://swift.org/docs", "https://example.org/log", "https://stra%C3%9Fe.de"])
    #expect(words(frame, 0) == "https://swift.org/docs" && words(frame, 1) == "the log")
    #expect(words(frame, 2) == "https://straße.de")
    let style = frame.grid.cells.first { $0.style.link?.index == 0 }?.style
    #expect(
      style?.foreground == Theme.dark.link.foreground && style?.attributes == Theme.dark.link.attributes)
  }

  @Test("Text with invisible or reversing characters is not a link")
  func hostile() {
    let frame = message([
      .plainText(text: "https://a.b/\u{202E}x https://a.b\u{1B}]8;;https://evil.org\u{7}"),
      .link(text: "bank", target: .url(url: "https://bank.org\u{202E}")),
    ])
    #expect(frame.links.isEmpty)
  }

  @Test("The preview of a draft has links too, and none is left over while typing")
  func preview() {
    var memory = ScreenMemory()
    var state = Scene.state(Size(columns: 100, rows: 24)) { state in
      state.timeline.items = [
        Scene.message("m", Scene.ana, "10:00", "https://a.b")
      ]
    }
    for end in 0...5 {
      state.composer.preview = "tells nobody · https://x.y/" + String(repeating: "z", count: end)
      let frame = Screen.frame(of: state, reusing: &memory)
      #expect(frame == Screen.frame(of: state))
      #expect(frame.links == ["https://a.b", "https://x.y/" + String(repeating: "z", count: end)])
    }
    #expect(words(Screen.frame(of: state), 1) == "https://x.y/zzzzz")
  }

  @Test(
    "A theme without colours keeps @ and # of mentions; others show them as sent")
  func signs() {
    let elements: [MessageElement] = [
      .link(text: "Ana", target: .user(userId: "ana")), .plainText(text: " in "),
      .link(text: "#general", target: .channel(channelId: "g")), .plainText(text: " see "),
      .link(text: "docs", target: .url(url: "https://a.b")), .plainText(text: " www.c.d"),
    ]
    func text(_ theme: Theme) -> String {
      message(elements, theme).grid.cells.map(\.text).joined()
    }
    #expect(text(.monochrome).contains("@Ana in #general see docs"))
    var plain = Theme.dark
    (plain.mention, plain.channelReference) = (.plain, Style(.standard, [.bold]))
    #expect(text(plain.onItsBackground).contains("@Ana in #general"))
    for theme in [Theme.dark, .light, .highContrast] { #expect(text(theme).contains(" Ana in #general")) }
    #expect(words(message(elements, .monochrome), 0) == "docs", "what stands behind a sign is found")
    #expect(words(message(elements, .monochrome), 1) == "www.c.d")
  }
}
