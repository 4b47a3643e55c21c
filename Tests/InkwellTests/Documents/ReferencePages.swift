import ChatScreens
import TerminalScreen

@testable import ChatUI
@testable import Composer
@testable import inkwell

/// docs/keys.md, generated from the program's key table.
enum KeysPage {
  static let text =
    """
    # Keys

    Made from the table of the program by `make docs`. C- is the control key, M- is Alt or a pressed Escape in front, S- is
    shift. All can be bound anew under their names ([configuration.md](configuration.md)); F1 and `inkwell --print-keys` list those
    in force.

    """ + KeyArea.allCases.map(part).joined()

  private static func part(of area: KeyArea) -> String {
    let rows = KeyTable.bindings.filter { $0.command.area == area }.map { binding in
      let keys = binding.keys.map { "`\($0)`" }.joined(separator: ", ")
      return "| \(keys) | \(binding.meaning) | `\(binding.command.name)` |\n"
    }
    return "\n## \(area.title)\n\n| keys | what they do | name |\n|---|---|---|\n" + rows.joined()
  }
}

/// inkwell-config(5), generated from the table of settings.
enum ConfigurationPage {
  static let manual =
    [
      ".\\\" Made from the tables of the program by `make docs`: change those.",
      ".TH INKWELL\\-CONFIG 5 \"\(Version.date)\" \"\(Version.name)\" \"File Formats\"", "",
    ].joined(separator: "\n")
    + [
      Troff.section("NAME", "inkwell\\-config \\- the configuration file of inkwell\n"),
      Troff.section(
        "SYNOPSIS", ".I $XDG_CONFIG_HOME/inkwell/config.json5\n.br\n.I ~/.config/inkwell/config.json5\n"),
      description, settings, looks, keys, example, seeAlso,
    ].joined()

  private static let description = Troff.section(
    "DESCRIPTION",
    Troff.words(
      "The file is read when *inkwell* starts, and never written. It is JSON5: JSON with comments, trailing commas, keys without "
        + "quotes, and single or double quotes. The file and all settings in it are optional."
    ),
    Troff.words(
      "For a mistake the default is used, and the last line of the screen names it; a command without a screen ends with "
        + "status 78. *inkwell --check-config* lists every mistake with file, line and setting, and *inkwell --print-config* "
        + "prints all effective settings with their origins. The command line takes precedence over the file, and NO_COLOR "
        + "over both."))

  private static let settings = Troff.section(
    "SETTINGS",
    Troff.words("A dot stands for an object: *drafts.enabled* is *enabled* in the object *drafts*."),
    Setting.all.map { setting in
      let value = setting.writtenInOneLine
      return ".TP\n\(Troff.bold(setting.key))\n"
        + Troff.escaped("\(setting.sentence) Wanted: \(setting.expected).")
        + (value.map { Troff.escaped(" Default: \($0).") } ?? "") + "\n"
    }.joined())

  private static let looks = Troff.section(
    "THEMES",
    Troff.words(
      "A theme is an object with looks, in the setting *theme* or in a separate file in *themes/* next to the configuration. Its "
        + "*base* is the theme of all other looks: dark, light or contrast. A look is a text of attributes and colours like "
        + "“bold 130” or “underline #5f87ff on black”, or “plain”."),
    Troff.words(
      "Attributes are \(Style.Attributes.names.map(\.name).joined(separator: ", ")). Colours are "
        + "\(Color.names.joined(separator: ", ")), the numbers 0 to 255 of the palette, #rrggbb, and standard for the "
        + "terminal's default. A terminal without a colour shows the nearest one."),
    Troff.list(
      Theme.roles.map { (Troff.bold($0.name), $0.meaning) } + [
        (Troff.bold(Theme.namesRole), ConfigurationTables.names)
      ]))

  private static let keys = Troff.section(
    "KEYS",
    Troff.words(
      "The object *keys* has commands with their new keys: a text, or a list of texts. The names of commands are those of "
        + "*inkwell --print-keys*; the part before the dot can be omitted if the rest is unambiguous. The keys replace the "
        + "default keys of the command; an empty list removes them."),
    Troff.words(
      "*C-* is Control, *M-* Alt, and *S-* Shift. The other names of keys are "
        + "Enter, Tab, Backspace, Esc, Delete, Insert, Up, Down, Left, Right, Home, End, PgUp, PgDn, Space and F1 to F63. "
        + "Keys of a sequence are separated by blanks. A key has one meaning in the composer and everywhere, and a key that types "
        + "a letter can be bound only where letters are not typed, while a message is selected. Most terminals send C-i as "
        + "Tab, C-m as Enter and C-[ as Esc; *inkwell --keydump* shows what yours sends."
    ))

  private static let example = Troff.section(
    "EXAMPLE", ".nf\n\(ConfigurationTables.example.map(Troff.escaped).joined(separator: "\n"))\n.fi\n")

  private static let seeAlso = Troff.section("SEE ALSO", ".BR inkwell (1)\n")
}

/// The generated parts of `docs/configuration.md`; the text around them is written by hand.
enum ConfigurationTables {
  static let names = "a list of looks; each person always has the same one"

  /// A valid configuration, which the tests read.
  static let example = [
    "{", "  // not so bright", "  theme: { base: \"light\", draft: \"bold 130\" },",
    "  notifications: { bell: \"never\" },", "  keys: {", "    send: \"C-s\",",
    "    newline: [\"Enter\", \"M-Enter\"],",
    "  },", "}",
  ]

  /// The document with its tables regenerated.
  static func filled(_ path: String) -> String {
    var text = WrittenDocument(path: path) { "" }.recorded ?? ""
    for (name, table) in [("settings", settings), ("looks", looks), ("example", sample)] {
      let (start, end) = ("<!-- \(name): made by `make docs` -->\n", "<!-- end -->")
      guard let begins = text.firstRange(of: start),
        let ends = text[begins.upperBound...].firstRange(of: end)
      else { return "\(path) has no place for \(name)" }
      text.replaceSubrange(begins.upperBound..<ends.lowerBound, with: table)
    }
    return text
  }

  private static var settings: String {
    "| setting | value | without a file | |\n|---|---|---|---|\n"
      + Setting.all.map { setting in
        let value = setting.writtenInOneLine.map { "`\($0)`" } ?? ""
        return "| `\(setting.key)` | \(setting.expected) | \(value) | \(setting.sentence) |\n"
      }.joined()
  }

  private static var looks: String {
    "| look | of what |\n|---|---|\n" + Theme.roles.map { "| `\($0.name)` | \($0.meaning) |\n" }.joined()
      + "| `\(Theme.namesRole)` | \(names) |\n"
  }

  private static var sample: String { "```json5\n\(example.joined(separator: "\n"))\n```\n" }
}

extension Setting {
  /// The default without a file; nil if it does not fit one line.
  fileprivate var writtenInOneLine: String? {
    let value = written(Configuration())
    return value.contains("\n") ? nil : value
  }
}
