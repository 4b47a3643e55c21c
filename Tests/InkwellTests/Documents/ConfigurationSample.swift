@testable import inkwell

extension ConfigurationText {
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
}
