public import ChatDomain

/// The people of the demo. Their names are written in several scripts, as in any large company.
public enum DemoPeople {
  /// Everybody who can be met in the demo.
  public static let all: [User] = [
    User(id: "ana", name: "Ana García"), User(id: "ben", name: "Ben Okafor"),
    User(id: "alex", name: "Alex Dunn"), User(id: "chloe", name: "Chloë Dubois"),
    User(id: "dawen", name: "陳大文"), User(id: "sakura", name: "田中さくら"),
    User(id: "lukasz", name: "Łukasz Żółty"), User(id: "soren", name: "Søren Ångström"),
    User(id: "juergen", name: "Jürgen Groß"), User(id: "mina", name: "Mina 🌸"),
    User(id: "olga", name: "Ольга Ёлкина"), User(id: "priya", name: "Priya Nair"),
    User(id: "zoe", name: "Zoë 👩🏽‍🚀"),
  ]

  /// People shown as online although they have no device.
  static let online: [UserID] = ["ana", "ben", "alex", "dawen", "mina", "zoe"]

  static func name(_ id: UserID) -> String { all.first { $0.id == id }?.displayName ?? id.rawValue }
}
