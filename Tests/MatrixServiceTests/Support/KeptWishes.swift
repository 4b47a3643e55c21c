import ChatDomain
import HTTPTransport

/// The push rules and tags of an account.
struct KeptWishes {
  private struct Rule {
    let id: String
    var body: String
    var isEnabled = true
  }

  private var rules: [String: [Rule]] = [:]
  private var tags: [ChannelID: [String: String]] = [:]

  /// Whether the path of a request is about them.
  static func keeps(_ parts: [String]) -> Bool {
    parts[1] == "pushrules" ? parts.count >= 5 : parts.count == 7 && parts[5] == "tags"
  }

  /// - Returns: the account data after the request; nil if the rule or tag does not exist.
  mutating func change(
    _ parts: [String], _ method: HTTPRequest.Method, _ body: String
  ) -> (room: ChannelID?, type: String, content: String)? {
    guard parts[1] == "pushrules" else { return changeTag(ChannelID(parts[4]), parts[6], method, body) }
    let (kind, id) = (parts[3], parts[4])
    var list = rules[kind] ?? []
    let place = list.firstIndex { $0.id == id }
    switch (method, place, parts.count > 5) {
    case (.delete, let place?, _): list.remove(at: place)
    case (.put, let place?, true): list[place].isEnabled = body.contains("true")
    case (.put, let place?, false): list[place].body = body
    case (.put, nil, false): list.insert(Rule(id: id, body: body), at: 0)
    default: return nil
    }
    rules[kind] = list
    return (nil, "m.push_rules", content)
  }

  /// The push rules, including the default one for messages.
  private var content: String {
    let lists = ["override", "room"].map { kind in
      let rules = (rules[kind] ?? []).map { rule in
        #"{"rule_id":"\#(rule.id)","enabled":\#(rule.isEnabled),"# + rule.body.dropFirst()
      }
      return #""\#(kind)":[\#(rules.joined(separator: ","))]"#
    }
    let usual = [".m.rule.message", ".m.rule.room_one_to_one"].map {
      #"{"rule_id":"\#($0)","enabled":true,"actions":["notify"]}"#
    }
    return #"{"global":{\#(lists.joined(separator: ",")),"underride":[\#(usual.joined(separator: ","))]}}"#
  }

  private mutating func changeTag(
    _ room: ChannelID, _ tag: String, _ method: HTTPRequest.Method, _ body: String
  ) -> (room: ChannelID?, type: String, content: String)? {
    tags[room, default: [:]][tag] = method == .put ? body : nil
    let all = (tags[room] ?? [:]).sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
    return (room, "m.tag", #"{"tags":{\#(all.joined(separator: ","))}}"#)
  }
}
