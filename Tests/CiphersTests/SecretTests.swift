import EncryptionTestSupport
import Testing

@testable import Ciphers

@Suite("Secrets and base64")
struct SecretTests {
  @Test("No description of a secret shows its bytes")
  func description() {
    let secret = Secret(copying: "sesame".utf8)
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])"] {
      #expect(!text.contains("sesame") && !text.contains("115"), "\(text)")
    }
  }

  @Test("Memory is wiped")
  func wiping() {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 7)
    memory.wipe()
    #expect(memory.allSatisfy { $0 == 0 })
    memory.deallocate()
    UnsafeMutableRawBufferPointer(start: nil, count: 0).wipe()
  }

  @Test("Parts are joined in order, and slices are parts")
  func joining() {
    let secret = Secret(joining: [[1, 2] as [UInt8], Secret(copying: [3]), [UInt8](), [4, 5] as [UInt8]])
    #expect(secret.array == [1, 2, 3, 4, 5] && secret[1..<4].array == [2, 3, 4])
    #expect(secret[0..<0].copy().count == 0 && Secret(count: 3) { _ in }.array == [0, 0, 0])
  }

  @Test(
    "Base64 is that of RFC 4648, read with or without padding",
    arguments: [
      ("", "", ""), ("f", "Zg", "=="), ("fo", "Zm8", "="), ("foo", "Zm9v", ""), ("foob", "Zm9vYg", "=="),
      ("fooba", "Zm9vYmE", "="), ("foobar", "Zm9vYmFy", ""),
    ])
  func base64(sample: (text: String, encoded: String, padding: String)) throws {
    #expect(Base64.text(Array(sample.text.utf8)) == sample.encoded)
    #expect(try Base64.bytes(sample.encoded) == Array(sample.text.utf8))
    #expect(try Base64.bytes(sample.encoded + sample.padding) == Array(sample.text.utf8))
  }

  @Test("Both alphabets have 64 values")
  func alphabets() throws {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    for (text, alphabet) in [(letters + "+/", Base64.Alphabet.standard), (letters + "-_", .url)] {
      let bytes = try Base64.bytes(text, alphabet)
      #expect(Base64.text(bytes, alphabet) == text && bytes.prefix(3) == [0, 16, 131])
      for byte in UInt8.min...UInt8.max where !text.utf8.contains(byte) {
        #expect(throws: CipherError.notBase64) { try Base64.decode([65, 65, byte, 65], alphabet) }
      }
    }
  }

  @Test(
    "Second spellings and rubbish are refused",
    arguments: [
      "A", "AAAAA", "Zh", "Zm9", "Zg=", "Zg===", "Zg=a", "=", "==", "====", "A===", "Zm9vYg=", "Zm 9v",
      "Zm9v\n", "Zm9v=", "Zm9v====", "-_-_", "Z\u{E9}", "Zm9vZh==",
    ])
  func refused(text: String) {
    #expect(throws: CipherError.notBase64) { try Base64.bytes(text) }
  }

  @Test("What is encoded is read again, whatever it is")
  func roundTrip() throws {
    let suite = try CipherSuite.seeded(3)
    for count in 0..<100 {
      let bytes = try suite.randomBytes(count: count)
      for alphabet in [Base64.Alphabet.standard, .url] {
        #expect(try Base64.decode(Base64.encode(bytes, alphabet), alphabet).array == bytes)
      }
    }
  }
}
