/// A group of channels that belong together for many people, such as those of a company or of a project. Nothing is said in
/// it.
public struct Space: Identifiable, Hashable, Sendable {
  public let id: ChannelID
  /// What it calls itself; its id where it has no name.
  public var name: String
  /// The channels and spaces in it, in its own order; among them are some that the user is not in.
  public var children: [ChannelID]

  /// For a service that lists spaces.
  public init(id: ChannelID, name: String, children: [ChannelID] = []) {
    self.id = id
    self.name = name
    self.children = children
  }
}

extension Space {
  /// Puts spaces in the order in which they are listed, the same for every service: those that stand in no other one first
  /// by the texts with which the person ordered them, then by name; and behind each the spaces in it, in its own order.
  ///
  /// - Parameters:
  ///   - spaces: those that the person is in, each once. They may stand in each other.
  ///   - orders: the texts by which the person put some in front.
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
    // Those that only stand in each other begin somewhere too. A list in place of calls: they may be deep.
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
