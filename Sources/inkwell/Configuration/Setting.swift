import ChatScreens
import ChatUI
import Composer
import TerminalScreen

/// One setting. A table of these is the source of everything about the configuration: reading it, messages about
/// faults, `--print-config`, the sample file, the manual.
struct Setting: Sendable {
  /// Its path: "drafts.enabled" is `enabled` in the object `drafts`.
  let key: String
  /// The expected value, as written after "expected" in the message about a fault.
  let expected: String
  /// Its effect.
  let sentence: String
  /// Reads a value, or reports what is wrong with it.
  let read: @Sendable (JSON5Value, inout ConfigurationReader) -> Void
  /// The value as written in a file; lines after the first are indented as on the top level.
  let written: @Sendable (Configuration) -> String

  /// The objects that contain it, and its name there.
  var path: [String] { key.split(separator: ".").map(String.init) }

  /// Makes a setting whose value comes from one value of the file.
  ///
  /// - Parameters:
  ///   - convert: converts the value; nil if it is not valid.
  init<Value: Sendable>(
    _ key: String, _ path: any WritableKeyPath<Configuration, Value> & Sendable, _ expected: String,
    _ sentence: String, convert: @escaping @Sendable (JSON5Value) -> Value?,
    written: @escaping @Sendable (Value) -> String
  ) {
    self.init(key, expected, sentence) { value, reader in
      guard let converted = convert(value) else {
        return reader.blame(value, "expected \(expected), found \(value.words)")
      }
      reader.configuration[keyPath: path] = converted
    } written: {
      written($0[keyPath: path])
    }
  }

  init(
    _ key: String, _ expected: String, _ sentence: String,
    read: @escaping @Sendable (JSON5Value, inout ConfigurationReader) -> Void,
    written: @escaping @Sendable (Configuration) -> String
  ) {
    self.key = key
    self.expected = expected
    self.sentence = sentence
    self.read = read
    self.written = written
  }
}

extension Setting {
  static func flag(
    _ key: String, _ path: any WritableKeyPath<Configuration, Bool> & Sendable, _ sentence: String
  ) -> Setting {
    Setting(key, path, "true or false", sentence) { value in
      guard case .flag(let flag) = value.kind else { return nil }
      return flag
    } written: {
      "\($0)"
    }
  }

