import Ciphers
import EncryptionTestSupport
import Olm
import Testing

@Suite("Talks with vodozemac")
struct TranscriptTests {
  @Test("vodozemac begins")
  func answered() throws {
    let talk = Transcript.answered
    let suite = try CipherSuite.seeded(47)
    var account = try Account(randomWith: suite)
    try account.makeOneTimeKeys(2)
    let keys = account.unpublishedOneTimeKeys.sorted { $0.key < $1.key }
    #expect(keys.last?.value.base64 == talk.oneTimeKey)
    let sender = try X25519PublicKey(base64: talk.identity)
    guard case .theirs(let type, let body, let text) = talk.lines[0] else { throw OlmError.malformed }
    let first = try OlmMessage(type: type, body: body).first
    #expect(Base64.text(first.bytes) == body)
    var (session, read) = try account.makeSession(from: sender, first)
    #expect(try read.utf8 == text && session.id == talk.id)
    try replay(talk.lines.dropFirst(), &session)
  }

  @Test("This side begins")
  func begun() throws {
    let talk = Transcript.begun
    let account = try Account(randomWith: .seeded(48))
    var session = try account.makeSession(
      to: X25519PublicKey(base64: talk.identity), oneTimeKey: X25519PublicKey(base64: talk.oneTimeKey))
    #expect(try session.id == talk.id)
    try replay(talk.lines[...], &session)
  }

  private func replay(_ lines: ArraySlice<Transcript.Line>, _ session: inout OlmSession) throws {
    for line in lines {
      switch line {
      case .theirs(let type, let body, let text):
        #expect(try session.decrypt(OlmMessage(type: type, body: body)).utf8 == text)
      case .ours(let type, let body, let text):
        let message = try session.encrypt(text)
        #expect(message.type == type && message.body == body)
      }
    }
  }
}
