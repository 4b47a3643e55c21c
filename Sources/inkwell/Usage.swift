import ChatUI

/// What `--help`, `--version` and `--print-keys` print.
enum Usage {
  static let version = "inkwell 0.1.0"

  static let help = """
    usage: inkwell [OPTION]…

    A chat client in which nothing that was typed is ever lost. It starts in a
    demo that needs no account.

      -h, --help        this
      -V, --version     the version
          --print-keys  all keys
          --config F    this configuration file
          --check-config, --print-config
                        whether it is right, and what is in force
          --profile X   keep what is typed under this name
          --seed N      another course of the demo
      -q, --quiet       nobody in the demo says anything unasked or in answer

    Keys to know: Enter sends, M-Enter begins a new line, @ and # suggest people
    and channels, M-Down goes to the next channel, M-s chooses a message, F1 lists
    all keys, C-x C-c leaves.
    """

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
