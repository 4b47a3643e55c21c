import JSON
import TestSupport

/// A Matrix server's answers about an account with many rooms.
struct AccountAnswers {
  let rooms: Int
  /// The number of members of each room.
  var people = 7
  static let me = "@me:example.org"

  /// An initial sync: each room with its state, its members and the last message.
  func first() -> [UInt8] {
    var number = 0
    return Self.answer(next: "s1") { json in
      for room in 0..<rooms {
        json.object(Self.room(room)) { json in
          json.object("timeline") { json in
            json.array("events") { json in
              number += 1
              Self.message(&json, number, room: room, words: "the last words of room \(room)")
            }
            json.member("limited", true)
            json.member("prev_batch", "p\(room)")
          }
          json.object("state") { json in json.array("events") { states(&$0, of: room) } }
          summary(&json)
        }
      }
    }
  }

  /// An incremental sync with this many events in this many rooms.
  func later(_ number: Int, events: Int, in count: Int, from start: Int) -> (bytes: [UInt8], events: Int) {
    var random = SeededGenerator(seed: UInt64(number))
    var made = 0
    let bytes = Self.answer(next: "s\(number)") { json in
      for room in 0..<count {
        json.object(Self.room(room)) { json in
          json.object("timeline") { json in
            json.array("events") { json in
              for _ in 0..<events {
                made += 1
                let words = (0..<random.within(3...24)).map { _ in Vocabulary.word(&random) }
                Self.message(&json, start + made, room: room, words: words.joined(separator: " "))
              }
            }
            json.member("limited", false)
          }
          summary(&json)
        }
      }
    }
    return (bytes, made)
  }

  /// The answer to a request for all members of a room.
  func members(of room: Int, _ count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(count))
    return JSONWriter.bytes { json in
      json.object { json in
        json.array("chunk") { json in
          for member in 0..<count {
            let name = "\(Vocabulary.word(&random)) \(Vocabulary.word(&random)) \(member)"
            state(&json, "m.room.member", Self.person(member), of: room, by: member) { json in
              json.member("membership", "join")
              json.member("displayname", name)
            }
          }
        }
      }
    }
  }

  /// A sync in which a member of a room changes their display name.
  func renamed(_ member: Int, in room: Int, number: Int) -> [UInt8] {
    Self.answer(next: "r\(number)") { json in
      json.object(Self.room(room)) { json in
        json.object("timeline") { json in
          json.array("events") { json in
            json.object { json in
              json.member("type", "m.room.member")
              json.member("state_key", Self.person(member))
              json.member("sender", Self.person(member))
              json.member("event_id", "$renamed-\(number)")
              json.member("origin_server_ts", 1_796_000_000_000 + number)
              json.object("content") { json in
                json.member("membership", "join")
                json.member("displayname", "Somebody \(number)")
              }
            }
          }
        }
      }
    }
  }

  private static func answer(next: String, _ rooms: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("next_batch", next)
        json.object("rooms") { json in json.object("join") { rooms(&$0) } }
      }
    }
  }

  static func message(_ number: Int) -> String { "$event\(number)-BQ8Tkc3rFh2mVn1yXoPzLsDwEaGiJuRt" }
  static func room(_ number: Int) -> String { "!room\(number):example.org" }
  private static func person(_ number: Int) -> String { number == 0 ? me : "@person\(number):example.org" }

  private func summary(_ json: inout JSONWriter) {
    json.object("summary") { json in
      json.member("m.joined_member_count", people)
      json.member("m.heroes", (1..<min(people, 7)).map(Self.person))
    }
    json.object("unread_notifications") { json in
      json.member("notification_count", 3)
      json.member("highlight_count", 0)
    }
  }

  private func states(_ json: inout JSONWriter, of room: Int) {
    state(&json, "m.room.create", "", of: room, by: 1) { $0.member("room_version", "11") }
    state(&json, "m.room.name", "", of: room, by: 1) { $0.member("name", "Room number \(room)") }
    state(&json, "m.room.join_rules", "", of: room, by: 1) { $0.member("join_rule", "invite") }
    for member in 0..<min(people, 500) {
      state(&json, "m.room.member", Self.person(member), of: room, by: member) { json in
        json.member("membership", "join")
        json.member("displayname", "Person \(member)")
      }
    }
  }

  private func state(
    _ json: inout JSONWriter, _ type: String, _ key: String, of room: Int, by sender: Int,
    _ content: (inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.member("type", type)
      json.member("state_key", key)
      json.member("sender", Self.person(sender))
      json.member("room_id", Self.room(room))
      json.member("event_id", "$state-\(room)-\(type)-\(sender)")
      json.member("origin_server_ts", 1_795_000_000_000)
      json.object("content") { content(&$0) }
    }
  }

  private static func message(_ json: inout JSONWriter, _ number: Int, room: Int, words: String) {
    json.object { json in
      json.member("type", "m.room.message")
      json.member("sender", person(1 + number % 6))
      json.member("event_id", message(number))
      json.member("origin_server_ts", 1_795_000_000_000 + 37 * number)
      json.object("content") { json in
        json.member("msgtype", "m.text")
        json.member("body", words)
        json.object("m.mentions") { json in
          if number % 6 == 0 { json.member("user_ids", [me]) }
        }
      }
      json.object("unsigned") { $0.member("age", number % 1000) }
    }
  }
}
