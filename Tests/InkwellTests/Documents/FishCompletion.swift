@testable import inkwell

/// What fish completes, from the table of the options.
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
