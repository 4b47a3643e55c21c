import ChatDomain

/// A few lines that belong together, said one after the other in one channel.
struct DemoExchange: Sendable {
  struct Line: Hashable, Sendable {
    enum Form: Hashable, Sendable {
      case message
      /// A reply in the thread under the first line.
      case reply
      /// An emoji as a reaction to the line before.
      case reaction
    }
    let person: UserID
    let text: String
    let form: Form
  }

  let channel: ChannelID
  /// The local hours at which it makes sense.
  let hours: ClosedRange<Int>
  private let table: [String]

  /// Makes an exchange from its lines: `ana: text` for a message, indented for a reply in the thread under the first line, `ana:
  /// +👍` for a reaction to the line before.
  init(_ channel: ChannelID, at hours: ClosedRange<Int> = 0...23, _ lines: String...) {
    self.channel = channel
    self.hours = hours
    table = lines
  }

  /// Parsed on each call, because no line is needed at the start.
  var lines: [Line] {
    table.map { line in
      let parts = line.split(separator: ": ", maxSplits: 1)
      let text = parts.last ?? ""
      return Line(
        person: UserID(String(parts[0].drop { $0 == " " })), text: String(text.drop { $0 == "+" }),
        form: line.hasPrefix(" ") ? .reply : text.hasPrefix("+") ? .reaction : .message)
    }
  }
}

/// What happens in the demo: a team gets release 2.4 out, draws empty states, and expects a visitor.
enum DemoPlot {
  typealias Exchange = DemoExchange

  /// The strands of the story. Each goes on in its order; how they alternate depends on the seed.
  static let arcs: [[DemoExchange]] = [work, design, life, direct]

