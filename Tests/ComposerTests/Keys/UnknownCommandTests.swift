import Testing

@testable import Composer

@Suite struct UnknownCommandTests {
  @Test(
    "A mistyped command suggests the nearest one",
    arguments: [
      ("jion", "join"), ("joim", "join"), ("jin", "join"), ("quti", "quit"), ("serach", "search"),
      ("tread", "thread"), ("memebrs", "members"), ("favorite", "favourite"), ("invitatoins", "invitations"),
    ])
  func nearest(typed: String, name: String) {
    #expect(UnknownCommand.nearest(to: typed, among: SlashCommand.allCases)?.name == name)
    #expect(
      UnknownCommand.answer(to: typed, among: SlashCommand.allCases)
        == "There is no /\(typed); did you mean /\(name)? //\(typed) sends it as text")
  }

  @Test(
    "A name that is not similar suggests nothing",
    arguments: ["nonsense", "x", "o", "m", "zz", "abc", "shrug"])
  func unlike(typed: String) {
    #expect(
      UnknownCommand.answer(to: typed, among: SlashCommand.allCases)
        == "There is no /\(typed); //\(typed) sends it as text")
  }

  @Test("A command that the service does not support is not suggested")
  func unsupported() {
    #expect(UnknownCommand.nearest(to: "serach", among: [.join, .quit]) == nil)
  }

  @Test("A command of another program names what to do instead", arguments: ["whois", "away", "nick"])
  func otherPrograms(name: String) {
    let answer = UnknownCommand.answer(to: name, among: SlashCommand.allCases)
    #expect(answer.hasPrefix("There is no /\(name); ") && !answer.contains("did you mean"))
  }
}
