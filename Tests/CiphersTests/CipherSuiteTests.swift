import EncryptionTestSupport
import Glibc
import TestSupport
import Testing

@testable import Ciphers

@Suite("Ciphers")
struct CipherSuiteTests {
  let suite: CipherSuite

  init() throws { suite = try CipherSuite() }

  // MARK: Hashes and keys

  @Test("SHA-256 joins its parts")
  func hash() throws {
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try suite.sha256(Array("abc".utf8)).hex == expected)
    #expect(try suite.sha256([UInt8](), Array("ab".utf8), Secret(copying: "c".utf8)).hex == expected)
    #expect(try suite.sha256().hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test(
    "HMAC is that of RFC 4231",
    arguments: [
      (
        String(repeating: "0b", count: 20), "4869205468657265",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
      (
        "0102030405060708090a0b0c0d0e0f10111213141516171819", String(repeating: "cd", count: 50),
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
      ),
      (
        String(repeating: "aa", count: 131),
        "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b657920"
          + "4669727374",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func standardCode(figures: (key: String, text: String, code: String)) throws {
    let (key, text) = ([UInt8](hex: figures.key), [UInt8](hex: figures.text))
    #expect(try suite.hmac(key, over: text).hex == figures.code)
    #expect(
      try suite.secretHMAC(Secret(copying: key), over: text.prefix(3), text.dropFirst(3)).hex == figures.code)
  }

  @Test("HMAC is that of Wycheproof", arguments: CipherFigures.macs)
  func code(figures: (number: Int, key: String, text: String, code: String, isValid: Bool)) throws {
    let code = try suite.hmac([UInt8](hex: figures.key), over: [UInt8](hex: figures.text))
    #expect(suite.isEqual(code, [UInt8](hex: figures.code)) == figures.isValid)
  }

  @Test(
    "HKDF is that of RFC 5869",
    arguments: [
      (
        String(repeating: "0b", count: 22), "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        String(repeating: "0b", count: 22), "", "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
      ),
    ])
  func standardDerivation(figures: (input: String, salt: String, info: String, key: String)) throws {
    let key = [UInt8](hex: figures.key)
    #expect(
      try suite.hkdf(
        key.count, from: [UInt8](hex: figures.input), salt: [UInt8](hex: figures.salt),
        info: [UInt8](hex: figures.info)
      ).array == key)
  }

  @Test("HKDF is that of Wycheproof", arguments: CipherFigures.derived)
  func derivation(figures: (number: Int, input: String, salt: String, info: String, key: String)) throws {
    let key = [UInt8](hex: figures.key)
    let derived = try suite.hkdf(
      key.count, from: [UInt8](hex: figures.input), salt: [UInt8](hex: figures.salt),
      info: [UInt8](hex: figures.info))
    #expect(derived.array == key)
    // No salt, an empty one and 32 zeros are the same.
    guard figures.salt.isEmpty else { return }
    let zeros = [UInt8](repeating: 0, count: 32)
    let input = [UInt8](hex: figures.input)
    #expect(try suite.hkdf(key.count, from: input, info: [UInt8](hex: figures.info)).array == key)
    #expect(
      try suite.hkdf(key.count, from: input, salt: zeros, info: [UInt8](hex: figures.info)).array == key)
  }

  /// The inputs of RFC 6070, which has them for SHA-1.
  @Test(
    "PBKDF2 with SHA-512 is as expected",
    arguments: [
      (
        1,
        "867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252c02d470a285a0501bad999bfe943c08f0"
          + "50235d7d68b1da55e63f73b60a57fce"
      ),
      (
        2,
        "e1d9c16aa681708a45f5c7c4e215ceb66e011a2e9f0040713f18aefdb866d53cf76cab2868a39b9f7840edce4fef5a82b"
          + "e67335c77a6068e04112754f27ccf4e"
      ),
      (
        4096,
        "d197b1b33db0143e018b12f3d1d1479e6cdebdcc97c5c0f87f6902e072f457b5143f30602641b3d55cd335988cb36b843"
          + "76060ecd532e039b742a239434af2d5"
      ),
    ])
  func stretching(figures: (rounds: Int, key: String)) throws {
    let key = try suite.pbkdf2(
      Secret(copying: "password".utf8), salt: Array("salt".utf8), rounds: figures.rounds, count: 64)
    #expect(key.hex == figures.key)
  }

