import ChatDomain

/// Names that are looked through again with every letter that somebody types: each is folded once.
struct NameIndex<Element> {
  /// In the order of those that match equally well.
  private let entries: [(names: [FoldedText], element: Element)]

  /// - Parameter describe: what somebody may look for it by, and the order of those that match equally well.
  init(_ all: [Element], by describe: (Element) -> (names: [String?], order: (String, String))) {
    let described = all.map { (described: describe($0), element: $0) }
    entries = described.sorted { $0.described.order < $1.described.order }.map { entry in
      (entry.described.names.compactMap { $0.map(FoldedText.init) }, entry.element)
    }
  }

  /// The best matches of a text: those that begin with it, then those with a word that does, then the rest.
  func best(matching text: String, limit: Int) -> [Element] {
    let wanted = FoldedText(text)
    var found: [[Element]] = [[], [], []]
    for entry in entries {
      guard let fit = entry.names.lazy.compactMap({ $0.fit(wanted)?.fit.rawValue }).min(),
        found[fit].count < limit
      else { continue }
      found[fit].append(entry.element)
      if fit == 0, found[0].count == limit { break }
    }
    return Array(found.joined().prefix(limit))
  }
}

extension NameIndex<User> {
  init(_ people: [User]) {
    self.init(people) { user in
      let id = user.id.rawValue
      return ([user.name, String(id.dropFirst())], (user.displayName, id))
    }
  }
}

extension NameIndex<Channel> {
  init(_ channels: [Channel]) {
    self.init(channels) { channel in
      let id = channel.id.rawValue
      return ([channel.name, id], (channel.displayName, id))
    }
  }
}
