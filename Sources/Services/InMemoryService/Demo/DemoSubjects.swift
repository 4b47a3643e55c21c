import ChatDomain

/// A subject that the people of the demo know something about.
struct DemoSubject: Hashable, Sendable {
  /// The name within a sentence: "the login flow".
  let name: String
  /// The words by which a message names it, in lower case.
  let words: Set<String>
  /// The person who looks after it.
  let owner: UserID
  /// What anyone answers to a question about it.
  let facts: DemoLines

  /// The first subject that is named in these words.
  static func named(in words: [String]) -> DemoSubject? {
    all.first { subject in words.contains(where: subject.words.contains) }
  }

  /// The subject of a channel.
  static func of(_ channel: ChannelID) -> DemoSubject? {
    switch channel {
    case "release": release
    case "design": screens
    case "offtopic": food
    case "general": login
    case "help": help
    case "music": music
    default: nil
    }
  }

  static let all = [
    login, installer, search, changelog, styleGuide, screens, builds, release, food, cat, music, travel,
    visitor, drafts, help,
  ]

  private static let login = DemoSubject(
    name: "the login flow", words: ["login", "logins", "token", "401", "password"], owner: "ben",
    facts: [
      .when: [
        "The fix comes with the next candidate", "It has been in since the last build",
        "Once the candidate is out, $later I think",
      ],
      .where: [
        "The notes are in the thread under Ana's message in [#general](pn-channel://general)",
        "Here: https://example.org/login",
      ],
      .what: [
        "It asked twice for the code, because the token expired while the page was open",
        "The fix renews the token before it expires",
        "At the moment it's being tested with clocks that are wrong",
      ],
      .how: [
        "Set your clock two minutes ahead and sign in, then you see it",
        "Quite far: the fix is written and tested",
      ],
      .why: ["The token expired while the page was open", "Because of clocks that are two minutes ahead"],
      .yesNo: [
        "In the new build, yes", "With the fix, yes",
        "Yes, fifty sign-ins in a row without a second question",
      ],
    ])

  private static let installer = DemoSubject(
    name: "the installer", words: ["installer", "install", "installation", "upgrade"],
    owner: "soren",
    facts: [
      .when: ["With the candidate", "As soon as a clean machine is free for the test"],
      .where: [
        "On the test server, next to the candidate", "https://example.org/installer has the latest one",
      ],
      .what: ["It still shows the old icon on some machines", "It's the last of the three blockers"],
      .how: [
        "Start it on a clean machine and choose the second option", "It ran through four times out of four",
      ],
      .why: ["The old icon comes from a cache", "Because it must also work without a network"],
      .yesNo: ["On a clean machine, yes", "Yes, the upgrade from 2.3 keeps everything"],
    ])

  private static let search = DemoSubject(
    name: "search", words: ["search", "searching", "finder"], owner: "alex",
    facts: [
      .when: ["It's done since yesterday", "It's in the candidate already"],
      .where: ["C-x s, and C-x S for all channels", "C-x s in a channel, or /search"],
      .what: [
        "It finds words with and without accents now", "The last open thing was “ß”, and that works too",
      ],
      .how: [
        "Type any part of a word, accents don't matter", "It looks at whole words first, then at parts",
      ],
      .why: [
        "People type “strasse” and mean “Straße”", "The old one was too slow for ten thousand messages",
      ],
      .yesNo: ["Yes, search is done", "Yes, in threads too"],
    ])

  private static let changelog = DemoSubject(
    name: "the changelog", words: ["changelog", "manual", "docs", "documentation", "chapter"], owner: "priya",
    facts: [
      .when: ["The text is closed when the candidate is out", "A first version is there already"],
      .where: [
        "In [#release](pn-channel://release), as a file: changelog.md", "On the wiki, under Releases",
      ],
      .what: [
        "Drafts on every device, threads, and the login fix", "The manual has a new chapter on threads",
      ],
      .how: ["One line for each change, in the words of a user", "Write it as if you told a friend"],
      .why: ["Customers read it before they install anything"],
      .yesNo: ["Yes, every change gets a line", "It's nearly complete"],
    ])

  private static let styleGuide = DemoSubject(
    name: "the style guide", words: ["style", "wiki"], owner: "chloe",
    facts: [
      .when: ["It moved last week", "The new page on names went up $today"],
      .where: ["On the wiki: https://example.org/style", "It moved to the wiki, first page"],
      .what: ["It has a new page on names", "It says how we write, with examples"],
      .how: ["Read the first page, the rest is examples", "Just edit it, every change is kept"],
      .why: ["It was hard to find in the old place"],
      .yesNo: ["Yes, everybody can edit it", "It's all on the wiki now"],
    ])

  private static let screens = DemoSubject(
    name: "the empty states",
    words: ["empty", "states", "design", "icon", "icons", "contrast", "screens", "colours", "colors"],
    owner: "mina",
    facts: [
      .when: [
        "The second version is the one, it goes in after the release", "The final drawings are due $later",
      ],
      .where: [
        "In [#design](pn-channel://design), there is a thread with all three", "https://example.org/empty",
      ],
      .what: [
        "Three drawings for screens that have nothing to show yet", "Contrast is 4.7 to 1, so it passes",
      ],
      .how: [
        "One sentence, one small drawing, one thing to do next", "We compare them on a small screen first",
      ],
      .why: ["An empty page looks broken if it says nothing", "Because the old ones only said “No data”"],
      .yesNo: ["Yes, the second one", "Yes, it passes the contrast check"],
    ])

