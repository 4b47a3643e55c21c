import JSON
import TestSupport

/// The answer of a Matrix server to a client that was offline: rooms with messages, reactions and edits.
///
/// About as many values per kilobyte as Synapse sends: 5 MB are some 14,000 events.
struct SyncAnswer {
  let bytes: [UInt8]
  let eventCount: Int

  init(rooms: Int, eventsPerRoom: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var number = 0
    bytes = JSONWriter.bytes { json in
      json.object { json in
        json.member("next_batch", "s2633508_17_338_6732159_1082514_541479_274711_265584_1")
        json.object("rooms") { json in
          json.object("join") { json in
            for _ in 0..<rooms {
              json.object("!\(Self.name(18, &random)):example.org") { json in
                Self.writeRoom(&json, &random, events: eventsPerRoom, number: &number)
              }
            }
          }
        }
      }
    }
    eventCount = rooms * eventsPerRoom
  }

  private static func writeRoom(
    _ json: inout JSONWriter, _ random: inout SeededGenerator, events: Int, number: inout Int
  ) {
    json.object("timeline") { json in
      json.array("events") { json in
        for _ in 0..<events {
          number += 1
          writeEvent(&json, &random, number)
        }
      }
      json.member("limited", random.below(4) == 0)
      json.member("prev_batch", "t\(number)-\(name(20, &random))")
    }
    json.object("state") { json in json.array("events") { _ in } }
    json.object("ephemeral") { json in json.array("events") { _ in } }
    json.object("account_data") { json in json.array("events") { _ in } }
    json.object("summary") { json in
      json.member("m.joined_member_count", random.within(2...200))
      json.member("m.invited_member_count", 0)
    }
    json.object("unread_notifications") { json in
      json.member("notification_count", random.below(30))
      json.member("highlight_count", 0)
    }
  }

  private static func writeEvent(_ json: inout JSONWriter, _ random: inout SeededGenerator, _ number: Int) {
    let isReaction = random.below(5) == 0
    json.object { json in
      json.object("content") { json in
        if isReaction {
          json.object("m.relates_to") { json in
            json.member("rel_type", "m.annotation")
            json.member("event_id", "$\(name(43, &random))")
            json.member("key", "👍")
          }
        } else {
          let text = words(random.within(3...24), &random)
          json.member("msgtype", "m.text")
          // One in eight has a line break and quotes, and so escapes.
          json.member("body", number % 8 == 0 ? "“\(text)”\n\"\(text)\"" : text)
          json.object("m.mentions") { json in
            if number % 6 == 0 { json.member("user_ids", ["@\(Vocabulary.word(&random)):example.org"]) }
          }
        }
      }
      json.member("event_id", "$\(name(43, &random))")
      json.member("origin_server_ts", 1_795_000_000_000 + 977 * number)
      json.member("sender", "@\(Vocabulary.word(&random))\(random.below(300)):example.org")
      json.member("type", isReaction ? "m.reaction" : "m.room.message")
      json.object("unsigned") { json in
        json.member("age", random.below(1_000_000))
        json.member("membership", "join")
      }
    }
  }

  private static func words(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in Vocabulary.word(&random) }.joined(separator: " ")
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  private static func name(_ length: Int, _ random: inout SeededGenerator) -> String {
    String((0..<length).map { _ in letters[random.below(letters.count)] })
  }
}
