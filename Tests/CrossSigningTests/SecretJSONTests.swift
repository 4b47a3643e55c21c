import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import TestSupport
import Testing

@Suite("JSON with secrets")
struct SecretJSONTests {
  private func parse(_ text: String) throws -> SecretJSON {
    try SecretJSON(parsing: Array(text.utf8), secretsUnder: ["session_key", "secret"])
  }

  @Test("Strings under secret keys are taken out at any depth")
  func takenOut() throws {
    let json = try parse(
      #"{"type": "m.room_key", "content": {"session_key" : "AAA/+","n":1}, "list":[{"secret":"s"}, "secret"]}"#
    )
    #expect(json.root["type"]?.string == "m.room_key")
    #expect(json.root["content"]?["n"]?.integer == 1)
    #expect(json.secret("session_key", in: json.root["content"])?.utf8 == "AAA/+")
    #expect(json.secret("session_key", in: json.root) == nil)
    let list = (json.root["list"]).elements.map { $0 }
    #expect(json.secret("secret", in: list[0])?.utf8 == "s" && list[1].string == "secret")
    let rest = String(decoding: json.root.raw, as: UTF8.self)
    #expect(!rest.contains("AAA") && !rest.contains("\"s\""))
  }

  @Test(
    "Another kind of value is no secret",
    arguments: ["0", "null", "[\"x\"]", "{\"a\": \"b\"}", "true"])
  func kinds(value: String) throws {
    let json = try parse(#"{"session_key": \#(value), "secret": "hidden", "after": 1}"#)
    #expect(json.secret("session_key", in: json.root) == nil)
    #expect(json.secret("secret", in: json.root)?.utf8 == "hidden" && json.root["after"]?.integer == 1)
  }

  @Test("An escaped slash is a slash, and a quote does not end a secret")
  func escapes() throws {
    let json = try parse(#"{"secret": "a\/b", "session_key": "a\"b\\", "after": 1}"#)
    #expect(json.secret("secret", in: json.root)?.utf8 == "a/b")
    #expect(json.secret("session_key", in: json.root)?.utf8 == #"a\"b\\"#)
    #expect(json.root["after"]?.integer == 1)
  }

  @Test(
    "What is no JSON stays none",
    arguments: [
      "", "{", #"{"secret"#, #"{"secret""#, #"{"secret":"#, #"{"secret":"a"#, #"{"secret":"a\"#,
      #"{"secret":"a""#,
      #"{"secret" "a"}"#, #"{"secret"::"a"}"#, #"{"secret":"a"} x"#, #"["secret":"a"]"#,
    ])
  func invalid(text: String) {
    #expect(throws: JSONError.self) { try parse(text) }
  }

  @Test("Damaged texts do not trap")
  func damaged() throws {
    print("seed \(TestSeed.value)")
    var random = SeededGenerator(seed: TestSeed.value)
    let text = Array(#"{"secret":"ab\/c","x":{"session_key":"d","y":["secret","e\\"]}}"#.utf8)
    for _ in 0..<20_000 {
      var damaged = text
      for _ in 0...random.below(3) {
        let place = random.below(damaged.count)
        switch random.below(3) {
        case 0: damaged[place] = UInt8(random.one(of: Array("\"\\:{}[],e0".utf8)))
        case 1: damaged.remove(at: place)
        default: damaged.removeLast(random.below(damaged.count))
        }
        if damaged.isEmpty { break }
      }
      let plain = Result { try JSONDocument(damaged, limits: .answer) }
      let read = Result { try SecretJSON(parsing: damaged, secretsUnder: ["session_key", "secret"]) }
      // A secret with invalid escapes is read as bytes, which are no base64 later. All else is as strict as without secrets.
      if case .success = plain { #expect(throws: Never.self) { try read.get() } }
    }
  }

  @Test("A secret is added to an object and read again")
  func adding() throws {
    let secret = Secret(copying: "QUJD+/".utf8)
    #expect(SecretJSON.adding("secret", string: secret, to: Array("{}".utf8)).utf8 == #"{"secret":"QUJD+/"}"#)
    let inner = SecretJSON.adding("session_key", string: secret, to: Array(#"{"a":1}"#.utf8))
    let outer = SecretJSON.adding("content", json: inner, to: Array(#"{"type":"x"}"#.utf8))
    #expect(outer.utf8 == #"{"type":"x","content":{"a":1,"session_key":"QUJD+/"}}"#)
    let json = try SecretJSON(parsing: outer, secretsUnder: ["session_key"])
    #expect(json.secret("session_key", in: json.root["content"])?.utf8 == "QUJD+/")
  }
}
