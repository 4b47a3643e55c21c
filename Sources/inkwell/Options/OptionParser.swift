import CProcess
import Composer
import Glibc

/// Parses a command line with getopt_long: long options may be abbreviated if unambiguous, their argument follows `=` or is
/// the next word, and `--` ends them.
@MainActor
struct OptionParser {
  private let options: [Option]
  /// Codes below this are letters.
  private static let firstLong: Int32 = 256

  /// The arguments of the process, without its name.
  static var given: [String] { (1..<max(1, getopt_word_count())).map { String(cString: getopt_word($0)) } }

  init(_ options: [Option]) { self.options = options }

  /// The options in their order, each with its argument.
  func parse(_ words: [String]) throws(Arguments.Fault) -> [(option: Option, argument: String)] {
    let names = options.map { strdup($0.long) }
    var pointers = (["inkwell"] + words).map { strdup($0) } + [nil]
    // getopt reorders the pointers only when it looks for options after other words, which "+" forbids.
    defer { for pointer in names + pointers { free(pointer) } }
    var longs = zip(options, names).enumerated().map { index, pair in
      CProcess.option(
        name: UnsafePointer(pair.1), has_arg: pair.0.argument == nil ? no_argument : required_argument,
        flag: nil, val: Self.firstLong + Int32(index))
    }
    longs.append(CProcess.option())

    var found: [(option: Option, argument: String)] = []
    getopt_begin()
    while true {
      let answer = getopt_next(Int32(words.count + 1), &pointers, shorts, &longs)
      if answer.code == -1 {
        let rest = words.dropFirst(Int(answer.next) - 1)
        if let word = rest.first {
          throw Arguments.Fault(sentence: "\(word.printable) is not an option")
        }
        return found
      }
      guard let option = option(answer.code) else { throw fault(answer, in: words) }
      found.append((option, answer.argument.map { String(cString: $0) } ?? ""))
    }
  }

  /// A colon in front asks for a separate code for a missing argument.
  private var shorts: String {
    options.reduce(into: "+:") { text, option in
      guard let short = option.short else { return }
      text += "\(short)\(option.argument == nil ? "" : ":")"
    }
  }

  private func option(_ code: Int32) -> Option? {
    let index = Int(code - Self.firstLong)
    if options.indices.contains(index) { return options[index] }
    return options.first { option in option.short?.asciiValue.map(Int32.init) == code }
  }

  private func fault(_ answer: getopt_answer, in words: [String]) -> Arguments.Fault {
    if answer.code == Int32(UInt8(ascii: ":")), let option = option(answer.faulty),
      let argument = option.argument
    {
      return Arguments.Fault(sentence: "--\(option.long) needs \(argument.words)")
    }
    if answer.faulty >= Self.firstLong, let option = option(answer.faulty) {
      return Arguments.Fault(sentence: "--\(option.long) takes no argument")
    }
    if answer.faulty != 0 {
      let letter = UInt8(truncatingIfNeeded: answer.faulty)
      return Arguments.Fault(
        sentence: "no such option: -\(String(decoding: [letter], as: UTF8.self).printable)")
    }
    // getopt counts the name of the program, and is already past a long option that it does not know.
    let name = words[Int(answer.next) - 2].dropFirst(2).prefix { $0 != "=" }
    let meant = options.filter { $0.long.hasPrefix(name) }.map { "--\($0.long)" }
    guard meant.count > 1 else {
      return Arguments.Fault(sentence: "no such option: --\(String(name).printable)")
    }
    return Arguments.Fault(sentence: "--\(name) can be \(meant.list("or"))")
  }
}
