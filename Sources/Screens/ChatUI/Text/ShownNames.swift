import ChatDomain

nonisolated extension User {
  /// The user's own name is "you".
  func shownName(to reader: UserID) -> String { id == reader ? "you" : displayName }
}

nonisolated extension UserID {
  /// The id as it can be typed: "@alex_d", also where the sign is a part of the id.
  var handle: String { rawValue.hasPrefix("@") ? rawValue : "@\(rawValue)" }
}

nonisolated extension ChannelSummary {
  /// The name with its symbol: "#general", "@ Alex Dunn".
  func title(reader: UserID) -> String {
    if channel.type == .direct { return "@ \(partner?.displayName ?? channel.displayName)" }
    return channel.displayName.hasPrefix("#") ? channel.displayName : "#\(channel.displayName)"
  }
}
