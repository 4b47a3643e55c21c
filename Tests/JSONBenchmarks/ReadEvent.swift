import JSON

/// The decoded fields of an event.
struct ReadEvent: Decodable {
  struct Content: Decodable {
    struct Relation: Decodable {
      var rel_type: String?
      var event_id: String?
      var key: String?
    }

    var msgtype: String?
    var body: String?
    var relation: Relation?

    private enum CodingKeys: String, CodingKey {
      case msgtype, body
      case relation = "m.relates_to"
    }
  }

  struct Unsigned: Decodable { var age: Int? }

  var type: String
  var sender: String
  var event_id: String
  var origin_server_ts: Int
  var content: Content
  var unsigned: Unsigned

  /// Uses every field, so that none is optimised away and all ways to read can be compared.
  var size: Int {
    type.utf8.count + sender.utf8.count + event_id.utf8.count + origin_server_ts % 1000
      + (content.msgtype?.utf8.count ?? 0) + (content.body?.utf8.count ?? 0)
      + (content.relation?.rel_type?.utf8.count ?? 0) + (content.relation?.event_id?.utf8.count ?? 0)
      + (content.relation?.key?.utf8.count ?? 0) + (unsigned.age ?? 0)
  }
}

extension ReadEvent {
  init?(_ node: JSONNode) {
    guard let type = node["type"]?.string, let sender = node["sender"]?.string,
      let id = node["event_id"]?.string, let time = node["origin_server_ts"]?.integer,
      let content = node["content"]
    else { return nil }
    let relation = content["m.relates_to"].map {
      Content.Relation(
        rel_type: $0["rel_type"]?.string, event_id: $0["event_id"]?.string, key: $0["key"]?.string)
    }
    self.init(
      type: type, sender: sender, event_id: id, origin_server_ts: time,
      content: Content(
        msgtype: content["msgtype"]?.string, body: content["body"]?.string, relation: relation),
      unsigned: Unsigned(age: node["unsigned"]?["age"]?.integer))
  }
}

/// The answer as a `Decodable` type.
struct ReadAnswer: Decodable {
  struct Rooms: Decodable { var join: [String: Room] }
  struct Room: Decodable { var timeline: Timeline }
  struct Timeline: Decodable { var events: [ReadEvent] }

  var rooms: Rooms
}
