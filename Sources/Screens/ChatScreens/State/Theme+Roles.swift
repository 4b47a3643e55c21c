public import TerminalScreen

/// One of the styles of a theme, by its name in a configuration.
public struct ThemeRole: Sendable {
  public let name: String
  /// The things drawn in this style.
  public let meaning: String
  public let path: any WritableKeyPath<Theme, Style> & Sendable
}

extension Theme {
  /// The name of the one entry with several styles: those of people's names.
  public static let namesRole = "names"

  /// All styles but those of people's names.
  public static let roles: [ThemeRole] = [
    role("text", \.text, "text; its colours are those of the whole screen"),
    role("quiet", \.quiet, "what is said beside: times, topics, previews"),
    role("border", \.border, "the lines between the parts"),
    role("title", \.title, "titles"),
    role("selected", \.selected, "the chosen row of a list, a marked region"),
    role("unread", \.unread, "channels with something unread, and how much"),
    role("badge", \.badge, "the mark of a channel in which you are mentioned"),
    role("draft", \.draft, "the words of drafts in the lists"),
    role("mention", \.mention, "mentions of people"),
    role("channelReference", \.channelReference, "mentions of channels"),
    role("link", \.link, "links"),
    role("ownName", \.ownName, "your own name"),
    role("readerMentioned", \.readerMentioned, "mentions of you"),
    role("quote", \.quote, "what is quoted"),
    role("good", \.good, "what is well: online, present"),
    role("warning", \.warning, "what wants attention: offline"),
    role("error", \.error, "what failed"),
    role("open", \.open, "the name of what is open"),
    role("marker", \.marker, "the bar beside what is open or chosen"),
    role("chosen", \.chosen, "laid over the message that the keys are about"),
    role("typing", \.typing, "who is typing"),
    role("unreadMark", \.unreadMark, "the line where reading stopped"),
    role("thread", \.thread, "the line about the replies under a message"),
    role("match", \.match, "what was searched for, where it was found"),
    role("behind", \.behind, "all that is behind a list or a question"),
    role("misspelled", \.misspelled, "laid over words that are spelled wrongly, while they are typed"),
    role("code", \.code, "code among words"),
    role("codeKeyword", \.codeKeyword, "keywords in blocks of code, and the names of tags"),
    role("codeString", \.codeString, "texts in code, and lines that were added"),
    role("codeComment", \.codeComment, "comments in code"),
    role("codeNumber", \.codeNumber, "numbers in code, and what stands for a sign in a text"),
    role("codeType", \.codeType, "types, keys and attributes in code"),
    role("codeFunction", \.codeFunction, "what is called in code"),
  ]

  /// A copy in which every style without its own colour has that of the text, so that a background set there applies
  /// everywhere.
  public var onItsBackground: Theme {
    guard text.foreground != .standard || text.background != .standard else { return self }
    let under = Style(text.foreground, on: text.background)
    var theme = self
    // Except styles laid over words, which would hide their colours.
    for role in Self.roles where role.name != "chosen" && role.name != "misspelled" {
      theme[keyPath: role.path] = self[keyPath: role.path].over(under)
    }
    theme.names = names.map { $0.over(under) }
    return theme
  }

  private static func role(
    _ name: String, _ path: any WritableKeyPath<Theme, Style> & Sendable, _ meaning: String
  ) -> ThemeRole {
    ThemeRole(name: name, meaning: meaning, path: path)
  }
}
