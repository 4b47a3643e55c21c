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

  /// - Parameter entry: the lines of a setting; those after the first are indented as on the top level.
  static func text(_ title: String, _ entry: (Setting) -> String) -> String {
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
  var name: String { path.last ?? key }
}
