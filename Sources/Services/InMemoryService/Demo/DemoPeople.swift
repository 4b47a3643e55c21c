public import ChatDomain

/// The people of the demo. Their names are written in several scripts, as in any large company.
public enum DemoPeople {
  /// All people of the demo.
  public static let all: [User] = [
    User(id: "ana", name: "Ana García"), User(id: "ben", name: "Ben Okafor"),
    User(id: "alex", name: "Alex Dunn"), User(id: "chloe", name: "Chloë Dubois"),
    User(id: "dawen", name: "陳大文"), User(id: "sakura", name: "田中さくら"),
    User(id: "lukasz", name: "Łukasz Żółty"), User(id: "soren", name: "Søren Ångström"),
    User(id: "juergen", name: "Jürgen Groß"), User(id: "mina", name: "Mina 🌸"),
    User(id: "olga", name: "Ольга Ёлкина"), User(id: "priya", name: "Priya Nair"),
    User(id: "zoe", name: "Zoë 👩🏽‍🚀"),
  ]

  /// People shown as online although they have no device.
  static let online: [UserID] = ["ana", "ben", "alex", "dawen", "mina", "zoe"]

  static func name(_ id: UserID) -> String { all.first { $0.id == id }?.displayName ?? id.rawValue }
}

/// Phrases for the people of the demo when they have nothing in particular to say.
enum DemoPhrases {
  static let smallTalk = [
    "Has anybody seen the blue stapler?", "Coffee machine works again ☕", "I am in a meeting until eleven",
    "The weather! 🌧", "Pull requests are open for review", "Lunch at noon?",
    "Naïve question: why is it called that?",
    "Tests are green on my side", "I pushed a small fix", "Whose umbrella is in the hall?",
    "Happy birthday 🎂",
    "We should write that down", "今日は忙しいですね", "Crème brûlée in the kitchen", "I will be back in ten minutes",
    "Reading the logs now", "That took longer than expected", "It works on two machines and not on the third",
    "Train is late again", "Thanks for the quick review", "Let us talk about it tomorrow", "👍",
    "Who has the key to the archive?", "The flaky test is gone, I hope",
  ]

  static let answers = [
    "Good idea", "I was about to say the same", "Let me have a look", "Sounds right to me", "👍", "On it",
    "Can you say a bit more?", "Done already, I think", "Thanks, that helps", "Hm, let me think about that",
    "Agreed. Shall we do it today?", "Nice!", "I would start with the small one",
  ]

  static let answersToQuestions = [
    "I think so, but let me check", "Not sure. Maybe somebody in #help knows", "Yes", "No, not any more",
    "Good question!", "It depends: how urgent is it?", "Tomorrow at the latest",
    "Have a look at the wiki, there is a page about it",
  ]

  static let greetings = ["Hello!", "Hi there 👋", "Good to see you", "Hej!", "Salut !", "こんにちは"]

  static let afterthoughts = [
    "Coming back to this: it was the cache", "One more thing here", "I tried it, and it works",
    "Added it to the list", "Let us keep this thread for it",
  ]

  static let directOpenings = [
    "Do you have a minute?", "Just saw your message, thanks!", "Quick question about the release",
    "Are you coming to lunch?", "I left a note on your desk",
  ]

  static let reactions = ["👍", "🎉", "❤️", "😂", "👀", "🚀"]

  /// Plausible answers to a text.
  static func answers(to text: String) -> [String] {
    let start = text.lowercased()
    if text.contains("?") { return answersToQuestions }
    if ["hi", "hello", "hey", "good morning", "moin"].contains(where: start.hasPrefix) { return greetings }
    return answers
  }
}