  private static let work = [
    Exchange(
      "release", "ana: I'll tag it as soon as the login fix is merged",
      "lukasz: Good. Tell me when, and I'll start the builds"),
    Exchange(
      "release", "ben: The login fix is up for review: [#412](https://example.org/412)",
      "  soren: Should it stop after two attempts? A third one only fills the log",
      "  ben: You're right. Two it is", "  soren: Then it's approved"),
    Exchange("release", "lukasz: $me, how far is the installer?"),
    Exchange(
      "general", "dawen: Fifty sign-ins on each machine, and none of them asked for the code twice",
      "ana: Wonderful. Thank you for your patience", "ben: +🎉"),
    Exchange(
      "release", "priya: Does the login fix get a line in the changelog?", "ana: Yes, people have noticed it",
      "priya: “You are asked for the code only once.” It's in"),
    Exchange(
      "release", "ben: The login fix is merged", "ana: And tagged as candidate 1",
      "lukasz: Builds are running, eleven minutes"),
    Exchange(
      "general", "olga: Two customers ask whether their drafts move to the new version",
      "ben: They do, the drafts stay where they are", "olga: Then I can answer both"),
    Exchange(
      "release", "alex: Search finds “Angstrom” and “Ångström” in the candidate", "soren: I feel found",
      "alex: +😂"),
    Exchange(
      "release", "soren: Installer on a clean machine: fine, apart from the icon",
      "  alex: Which one does it show?",
      "  soren: The old one, from 2.3", "  alex: That's a cache. I'll clear it in the build"),
    Exchange(
      "release", "lukasz: Candidate 1 is on the test server: [candidate](https://example.org/candidate)",
      "priya: +🚀"),
    Exchange(
      "release", "priya: Who tests what? I take drafts and threads", "ben: Login, what else",
      "alex: Search for me", "soren: I take the upgrade from 2.3"),
    Exchange(
      "general", "dawen: The third machine gets a new disk. Builds may be slow for half an hour",
      "juergen: The disk is at reception, I signed for it", "dawen: Thank you, I'm coming down"),
    Exchange(
      "release", "soren: The upgrade keeps drafts, pins and the order of the channels", "lukasz: +👍"),
    Exchange(
      "release", "priya: The count of a thread is off by one after I delete a reply",
      "  alex: Can you write down the steps?",
      "  priya: Reply twice, delete one, look at the row in the channel. It still says 2",
      "  alex: I see it here too, thanks",
      "  alex: Found it: deleted replies were counted until the next start",
      "  ben: Reviewed. Nice and short"),
    Exchange("release", "lukasz: $me, did the installer run without a network too?"),
    Exchange(
      "release", "ana: With that fix we need a second candidate",
      "lukasz: Fine with me, there is time for one"),
    Exchange(
      "general",
      "ana: For all who aren't in the release channel: the first candidate is tested, a second one follows",
      "zoe: Can the rest of us try it?",
      "ana: Please do: [candidate](https://example.org/candidate)"),
    Exchange(
      "general", "zoe: I went through the candidate with the screen reader, from sign-in to sign-out",
      "  ben: Even the field for the code?", "  zoe: Yes, it reads out every digit",
      "  ben: Then that was worth the trouble"),
    Exchange(
      "release", "lukasz: Candidate 2 is built. Same tests again, please", "ben: Login is fine",
      "priya: Threads count correctly now"),
    Exchange(
      "release", "soren: The icon is the new one, on a clean machine and on an old one", "alex: +🎉"),
    Exchange(
      "release", "priya: Last call for the changelog", "alex: “Search ignores accents” is missing",
      "priya: Added, and put before the small print"),
    Exchange("general", "priya: $me, may I thank you by name in the changelog?"),
    Exchange(
      "general",
      "chloe: The style guide says “sign in”, the page says “log in”. Which one do we keep?",
      "  priya: “Sign in”, the manual has it everywhere", "  ben: Then I'll change the page",
      "  chloe: Merci, that was the last one"),
    Exchange(
      "general", "olga: The first customer has read the changelog and asks when it comes",
      "lukasz: As announced. We're on time"),
    Exchange(
      "release", "lukasz: No blockers left. I propose that candidate 2 becomes the release",
      "ana: I'm for it", "soren: No objection", "ben: None from me either"),
    Exchange(
      "general", "dawen: The new disk is in. A build takes seven minutes now",
      "alex: Seven? I can't even make tea in that time"),
    Exchange(
      "general", "ana: 2.4 is ready: candidate 2 becomes the release. Thank you all", "mina: +🎉",
      "chloe: Bravo à tous", "juergen: I'll put something to drink in the kitchen"),
    Exchange(
      "release", "lukasz: What should we do better next time? Please collect it here",
      "  ben: Test with wrong clocks from the start", "  soren: A clean machine that's always there",
      "  priya: Write the changelog along the way, not at the end",
      "  ana: I'll take that to the next planning"),
    Exchange("general", "ben: New house rule: no release on an empty stomach", "alex: +❤️"),
  ]

  private static let design = [
    Exchange(
      "design", "chloe: The three empty states, side by side: [empty](https://example.org/empty)",
      "  sakura: The second one is calm. The third has too many arrows", "  chloe: I love my arrows. But yes",
      "  mina: I'll redraw the third without them"),
    Exchange(
      "design", "zoe: With large letters the button slips out of the second one",
      "mina: Oops. I'll give it a row of its own"),
    Exchange(
      "design",
      "chloe: $me, which sentence for the empty inbox? “All read” or “Nothing new, enjoy the quiet”?"),
    Exchange(
      "design", "mina: Eleven icons for the sidebar are ready", "zoe: Number four looks like a teapot",
      "mina: It is a teapot. It's for the kitchen channel", "chloe: +😂"),
    Exchange(
      "design", "sakura: The Japanese sentence is shorter, so the drawing sits too low",
      "mina: I'll centre the two together", "sakura: Thank you, now it looks right"),
    Exchange("design", "zoe: All three pass the contrast check in the dark theme too", "sakura: +🎉"),
    Exchange(
      "design", "chloe: Do we say “empty” or “nothing here yet”?",
      "  zoe: “Nothing here yet” sounds kinder when it's read aloud",
      "  sakura: And it's easier to translate",
      "  chloe: Then it's decided"),
    Exchange(
      "design", "mina: The final drawings are in the folder", "chloe: They make me want an empty inbox"),
  ]
}
