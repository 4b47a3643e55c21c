import ChatControllers
import ChatDomain

/// What decides where a channel stands in its section.
nonisolated struct ChannelRank: Hashable, Sendable, Comparable {
  let isDirect: Bool
  /// Channels with a lower one stand first.
  private let precedence: Int
  /// Empty if names do not matter.
  private let name: FoldedText

  init(_ row: ChannelListRow, _ order: ChannelOrder, putsDraftsFirst: Bool) {
    isDirect = row.channel.type == .direct
    let holds = [
      putsDraftsFirst && row.draft != nil, row.preferences.isFavourite, order == .unread && row.isCalling,
    ]
    precedence = holds.reduce(0) { $0 * 2 + ($1 ? 0 : 1) }
    name = FoldedText(
      order == .activity ? "" : row.summary.partner?.displayName ?? row.channel.displayName)
  }

  static func < (left: ChannelRank, right: ChannelRank) -> Bool {
    if left.isDirect != right.isDirect { return right.isDirect }
    return left.precedence == right.precedence
      ? left.name < right.name : left.precedence < right.precedence
  }
}
