import ChatDomain
import MatrixService

/// The name of the folder in which this device stores drafts.
struct Profile: Equatable {
  let name: String

  /// Nil for a name that is invalid for a folder, or would lead out of its parent.
  init?(_ name: String) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= Self.longest else { return nil }
    self.name = name
  }

  /// - Parameter name: a name that is known to be valid.
  init(plain name: String) { self.name = name }

  static let longest = 64

  /// The profile of the service in this process.
  static let demo = Profile(plain: "demo")

  /// Its folder; nil if there is no home.
  ///
  /// - Parameter variable: looks up a variable of the environment.
  func folder(_ variable: (String) -> String?) -> String? {
    PersonalFolder.state.path(variable).map { "\($0)/\(name)" }
  }
}

/// Profiles of accounts. Their names contain an `@`, which `--profile` does not allow, so they never clash with those of the
/// demo.
extension Profile {
  /// The profile of an account: the same one for all spellings of name and server, and another one for every other account.
  init(of name: AccountName, at server: HomeserverAddress) {
    let localpart = name.localpart.lowercased()
    let port = server.port.map { "_\($0)" } ?? ""
    let readable = "\(localpart)@\(server.host)\(port)"
    let safe = Profile.safe(localpart) + "@" + Profile.safe(server.host).replacing("_", with: "-") + port
    // http and https on the same port of this computer would have the same name.
    let isUsual = server.isEncrypted != server.isLocal
    if safe == readable, isUsual, safe.utf8.count <= Profile.longest {
      self.init(plain: safe)
    } else {
      let mark = "+" + Profile.mark(of: "\(localpart)\n\(server.url)")
      self.init(plain: safe.prefix(Profile.longest - mark.utf8.count) + mark)
    }
  }

  /// The text with a hyphen for every character that a shell or a file system could interpret.
  private static func safe(_ text: String) -> String {
    var safe = String(
      decoding: text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): byte
        default: UInt8(ascii: "-")
        }
      }, as: UTF8.self)
    // It would be a hidden file, or look like an option.
    if safe.hasPrefix(".") || safe.hasPrefix("-") { safe = "_" + safe.dropFirst() }
    return safe
  }

  /// A short hash of the text.
  private static func mark(of text: String) -> String { String(text.stableHash, radix: 36) }
}

/// The name of an account as it is typed: `ann`, or `@ann:example.org`.
struct AccountName: Hashable, Sendable {
  let text: String
  /// The local part of the id.
  let localpart: String
  /// The complete id; nil if only the local part was typed.
  let id: UserID?

  /// Nil if it is not a name.
  init?(_ text: String) {
    if text.hasPrefix("@") {
      guard let id = UserID(matrix: text), let colon = text.firstIndex(of: ":") else { return nil }
      localpart = String(text[..<colon].dropFirst())
      self.id = id
      guard !localpart.isEmpty else { return nil }
    } else {
      guard (1...Self.longest).contains(text.utf8.count),
        text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !":@/".utf8.contains($0) })
      else { return nil }
      localpart = text
      id = nil
    }
    self.text = text
  }

  private static let longest = 255

  /// The server that the id names; nil if only the local part was typed.
  var server: String? {
    guard id != nil, let colon = text.firstIndex(of: ":") else { return nil }
    return String(text[text.index(after: colon)...])
  }
}