  @Test("PBKDF2 is that of Wycheproof", arguments: CipherFigures.stretched)
  func stretching(figures: (number: Int, text: String, salt: String, rounds: Int, key: String)) throws {
    let key = try suite.pbkdf2(
      [UInt8](hex: figures.text), salt: [UInt8](hex: figures.salt), rounds: figures.rounds,
      count: figures.key.count / 2)
    #expect(key.hex == figures.key)
  }

  // MARK: AES

  private let nistKey = [UInt8](hex: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
  private let nistText = [UInt8](
    hex: "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52ef"
      + "f69f2445df4f9b17ad2b417be66c3710")

  @Test("CBC is that of NIST SP 800-38A, F.2.5, and a block of padding")
  func standardChaining() throws {
    let iv = [UInt8](hex: "000102030405060708090a0b0c0d0e0f")
    let ciphertext = try suite.encryptCBC(nistText, key: nistKey, iv: iv)
    #expect(
      ciphertext.prefix(64).hex
        == "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d39f23369a9d9bacfa530e26304231461"
        + "b2eb05e2c39be9fcda6c19078c6a9d1b")
    #expect(ciphertext.count == 80)
    #expect(try suite.decryptCBC(ciphertext, key: nistKey, iv: iv).array == nistText)
  }

  @Test("CTR is that of NIST SP 800-38A, F.5.5, in any pieces")
  func standardCounting() throws {
    let iv = [UInt8](hex: "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
    let expected = [UInt8](
      hex: "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c52b0930daa23de94ce87017ba2d84988d"
        + "dfc9c58db67aada613c2dd08457941a6")
    #expect(try suite.encryptCTR(nistText, key: nistKey, iv: iv) == expected)
    #expect(try suite.decryptCTR(expected, key: nistKey, iv: iv).array == nistText)
    for size in [1, 7, 16, 33] {
      let cipher = try suite.startCTR(key: nistKey, iv: iv)
      var result: [UInt8] = []
      for start in stride(from: 0, to: nistText.count, by: size) {
        let piece = nistText[start..<min(nistText.count, start + size)]
        result += try Secret(count: piece.count) { memory in
          _ = try piece.withBytes { bytes in try cipher.update(bytes, into: memory) }
        }.array
      }
      #expect(result == expected)
    }
  }

  @Test("The counter of CTR has 128 bits")
  func carry() throws {
    let zeros = [UInt8](repeating: 0, count: 32)
    let last = [UInt8](repeating: 0xFF, count: 16)
    let two = try suite.encryptCTR(zeros, key: nistKey, iv: last)
    #expect(two.suffix(16) == (try suite.encryptCTR(zeros, key: nistKey, iv: zeros.prefix(16))).prefix(16))
  }

  @Test("CBC is that of Wycheproof, with good and bad padding", arguments: CipherFigures.chained)
  func chaining(figures: (number: Int, key: String, iv: String, text: String?, ciphertext: String)) throws {
    let (key, iv) = ([UInt8](hex: figures.key), [UInt8](hex: figures.iv))
    let ciphertext = [UInt8](hex: figures.ciphertext)
    if let text = figures.text {
      #expect(try suite.encryptCBC([UInt8](hex: text), key: key, iv: iv) == ciphertext)
      #expect(try suite.decryptCBC(ciphertext, key: key, iv: iv).hex == text)
    } else {
      #expect(throws: CipherError.wrongPadding) { try suite.decryptCBC(ciphertext, key: key, iv: iv) }
    }
  }

  @Test("CBC refuses what is no number of blocks", arguments: [0, 1, 15, 17, 31])
  func blocks(count: Int) {
    #expect(throws: CipherError.wrongPadding) {
      try suite.decryptCBC([UInt8](repeating: 0, count: count), key: nistKey, iv: nistKey.prefix(16))
    }
  }

