@testable import inkwell

/// The completions of bash, generated from the table of options.
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
    // bash splits at `=`: a word `=` before the value belongs to the option before it.
    return "    \(pattern.joined(separator: "|")))\n      \(action)\n      return\n      ;;"
  }

  private static let words = Option.all.flatMap { option in
    (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
  }.joined(separator: " ")
}

/// Lists the existing profiles in a shell.
enum ProfileListing {
  static let command = "\(all) | grep -v @"
  /// The people who have signed in: their profiles have the name before an `@`.
  static let people = "\(all) | sed -n 's/@.*//p'"

  private static let all = "ls -- \"${XDG_STATE_HOME:-$HOME/.local/state}/inkwell\" 2>/dev/null"
}

/// The completions of fish, generated from the table of options.
enum FishCompletion {
  static let text = """
    # Completion of inkwell for fish. Made from the program's table of options by `make docs`: change that.

    function __inkwell_kept
        set -l state $XDG_STATE_HOME
        test -n "$state"; or set state ~/.local/state
        command ls -- "$state/inkwell" 2>/dev/null
    end

    function __inkwell_profiles
        __inkwell_kept | string match -v -- '*@*'
    end

    function __inkwell_people
        __inkwell_kept | string replace -rf -- '@.*' ''
    end

    complete -c inkwell -f
    \(Option.all.map(line).joined(separator: "\n"))

    """

  private static func line(of option: Option) -> String {
    var words = ["complete -c inkwell"]
    if let short = option.short { words.append("-s \(short)") }
    words.append("-l \(option.long)")
    switch option.argument {
    case .file: words.append("-r -F")
    case .oneOf(let choices, _): words.append("-x -a '\(choices.joined(separator: " "))'")
    case .profile: words.append("-x -a '(__inkwell_profiles)'")
    case .person: words.append("-x -a '(__inkwell_people)'")
    case .number, .address, .channel, .id, .label: words.append("-x")
    case nil: break
    }
    return (words + ["-d '\(option.meaning)'"]).joined(separator: " ")
  }
}

/// The completions of zsh, generated from the table of options.
enum ZshCompletion {
  static let text = """
    #compdef inkwell
    # Completion of inkwell for zsh. Made from the program's table of options by `make docs`: change that.

    _inkwell_profiles() {
      local -a profiles
      profiles=("${(@f)$(\(ProfileListing.command))}")
      compadd -a profiles
    }

    _inkwell_people() {
      local -a people
      people=("${(@f)$(\(ProfileListing.people))}")
      compadd -a people
    }

    _inkwell() {
      _arguments -s \\
    \(Option.all.flatMap(specifications).map { "    \($0)" }.joined(separator: " \\\n"))
    }

    if [[ $funcstack[1] == _inkwell ]]; then
      _inkwell "$@"
    else
      compdef _inkwell inkwell
    fi

    """

  private static func specifications(of option: Option) -> [String] {
    let long = "--\(option.long)"
    let meaning = "[\(option.meaning)]"
    let argument = option.argument.map { ":\($0.name):\($0.zshAction)" } ?? ""
    // With `=` the argument may follow it or be the next word.
    let equals = option.argument == nil ? "" : "="
    guard let short = option.short else { return ["'\(long)\(equals)\(meaning)\(argument)'"] }
    let others = "'(-\(short) \(long))'"
    return [
      "\(others)'-\(short)\(option.argument == nil ? "" : "+")\(meaning)\(argument)'",
      "\(others)'\(long)\(equals)\(meaning)\(argument)'",
    ]
  }
}

extension Option.Argument {
  fileprivate var zshAction: String {
    switch self {
    case .file: "_files"
    case .oneOf(let words, _): "(\(words.joined(separator: " ")))"
    case .profile: "_inkwell_profiles"
    case .person: "_inkwell_people"
    case .number, .address, .channel, .id, .label: " "
    }
  }
}
