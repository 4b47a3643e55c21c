import ChatDomain

/// The best matches of a text among names: those that begin with it, then those with a word that does, then the rest.
enum NameRanking {
  static func best(_ people: [User], matching text: String, limit: Int) -> [User] {
    best(people, matching: text, limit: limit) { user in
      let id = user.id.rawValue
      return ([user.name, String(id.dropFirst())], (user.displayName, id))
    }
  }

  static func best(_ channels: [Channel], matching text: String, limit: Int) -> [Channel] {
    best(channels, matching: text, limit: limit) { channel in
      let id = channel.id.rawValue
      return ([channel.name, id], (channel.displayName, id))
    }
  }

  /// - Parameter describe: what somebody may look for it by, and the order of those that match equally well.
  private static func best<Element>(
    _ all: [Element], matching text: String, limit: Int,
    by describe: (Element) -> (names: [String?], order: (String, String))
  ) -> [Element] {
    let wanted = FoldedText(text)
    let ranked = all.compactMap { element -> (rank: (Int, String, String), element: Element)? in
      let (names, order) = describe(element)
      let fits = names.compactMap { name in
        name.flatMap { FoldedText($0).fit(wanted)?.fit.rawValue }
      }
      return fits.min().map { (($0, order.0, order.1), element) }
    }
    return ranked.sorted { $0.rank < $1.rank }.prefix(limit).map(\.element)
  }
}
