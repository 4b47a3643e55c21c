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
