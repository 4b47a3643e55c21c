import Ciphers
import EncryptionTestSupport
import Testing

@Suite("Recovery key")
struct RecoveryKeyTests {
  static let keys = [
    (String(repeating: "00", count: 32), "EsSz ygLv VP1b xF1C v7kE eBQx MxDP buG5 w25T L3b6 hfyG Kkrd"),
    (
      "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "EsSz ykH7 LCZx 7Cae cmKD wcmY JRXi Ybtu 8iQ3 t8Ez nRwK pUY1"
    ),
    (String(repeating: "ff", count: 32), "EsUK 2TRo ZKTB CKmv wEDA o6rq tTYu aKzp eJ9f 95nM 3VHk Xbnq"),
  ]

  @Test("A key has one text, in groups of four", arguments: keys)
  func text(sample: (hex: String, text: String)) throws {
    #expect(RecoveryKey.text(for: try SecretStorageKey(Secret(hex: sample.hex))).utf8 == sample.text)
    #expect(try RecoveryKey.read(sample.text).secret.hex == sample.hex)
  }

  @Test(
    "Blanks may be anywhere",
    arguments: ["", " ", "\t", "\n", "\r\n", "\u{A0}", "\u{2003}", "\u{200B}", "\u{FEFF}"])
  func blanks(blank: String) throws {
    for sample in Self.keys {
      let letters = sample.1.filter { $0 != " " }
      let text = blank + letters.map { "\($0)" }.joined(separator: blank) + blank + blank
      #expect(try RecoveryKey.read(text).secret.hex == sample.0)
    }
  }

  @Test("A character outside of the alphabet is named by its place")
  func alphabet() {
    let text = Self.keys[0].1
    for wrong in ["0", "O", "I", "l", "é", "-", "漢", "\u{0}"] {
      #expect(throws: CipherError.recoveryKeyAlphabet(position: 1)) { try RecoveryKey.read(wrong + text) }
      #expect(throws: CipherError.recoveryKeyAlphabet(position: 49)) { try RecoveryKey.read(text + wrong) }
      #expect(throws: CipherError.recoveryKeyAlphabet(position: 5)) {
        try RecoveryKey.read("EsSz \(wrong)gLv VP1b")
      }
    }
  }

  @Test("Too few and too many characters are counted", arguments: [0, 1, 4, 47, 49, 96, 1000])
  func length(count: Int) {
    let letters = String(repeating: Self.keys[0].1.filter { $0 != " " }, count: 21)
    #expect(throws: CipherError.recoveryKeyLength(count)) {
      try RecoveryKey.read(String(letters.prefix(count)))
    }
  }

  @Test(
    "A key of another kind and a mistyped key give different errors",
    arguments: [
      ("EsUK2XMzQ91XMHMNdsnA6YDRpvsEX2ddqzUFhASF8FFp2KYc", CipherError.recoveryKeyPrefix),
      ("EmfLikjhwuhDx9BBiESCZiW7ewPRVRGNwmqvGSbhKaLqY9o8", .recoveryKeyPrefix),
      ("zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", .recoveryKeyPrefix),
      ("111111111111111111111111111111111111111111111111", .recoveryKeyPrefix),
      ("esSzygLvVP1bxF1Cv7kEeBQxMxDPbuG5w25TL3b6hfyGKkrd", .recoveryKeyPrefix),
      ("EsSzygLvVP1bxF1Cv7kEeBQxMxDPbuG5w25TL3b6hfyGKkrD", .recoveryKeyChecksum),
      ("EsSzygLvVP1bxF1Cv7kEeBQxMxDPbuG5w25TL3b6hfyGkKrd", .recoveryKeyChecksum),
      ("ESSzygLvVP1bxF1Cv7kEeBQxMxDPbuG5w25TL3b6hfyGKkrd", .recoveryKeyPrefix),
      ("EsSzygLvVP1bxF1Cv7kEeBQxMxDPbuG5w25TL3b6hfyGKkre", .recoveryKeyChecksum),
    ])
  func kinds(sample: (text: String, error: CipherError)) {
    #expect(throws: sample.error) { try RecoveryKey.read(sample.text) }
  }

  @Test("One wrong character is noticed")
  func typingErrors() throws {
    let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
    let letters = Array(Self.keys[1].1.filter { $0 != " " })
    var accepted = 0
    for place in letters.indices {
      for letter in alphabet where letter != letters[place] {
        var wrong = letters
        wrong[place] = letter
        do throws(CipherError) {
          let key = try RecoveryKey.read(String(wrong))
          #expect(key.secret.hex != Self.keys[1].0)
          accepted += 1
        } catch {
          #expect([.recoveryKeyPrefix, .recoveryKeyChecksum].contains(error))
        }
      }
    }
    // The checksum has 8 bits: of 2,736 errors about 10 get through.
    #expect(accepted < 30)
  }
}
