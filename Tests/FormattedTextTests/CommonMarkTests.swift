import Foundation
import Testing

@testable import FormattedText

/// The examples of CommonMark's specification, whose licence does not allow a copy here: `COMMONMARK_SPEC` is the
/// path of its `spec.txt`. Without it these are our own cases in the same format.
@Suite("CommonMark cases")
struct CommonMarkTests {
  /// The supported sections, with the examples of version 0.31.2 that differ here: they need features that decision
  /// 040 leaves out, or are common text in chats.
  static let claimed: [String: Set<Int>] = [
    "ATX headings": [69, 79],
    "Autolinks": [594, 595, 596, 597, 598, 599, 600, 601, 603, 604, 605],
    "Backslash escapes": [12, 14, 16, 18, 20, 21, 22, 23, 24],
    "Block quotes": [229, 231, 232, 233, 234, 236, 238, 239, 240, 241, 247, 250, 251, 252],
    "Code spans": [335, 336, 344, 346],
    "Emphasis and strong emphasis": [356, 475, 476, 477, 480, 481],
    "Fenced code blocks": [121, 134, 141, 143, 144, 146],
    "Links": [
      482, 484, 485, 486, 487, 489, 491, 492, 494, 495, 496, 498, 499, 500, 501, 502, 503, 504, 505, 506, 507,
      509, 510, 517, 520, 522, 524, 526, 527, 528, 529, 530, 531, 532, 533, 534, 535, 536, 537, 538, 539, 540,
      541, 542, 543, 544, 545, 549, 550, 553, 554, 555, 556, 557, 558, 559, 560, 561, 562, 563, 564, 565, 566,
      567, 568, 569, 570, 571,
    ],
    "List items": [
      253, 254, 257, 259, 260, 264, 265, 270, 271, 272, 273, 274, 276, 278, 279, 280, 281, 282, 283, 284, 286,
      287, 288, 289, 290, 292, 293, 297, 300,
    ],
    "Lists": [308, 309, 311, 312, 313, 315, 317],
    "Paragraphs": [225, 226],
    "Thematic breaks": [48, 59],
  ]

  private static let own = [
    ("ATX headings", "# ink well", "<h1>ink well</h1>"),
    ("Autolinks", "<> ink", "&lt;&gt; ink"),
    ("Backslash escapes", "\\*ink\\*", "*ink*"),
    ("Block quotes", "> ink", "<blockquote>ink</blockquote>"),
    ("Code spans", "`ink *well*`", "<code>ink *well*</code>"),
    ("Emphasis and strong emphasis", "*ink* **well**", "<em>ink</em> <strong>well</strong>"),
    ("Fenced code blocks", "~~~\n*ink*\n~~~", "<pre><code>*ink*\n</code></pre>"),
    ("Links", "[ink](https://ink.example)", #"<a href="https://ink.example">ink</a>"#),
    ("List items", "- ink", "<ul><li>ink</li></ul>"),
    ("Lists", "- ink\n- well", "<ul><li>ink</li><li>well</li></ul>"),
    ("Paragraphs", "ink\n\nwell", "<p>ink</p>\n<p>well</p>"),
    ("Thematic breaks", "***", "<hr />"),
  ].map {
    "# \($0)\n\(String(repeating: "`", count: 32)) example\n\($1)\n.\n\($2)\n\(String(repeating: "`", count: 32))"
  }
  .joined(separator: "\n")

  @Test("Supported cases are read as CommonMark reads them", arguments: claimed.keys.sorted())
  func section(_ name: String) throws {
    guard let path = CommonMarkCase.path else {
      let own = CommonMarkCase.read(Self.own).filter { $0.section == name }
      return #expect(!own.isEmpty && own.allSatisfy(\.isSame), "\(own.map(\.shown))")
    }
    let cases = CommonMarkCase.read(try String(contentsOfFile: path, encoding: .utf8))
    let other = cases.filter { $0.section == name && !$0.isSame }
    #expect(Set(other.map(\.number)) == Self.claimed[name])
  }
}

struct CommonMarkCase {
  let section: String
  let number: Int
  let text: String
  let html: String

  static let path = ProcessInfo.processInfo.environment["COMMONMARK_SPEC"]

  /// An address without a scheme is not a link here, so the examples get one.
  private static func followable(_ text: String) -> String {
    text.replacingOccurrences(of: "](/", with: "](https://e/")
      .replacingOccurrences(of: "href=\"/", with: "href=\"https://e/")
  }

  var shown: String { Self.normalised(HTMLWriter.html(Markdown.tree(Self.followable(text)))) }
  var expected: String { Self.normalised(Self.followable(html)) }
  var isSame: Bool { shown == expected }

  static func read(_ specification: String) -> [CommonMarkCase] {
    var cases: [CommonMarkCase] = []
    var section = ""
    var part = 0
    var text = ""
    var html = ""
    let fence = String(repeating: "`", count: 32)
    for line in specification.replacingOccurrences(of: "→", with: "\t").components(separatedBy: "\n") {
      if part == 0, line == fence + " example" {
        (part, text, html) = (1, "", "")
      } else if part == 1, line == "." {
        part = 2
      } else if part == 2, line == fence {
        part = 0
        cases.append(CommonMarkCase(section: section, number: cases.count + 1, text: text, html: html))
      } else if part == 1 {
        text += line + "\n"
      } else if part == 2 {
        html += line + "\n"
      } else if line.hasPrefix("#") {
        section = String(line.drop { $0 == "#" }.dropFirst())
      }
    }
    return cases
  }

  /// Without paragraphs and whitespace between blocks, and with a break for each line end.
  private static func normalised(_ html: String) -> String {
    var text = html
    for tag in ["<p>", "</p>"] { text = text.replacingOccurrences(of: tag, with: "\n") }
    text = text.replacingOccurrences(of: "<hr />", with: "<hr>")
    let block = "</?(?:ul|ol|li|blockquote|h[1-6]|pre|hr)[^>]*>"
    var parts: [String] = []
    for (index, part) in text.components(separatedBy: "<pre>").enumerated() {
      let pieces = index == 0 ? ["", part] : part.components(separatedBy: "</pre>")
      if index > 0 {
        let code = pieces[0].replacingOccurrences(
          of: "\n*</code>", with: "</code>", options: .regularExpression)
        parts.append("<pre>\(code)</pre>")
      }
      var rest = pieces.last ?? ""
      rest = rest.replacingOccurrences(of: "[ \n]*(\(block))[ \n]*", with: "$1", options: .regularExpression)
      rest = rest.replacingOccurrences(of: "[ \n]*(<br>|\n)[ \n]*", with: "<br>", options: .regularExpression)
      rest = rest.replacingOccurrences(of: "^(<br>| )+|(<br>| )+$", with: "", options: .regularExpression)
      parts.append(rest)
    }
    return parts.joined()
  }
}
