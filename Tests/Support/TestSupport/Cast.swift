/// Who and what a text speaks of: the words its mentions are made of.
struct Cast {
  /// The words of the mentions, in no order.
  var names: [String]

  /// A cast for so many mentions; in some texts the same one is mentioned more than once.
  init(mentions: Int, _ random: inout SeededGenerator) {
    names = []
    let repeats = random.percent(25)
    while names.count < mentions {
      if repeats, !names.isEmpty, random.percent(30) {
        names.append(random.one(of: names))
        continue
      }
      let name = Self.name(&random)
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Words for a mention of any kind.
  static func name(_ random: inout SeededGenerator) -> String {
    switch random.below(100) {
    case ..<36: random.one(of: firstNames)
    case ..<58: "\(random.one(of: firstNames)) \(random.one(of: lastNames))"
    case ..<78: "@" + random.one(of: handles)
    case ..<90: "#" + random.one(of: channels)
    default: random.one(of: links)
    }
  }

  /// What somebody types who means one of the cast, or another name, without picking it.
  func plainName(_ random: inout SeededGenerator) -> String {
    guard random.percent(70), !names.isEmpty else { return Self.name(&random) }
    return random.one(of: names)
  }

  static let firstNames = words(
    """
    Ann Bob Carla Dave Emma Frank Grace Hugo Ines Jack Karin Liam Mia Noah Olga Paul Quinn Rosa Sam Tom Uma Vera \
    Will Xenia Yusuf Zoë José André Søren Björn Chloé Łukasz John Alex Maria Peter Anna Max Lena Ben Ana Joe Dan \
    Mark Eve Li Wei Yuki Amir Priya
    """)
  static let lastNames = words(
    """
    Smith Miller Jones Garcia Müller Novak Kowalski Rossi Silva Dubois Berg Hansen Tanaka Chen Patel Khan Okafor \
    O'Brien Doe Brown Young King Baker Marsh Field Stone Walker Hill
    """)
  static let handles = words(
    """
    ann bob carla dave emma frank grace hugo john_doe j.smith alex-k maria peter anna max lena ben42 ops-bot \
    deploybot yuki amir priya sam tom
    """)
  static let channels = words(
    """
    general random design backend frontend ops release-notes support offtopic lunch team-berlin incidents hiring \
    mobile dev-help
    """)
  static let links =
    words("docs handbook roadmap changelog dashboard PR-482 INK-17 RFC-9 wiki")
    + ["the docs", "this page", "release notes", "pull request", "support article", "the agenda"]

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
