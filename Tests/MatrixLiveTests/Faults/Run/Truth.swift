import ChatDomain
import HTTPTransport
import JSON

/// The final state of the server, read without the client's code.
@MainActor
struct Truth {
  struct Message {
    let id: String
    let sender: String
    /// Nil if it was deleted.
    var text: String?
    var transaction: String?
    var thread: String?
    /// The reactions with their authors.
    var reactions: Set<String> = []
    fileprivate var edit: (at: Int, id: String, text: String)?
  }

  struct Room {
    /// In the server's order.
    var messages: [Message] = []
  }

  var rooms: [ChannelID: Room] = [:]
  /// The valid draft of each person, by room and thread root or "main".
  var drafts: [UserID: [String: String]] = [:]
  /// All draft slots of all devices, for debugging.
  var slots: [String] = []

  init(of run: Run) async throws {
    for room in run.rooms { rooms[room] = Room(try await run.people[0].events(in: room)) }
    for (person, account) in run.people.enumerated() {
      for room in run.rooms {
        var best: [String: (revision: Int, device: String, text: String?)] = [:]
        for device in run.devices where device.person == person {
          for (place, entry) in try await Self.slot(of: device.name, in: room, account) {
            guard let revision = entry["rev"]?.integer else { continue }
            slots.append(
              "\(room)/\(place) \(device.name) revision \(revision) over \(entry["base"]?.integer ?? 0): \(entry["content"]?["markup"]?.string ?? "deleted")"
            )
            let text = entry["deleted"]?.bool == true ? nil : entry["content"]?["markup"]?.string
            if let known = best[place], (known.revision, known.device) > (revision, device.name) { continue }
            best[place] = (revision, device.name, text)
          }
        }
        for (place, draft) in best {
          if let text = draft.text { drafts[account.id, default: [:]]["\(room)/\(place)"] = text }
        }
      }
    }
  }

  private static func slot(
    of device: String, in room: ChannelID, _ account: Account
  ) async throws -> [(String, JSONNode)] {
    do {
      let slot = try await account.ask(
        .get, "user/\(account.id)/rooms/\(room)/account_data/chat.inkwell.draft.\(device)")
      return slot.members.map { ($0.key, $0.value) }.filter { $0.0 != "claim" }
    } catch is LiveServer.Trouble {
      // The device never saved a draft there.
      return []
    }
  }
}

extension Truth.Room {
  init(_ events: [JSONNode]) {
    var places: [String: Int] = [:]
    for event in events {
      guard let id = event["event_id"]?.string, let sender = event["sender"]?.string,
        let content = event["content"]
      else { continue }
      let isGone = event["unsigned"]?["redacted_because"] != nil
      let relation = content["m.relates_to"]
      let target = relation?["event_id"]?.string.flatMap { places[$0] }
      switch (event["type"]?.string, relation?["rel_type"]?.string) {
      case ("m.room.message", "m.replace"):
        guard let target, messages[target].sender == sender, messages[target].text != nil, !isGone,
          let text = content["m.new_content"]?["body"]?.string, let at = event["origin_server_ts"]?.integer
        else { continue }
        if let known = messages[target].edit, (known.at, known.id) > (at, id) { continue }
        messages[target].edit = (at, id, text)
        messages[target].text = text
      case ("m.room.message", let kind):
        places[id] = messages.count
        messages.append(
          Truth.Message(
            id: id, sender: sender, text: isGone ? nil : content["body"]?.string,
            transaction: content["chat.inkwell.txn"]?.string,
            thread: kind == "m.thread" ? relation?["event_id"]?.string : nil))
      case ("m.reaction", _):
        guard let target, !isGone, let key = relation?["key"]?.string else { continue }
        messages[target].reactions.insert("\(key) \(sender)")
      default: continue
      }
    }
  }
}