  // MARK: Library, random bytes, comparison

  @Test("A failure leaves nothing in the thread's queue of errors")
  func queue() throws {
    let peek: @convention(c) () -> UInt = try #require(symbol("ERR_peek_error"))
    #expect(throws: CipherError.wrongPadding) {
      try suite.decryptCBC(nistText, key: nistKey, iv: nistKey.prefix(16))
    }
    #expect(peek() == 0)
    let key = try Ed25519PrivateKey(randomWith: suite).publicKey
    for count in [0, 63, 64] {
      #expect(throws: CipherError.wrongSignature) {
        try key.verify([UInt8](repeating: 1, count: count), of: nistText, using: suite)
      }
      #expect(peek() == 0)
    }
    #expect(throws: CipherError.unusableRounds(0)) {
      try SecretStorageKey(passphrase: "", salt: "", rounds: 0, with: suite)
    }
    #expect(throws: CipherError.refusedByLibrary(call: "PKCS5_PBKDF2_HMAC")) {
      try suite.pbkdf2(nistText, salt: nistText, rounds: 0, count: 32)
    }
    #expect(peek() == 0)
  }

  private func symbol<Function>(_ name: String) -> Function? {
    guard let library = dlopen("libcrypto.so.3", RTLD_NOW), let address = dlsym(library, name) else {
      return nil
    }
    return unsafeBitCast(address, to: Function.self)
  }

  @Test("What another thread still computes while the process exits does not crash")
  func useAtExit() async {
    await #expect(processExitsWith: .exitCode(3)) {
      // Registered first, so that it runs after what the library would register.
      atexit {
        do {
          let suite = try CipherSuite()
          let key = try Ed25519PrivateKey(randomWith: suite)
          _exit(try key.sign(Array("text".utf8), using: suite).isEmpty ? 1 : 3)
        } catch { _exit(2) }
      }
      _ = try Ed25519PrivateKey(randomWith: CipherSuite())
      Glibc.exit(0)
    }
  }

  @Test("A library that is missing or another one gives a sentence")
  func library() {
    #expect(throws: CipherError.libraryMissing(name: "libnone.so.3")) { try LibCrypto(name: "libnone.so.3") }
    #expect(throws: CipherError.libraryUnfit(name: "libm.so.6", lacking: "OpenSSL_version_num")) {
      try LibCrypto(name: "libm.so.6")
    }
    #expect("\(CipherError.libraryMissing(name: "libcrypto.so.3"))".contains("libcrypto.so.3"))
  }

  @Test("Random bytes differ, those of a seed do not")
  func random() throws {
    #expect(try suite.randomBytes(count: 32) != suite.randomBytes(count: 32))
    #expect(try CipherSuite.seeded(1).randomBytes(count: 32) == CipherSuite.seeded(1).randomBytes(count: 32))
    #expect(try CipherSuite.seeded(1).randomBytes(count: 32) != CipherSuite.seeded(2).randomBytes(count: 32))
    #expect(try suite.randomSecret(count: 0).count == 0)
  }

  @Test("A comparison sees every bit")
  func comparison() throws {
    let bytes = try suite.randomBytes(count: 32)
    #expect(suite.isEqual(bytes, Secret(copying: bytes)) && suite.isEqual([UInt8](), [UInt8]()))
    #expect(!suite.isEqual(bytes, bytes.dropLast()) && !suite.isEqual([UInt8](), bytes))
    for bit in 0..<256 {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(!suite.isEqual(bytes, other))
    }
  }
}
