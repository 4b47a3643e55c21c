import Foundation
import JSON
import Measuring

/// Ways to read a 5 MB answer.
enum AnswerRows {
  static let group = "a sync answer"
  static let answer = SyncAnswer(rooms: 440, eventsPerRoom: 32, seed: 17)

  static let words = "\(megabytes) MB, \(answer.eventCount) events"
  private static let megabytes = String(format: "%.1f", Double(answer.bytes.count) / 1e6)
  private static let data = Data(answer.bytes)

  /// Validates the answer and finds its values.
  static func check() -> Contest {
    Contest(
      group: group, name: "read", limit: 5e6, note: words,
      contestants: [
        Contestant(name: "JSONDocument") { stopwatch in
          var last = 0
          try stopwatch.measure { last = try JSONDocument(answer.bytes).root.raw.count }
          stopwatch.keep(last)
        },
        Contestant(name: "JSONSerialization") { stopwatch in
          var count = 0
          try stopwatch.measure {
            count = (try JSONSerialization.jsonObject(with: data) as? [String: Any])?.count ?? 0
          }
          stopwatch.keep(count)
        },
        Contestant(name: "copying the bytes (floor)") { stopwatch in
          var copy: [UInt8] = []
          stopwatch.measure { copy = answer.bytes + [0] }
          stopwatch.keep(Int(copy[copy.count / 2]))
        },
      ])
  }

  /// Reads the answer and passes on the events of all rooms.
  private static func readEvents(_ take: (JSONNode) -> Void) throws {
    let rooms = try JSONDocument(answer.bytes).root["rooms"]?["join"]
    for room in rooms.members {
      let events = room.value["timeline"]?["events"]
      for event in events.elements { take(event) }
    }
  }

  /// Checks that all ways to read give the same sum, whatever the order of the rooms.
  private static func checked(_ events: [ReadEvent]) -> Int {
    precondition(
      events.count == answer.eventCount, "\(events.count) of \(answer.eventCount) events were read")
    let size = events.reduce(0) { $0 + $1.size }
    precondition(size == expected ?? size, "two ways to read read differently")
    expected = size
    return size
  }

  private static var expected: Int?

  /// Decodes every event to a value with strings.
  static func fields() -> Contest {
    Contest(
      group: group, name: "read, and ten fields of every event", limit: 15e6, note: words,
      contestants: [
        Contestant(name: "JSONDocument, JSONNode") { stopwatch in
          var events: [ReadEvent] = []
          try stopwatch.measure {
            try readEvents { node in
              if let event = ReadEvent(node) { events.append(event) }
            }
          }
          stopwatch.keep(checked(events))
        },
        Contestant(name: "JSONDecoder") { stopwatch in
          var events: [ReadEvent] = []
          try stopwatch.measure {
            let read = try JSONDecoder().decode(ReadAnswer.self, from: data)
            for room in read.rooms.join.values { events += room.timeline.events }
          }
          stopwatch.keep(checked(events))
        },
      ])
  }

  /// Extracts the bytes of every event, as for a cache.
  static func raw() -> Contest {
    Contest(
      group: group, name: "read, and the bytes of every event", note: words,
      contestants: [
        Contestant(name: "JSONDocument, JSONNode.raw") { stopwatch in
          var size = 0
          try stopwatch.measure {
            try readEvents { size += Array($0.raw).count }
          }
          stopwatch.keep(size)
        }
      ])
  }

  static let all: [() -> Contest] = [{ check() }, { fields() }, { raw() }]
}
