import Composer

/// Finds the program that opens links and files: the configured command, a browser, or the desktop's choice.
struct AddressOpener {
  /// The configured command; nil for the desktop's choice.
  let command: String?

  private static let usual = "xdg-open"

  /// The commands to try for an address, the preferred one first.
  func commands(for address: String) -> [[String]] {
    // Through the shell, because the command may have options.
    if let command { return [["/bin/sh", "-c", "\(command) \"$1\"", "sh", address]] }
    let browsers = browser(for: address).flatMap { BrowserList($0) }
    return browsers?.commands(opening: address) ?? [[Self.usual, address]]
  }

  /// The name of the program in the message that an address was not opened.
  func name(for address: String) -> String { command ?? browser(for: address) ?? Self.usual }

  /// The browser, for web addresses only: files and places have other programs.
  private func browser(for address: String) -> String? {
    address.hasPrefix("/") || address.hasPrefix("geo:") ? nil : ProcessEnvironment.value(of: "BROWSER")
  }
}

/// The value of `$BROWSER`: commands with arguments, separated by colons, which are tried in turn.
///
/// In a command `%s` stands for the address, `%c` for a colon and `%%` for a percent sign; without `%s` the address comes
/// last. No shell is involved, so an address is always one argument.
struct BrowserList {
  private let commands: [[String]]

  /// - Returns: nil if it names no command.
  init?(_ value: String) {
    commands = value.split(separator: ":").compactMap { CommandWords.split(String($0)) }.filter {
      !$0.isEmpty
    }
    if commands.isEmpty { return nil }
  }

  /// The commands that open an address, the preferred one first.
  func commands(opening address: String) -> [[String]] {
    commands.map { words in
      let hasPlace = words.contains { Self.pieces(of: $0).contains(.address) }
      let filled = words.map { word in
        Self.pieces(of: word).map { $0 == .address ? address : $0.text }.joined()
      }
      return hasPlace ? filled : filled + [address]
    }
  }

  private enum Piece: Hashable {
    case words(String)
    case address

    var text: String { if case .words(let text) = self { text } else { "" } }
  }

  private static func pieces(of word: String) -> [Piece] {
    var pieces: [Piece] = []
    var text = ""
    var rest = Substring(word)
    while let character = rest.popFirst() {
      guard character == "%", let next = rest.first, "sc%".contains(next) else {
        text.append(character)
        continue
      }
      rest.removeFirst()
      switch next {
      case "s":
        pieces += [.words(text), .address]
        text = ""
      case "c": text.append(":")
      default: text.append("%")
      }
    }
    return pieces + [.words(text)]
  }
}
