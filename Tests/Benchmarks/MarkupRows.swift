import DraftEngine
import Measuring

/// Reading and writing the markup of 100 kB with 1,000 mentions; copying the bytes is the floor.
enum MarkupRows {
  static func render() -> Contest {
    let elements = Manuscript(bytes: 100_000, mentions: 1000, lines: 250, seed: 13).elements
    return Contest(
      group: "markup", name: "render 100 kB, 1,000 mentions",
      contestants: [
        Contestant(name: "MessageMarkup.render") { stopwatch in
          var size = 0
          stopwatch.measure { size = MessageMarkup.render(elements).utf8.count }
          stopwatch.keep(size)
        },
        Contestant(name: "joining the words without markup (floor)") { stopwatch in
          var size = 0
          stopwatch.measure { size = elements.text.utf8.count }
          stopwatch.keep(size)
        },
      ])
  }

  static func parse() -> Contest {
    let elements = Manuscript(bytes: 100_000, mentions: 1000, lines: 250, seed: 13).elements
    return parse("parse 100 kB, 1,000 mentions", MessageMarkup.render(elements))
  }

  static func brackets() -> Contest {
    parse("parse 200,000 opening brackets", String(repeating: "[", count: 200_000))
  }

  private static func parse(_ name: String, _ text: String) -> Contest {
    Contest(
      group: "markup", name: name,
      contestants: [
        Contestant(name: "MessageMarkup.parse") { stopwatch in
          var count = 0
          stopwatch.measure { count = MessageMarkup.parse(text).count }
          stopwatch.keep(count)
        },
        Contestant(name: "copying the bytes (floor)") { stopwatch in
          var copy: [UInt8] = []
          stopwatch.measure { copy = Array(text.utf8) }
          stopwatch.keep(Int(copy[copy.count / 2]))
        },
      ])
  }

  static let all: [() -> Contest] = [{ render() }, { parse() }, { brackets() }]
}