  static func number<Number: FixedWidthInteger & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Configuration, Number> & Sendable,
    _ range: ClosedRange<Number>,
    _ sentence: String
  ) -> Setting {
    Setting(key, path, words(range), sentence) {
      whole($0, in: range)
    } written: {
      "\($0)"
    }
  }

  /// A duration in days.
  static func days(
    _ key: String, _ path: any WritableKeyPath<Configuration, Duration> & Sendable, _ range: ClosedRange<Int>,
    _ sentence: String
  ) -> Setting {
    let day = 86400
    return Setting(key, path, words(range), sentence) {
      whole($0, in: range).map { .seconds($0 * day) }
    } written: {
      "\($0.components.seconds / Int64(day))"
    }
  }

  /// One of several words.
  static func choice<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Configuration, Value> & Sendable,
    _ choices: [(word: String, value: Value)], _ sentence: String
  ) -> Setting {
    let expected = choices.map { $0.word.quotedAsJSON }.list("or")
    return Setting(key, path, expected, sentence) { value in
      guard case .text(let text) = value.kind else { return nil }
      return choices.first { $0.word == text }?.value
    } written: { value in
      choices.first { $0.value == value }.map { $0.word.quotedAsJSON } ?? "null"
    }
  }

  /// A command for the shell; null for the default.
  static func command(
    _ key: String, _ path: any WritableKeyPath<Configuration, String?> & Sendable, _ sentence: String
  ) -> Setting {
    Setting(key, path, "a command, or null", sentence) { value -> String?? in
      switch value.kind {
      case .null: .some(nil)
      case .text(let text) where !text.allSatisfy(\.isWhitespace) && !text.contains("\0"): .some(text)
      default: nil
      }
    } written: {
      $0.map(\.quotedAsJSON) ?? "null"
    }
  }

  private static func words<Number>(_ range: ClosedRange<Number>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func whole<Number: FixedWidthInteger>(
    _ value: JSON5Value, in range: ClosedRange<Number>
  ) -> Number? {
    let number: Number? =
      switch value.kind {
      case .whole(let whole): Number(exactly: whole)
      case .number(let number): Number(exactly: number)
      default: nil
      }
    return number.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension Setting {
  private static let builtIn = Settings.builtInThemes.map(\.name)

  static let theme: Setting = Setting(
    "theme",
    "\(builtIn.map(\.quotedAsJSON).joined(separator: ", ")), the name of a file in themes/ beside this one, or an "
      + "object with looks",
    "The theme: a built-in one, your own in themes/NAME.json5, or one defined here. /theme changes it for the session."
  ) { value, reader in
    switch value.kind {
    case .text(let name):
      if let theme = Settings.builtInThemes.first(where: { $0.name == name }) {
        reader.configuration.settings.theme = theme.theme
        reader.configuration.themeName = name
      } else {
        reader.readTheme(named: name, for: value)
      }
    case .object(let members):
      var looks = ThemeReader()
      looks.read(members)
      for fault in looks.faults { reader.blame(line: fault.line, fault.sentence, part: fault.part) }
      reader.use(NamedTheme("own", looks.theme), name: nil, base: looks.baseName)
    default: reader.blame(value, "expected \(theme.expected), found \(value.words)")
    }
  } written: { configuration in
    if let name = configuration.themeName, builtIn.contains(name) { return name.quotedAsJSON }
    let lines = Self.looks(of: configuration)
    return "{\n" + lines.map { "    \($0)\n" }.joined() + "  }"
  }
}

extension Setting {
  /// The looks that define the same theme again: its base, and the differences from it.
  private static func looks(of configuration: Configuration) -> [String] {
    let name = configuration.themeBase
    let bases = Settings.builtInThemes
    let base = (bases.first { $0.name == name } ?? bases[0]).theme
    let theme = configuration.settings.theme
    // A theme that sets a background is the same on every terminal.
    let pairs =
      theme.isAdaptive
      ? Background.allCases.map { (theme.theme(on: $0), base.theme(on: $0)) }
      : [(theme.onUnknown, base.theme(on: theme.onUnknown.ground))]
    let looks = theme.onUnknown
    var lines = ["\(ThemeReader.base): \(name.quotedAsJSON),"]
    for role in Theme.roles where pairs.contains(where: { $0[keyPath: role.path] != $1[keyPath: role.path] })
    {
      lines.append("\(role.name): \(looks[keyPath: role.path].notation.quotedAsJSON),")
    }
    if pairs.contains(where: { $0.names != $1.names }) {
      let names = looks.names.map { $0.notation.quotedAsJSON }
      lines.append("\(Theme.namesRole): [\(names.joined(separator: ", "))],")
    }
    return lines
  }
}

extension ConfigurationReader {
  fileprivate mutating func readTheme(named name: String, for value: JSON5Value) {
    let builtIn = Settings.builtInThemes.map(\.name)
    // The name is part of a path, so it must not lead into another folder.
    guard Profile(name) != nil else {
      return blame(value, "a theme name has letters, digits, -, _ and dots, and does not begin with a dot")
    }
    let path = "\(folder)/themes/\(name).json5"
    do throws(ConfigurationFault) {
      guard let file = try files.value(in: path, isWanted: false) else {
        let nearest = name.nearest(of: builtIn).map { "; did you mean \($0)?" }
        return blame(
          value,
          "there is no theme \(name): it is neither \(builtIn.joined(separator: ", ")) nor \(path)\(nearest ?? "")"
        )
      }
      guard case .object(let members) = file.kind else {
        throw ConfigurationFault(
          file: path, line: file.line, sentence: "expected an object with looks, found \(file.words)")
      }
      var looks = ThemeReader()
      looks.read(members)
      for fault in looks.faults {
        blame(ConfigurationFault(file: path, line: fault.line, key: fault.part, sentence: fault.sentence))
      }
      use(NamedTheme(name, looks.theme), name: name, base: looks.baseName)
    } catch {
      blame(error)
    }
  }

  fileprivate mutating func use(_ theme: NamedTheme, name: String?, base: String) {
    configuration.settings.theme = theme.theme
    configuration.settings.themes.append(theme)
    configuration.themeName = name
    configuration.themeBase = base
  }
}

/// Makes a theme from an object of styles.
private struct ThemeReader {
  private(set) var theme = AdaptiveTheme.automatic
  private(set) var baseName = "auto"
  private(set) var faults: [(line: Int, part: String, sentence: String)] = []

  static let base = "base"
  private static let names = [base] + Theme.roles.map(\.name) + [Theme.namesRole]

  mutating func read(_ members: [JSON5Value.Member]) {
    // The styles are applied over the base, whatever their order in the file.
    for member in members where member.key == Self.base { readBase(member) }
    for member in members where member.key != Self.base { read(member) }
    theme = theme.onItsBackground
  }

  private mutating func readBase(_ member: JSON5Value.Member) {
    let themes = Settings.builtInThemes
    guard case .text(let name) = member.value.kind, let base = themes.first(where: { $0.name == name }) else {
      let names = themes.map { $0.name.quotedAsJSON }.joined(separator: ", ")
      return blame(member, member.value, "expected one of \(names), found \(member.value.words)")
    }
    theme = base.theme
    baseName = name
  }

  private mutating func read(_ member: JSON5Value.Member) {
    if member.key == Theme.namesRole {
      guard case .list(let looks) = member.value.kind, !looks.isEmpty else {
        return blame(member, member.value, "expected a list of looks, found \(member.value.words)")
      }
      let names = looks.compactMap { style($0, of: member) }
      theme.change { $0.names = names }
    } else if let role = Theme.roles.first(where: { $0.name == member.key }) {
      if let style = style(member.value, of: member) { theme.change { $0[keyPath: role.path] = style } }
    } else {
      let hint = member.key.nearest(of: Self.names).map { "did you mean \($0)?" }
      let sentence = "there is no such look; \(hint ?? "there are \(Self.names.joined(separator: ", "))")"
      faults.append((member.line, member.key, sentence))
    }
  }

  private mutating func style(_ value: JSON5Value, of member: JSON5Value.Member) -> Style? {
    let expected = "expected a look like \"bold 130\" or \"underline #5f87ff on black\""
    guard case .text(let notation) = value.kind else {
      blame(member, value, "\(expected), found \(value.words)")
      return nil
    }
    do throws(Style.NotationFault) {
      return try Style(notation: notation)
    } catch {
      blame(member, value, "\(expected): \(error.sentence)")
      return nil
    }
  }

  private mutating func blame(_ member: JSON5Value.Member, _ value: JSON5Value, _ sentence: String) {
    faults.append((value.line, member.key, sentence))
  }
}
