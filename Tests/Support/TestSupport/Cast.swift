/// The names that a text mentions.
struct Cast {
  /// The words of the mentions, unordered.
  var names: [String]

  /// A cast for this many mentions; some texts mention a name twice.
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

  /// A name typed as plain text: one of the cast or another one.
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

/// Everyday words by frequency, drawn as often as in real text.
public enum Vocabulary {
  /// The words by descending frequency.
  public static let words: [String] =
    """
    the to and a of I you in is that it for we on this be have with not are can was will at if so but as they do \
    or just what there from about all one me my up out get our when no would your them an like time now then more \
    how go some know think need make good new also could see here than want work should today look back only us \
    which by been has did too after first still next well last two week really day before tomorrow take way right \
    let him her who same because sure over team into other thing things where these much please had any even own \
    use call send say maybe check meeting had off version again people sorry thanks page code test were might \
    already something find long great point yet since put plan both change done give tell read may most part keep \
    release always few later start end review idea bit list move soon until while help place question help hope \
    issue note never morning problem build three better best draft open write old small whole set says means fix \
    server design sound far date each left kind able anyone line try number name else around another better ready \
    wait main without actually support document customer project screen budget data market report office lunch \
    train room during feature button request answer friday monday branch ticket photo link slide contract deadline \
    pretty probably although through together agree early late short clear wrong busy free full half minute hour \
    month year afternoon evening weekend holiday update install deploy merge rename remove finish ship explain \
    compare decide suggest schedule cancel confirm forward attach upload download restart measure quickly slowly \
    exactly finally almost nearly certainly usually hardly instead perhaps however therefore against between \
    behind under above near across along toward coffee kitchen window garden weather traffic station airport \
    ticket hotel dinner birthday present music camera battery keyboard laptop printer network password account \
    invoice payment price offer order delivery warehouse supplier partner client vendor manager colleague intern \
    interview training workshop conference keynote agenda summary appendix chapter paragraph sentence footnote \
    diagram table column chart figure estimate milestone backlog sprint standup retro blocker regression timeout \
    crash latency cache queue index schema migration rollback snapshot cluster container gateway token header
    """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)

  /// The running sums of the words' weights, which follow Zipf's law.
  private static let sums: [Int] = {
    var sum = 0
    return words.indices.map { rank in
      sum += 1_000_000 / (rank + 3)
      return sum
    }
  }()

  /// A random word, weighted by frequency.
  public static func word(_ random: inout SeededGenerator) -> String {
    let point = random.below(sums[sums.count - 1])
    var low = 0
    var high = sums.count - 1
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > point { high = middle } else { low = middle + 1 }
    }
    return words[low]
  }

  /// A few words in a row, without the same word twice in succession.
  public static func phrase(_ count: Int, _ random: inout SeededGenerator) -> [String] {
    var phrase: [String] = []
    while phrase.count < count {
      let word = word(&random)
      if word != phrase.last { phrase.append(word) }
    }
    return phrase
  }
}

extension String {
  /// The text with its first letter capitalised.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
