import ChatDomain

/// The number of unread messages in all channels, kept as a sum because it is shown with every frame.
nonisolated struct UnreadTotal: Hashable {
  private var counts: [ChannelID: Int] = [:]
  private(set) var total = 0

  /// Notes how many messages of a channel are unread; nil if there is no such channel any more.
  mutating func note(_ count: Int?, in channel: ChannelID) {
    let new = count ?? 0
    let old = counts.updateValue(new, forKey: channel) ?? 0
    if new == 0 { counts[channel] = nil }
    total += new - old
  }

  func count(in channel: ChannelID) -> Int { counts[channel] ?? 0 }

  mutating func forget() { self = UnreadTotal() }
}
