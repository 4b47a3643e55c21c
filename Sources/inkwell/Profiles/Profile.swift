import ChatDomain
import MatrixService

/// The name of the folder in which this device stores drafts.
struct Profile: Equatable {
  let name: String

  /// Nil for a name that is invalid for a folder, or would lead out of its parent.
  init?(_ name: String) {
    let isPlain = name.utf8.allSatisfy { byte in
      Self.isPlain(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
    guard isPlain, !name.isEmpty, !Self.isMisread(name), name.utf8.count <= Self.longest else { return nil }
    self.name = name
  }

  /// - Parameter name: a name that is known to be valid.
  init(plain name: String) { self.name = name }

  static let longest = 64

  /// The profile of the service in this process.
  static let demo = Profile(plain: "demo")

  /// Its folder; nil if there is no home.
  ///
  /// - Parameter lookUp: looks up a variable of the environment.
  func folder(_ lookUp: (String) -> String?) -> String? {
    PersonalFolder.state.path(lookUp).map { "\($0)/\(name)" }
  }

  /// Whether a byte has no special meaning to shells and file systems. Capitals do: some file systems ignore case.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// Whether it would be a hidden file, or look like an option.
  private static func isMisread(_ name: String) -> Bool { name.hasPrefix(".") || name.hasPrefix("-") }
}

/// Profiles of accounts. Their names contain an `@`, which `--profile` does not allow, so they never clash with those of the
/// demo.
extension Profile {
  /// The profile of an account: the same one for all spellings of name and server, and another one for every other account.
  init(of name: AccountName, at server: HomeserverAddress) {
    // Servers ignore the case of a name that signs in, but ids that differ only in case are different accounts.
    self.init(localpart: name.id == nil ? name.localpart.lowercased() : name.localpart, at: server)
  }

  init(localpart: String, at server: HomeserverAddress) {
    let port = server.port.map { "_\($0)" } ?? ""
    let readable = "\(localpart)@\(server.host)\(port)"
    let host = Self.sanitised(server.host).replacing("_", with: "-")
    let name = "\(Self.sanitised(localpart.lowercased()))@\(host)\(port)"
    // Of the names that sanitising makes alike, and of the two schemes of a server, all but one get a hash.
    let isUsualScheme = server.isEncrypted != server.isLocal
    if name == readable, isUsualScheme, name.utf8.count <= Self.longest {
      self.init(plain: name)
    } else {
      let hash = "+" + String("\(localpart)\n\(server.url)".stableHash, radix: 36)
      self.init(plain: name.prefix(Self.longest - hash.utf8.count) + hash)
    }
  }

  /// The text with a hyphen for every byte that is not plain.
  private static func sanitised(_ text: String) -> String {
    let plain = String(decoding: text.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
    return isMisread(plain) ? "_" + plain.dropFirst() : plain
  }
}
