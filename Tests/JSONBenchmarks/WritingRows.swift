import Foundation
import JSON
import Measuring

/// Events as a client sends them, and their canonical form for signing.
enum WritingRows {
  private static let count = 1000
  private static let words = String(repeating: "An everyday sentence of a message, “quoted” and\n", count: 3)

  static func write() -> Contest {
    Contest(
      group: "writing", name: "the content of a message of 150 bytes",
      contestants: [
        Contestant(name: "JSONWriter", batch: count) { stopwatch in
          var size = 0
          stopwatch.measure { for number in 0..<count { size += content(number).count } }
          stopwatch.keep(size)
        },
        Contestant(name: "JSONSerialization", batch: count) { stopwatch in
          var size = 0
          try stopwatch.measure {
            for number in 0..<count {
              let content: [String: Any] = [
                "msgtype": "m.text", "body": words, "m.mentions": ["user_ids": ["@ann:example.org"]],
                "m.relates_to": [
                  "rel_type": "m.thread", "event_id": "$\(number)", "is_falling_back": true,
                ] as [String: Any],
              ]
              size += try JSONSerialization.data(withJSONObject: content).count
            }
          }
          stopwatch.keep(size)
        },
      ])
  }

  static func canonical() -> Contest {
    let bytes = content(7)
    return Contest(
      group: "writing", name: "the same read, and written in canonical form",
      contestants: [
        Contestant(name: "JSONNode.canonical", batch: count) { stopwatch in
          var size = 0
          try stopwatch.measure {
            for _ in 0..<count { size += try JSONDocument(bytes).root.canonical().count }
          }
          stopwatch.keep(size)
        },
        Contestant(name: "JSONSerialization, sorted", batch: count) { stopwatch in
          var size = 0
          try stopwatch.measure {
            for _ in 0..<count {
              let read = try JSONSerialization.jsonObject(with: Data(bytes))
              size += try JSONSerialization.data(withJSONObject: read, options: .sortedKeys).count
            }
          }
          stopwatch.keep(size)
        },
      ])
  }

  private static func content(_ number: Int) -> [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("msgtype", "m.text")
        json.member("body", words)
        json.object("m.mentions") { json in json.member("user_ids", ["@ann:example.org"]) }
        json.object("m.relates_to") { json in
          json.member("rel_type", "m.thread")
          json.member("event_id", "$\(number)")
          json.member("is_falling_back", true)
        }
      }
    }
  }

  static let all: [() -> Contest] = [{ write() }, { canonical() }]
}
