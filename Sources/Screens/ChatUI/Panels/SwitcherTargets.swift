import ChatControllers
import ChatDomain
import ChatScreens

/// The places the switcher can go to, as far as this device knows them, those with the latest activity first.
struct SwitcherTargets {
  typealias Target = QuickSwitcher.Target

  let names: ConversationNames
  let client: ChatClient
  let time: RowClock

  func candidates() -> [Candidate<Target>] {
    var dated: [(at: Timestamp, candidate: Candidate<Target>)] = []
    for row in names.channels.rows { dated.append((row.lastActivity, candidate(of: row))) }
    for row in names.threads.rows {
      // A thread that only has a draft is listed among the drafts.
      guard row.replyCount > 0, let at = row.lastActivity else { continue }
      dated.append((at, candidate(of: row)))
    }
    for draft in client.draftMessages() { dated.append((draft.updatedAt, candidate(of: draft))) }
    let order = dated.indices.sorted { (dated[$0].at, $1) > (dated[$1].at, $0) }
    return order.map { dated[$0].candidate }
  }

  /// Whether a target is of the kind that is looked for.
  func isWanted(_ target: Target, by kind: SwitcherQuery.Kind) -> Bool {
    switch (kind, target) {
    case (.all, _), (.people, .person): true
    case (.channels, .channel(let id)): names.channels.row(for: id)?.channel.type != .direct
    case (.people, .channel(let id)): names.channels.row(for: id)?.channel.type == .direct
    case (.channels, _), (.people, _): false
    }
  }

  /// The service's results that are not already known.
  func candidates(
    people: [User], channels: [Channel], without known: [Candidate<Target>]
  ) -> [Candidate<Target>] {
    let ids = Set(known.map(\.item.id))
    // With a person in an encrypted conversation another one can be begun.
    let open = names.channels.rows.filter { !$0.channel.isEncrypted }
    let partners = Set(open.compactMap(\.summary.partner?.id))
    let users = people.filter { $0.id != client.currentUser.id && !partners.contains($0.id) }
    return users.map { user in
      Candidate(
        PanelItem(.person(user.id), PanelRow("@\(user.displayName)", trailing: "person")),
        [user.displayName, user.id.rawValue])
    }
      + channels.filter { !ids.contains(.channel($0.id)) }.map { channel in
        Candidate(
          PanelItem(.channel(channel.id), PanelRow("#\(channel.displayName)", trailing: "channel")),
          [channel.displayName, channel.id.rawValue])
      }
  }

  private func candidate(of row: ChannelListRow) -> Candidate<Target> {
    let name = names.name(of: row.id)
    let news = NewsWords.parts(of: row.news).joined(separator: ", ")
    let trailing = news.isEmpty ? time.text(row.lastActivity) : news
    var texts = [row.summary.partner?.displayName ?? row.channel.displayName, row.id.rawValue]
    if let partner = row.summary.partner { texts.append(partner.id.rawValue) }
    return Candidate(PanelItem(.channel(row.id), PanelRow(name, trailing: trailing)), texts)
  }

  private func candidate(of row: ThreadListRow) -> Candidate<Target> {
    let words = row.parent.map { Excerpt.beginning(of: $0) } ?? "a thread"
    let row = PanelItem(
      Target.thread(row.key), PanelRow("↳ \(words)", trailing: names.name(of: row.key.channelId)))
    return Candidate(row, [words])
  }

  private func candidate(of draft: DraftMessage) -> Candidate<Target> {
    let words = Excerpt.beginning(of: draft.text)
    let row = PanelItem(Target.draft(draft.key), PanelRow("✎ \(words)", trailing: names.name(of: draft.key)))
    return Candidate(row, [words])
  }
}
