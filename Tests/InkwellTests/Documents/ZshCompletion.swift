@testable import inkwell

/// What zsh completes, from the table of the options.
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
    // With = the argument may stand behind it or in the next word.
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