  private static let builds = DemoSubject(
    name: "the build", words: ["build", "builds", "pipeline"], owner: "dawen",
    facts: [
      .when: ["A build takes eleven minutes, so soon", "It was green again an hour ago"],
      .where: ["https://example.org/builds", "On the build page, the newest one is at the top"],
      .what: ["It's green ✅", "One test was flaky, it has been repaired"],
      .how: ["Push your branch and it starts by itself", "Green, on all three machines"],
      .why: ["One test depended on the clock", "The third machine has an older disk, so it's slower"],
      .yesNo: ["Yes, it's green", "On two machines, and the third is still running"],
    ])

  private static let release = DemoSubject(
    name: "the release",
    words: [
      "release", "2.4", "ship", "ships", "candidate", "version", "blocker", "blockers", "freeze", "deadline",
    ],
    owner: "lukasz",
    facts: [
      .when: [
        "When the candidate has passed the tests",
        "The topic of [#release](pn-channel://release) has the day",
      ],
      .where: [
        "Everything about it is in [#release](pn-channel://release)",
        "The candidate is on the test server: https://example.org/candidate",
      ],
      .what: [
        "Of three blockers only the installer is left", "2.4 brings drafts on every device, and threads",
      ],
      .how: [
        "Better than I feared: search and login are done", "Each of us takes one part and tests it once more",
      ],
      .why: ["We wait for the installer, the rest is ready", "Because we want to sleep well afterwards"],
      .yesNo: ["It looks like it", "Yes, if the installer is ready in time"],
    ])

  private static let food = DemoSubject(
    name: "lunch",
    words: [
      "lunch", "coffee", "cake", "food", "kitchen", "hungry", "eat", "dinner", "breakfast", "tea", "soup",
    ],
    owner: "alex",
    facts: [
      .when: ["Whenever you're hungry", "In ten minutes? I need to finish one thing"],
      .where: ["In the kitchen on the second floor", "The small place around the corner has soup"],
      .what: ["There was cake in the kitchen a moment ago", "Soup, I think, and the good bread"],
      .how: ["Press the left button twice, the machine is old", "Very good, if you like it sweet"],
      .why: ["Somebody has a birthday every week, it seems"],
      .yesNo: ["Yes, there's some left", "For me it's never too early for that"],
    ])

  private static let cat = DemoSubject(
    name: "the cat", words: ["cat", "cats", "kitten", "dog", "pet"], owner: "mina",
    facts: [
      .who: ["Her name is Pixel"], .when: ["She comes on quiet days"],
      .where: ["On somebody's keyboard, usually"],
      .what: ["Pixel. She's grey, with one white foot", "She mostly sleeps, and eats the rest of the time"],
      .how: ["Asleep, as always 🐈", "Very well, thanks. She caught a sock"], .why: ["Because she can"],
      .yesNo: ["Yes, but only if you have food"],
    ])

  private static let music = DemoSubject(
    name: "music", words: ["music", "song", "album", "listening", "playlist", "concert"], owner: "soren",
    facts: [
      .when: ["The concert is at the end of the month"],
      .where: ["In [#music](pn-channel://music), Søren keeps a list there"],
      .what: ["Arvo Pärt, all day", "Something slow with a lot of piano"],
      .how: ["Quiet, good for reading logs"], .why: ["It drowns out the road works"],
      .yesNo: ["Yes, with headphones"],
    ])

  private static let travel = DemoSubject(
    name: "the way to work",
    words: ["train", "road", "bike", "bus", "weather", "rain", "station", "traffic"],
    owner: "juergen",
    facts: [
      .when: ["The road opens again next month, they say"],
      .where: ["Behind the bridge, you have to go around it"],
      .what: ["The road by the bridge is closed", "Rain, then sun, then rain"],
      .how: ["By bike it's the quickest at the moment"], .why: ["They're laying a new pipe"],
      .yesNo: ["It's late more often than not", "Take an umbrella, to be safe"],
    ])

  private static let visitor = DemoSubject(
    name: "the visit", words: ["visitor", "visit", "visitors", "keller", "guest", "guests", "university"],
    owner: "juergen",
    facts: [
      .who: ["Ms Keller from the university"], .when: ["She comes $later"],
      .where: ["We meet her at the front door"],
      .what: ["She'd like to see how we test", "A tour through the lab, then coffee"],
      .how: ["Mina shows the screens, Zoë shows the lab"],
      .why: ["Her students want to know how software gets out of the door"],
      .yesNo: ["Yes, it's all arranged"],
    ])

  private static let drafts = DemoSubject(
    name: "drafts", words: ["draft", "drafts"], owner: "ben",
    facts: [
      .when: ["They're saved while you type"], .where: ["C-x d lists all of them, the newest first"],
      .what: [
        "C-x h has every text you sent or cleared here",
        "What you've typed and not sent yet, one for each channel",
      ],
      .how: ["C-x d, then Enter takes you to one", "C-x h, choose it, and Enter brings it back"],
      .why: ["Because somebody once lost an essay"], .yesNo: ["Yes, drafts stay, even if the power fails"],
    ])

  private static let help = DemoSubject(
    name: "the program",
    words: ["thread", "threads", "shortcut", "shortcuts", "keys", "undo", "command"],
    owner: "ben",
    facts: [
      .when: ["At once, you don't have to restart anything"],
      .where: ["F1 lists the keys", "In F1, under the first letters that you type"],
      .what: [
        "M-s chooses a message, and the line below says what you can do with it",
        "A line that begins with / is a command",
      ],
      .how: [
        "F1 has all keys, type a few letters to filter them", "With C-x b you get anywhere by a few letters",
      ],
      .why: ["So that your hands can stay on the keyboard"],
      .yesNo: ["Yes, it's in F1", "Yes, and M-s then t opens a thread"],
    ])
}
