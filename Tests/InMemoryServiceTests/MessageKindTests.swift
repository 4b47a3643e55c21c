import ChatDomain
import Testing

@testable import InMemoryService

@Suite("Kinds of messages in the demo")
struct MessageKindTests {
  private static let cases: [(MessageKind, [String])] = [
    (
      .greeting,
      [
        "Hi", "hello!", "Hey Alex", "Good morning everybody", "Moin", "こんにちは！", "привет", "Hi all, I'm Robin",
        "good evening", "Hello?", "Salut Chloë",
      ]
    ),
    (
      .wellbeing,
      [
        "Hi Alex, how are you?", "how are you", "How's it going?", "What's up?", "and you?", "Are you ok?",
        "元気ですか",
        "Hey Ben how are things",
      ]
    ),
    (
      .fine, ["I'm fine", "Fine, thanks!", "Good, thank you. And busy", "not bad", "A bit tired", "I’m good"]
    ),
    (
      .availability,
      ["Are you there?", "Do you have a minute?", "anyone here?", "got a second?", "Ben?", "?"]
    ),
    (
      .request,
      [
        "Can you look at the login flow?", "could you send me the notes", "Please review it",
        "Let me know when it's done",
        "Would you test it for me?",
      ]
    ),
    (
      .invitation,
      ["Lunch?", "Shall we have coffee?", "Want to join?", "Let's get a coffee", "Coffee at noon?"]
    ),
    (
      .who,
      ["Who has the key?", "Do you know who wrote this?", "Ana, who is on call", "Whose umbrella is it?"]
    ),
    (
      .when,
      [
        "When is the release?", "What time is it?", "How long does it take?", "Do you know when it ships?",
        "How soon?",
      ]
    ),
    (
      .where,
      [
        "Where are the notes?", "Hi, where is the style guide?", "Do you know where it went?",
        "where can I find it",
      ]
    ),
    (
      .what,
      ["What is the plan?", "Which one is better?", "what's new?", "So what do we do now?", "You want what?"]
    ),
    (
      .how,
      ["How do I install it?", "How many are left?", "how does search work", "Do you know how it works?"]
    ),
    (.why, ["Why?", "why is it red?", "But why does it ask twice?"]),
    (
      .yesNo,
      [
        "Is the build green?", "Does it work now?", "is it done", "Did you see that?",
        "The candidate is out?",
        "Is it ok when I push?",
      ]
    ),
    (
      .thanks, ["Thanks!", "thank you Ben", "Thx", "Great, thanks", "Merci", "ありがとう", "Thanks, it works now"]
    ),
    (.apology, ["Sorry", "My bad", "I'm so sorry, I broke the build", "sorry, I can't today", "すみません"]),
    (
      .goodbye,
      ["Bye", "See you tomorrow", "Good night!", "I have to go", "have a nice evening", "Tschüss", "またね"]
    ),
    (.mention, ["", "@ana", "Ana", "Zoë!"]),
    (
      .trouble,
      [
        "The login is broken again", "I get an error", "it doesn't work", "The tests are failing",
        "I can't find it",
      ]
    ),
    (.goodNews, ["Done", "The installer is ready", "It's fixed", "tests passed", "I merged it, all green"]),
    (.praise, ["Nice!", "great work", "I love the icons", "That looks beautiful", "👍", "🎉🎉", "well done"]),
    (.agreement, ["Yes", "ok", "Sure", "Sounds good", "yes, I will", "Agreed", "了解です", "right"]),
    (.refusal, ["No", "nope", "not yet", "I don't think so", "No, not today"]),
    (.laughter, ["haha", "lol", "😂", "Hehe, that's good", "😄"]),
    (
      .statement,
      [
        "I take the installer", "The meeting is at ten", "It's not done", "What a day",
        "This is my first message",
        "I'm going through the list", "When we met last year it was still winter",
      ]
    ),
  ]

  @Test("The words tell the kind", arguments: cases)
  func words(kind: MessageKind, texts: [String]) {
    for text in texts { #expect(MessageKind(of: text) == kind, "\(text)") }
  }

  @Test("A file tells the kind, whatever is written with it")
  func files() {
    #expect(MessageKind(of: "Is this right?", files: ["image/png"]) == .picture)
    #expect(MessageKind(of: "", files: ["text/plain", "image/png"]) == .file)
  }

  @Test("Every kind has a case")
  func complete() {
    #expect(Set(Self.cases.map(\.0)).union([.picture, .file]) == Set(MessageKind.allCases))
  }

  @Test("A subject is named by its words")
  func subjects() {
    for (text, name) in [
      ("How far is the login flow?", "the login flow"), ("when is the release", "the release"),
      ("Is the build green?", "the build"), ("Where's the style guide?", "the style guide"),
      ("Any cake left?", "lunch"), ("What is 2.4 about?", "the release"),
    ] {
      #expect(DemoSubject.named(in: MessageWords(text).list)?.name == name, "\(text)")
    }
    #expect(DemoSubject.named(in: MessageWords("What is that?").list) == nil)
  }

  @Test("People are called by first name, in any spelling")
  func names() {
    #expect(DemoPeople.called(in: "Hi Ana, is Łukasz there? And zoe?") == ["ana", "lukasz", "zoe"])
    #expect(DemoPeople.called(in: "Thanks Søren and Jürgen") == ["soren", "juergen"])
    #expect(DemoPeople.called(in: "a banana") == [])
  }
}
