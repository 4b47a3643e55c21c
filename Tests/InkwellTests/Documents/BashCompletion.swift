@testable import inkwell

/// What bash completes, from the table of the options.
enum BashCompletion {
  static let text = """
    # Completion of inkwell for bash. Made from the program's table of options by `make docs`: change that.

    _inkwell() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
      # Where = breaks words, it is a word of its own.
      if [[ $word == "=" ]]; then
        word=
      elif [[ $before == "=" && COMP_CWORD -gt 1 ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
      fi
      COMPREPLY=()
      case $before in
    \(Option.all.filter { $0.argument != nil }.map(argument).joined(separator: "\n"))
      esac
      mapfile -t COMPREPLY < <(compgen -W '\(words)' -- "$word")
    }

    complete -F _inkwell inkwell

    """

  private static func argument(of option: Option) -> String {
    let pattern = (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
    let action =
      switch option.argument {
      case .file: "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
      case .oneOf(let words, _):
        "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$word\")"
      case .profile:
        "mapfile -t COMPREPLY < <(compgen -W \"$(\(ProfileListing.command))\" -- \"$word\")"
      case .person:
        "mapfile -t COMPREPLY < <(compgen -W \"$(\(ProfileListing.people))\" -- \"$word\")"
      case .number, .address, .channel, .id, .label, nil: ":"
      }
    // An `=` that is the word before its own value is seen as the option above.
    return "    \(pattern.joined(separator: "|")))\n      \(action)\n      return\n      ;;"
  }

  private static let words = Option.all.flatMap { option in
    (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
  }.joined(separator: " ")
}

/// How a shell finds the profiles that there are.
enum ProfileListing {
  static let command = "\(all) | grep -v @"
  /// How it finds who was signed in: their profiles have an `@` behind the name.
  static let people = "\(all) | sed -n 's/@.*//p'"

  private static let all = "ls -- \"${XDG_STATE_HOME:-$HOME/.local/state}/inkwell\" 2>/dev/null"
}
