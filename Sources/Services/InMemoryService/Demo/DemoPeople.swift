public import ChatDomain

/// The people of the demo. Their names are written in several scripts.
public enum DemoPeople {
  /// All people of the demo.
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

  /// The name by which people call each other.
  static func firstName(_ id: UserID) -> String {
    switch id {
    case "dawen": "Dawen"
    case "sakura": "Sakura"
    case "olga": "Olga"
    default:
      all.first { $0.id == id }?.displayName.split(separator: " ").first.map(String.init) ?? id.rawValue
    }
  }

  /// The people whom a text calls by their first names or ids, in the order of the text.
  static func called(in text: String) -> [UserID] {
    var called: [UserID] = []
    for word in text.lowercased().split(whereSeparator: { !$0.isLetter }) {
      if let id = ids[String(word)], !called.contains(id) { called.append(id) }
    }
    return called
  }

  /// The words that name people, in lower case.
  static let nameWords: Set<String> = Set(ids.keys).union(
    all.flatMap { $0.displayName.lowercased().split(separator: " ").map(String.init) })

  private static let ids: [String: UserID] = {
    var ids: [String: UserID] = [:]
    for person in all {
      ids[person.id.rawValue] = person.id
      ids[firstName(person.id).lowercased()] = person.id
    }
    return ids
  }()
}
