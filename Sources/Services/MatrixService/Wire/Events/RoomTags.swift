import JSON

/// The names that a person's clients give a room to sort it by.
public struct RoomTags: Hashable, Sendable {
  /// Whether the room stands before the others.
  public let isFavourite: Bool
  /// Where among the favourites it stands, from 0 to 1; nil: nowhere in particular.
  public let favouriteOrder: Double?
  /// Whether the server itself talks here. Only servers set it.
  public let isServerNotice: Bool

  public init(isFavourite: Bool = false, favouriteOrder: Double? = nil, isServerNotice: Bool = false) {
    self.isFavourite = isFavourite
    self.favouriteOrder = favouriteOrder
    self.isServerNotice = isServerNotice
  }

  init(_ content: JSONNode) {
    let tags = content["tags"]
    let favourite = tags?["m.favourite"]
    isFavourite = favourite != nil
    favouriteOrder = favourite?["order"]?.double.flatMap { (0...1).contains($0) ? $0 : nil }
    isServerNotice = tags?["m.server_notice"] != nil
  }
}
