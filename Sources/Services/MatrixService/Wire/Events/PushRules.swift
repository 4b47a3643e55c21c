import ChatDomain
import JSON

/// The account's push rules, of which the first that matches applies.
///
/// Only the defaults and the rules about whole rooms are read. The server applies the rules about words, senders and event types
/// when it counts unread messages.
struct PushRules: Hashable, Sendable {
  /// The levels of rooms without own rules.
  struct Defaults: Hashable, Sendable {
    var twoPeople = NotificationLevel.all
    var others = NotificationLevel.all
    var encryptedTwoPeople = NotificationLevel.all
    var encryptedOthers = NotificationLevel.all
    /// Whether all notifications are off.
    var isSilent = false
  }

  private(set) var defaults = Defaults()
  private(set) var rooms: [ChannelID: RoomPushRules] = [:]

  /// The maximum number of rules to read per kind.
  static let most = 10_000

  /// The defaults before the first sync.
  init() {}

  init(_ content: JSONNode) {
    guard let global = content["global"], global.kind == .object else { return }
    for rule in global["override"].rules {
      if rule.id == ".m.rule.master" {
        defaults.isSilent = rule.isEnabled
      } else if let room = rule.onlyRoom {
        rooms[room, default: RoomPushRules()].overrides.append(rule.written)
      }
    }
    for rule in global["room"].rules {
      if let room = ChannelID(matrix: rule.id) { rooms[room, default: RoomPushRules()].own = rule.written }
    }
    let underrides = global["underride"].rules
    func level(_ id: String) -> NotificationLevel {
      underrides.contains { $0.id == id && $0.isEnabled && $0.notifies } ? .all : .mentions
    }
    defaults.twoPeople = level(".m.rule.room_one_to_one")
    defaults.others = level(".m.rule.message")
    defaults.encryptedTwoPeople = level(".m.rule.encrypted_room_one_to_one")
    defaults.encryptedOthers = level(".m.rule.encrypted")
  }

  /// Whether all notifications are off, whatever the rules of rooms say.
  var isSilent: Bool { defaults.isSilent }

  func level(in room: ChannelID, people: Int, isEncrypted: Bool) -> NotificationLevel {
    if defaults.isSilent { return .nothing }
    return rooms[room]?.level ?? usualLevel(people: people, isEncrypted: isEncrypted)
  }

  /// The level of a room without own rules.
  func usualLevel(people: Int, isEncrypted: Bool) -> NotificationLevel {
    switch (people == 2, isEncrypted) {
    case (true, false): defaults.twoPeople
    case (false, false): defaults.others
    case (true, true): defaults.encryptedTwoPeople
    case (false, true): defaults.encryptedOthers
    }
  }

  /// The rooms whose level may differ between two sets of rules; nil: any room.
  func roomsDiffering(from others: PushRules) -> Set<ChannelID>? {
    guard defaults == others.defaults else { return nil }
    return Set(rooms.keys).union(others.rooms.keys).filter { rooms[$0] != others.rooms[$0] }
  }
}

/// The rules about one room.
struct RoomPushRules: Hashable, Sendable {
  /// A rule: whether it is enabled, and whether it notifies.
  struct Rule: Hashable, Sendable {
    let id: String
    let isEnabled: Bool
    let notifies: Bool
  }

  /// Rules that precede those about mentions.
  var overrides: [Rule] = []
  /// The rule that follows those about mentions.
  var own: Rule?

  /// The level that the rules set; nil if none is enabled.
  var level: NotificationLevel? {
    if let override = overrides.first(where: \.isEnabled) { return override.notifies ? .all : .nothing }
    guard let own, own.isEnabled else { return nil }
    return own.notifies ? .all : .mentions
  }
}

private struct ListedRule {
  let id: String
  let isEnabled: Bool
  let notifies: Bool
  private let conditions: JSONNode?

  init?(_ node: JSONNode) {
    guard let id = node["rule_id"]?.shortString, !id.isEmpty else { return nil }
    self.id = id
    isEnabled = node["enabled"]?.bool ?? true
    // `dont_notify` is an old form of no action, and `coalesce` an old form of notifying.
    notifies = node["actions"].elements.prefix(20).contains {
      $0.isString("notify") || $0.isString("coalesce")
    }
    conditions = node["conditions"]
  }

  var written: RoomPushRules.Rule {
    RoomPushRules.Rule(id: id, isEnabled: isEnabled, notifies: notifies)
  }

  /// The room of a rule without other conditions, whatever the rule's id.
  var onlyRoom: ChannelID? {
    let asked = conditions.elements.prefix(2).map(\.self)
    guard asked.count == 1, asked[0]["key"]?.isString("room_id") == true else { return nil }
    switch asked[0]["kind"]?.shortString {
    case "event_match":
      // A pattern with wildcards may match many rooms.
      guard let room = asked[0]["pattern"].channelID else { return nil }
      return room.rawValue.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } ? nil : room
    case "event_property_is": return asked[0]["value"].channelID
    default: return nil
    }
  }
}

extension JSONNode? {
  fileprivate var rules: [ListedRule] { elements.prefix(PushRules.most).compactMap { ListedRule($0) } }
}
