/// Writes a configuration as a JSON5 file with explanations.
struct ConfigurationText {
  private static let width = 100

  /// The output of `--print-config`: all settings with the origin of each value. Reading it gives the same
  /// configuration.
  static func inForce(_ configuration: Configuration) -> String {
    text("The effective configuration, with the origin of each value.") { setting in
      // A value of several lines has its origin after the first line.
      let written = setting.written(configuration)
      let origin = configuration.origins[setting.key]?.description.printable ?? "default"
      let end = written.firstIndex(of: "\n") ?? written.endIndex
      let comma = end == written.endIndex ? "," : ""
      return "\(setting.name): \(written[..<end])\(comma) // \(origin)\(written[end...])"
        + (comma.isEmpty ? "," : "")
    }
  }

  /// A sample file: all settings with their default values, all commented out.
  static let sample = text(
    """
    The configuration of Inkwell: $XDG_CONFIG_HOME/inkwell/config.json5, or ~/.config/inkwell/config.json5. It is JSON5, \
    and the program never writes it. This file has the defaults: remove the two slashes before the settings that you \
    change. inkwell --check-config lists mistakes.
    """
  ) { setting in
    let lines = "\(setting.name): \(setting.written(Configuration())),".split(separator: "\n")
    guard lines.count > 1 else { return "// \(lines[0])" }
    // The object itself is active, but its contents are commented out.
    return lines.enumerated().map { number, line in
      let isAwake = number == 0 || number == lines.count - 1 || line.contains("    // ")
      return isAwake ? String(line) : "    // \(line.dropFirst(4))"
    }.joined(separator: "\n")
  }

  /// - Parameter entry: the lines of a setting; those after the first are indented as on the top level.
  private static func text(_ title: String, _ entry: (Setting) -> String) -> String {
    var lines = comment(title, indent: "")
    lines.append("{")
    var group: String?
    for setting in Setting.all {
      let own = setting.path.count > 1 ? setting.path[0] : nil
      if own != group {
        if group != nil { lines.append("  },") }
        if let own { lines.append("  \(own): {") }
        group = own
      }
      let indent = group == nil ? "  " : "    "
      lines += comment("\(setting.sentence) Wanted: \(setting.expected).", indent: indent)
      lines.append(indent + entry(setting))
    }
    if group != nil { lines.append("  },") }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func comment(_ text: String, indent: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent.count + 4 + line.count + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? "\(word)" : " \(word)"
    }
    return (lines + [line]).map { "\(indent)// \($0)" }
  }
}

extension Setting {
  /// Its name in the object that contains it.
  fileprivate var name: String { path.last ?? key }
}
