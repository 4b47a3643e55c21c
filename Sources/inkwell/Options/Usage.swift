import ChatUI

/// The output of `--help` and `--print-keys`.
enum Usage {
  static let help = """
    usage: inkwell [OPTION]…
    A chat client in which nothing that was typed is lost. It starts in a demo.

    \(Option.all.filter { $0.companion == nil }.map(line).joined(separator: "\n"))

    Enter sends, M-Enter begins a new line, @ suggests people, F1 lists all keys.
    """

  private static func line(of option: Option) -> String {
    let short = option.short.map { "-\($0)," } ?? "   "
    let names = "  \(short) \(option.usage)"
    return names + String(repeating: " ", count: max(2, column - names.count)) + option.meaning
  }

  private static let column = 33

  static func keys(_ keymap: Keymap) -> String {
    let width = keymap.bindings.map { $0.command.name.count }.max() ?? 0
    return keymap.bindings.map { binding in
      let keys = binding.keys.map(\.description).joined(separator: ", ")
      let name = binding.command.name
      return "\(name)\(String(repeating: " ", count: width - name.count))  \(keys)\n"
        + "\(String(repeating: " ", count: width))  \(binding.meaning)"
    }.joined(separator: "\n")
  }
}
