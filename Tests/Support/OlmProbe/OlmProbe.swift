import Ciphers
import EncryptionTestSupport
import Glibc
import Olm

/// Does what the lines of its input say and answers each with a line, so that a script can compare it with other programs.
///
/// A line is a command and its arguments: names of objects, numbers, base64, and texts in hexadecimal. An answer begins with
/// "ok" or "error".
@main
struct OlmProbe {
  static func main() throws {
    var probe = OlmProbe(suite: try CipherSuite())
    while let line = readLine() {
      do {
        print(
          (["ok"] + (try probe.answer(line.split(separator: " ").map(String.init)))).joined(separator: " "))
      } catch {
        print("error \(error)")
      }
      // A pipe would get the answers in blocks.
      fflush(nil)
    }
  }

  var suite: CipherSuite
  var accounts: [String: Account] = [:]
  var sessions: [String: OlmSession] = [:]
  var outbound: [String: OutboundMegolmSession] = [:]
  var inbound: [String: InboundMegolmSession] = [:]

  /// A line that is not understood: an error of the script.
  struct UnknownCommand: Error {}

  private mutating func answer(_ words: [String]) throws -> [String] {
    guard words.count >= 2 else { throw UnknownCommand() }
    let arguments = Arguments(words: words)
    switch words[0] {
    case "seed":
      suite = try .seeded(UInt64(try arguments.number(1)))
      return []
    case "account", "keys", "one-time", "fallback", "forget", "sign", "count": return try account(arguments)
    case "outbound", "inbound", "encrypt", "decrypt", "id", "matches": return try session(arguments)
    case "pickle": return try pickle(arguments)
    case let word where word.hasPrefix("megolm-"): return try megolm(arguments)
    default: return try Formats(suite: suite).answer(arguments)
    }
  }

  private mutating func account(_ words: Arguments) throws -> [String] {
    let name = try words.text(1)
    if words.command == "account" { accounts[name] = try Account(randomWith: suite) }
    guard var account = accounts[name] else { throw UnknownCommand() }
    defer { accounts[name] = account }
    switch words.command {
    case "account", "keys": return [account.identityKey.base64, account.signingKey.base64]
    case "one-time":
      try account.makeOneTimeKeys(try words.number(2))
      let keys = account.unpublishedOneTimeKeys.sorted { $0.key < $1.key }
      account.markPublished(keys.map(\.key))
      return keys.map { "\($0.key.text):\($0.value.base64)" }
    case "fallback":
      try account.makeFallbackKey()
      guard let fallback = account.unpublishedFallbackKey else { throw UnknownCommand() }
      account.markPublished([fallback.id])
      return [fallback.id.text, fallback.key.base64]
    case "forget": account.forgetFormerFallbackKey()
    case "sign": return [Base64.text(try account.sign(try words.bytes(2)))]
    default: return ["\(account.oneTimeKeyCount)"]
    }
    return []
  }

  private mutating func session(_ words: Arguments) throws -> [String] {
    let name = try words.text(1)
    switch words.command {
    case "outbound":
      guard let account = accounts[try words.text(2)] else { throw UnknownCommand() }
      sessions[name] = try account.makeSession(
        to: X25519PublicKey(base64: try words.text(3)), oneTimeKey: X25519PublicKey(base64: try words.text(4))
      )
      return []
    case "inbound":
      let message = try OlmMessage(type: 0, body: try words.text(4))
      guard var account = accounts[try words.text(2)], case .preKey(let first) = message else {
        throw UnknownCommand()
      }
      let made = try account.makeSession(from: X25519PublicKey(base64: try words.text(3)), first)
      accounts[try words.text(2)] = account
      sessions[name] = made.session
      return ["#" + made.text.hex]
    default: break
    }
    guard var session = sessions[name] else { throw UnknownCommand() }
    defer { sessions[name] = session }
    switch words.command {
    case "encrypt":
      let message = try session.encrypt(try words.bytes(2))
      return ["\(message.type)", message.body]
    case "decrypt":
      return ["#" + (try session.decrypt(OlmMessage(type: try words.number(2), body: try words.text(3))).hex)]
    case "matches":
      guard case .preKey(let message) = try OlmMessage(type: 0, body: try words.text(2)) else { return [] }
      return ["\(session.matches(message))"]
    default: return [try session.id]
    }
  }

