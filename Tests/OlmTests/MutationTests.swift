import Ciphers
import EncryptionTestSupport
import Olm
import TestSupport
import Testing

/// Seeded changes of everything that is read. None may trap, and none be accepted, unless it means the same.
@Suite("Changed input")
struct MutationTests {
  private static let rounds = 2000

  /// Calls `body` with changed inputs, which are all different from the input.
  private func mutations(of input: [UInt8], _ body: ([UInt8]) throws -> Void) rethrows {
    var random = SeededGenerator(seed: TestSeed.value)
    for _ in 0..<Self.rounds {
      var bytes = input
      for _ in 0..<random.within(1...3) {
        switch random.below(6) {
        case 0 where !bytes.isEmpty: bytes.remove(at: random.below(bytes.count))
        case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: random.below(bytes.count + 1))
        case 2: bytes.removeLast(random.below(min(bytes.count, 40)))
        case 3: bytes += bytes.prefix(random.below(60))
        case 4 where !bytes.isEmpty:
          bytes[random.below(bytes.count)] = random.one(of: [0, 1, 0x7F, 0x80, 0xFF])
        default: if !bytes.isEmpty { bytes[random.below(bytes.count)] ^= 1 << random.below(8) }
        }
      }
      if bytes != input { try body(bytes) }
    }
  }

  /// Whether the work succeeded.
  private func accepts(_ work: () throws(OlmError) -> Void) -> Bool {
    do throws(OlmError) {
      try work()
      return true
    } catch { return false }
  }

  @Test("A normal message")
  func normal() throws {
    var talk = try Talk()
    try talk.turn()
    let message = try talk.toBob.encrypt("the text of a message")
    let key = try comparingKey()
    let before = try talk.toAlice.pickle(with: key)
    mutations(of: message.bytes) { bytes in
      #expect(
        !accepts { () throws(OlmError) in
          _ = try talk.toAlice.decrypt(OlmMessage(type: 1, body: Base64.text(bytes)))
        })
    }
    #expect(try talk.toAlice.pickle(with: key) == before)
    #expect(try talk.toAlice.decrypt(message).utf8 == "the text of a message")
  }

  /// The keys of a first message are proved by the message inside, and fields that are unknown may be there. So a changed one
  /// may be read, but only as the same text of the same session.
  @Test("A first message")
  func first() throws {
    let talk = try Talk()
    var bob = talk.bob
    var session = try talk.alice.makeSession(to: bob.identityKey, oneTimeKey: bob.newOneTimeKey())
    let message = try session.encrypt("the text of a message").first
    mutations(of: message.bytes) { bytes in
      var account = bob
      do throws(OlmError) {
        let changed = try PreKeyMessage(bytes)
        let made = try account.makeSession(from: changed.identityKey, changed)
        let id = try session.id
        #expect(made.text.utf8 == "the text of a message" && changed.message == message.message)
        #expect(try made.session.id == id)
      } catch {
        #expect(account.oneTimeKeyCount == bob.oneTimeKeyCount)
      }
    }
  }

  @Test("A room's message, a shared and an exported session")
  func megolm() throws {
    let suite = try CipherSuite.seeded(1)
    var writer = try OutboundMegolmSession(randomWith: suite)
    var reader = writer.inbound()
    let shared = try writer.sharedForm()
    let exported = try reader.exportedForm(from: 0)
    let message = try writer.encrypt(Array("the text of a message".utf8))
    mutations(of: message.bytes) { bytes in
      #expect(!accepts { () throws(OlmError) in _ = try reader.decrypt(MegolmMessage(bytes)) })
    }
    for isText in [false, true] {
      let form = isText ? shared.array : try Base64.decode(shared).array
      mutations(of: form) { bytes in
        let text = isText ? bytes : Base64.encode(bytes).array
        #expect(!accepts { () throws(OlmError) in _ = try InboundMegolmSession(shared: text, with: suite) })
      }
    }
    // An export is not signed. It can be another session, but never extend this one.
    try mutations(of: Base64.decode(exported).array) { bytes in
      guard bytes.prefix(165) != (try Base64.decode(exported).array[...]) else { return }
      #expect(
        !accepts { () throws(OlmError) in
          let other = try InboundMegolmSession(exported: Base64.encode(bytes), with: suite)
          // An index that is higher, with the keys of a lower one.
          _ = try reader.extend(with: other)
        })
    }
    #expect(reader.firstKnownIndex == 0)
    #expect(try reader.decrypt(message) == Array("the text of a message".utf8))
  }

  @Test("A stored account")
  func account() throws {
    let suite = try CipherSuite.seeded(1)
    let key = try comparingKey()
    var account = try Account(randomWith: suite)
    try account.makeOneTimeKeys(2)
    try mutations(of: account.pickle(with: key)) { bytes in
      #expect(!accepts { () throws(OlmError) in _ = try Account(pickle: bytes, key: key, with: suite) })
    }
  }

  @Test("A recovery key")
  func recoveryKey() throws {
    let suite = try CipherSuite.seeded(1)
    let key = try SecretStorageKey(suite.randomSecret(count: 32))
    let text = RecoveryKey.text(for: key).array
    let letters = text.filter { $0 != 0x20 }
    var accepted = 0
    mutations(of: text) { bytes in
      let typed = String(decoding: bytes, as: UTF8.self)
      do throws(CipherError) {
        let read = try RecoveryKey.read(typed)
        // The checksum has 8 bits only.
        if bytes.filter({ $0 != 0x20 }) != letters {
          accepted += 1
        } else {
          #expect(read.secret.hex == key.secret.hex)
        }
      } catch { #expect(!"\(error)".isEmpty) }
    }
    #expect(accepted < Self.rounds / 100)
  }

  @Test("A file's description, a backup's entry and a secret")
  func fields() throws {
    let suite = try CipherSuite.seeded(1)
    let (file, ciphertext) = try EncryptedFile.encrypt(Array("the content of a file".utf8), with: suite)
    let fields = file.fields
    func opens(key: String, iv: String, sha256: String) -> [UInt8]? {
      do throws(CipherError) {
        return try EncryptedFile(
          version: "v2", keyType: "oct", algorithm: "A256CTR", key: Array(key.utf8), iv: iv, sha256: sha256
        ).decrypt(ciphertext, with: suite)
      } catch { return nil }
    }
    mutations(of: Array(fields.sha256.utf8)) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let read = opens(key: fields.key.utf8, iv: fields.iv, sha256: text)
      #expect(read == nil || text == fields.sha256 + "=")
    }
    // Key and IV are proved by nothing but the event around them: another key gives another text, and no trap.
    mutations(of: fields.key.array) { bytes in
      let read = opens(key: String(decoding: bytes, as: UTF8.self), iv: fields.iv, sha256: fields.sha256)
      #expect(read != Array("the content of a file".utf8) || bytes == fields.key.array + [0x3D])
    }
    let name = "m.megolm_backup.v1"
    let storage = try SecretStorageKey(suite.randomSecret(count: 32))
    let sealed = try storage.seal(Array("a secret".utf8), name: name, with: suite).fields
    mutations(of: Array(sealed.ciphertext.utf8)) { bytes in
      do throws(CipherError) {
        let changed = try SealedSecret(
          iv: sealed.iv, ciphertext: String(decoding: bytes, as: UTF8.self), mac: sealed.mac)
        let read = try storage.open(changed, name: name, with: suite)
        #expect(read.utf8 == "a secret" && bytes == Array(sealed.ciphertext.utf8) + [0x3D])
      } catch { #expect([.notBase64, .notAuthentic].contains(error)) }
    }
  }
}
