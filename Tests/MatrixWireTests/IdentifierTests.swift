import ChatDomain
import Testing

@testable import MatrixService

@Suite("Matrix identifiers")
struct IdentifierTests {
  @Test(
    "A user id has a name and a server",
    arguments: [
      ("@ann:example.org", true), ("@ann:example.org:8448", true), ("@a/b=c:[::1]:80", true), ("@:x", true),
      ("@Ann+1:1.2.3.4", true), ("ann:example.org", false), ("@ann", false), ("@ann:", false),
      ("@ann:a b", false),
      ("@ann:x:123456", false), ("@ann:x/../y", false), ("@änn:x", false), ("@a\u{0}:x", false),
      ("@a\n:x", false),
      ("@ann:[::1", false), ("@ann:[::1]x", false), ("", false), ("@", false),
      ("@" + String(repeating: "a", count: 252) + ":x", true),
      ("@" + String(repeating: "a", count: 253) + ":x", false),
    ])
  func users(_ sample: (text: String, isOne: Bool)) {
    #expect((UserID(matrix: sample.text) != nil) == sample.isOne, "\(sample.text)")
  }

  @Test(
    "A room id needs no server, but a given one must be valid",
    arguments: [
      ("!abc:example.org", true), ("!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM", true), ("!abc", true),
      ("!", false),
      ("!:example.org", false), ("!abc:", false), ("!abc:bad/server", false), ("#abc:example.org", false),
      ("!a c", false), ("!a\u{202E}", false),
    ])
  func rooms(_ sample: (text: String, isOne: Bool)) {
    #expect((ChannelID(matrix: sample.text) != nil) == sample.isOne, "\(sample.text)")
  }

  @Test(
    "An event id is anything printable after its sigil",
    arguments: [
      ("$Rqnc-F-dvnEYJTyHq_iKxU2bZ1CI92-kuZq3a5lr5Zg", true), ("$old:example.org", true), ("$", false),
      ("t17", false),
      ("$a b", false), ("$é", false),
    ])
  func events(_ sample: (text: String, isOne: Bool)) {
    #expect((MessageID(matrix: sample.text) != nil) == sample.isOne, "\(sample.text)")
  }

  @Test(
    "The address of a file cannot lead elsewhere",
    arguments: [
      ("mxc://example.org/SEsfnsuifSDFSSEF", true), ("mxc://[::1]:8448/a-b_c", true),
      ("mxc://example.org/", false),
      ("mxc://example.org", false), ("mxc:///a", false), ("mxc://example.org/../admin", false),
      ("mxc://example.org/a/b", false), ("mxc://example.org/a?b", false), ("mxc://a b/c", false),
      ("https://example.org/a", false), ("mxc://../a%2Fb", false),
    ])
  func media(_ sample: (text: String, isOne: Bool)) {
    let address = MediaAddress(sample.text)
    #expect((address != nil) == sample.isOne, "\(sample.text)")
    if let address { #expect(address.description == sample.text && address.file.rawValue == sample.text) }
  }

  @Test(
    "A device id is free within limits",
    arguments: [("laptop", true), ("JLAFKJWSCS", true), ("", false), ("a b", false), ("a\r\nb", false)])
  func devices(_ sample: (text: String, isOne: Bool)) {
    #expect((DeviceID(matrix: sample.text) != nil) == sample.isOne)
    if sample.isOne {
      let type = InkwellKey.draft(of: DeviceID(sample.text))
      #expect(InkwellKey.device(ofDraft: type) == DeviceID(sample.text))
    }
    #expect(InkwellKey.device(ofDraft: "m.fully_read") == nil)
  }

  @Test(
    "Path segments are encoded, whatever they contain",
    arguments: [
      ("!a:b.c", "%21a%3Ab.c"), ("a/b?c#d", "a%2Fb%3Fc%23d"), ("..", "%2E%2E"), (".", "%2E"), ("a.b", "a.b"),
      ("é\n", "%C3%A9%0A"), ("-_~AZ09", "-_~AZ09"), ("%2F", "%252F"), ("", ""),
    ])
  func encoding(_ sample: (text: String, encoded: String)) {
    #expect(sample.text.percentEncoded == sample.encoded)
    #expect(sample.encoded.percentDecoded == sample.text)
  }

  @Test("Badly encoded text is refused", arguments: ["%", "%2", "%zz", "%ff", "%C3"])
  func decoding(_ text: String) { #expect(text.percentDecoded == nil) }
}
