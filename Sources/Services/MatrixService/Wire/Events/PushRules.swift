import ChatDomain
import JSON

/// What calls for the person, as all of their clients keep it at the server: rules, of which the first that fits counts.
///
/// Only rules about a room as a whole are read here. Those about words, senders or kinds of events are the server's, which
/// counts by them.
struct PushRules: Hashable, Sendable {
  /// What goes for rooms without a rule of their own.
  struct Defaults: Hashable, Sendable {
    var twoPeople = NotificationLevel.all
    var others = NotificationLevel.all
    var encryptedTwoPeople = NotificationLevel.all
    var encryptedOthers = NotificationLevel.all
    /// Whether nothing at all calls for the person, in any room.
    var isSilent = false
  }

  private(set) var defaults = Defaults()
  private(set) var rooms: [ChannelID: RoomPushRules] = [:]

  /// How many rules of a kind are read.
  static let most = 10_000

  /// What goes before a server has told of any.
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

  /// Whether nothing at all calls for the person, whatever the rules of rooms say.
  var isSilent: Bool { defaults.isSilent }

  /// What calls for the person in a room.
  func level(in room: ChannelID, people: Int, isEncrypted: Bool) -> NotificationLevel {
    if defaults.isSilent { return .nothing }
    return rooms[room]?.level ?? usualLevel(people: people, isEncrypted: isEncrypted)
  }

  /// What would, if the room had no rule of its own.
  func usualLevel(people: Int, isEncrypted: Bool) -> NotificationLevel {
    switch (people == 2, isEncrypted) {
    case (true, false): defaults.twoPeople
    case (false, false): defaults.others
    case (true, true): defaults.encryptedTwoPeople
    case (false, true): defaults.encryptedOthers
    }
  }

  /// The rooms in which another level may go than by other rules; nil: in any room.
  func roomsDiffering(from others: PushRules) -> Set<ChannelID>? {
    guard defaults == others.defaults else { return nil }
    return Set(rooms.keys).union(others.rooms.keys).filter { rooms[$0] != others.rooms[$0] }
  }
}

/// The rules that are about one room and about nothing else.
struct RoomPushRules: Hashable, Sendable {
  /// A rule as it is written: whether it holds, and whether what it fits calls for the person.
  struct Rule: Hashable, Sendable {
    let id: String
    let isEnabled: Bool
    let notifies: Bool
  }

  /// Those that come before the rules about mentions.
  var overrides: [Rule] = []
  /// The one that comes behind them.
  var own: Rule?

  /// None.
  init() {}

  /// What they say of the room; nil: nothing.
  var level: NotificationLevel? {
    if let override = overrides.first(where: \.isEnabled) { return override.notifies ? .all : .nothing }
    guard let own, own.isEnabled else { return nil }
    return own.notifies ? .all : .mentions
  }
}

/// One rule of a list.
private struct ListedRule {
  let id: String
  let isEnabled: Bool
  let notifies: Bool
  private let conditions: JSONNode?

  init?(_ node: JSONNode) {
    guard let id = node["rule_id"]?.shortString, !id.isEmpty else { return nil }
    self.id = id
    isEnabled = node["enabled"]?.bool ?? true
    // An old word for no action is `dont_notify`, and one for notifying is `coalesce`.
    notifies = node["actions"].elements.prefix(20).contains {
      $0.isString("notify") || $0.isString("coalesce")
    }
    conditions = node["conditions"]
  }

  var written: RoomPushRules.Rule {
    RoomPushRules.Rule(id: id, isEnabled: isEnabled, notifies: notifies)
  }

  /// The room that it fits, if that is all it asks for. Clients name such a rule after the room or otherwise.
  var onlyRoom: ChannelID? {
    let asked = conditions.elements.prefix(2).map(\.self)
    guard asked.count == 1, asked[0]["key"]?.isString("room_id") == true else { return nil }
    switch asked[0]["kind"]?.shortString {
    case "event_match":
      // A pattern; with a star it is about many rooms.
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
