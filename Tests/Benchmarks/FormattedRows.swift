import FormattedText
import Measuring

/// The cost of parsing and writing formatted messages, including adversarial texts.
enum FormattedRows {
  private static let hostileLimit = 20_000_000.0
  private static let deep = 100_000

  static let all: [() -> Contest] = [
    { messages() }, { nestedMarks(16_000) }, { nestedMarks(deep) }, { openMarks() }, { oneBlock(16_000) },
    { oneBlock(262_144) }, { zeroWidth() }, { nestedHTML() }, { colours() },
  ]

  static func messages() -> Contest {
    let plain =
      "Could someone look at the second page of the plan before we meet, and say what is missing in it?"
    let formatted =
      "Could **someone** look at the *second* page of `plan.md`, see https://plan.example/a_b, and say ~~it~~ *all*?"
    return Contest(
      group: "formatted", name: "a message of 100 letters, read and shown",
      contestants: [contestant("with marks", formatted), contestant("without marks", plain)])
  }

  private static func contestant(_ name: String, _ text: String) -> Contestant {
    let batch = 1_000
    return Contestant(name: name, batch: batch) { stopwatch in
      var count = 0
      stopwatch.measure {
        for _ in 0..<batch { count += Markdown.parse(text).map { ShownText($0).text.utf8.count } ?? 0 }
      }
      stopwatch.keep(count)
    }
  }

  static func nestedMarks(_ depth: Int) -> Contest {
    markdown(
      "marks \(depth) deep",
      String(repeating: "*_", count: depth / 2) + "a" + String(repeating: "_*", count: depth / 2))
  }

  static func openMarks() -> Contest {
    markdown("65,000 bytes of marks that nothing closes", String(repeating: "**a ~~b ", count: 8_100))
  }

  static func oneBlock(_ count: Int) -> Contest {
    markdown("\(count) styles in one block", String(repeating: "*a* ", count: count))
  }

  static func zeroWidth() -> Contest {
    markdown(
      "letters without a width around fences", String(repeating: "\u{200B}```\u{200D}\n", count: 6_500))
  }

  static func nestedHTML() -> Contest {
    html("65,000 bytes of tags within tags", String(repeating: "<b><i>", count: 10_900) + "a")
  }

  static func colours() -> Contest {
    html(
      "colours on colours",
      String(repeating: "<font color=\"#ff0000\" data-mx-bg-color=\"#ff0000\">a", count: 1_250))
  }

  private static func markdown(_ name: String, _ text: String) -> Contest {
    // Text longer than the limit is not parsed for marks.
    let isRead = text.utf8.count <= Markdown.longest
    return Contest(
      group: "formatted", name: isRead ? name : name + ", too long to be read for marks", limit: hostileLimit,
      contestants: [
        Contestant(name: "read, shown and written") { stopwatch in
          var count = 0
          stopwatch.measure {
            guard let tree = Markdown.parse(text) else { return }
            count = ShownText(tree).text.utf8.count + HTMLWriter.html(tree).utf8.count
          }
          stopwatch.keep(count)
        }
      ])
  }

  private static func html(_ name: String, _ text: String) -> Contest {
    Contest(
      group: "formatted", name: name, limit: hostileLimit,
      contestants: [
        Contestant(name: "read and written") { stopwatch in
          var count = 0
          stopwatch.measure {
            count = MarkdownWriter.text(HTMLReader.read(text) { _ in true }.tree).bytes.count
          }
          stopwatch.keep(count)
        }
      ])
  }
}
