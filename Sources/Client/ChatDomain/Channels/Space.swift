/// A group of related channels, such as those of a company or a project. A space itself has no messages.
public struct Space: Identifiable, Hashable, Sendable {
  public let id: ChannelID
  /// The name, or the id if the space has no name.
  public var name: String
  /// The channels and spaces in it, in the order of the space, including channels that the user has not joined.
  public var children: [ChannelID]

  /// For a service that lists spaces.
  public init(id: ChannelID, name: String, children: [ChannelID] = []) {
    self.id = id
    self.name = name
    self.children = children
  }
}

extension Space {
  /// Sorts spaces for display, identically for every service: top-level spaces by the user's order keys and then by name,
  /// each followed by the spaces in it, in the order of ``children``.
  ///
  /// - Parameters:
  ///   - spaces: the spaces of which the user is a member, without duplicates. They may contain each other.
  ///   - orders: the user's order keys for spaces.
  public static func ordered(_ spaces: [Space], by orders: [ChannelID: String]) -> [Space] {
    let inner = Set(spaces.flatMap { space in space.children.filter { $0 != space.id } })
    let known = Dictionary(spaces.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let roots = spaces.map { space in
      let order = orders[space.id]
      return (
        rank: (
          inner.contains(space.id) ? 1 : 0, order == nil ? 1 : 0, order.map { Array($0.utf8) } ?? [],
          FoldedText(space.name), space.id
        ), space: space
      )
    }.sorted { left, right in
      let (one, other) = (left.rank, right.rank)
      guard (one.0, one.1) == (other.0, other.1) else { return (one.0, one.1) < (other.0, other.1) }
      guard one.2 == other.2 else { return one.2.lexicographicallyPrecedes(other.2) }
      return (one.3, one.4) < (other.3, other.4)
    }
    var found: [Space] = []
    var taken: Set<ChannelID> = []
    // Spaces that only contain each other need a root too. Iterative, because spaces may be deeply nested.
    for root in roots {
      var waiting = [root.space]
      while let space = waiting.popLast() {
        guard taken.insert(space.id).inserted else { continue }
        found.append(space)
        waiting += space.children.reversed().compactMap { known[$0] }
      }
    }
    return found
  }
}
