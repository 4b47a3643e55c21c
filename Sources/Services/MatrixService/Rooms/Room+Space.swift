import ChatDomain

/// The room as the contract's space.
extension Room {
  /// How many rooms are in one space at most, as far as it is listed.
  static let mostChildren = 5_000

  var space: Space {
    let ranked = children.map { id, child in
      (rank: (child.order == nil ? 1 : 0, child.order ?? "", child.addedAt, id), id: id)
    }
    return Space(
      id: id, name: name ?? alias ?? id.rawValue, children: ranked.sorted { $0.rank < $1.rank }.map(\.id))
  }

  func apply(_ child: SpaceChild?, of id: ChannelID) {
    guard id != self.id, child == nil || children[id] != nil || children.count < Self.mostChildren else {
      return
    }
    children[id] = child
  }
}