  private mutating func megolm(_ words: Arguments) throws -> [String] {
    let name = try words.text(1)
    switch words.command {
    case "megolm-new": outbound[name] = try OutboundMegolmSession(randomWith: suite)
    case "megolm-encrypt":
      guard let message = try outbound[name]?.encrypt(try words.bytes(2)) else { throw UnknownCommand() }
      return [message.base64]
    case "megolm-share":
      guard let session = outbound[name] else { throw UnknownCommand() }
      return [session.id, "\(session.index)", try session.sharedForm().utf8]
    case "megolm-own": inbound[name] = outbound[try words.text(2)]?.inbound()
    case "megolm-shared":
      inbound[name] = try InboundMegolmSession(shared: Array(try words.text(2).utf8), with: suite)
    case "megolm-exported":
      inbound[name] = try InboundMegolmSession(exported: Array(try words.text(2).utf8), with: suite)
    case "megolm-decrypt":
      let message = try MegolmMessage(base64: try words.text(2))
      guard let text = try inbound[name]?.decrypt(message) else { throw UnknownCommand() }
      return ["\(message.index)", "#" + text.hex]
    case "megolm-export":
      guard let session = inbound[name] else { throw UnknownCommand() }
      return [try session.exportedForm(from: UInt32(try words.number(2))).utf8]
    case "megolm-extend":
      guard let other = inbound[try words.text(2)], let result = try inbound[name]?.extend(with: other) else {
        throw UnknownCommand()
      }
      return ["\(result)"]
    case "megolm-first":
      guard let session = inbound[name] else { throw UnknownCommand() }
      return [session.id, "\(session.firstKnownIndex)"]
    default: throw UnknownCommand()
    }
    return []
  }

  /// Stores an object and reads it again.
  private mutating func pickle(_ words: Arguments) throws -> [String] {
    let key = try PickleKey(profileKey: suite.randomSecret(count: 32), with: suite)
    let name = try words.text(2)
    switch try words.text(1) {
    case "account":
      guard let pickle = try accounts[name]?.pickle(with: key) else { throw UnknownCommand() }
      accounts[name] = try Account(pickle: pickle, key: key, with: suite)
      return ["\(pickle.count)"]
    case "session":
      guard let pickle = try sessions[name]?.pickle(with: key) else { throw UnknownCommand() }
      sessions[name] = try OlmSession(pickle: pickle, key: key, with: suite)
      return ["\(pickle.count)"]
    case "outbound":
      guard let pickle = try outbound[name]?.pickle(with: key) else { throw UnknownCommand() }
      outbound[name] = try OutboundMegolmSession(pickle: pickle, key: key, with: suite)
      return ["\(pickle.count)"]
    default:
      guard let pickle = try inbound[name]?.pickle(with: key) else { throw UnknownCommand() }
      inbound[name] = try InboundMegolmSession(pickle: pickle, key: key, with: suite)
      return ["\(pickle.count)"]
    }
  }
}

/// The words of a line.
struct Arguments {
  let words: [String]
  var command: String { words[0] }

  func text(_ index: Int) throws -> String {
    guard index < words.count else { throw OlmProbe.UnknownCommand() }
    return words[index]
  }

  func number(_ index: Int) throws -> Int {
    guard let number = Int(try text(index)) else { throw OlmProbe.UnknownCommand() }
    return number
  }

  /// The bytes after a "#", in hexadecimal.
  func bytes(_ index: Int) throws -> [UInt8] {
    let text = try text(index)
    guard text.hasPrefix("#") else { throw OlmProbe.UnknownCommand() }
    return [UInt8](hex: String(text.dropFirst()))
  }
}
