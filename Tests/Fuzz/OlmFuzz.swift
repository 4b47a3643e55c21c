// Fuzzes Olm.
// Compiled in one module with its sources by run.sh, so only the modules below it are imported.

import Ciphers
import FileSystem

/// Takes every input as each thing that is read: as bytes, and as changes of a valid one.
///
/// The first byte says which thing and how it is made.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOlm(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  guard let first = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  // libFuzzer has one thread, and secrets stay on the actor that made them.
  MainActor.assumeIsolated {
    do throws(OlmError) {
      try check(samples.get(), kind: first % 8, first < 128 ? { _ in rest } : { changed($0, by: rest) })
    } catch {
      fatalError("a sample cannot be made: \(error)")
    }
  }
  return 0
}

@MainActor private let samples = Result { () throws(OlmError) in try Samples() }

/// A talk, a room and their stored forms, always the same.
private struct Samples {
  static let text = Array("the text of a message".utf8)
  let suite: CipherSuite
  let key: PickleKey
  var bob: Account
  let first: PreKeyMessage
  let firstID: String
  var reader: OlmSession
  let normal: OlmMessage
  let shared: [UInt8]
  let exported: [UInt8]
  var room: InboundMegolmSession
  let roomMessage: MegolmMessage
  let pickle: [UInt8]

  init() throws(OlmError) {
    var state: UInt32 = 1
    suite = try ciphered(
      CipherSuite { memory in
        for index in memory.indices {
          state = state &* 1_664_525 &+ 1_013_904_223
          memory[index] = UInt8(state >> 24)
        }
      })
    key = try PickleKey(profileKey: Secret(count: 32) { _ in }, with: suite)
    let alice = try Account(randomWith: suite)
    bob = try Account(randomWith: suite)
    try bob.makeFallbackKey()
    guard let fallback = bob.unpublishedFallbackKey?.key else { throw .malformed }
    var writer = try alice.makeSession(to: bob.identityKey, oneTimeKey: fallback)
    guard case .preKey(let opening) = try writer.encrypt([UInt8]()) else { throw .malformed }
    reader = try bob.makeSession(from: alice.identityKey, opening).session
    _ = try writer.decrypt(reader.encrypt([UInt8]()))
    normal = try writer.encrypt(Self.text)
    var other = try alice.makeSession(to: bob.identityKey, oneTimeKey: fallback)
    guard case .preKey(let message) = try other.encrypt(Self.text) else { throw .malformed }
    first = message
    firstID = try other.id
    var session = try OutboundMegolmSession(randomWith: suite)
    room = session.inbound()
    let form = try session.sharedForm()
    shared = try ciphered(Base64.decode(form)).withBytes { Array($0) }
    let text = try room.exportedForm(from: 0)
    exported = try ciphered(Base64.decode(text)).withBytes { Array($0) }
    roomMessage = try session.encrypt(Self.text)
    pickle = try bob.pickle(with: key)
  }
}

private func check(_ given: Samples, kind: UInt8, _ make: ([UInt8]) -> [UInt8]) throws(OlmError) {
  var samples = given
  switch kind {
  case 0:
    let bytes = make(samples.normal.rawBytes)
    let isSame = bytes == samples.normal.rawBytes
    let before = try samples.reader.pickle(with: samples.key).count
    do throws(OlmError) {
      _ = try samples.reader.decrypt(.normal(RatchetMessage(bytes)))
      law(isSame, "a changed message was read")
    } catch {
      law(!isSame, "a valid message was refused")
      law(
        try samples.reader.pickle(with: samples.key).count == before, "a refused message changed the session")
    }
  case 1:
    do throws(OlmError) {
      let message = try PreKeyMessage(make(samples.first.bytes))
      let made = try samples.bob.makeSession(from: message.identityKey, message)
      law(made.text.withBytes { Array($0) } == Samples.text, "a first message has another text")
      law(try made.session.id == samples.firstID, "a first message makes another session")
    } catch { law(!"\(error)".isEmpty, "an error has no sentence") }
  case 2:
    let bytes = make(samples.roomMessage.bytes)
    law(
      accepts { () throws(OlmError) in _ = try samples.room.decrypt(MegolmMessage(bytes)) }
        == (bytes == samples.roomMessage.bytes),
      "a changed message of a room was read, or a valid one was not")
  case 3:
    let bytes = make(samples.shared)
    law(
      accepts { () throws(OlmError) in
        _ = try InboundMegolmSession(shared: Base64.encode(bytes), with: samples.suite)
      } == (bytes == samples.shared), "a changed session was taken, or a valid one was not")
  case 4:
    let bytes = make(samples.exported)
    do throws(OlmError) {
      let other = try InboundMegolmSession(exported: Base64.encode(bytes), with: samples.suite)
      let isExtended = try samples.room.extend(with: other)
      law(!isExtended && bytes == samples.exported, "a forged session was taken for the room's")
    } catch { law(bytes != samples.exported, "a valid session was refused") }
  case 5:
    let bytes = make(samples.pickle)
    law(
      accepts { () throws(OlmError) in _ = try Account(pickle: bytes, key: samples.key, with: samples.suite) }
        == (bytes == samples.pickle), "a changed account was read, or a valid one was not")
  case 6:
    let text = String(decoding: make(Array(base58.utf8)), as: UTF8.self)
    do throws(CipherError) {
      law(try RecoveryKey.read(text).secret.count == 32, "a recovery key has another size")
    } catch { law(text != base58, "a valid recovery key was refused") }
  default:
    let text = String(decoding: make(Array(fileKey.utf8)), as: UTF8.self)
    do throws(CipherError) {
      let file = try EncryptedFile(
        version: "v2", keyType: "oct", algorithm: "A256CTR", key: Array(text.utf8),
        iv: "AAECAwQFBgcAAAAAAAAAAA",
        sha256: "N3+zAdFEB1PTI4xNGyce0KJriy/ZtepxgN8ndH7dFys")
      law(file.key.count == 32, "a key of a file has another size")
      law(
        text.hasPrefix(file.fields.key.withBytes { String(decoding: $0, as: UTF8.self) }),
        "base64 has two spellings")
    } catch { law(text != fileKey, "a valid key of a file was refused") }
  }
}

private let base58 = "EsSzykH7LCZx7CaecmKDwcmYJRXiYbtu8iQ3t8EznRwKpUY1"
private let fileKey = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

extension OlmMessage {
  fileprivate var rawBytes: [UInt8] {
    switch self {
    case .preKey(let message): message.bytes
    case .normal(let message): message.bytes
    }
  }
}

private func accepts(_ work: () throws(OlmError) -> Void) -> Bool {
  do throws(OlmError) {
    try work()
    return true
  } catch { return false }
}
