import Glibc

extension VirtualTerminal {
  /// Whether the screen shows all of the texts.
  public func shows(_ texts: String...) -> Bool {
    let screen = text
    return texts.allSatisfy { screen.contains($0) }
  }

  /// Whether the heading of a composer is shown, with or without a channel.
  public var showsComposer: Bool { shows("┤ →") || shows("│ →") }

  /// Whether the program has started, and says that a file was damaged or that nothing is saved.
  public var tellsOfDamage: Bool {
    let words = wordsBesideSidebar
    return showsComposer
      && ["in which drafts are kept", "The log of what you typed last", "not saved:"].contains {
        words.contains($0)
      }
  }

  /// The text of the rows without the sidebar. Sentences that are wrapped are whole in it.
  private var wordsBesideSidebar: String {
    (0..<rows).map { row in
      let parts = line(row).split { "│┤├┘".contains($0) }
      return (parts.last ?? "").split(separator: " ").joined(separator: " ")
    }.joined(separator: " ")
  }
}

/// A number that a variable of the environment gives, such as how often to kill the program; nil if it gives none.
public func environmentNumber(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
