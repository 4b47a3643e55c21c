import ChatControllers
import ChatDomain

/// Channels and direct conversations in display order, which differs from the service's order.
struct ListedChannels {
  private let list: ChannelListController
  private let order: ChannelOrder
  private let putsDraftsFirst: Bool
  private var ranks: [ChannelID: ChannelRank] = [:]
  /// The channels with something unread, and their unread state.
  private(set) var news: [ChannelID: ChannelNews] = [:]
  /// Increases when the unread state of a channel changes between two sorts. A sort may change all states, and increases
  /// `revision` instead.
  private(set) var newsRevision = 0
  private var isOutdated = true
  /// Increases each time the list is sorted.
  private(set) var revision = 0
  /// Channels in no space.
  private(set) var groups: [ChannelID] = []
  /// Channels in spaces, each under the first space that contains it; empty spaces are left out.
  private(set) var spaces: [(space: Space, ids: [ChannelID])] = []
  private var knownSpaces: [Space] = []
  /// The index of the space under which a channel is listed.
  private var homes: [ChannelID: Int] = [:]
  private(set) var directs: [ChannelID] = []
  /// Whether channels keep their position, whatever happens in them.
  var isHeld = false {
    didSet { if !isHeld { isOutdated = true } }
  }

  init(_ list: ChannelListController, _ order: ChannelOrder, putsDraftsFirst: Bool) {
    self.list = list
    self.order = order
    self.putsDraftsFirst = putsDraftsFirst
  }

  /// Sets the spaces. A channel in several spaces is listed only under the first of them.
  mutating func set(_ spaces: [Space]) {
    knownSpaces = spaces
    homes = [:]
    for (index, space) in spaces.enumerated() {
      for child in space.children where homes[child] == nil { homes[child] = index }
    }
    isOutdated = true
  }

  mutating func apply(_ change: ListChange<ChannelID>) {
    switch change {
    case .updated(let id, _): updateRank(of: id)
    case .moved(let id, _, _):
      updateRank(of: id)
      if order == .activity { isOutdated = true }
    case .inserted(let id, _):
      updateRank(of: id)
      isOutdated = true
    case .removed(let id, _):
      ranks[id] = nil
      news[id] = nil
      isOutdated = true
    case .reloaded:
      ranks = [:]
      news = [:]
      isOutdated = true
    }
  }

  /// Sorts all sections if anything has changed since the last time.
  mutating func sort() {
    guard isOutdated else { return }
    isOutdated = false
    revision += 1
    var places: [(id: ChannelID, rank: ChannelRank, place: Int)] = []
    for index in 0..<list.count {
      guard let row = list[index] else { continue }
      let rank = ranks[row.id] ?? rank(of: row)
      ranks[row.id] = rank
      news[row.id] = row.news.isEmpty ? nil : row.news
      places.append((row.id, rank, index))
    }
    // Ties in rank keep the list's own order: the latest activity first.
    var sorted = places.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.id)
    if isHeld { sorted = held(sorted) }
    groups = []
    directs = []
    var inSpaces: [Int: [ChannelID]] = [:]
    for id in sorted {
      if ranks[id]?.isDirect == true {
        directs.append(id)
      } else if let home = homes[id] {
        inSpaces[home, default: []].append(id)
      } else {
        groups.append(id)
      }
    }
    spaces = inSpaces.sorted { $0.key < $1.key }.map { (knownSpaces[$0.key], $0.value) }
  }

  /// The channels of one space, including those listed under an earlier one.
  func channels(in space: ChannelID) -> [ChannelID] {
    guard let children = knownSpaces.first(where: { $0.id == space }).map({ Set($0.children) }) else {
      return []
    }
    return (groups + spaces.flatMap(\.ids)).filter(children.contains)
  }

  /// Channels listed before keep their order; new ones come last.
  private func held(_ sorted: [ChannelID]) -> [ChannelID] {
    let (known, all) = (groups + spaces.flatMap(\.ids) + directs, Set(sorted))
    let before = Set(known)
    return known.filter(all.contains) + sorted.filter { !before.contains($0) }
  }

  private mutating func updateRank(of id: ChannelID) {
    guard let row = list.row(for: id) else { return }
    let unread = row.news.isEmpty ? nil : row.news
    if news[id] != unread {
      news[id] = unread
      newsRevision += 1
    }
    let rank = rank(of: row)
    guard ranks.updateValue(rank, forKey: id) != rank else { return }
    isOutdated = true
  }

  private func rank(of row: ChannelListRow) -> ChannelRank {
    ChannelRank(row, order, putsDraftsFirst: putsDraftsFirst)
  }
}

/// The sort key of a channel within its section.
nonisolated struct ChannelRank: Hashable, Sendable, Comparable {
  let isDirect: Bool
  /// Channels with a lower value come first.
  private let precedence: Int
  /// The name to sort by; empty if names do not matter.
  private let name: FoldedText

  init(_ row: ChannelListRow, _ order: ChannelOrder, putsDraftsFirst: Bool) {
    isDirect = row.channel.type == .direct
    let holds = [
      putsDraftsFirst && row.draft != nil, row.preferences.isFavourite, order == .unread && row.isCalling,
    ]
    precedence = holds.reduce(0) { $0 * 2 + ($1 ? 0 : 1) }
    name = FoldedText(order == .activity ? "" : row.summary.partner?.displayName ?? row.channel.displayName)
  }

  static func < (left: ChannelRank, right: ChannelRank) -> Bool {
    if left.isDirect != right.isDirect { return right.isDirect }
    return left.precedence == right.precedence
      ? left.name < right.name : left.precedence < right.precedence
  }
}
