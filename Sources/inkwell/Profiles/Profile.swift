import ChatDomain
import MatrixService

/// The name and the folder under which this device stores drafts.
struct Profile: Equatable {
  let name: String

  /// Nil for a name that is invalid for a folder, or would lead out of the parent folder.
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

  /// - Parameter name: one that is known to be valid for a folder.
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

/// Profiles of accounts. Their names have an `@`, which no name has that a person chooses: so the demo, and whatever is
/// kept under `--profile`, never meet an account.
extension Profile {
  /// The profile of whoever has this name at this server: the same one however both are typed, and another one for every
  /// other name or server.
  init(of name: AccountName, at server: HomeserverAddress) {
    let localpart = name.localpart.lowercased()
    let port = server.port.map { "_\($0)" } ?? ""
    let readable = "\(localpart)@\(server.host)\(port)"
    let safe = Profile.safe(localpart) + "@" + Profile.safe(server.host).replacing("_", with: "-") + port
    // http and https at one place of this computer would look alike.
    let isUsual = server.isEncrypted != server.isLocal
    if safe == readable, isUsual, safe.utf8.count <= Profile.longest {
      self.init(plain: safe)
    } else {
      let mark = "+" + Profile.mark(of: "\(localpart)\n\(server.url)")
      self.init(plain: safe.prefix(Profile.longest - mark.utf8.count) + mark)
    }
  }

  /// The text with a hyphen for everything that could mean something to a shell or a file system.
  private static func safe(_ text: String) -> String {
    var safe = String(
      decoding: text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): byte
        default: UInt8(ascii: "-")
        }
      }, as: UTF8.self)
    // Hidden, or an option.
    if safe.hasPrefix(".") || safe.hasPrefix("-") { safe = "_" + safe.dropFirst() }
    return safe
  }

  /// A short text that differs where the text does.
  private static func mark(of text: String) -> String { String(text.stableHash, radix: 36) }
}
