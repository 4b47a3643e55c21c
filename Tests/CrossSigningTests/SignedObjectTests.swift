import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import Testing

@Suite("Signed JSON")
struct SignedObjectTests {
  let suite: CipherSuite
  let key: Ed25519PrivateKey

  init() throws {
    suite = try CipherSuite()
    // The seed of the examples, which end in "1" there although the last two bits do not count.
    let seed = try Base64.decode(Array("YJDBA9Xnr2sVqXD9Vj7XVUnmFZcZrlw8Md7kMW+3XA0".utf8))
    key = try Ed25519PrivateKey(seed, with: suite)
  }

  private func object(_ text: String) throws -> SignedObject { try SignedObject(parsing: Array(text.utf8)) }

  private func verify(_ object: SignedObject) throws {
    try object.verify(signatureOf: "domain", by: "1", key.publicKey, with: suite)
  }

  @Test(
    "Signatures equal those of the specification",
    arguments: [
      ("{}", "K8280/U9SSy9IVtjBuVeLr+HpOB4BQFWbg+UZaADMtTdGYI7Geitb76LTrr5QV/7Xg4ahLwYGYZzuHGZKM5ZAQ"),
      (
        #"{"one": 1, "two": "Two"}"#,
        "KqmLSbO39/Bzb0QIYE82zqLwsA+PDzYIpIRA2sRQ4sL53+sN6/fpNSoqE7BP7vBZhG6kYdD13EIMJpvhJI+6Bw"
      ),
    ])
  func specification(sample: (text: String, signature: String)) throws {
    let signed = try object(sample.text).signed(by: key, of: "domain", named: "1", with: suite)
    #expect(signed.node["signatures"]?["domain"]?["ed25519:1"]?.string == sample.signature)
    try verify(signed)
  }

  @Test(
    "The signed form is canonical, without signatures and unsigned",
    arguments: [
      (#"{"b":"2","a":"1"}"#, #"{"a":"1","b":"2"}"#),
      (
        #"{"a": {"signatures": 1, "unsigned": 2}, "signatures": {}, "unsigned": {"x": 1.5}}"#,
        #"{"a":{"signatures":1,"unsigned":2}}"#
      ),
      (#"{"本": 2, "日": 1}"#, #"{"日":1,"本":2}"#),
      (#"{"a": "\u65E5"}"#, #"{"a":"日"}"#),
      // By scalar, not by UTF-16 unit: U+10000 is after U+FFFF.
      (#"{"\ud800\udc00": 1, "\uffff": 2}"#, "{\"\u{FFFF}\":2,\"\u{10000}\":1}"),
      (
        #"{"a": null, "b": true, "c": [1, -0, 1e3], "d": "\/\n\u007f"}"#,
        "{\"a\":null,\"b\":true,\"c\":[1,0,1000],\"d\":\"/\\n\u{7F}\"}"
      ),
      (#"{"a": 1, "a": 2}"#, #"{"a":2}"#),
    ])
  func canonical(sample: (text: String, canonical: String)) throws {
    #expect(String(decoding: try object(sample.text).signedBytes, as: UTF8.self) == sample.canonical)
  }

  @Test(
    "A number that others read differently cannot be signed", arguments: ["1.5", "9007199254740992", "1e300"])
  func numbers(number: String) {
    #expect(throws: SignatureError.self) { try object(#"{"a": \#(number)}"#) }
  }

  @Test("Only objects are signed", arguments: ["[]", "1", "null", "\"a\""])
  func kinds(text: String) {
    #expect(throws: SignatureError.notAnObject) { try object(text) }
  }

  @Test("Signatures of others and unknown members stay")
  func others() throws {
    let text = #"""
      {"x": {"deep": [1.5]}, "unsigned": {"age": 1.5}, "signatures": {"domain": {"ed25519:0": "a", "ed25519:1": "old"}, "other": {"k": 7}}}
      """#
    // The number with a fraction cannot be signed, so it stands in `unsigned` only.
    let signed = try object(text.replacing("[1.5]", with: "[1]")).signed(
      by: key, of: "domain", named: "1", with: suite)
    try verify(signed)
    #expect(signed.node["signatures"]?["domain"]?["ed25519:0"]?.string == "a")
    #expect(signed.node["signatures"]?["other"]?["k"]?.integer == 7)
    #expect(signed.node["unsigned"]?["age"]?.double == 1.5)
    #expect(signed.hasSignature(of: "domain", by: "0") && !signed.hasSignature(of: "other", by: "k"))
    // Signing twice changes nothing.
    #expect(
      try signed.signed(by: key, of: "domain", named: "1", with: suite).signedBytes == signed.signedBytes)
  }

  @Test("Every change of a signed member is noticed, and none outside")
  func changes() throws {
    let text = String(
      decoding: try object(#"{"a": 1, "b": {"c": "d"}}"#).signed(
        by: key, of: "domain", named: "1", with: suite
      )
      .text, as: UTF8.self)
    try verify(object(text))
    try verify(object(text.replacing(#""a""#, with: #"  "unsigned": {"x": 0.5}, "a""#)))
    for (old, new) in [("1,", "2,"), (#""d""#, #""e""#), (#""c""#, #""C""#), (#""a""#, #""new": 1, "a""#)] {
      #expect(throws: SignatureError.wrong(user: "domain", key: "1")) {
        try verify(object(text.replacing(old, with: new)))
      }
    }
  }

  @Test("A signature that is missing or unreadable is told from a wrong one")
  func missing() throws {
    let good = try object("{}").signed(by: key, of: "domain", named: "1", with: suite)
    #expect(throws: SignatureError.missing(user: "domain", key: "2")) {
      try good.verify(signatureOf: "domain", by: "2", key.publicKey, with: suite)
    }
    #expect(throws: SignatureError.missing(user: "other", key: "1")) {
      try good.verify(signatureOf: "other", by: "1", key.publicKey, with: suite)
    }
    let stranger = try Ed25519PrivateKey(randomWith: suite).publicKey
    #expect(throws: SignatureError.wrong(user: "domain", key: "1")) {
      try good.verify(signatureOf: "domain", by: "1", stranger, with: suite)
    }
    for signature in ["7", #""""#, #""AAAA""#, #""?""#, "\"\(String(repeating: "A", count: 85))B\""] {
      let text = #"{"signatures": {"domain": {"ed25519:1": \#(signature)}}}"#
      let expected: SignatureError =
        signature == "7" ? .missing(user: "domain", key: "1") : .malformed(user: "domain", key: "1")
      #expect(throws: expected) { try verify(object(text)) }
    }
  }
}
