/// The command line options of the benchmark programs.
public struct Options {
  /// Only rows whose name contains this text.
  public private(set) var filter = ""
  /// Takes fewer samples.
  public private(set) var isQuick = false
  /// The path of the JSON output.
  public private(set) var json: String?
  /// The arguments for the program itself, in order.
  public private(set) var rest: [String] = []

  public static let usage = "[--filter WORD] [--quick] [--json FILE]"

  /// Nil when the arguments are invalid.
  public init?(_ arguments: [String]) {
    var left = arguments[...]
    while let option = left.popFirst() {
      switch option {
      case "--quick": isQuick = true
      case "--filter", "--json":
        guard let value = left.popFirst() else { return nil }
        if option == "--json" { json = value } else { filter = value }
      default: rest.append(option)
      }
    }
  }

  public func wants(_ name: String) -> Bool {
    filter.isEmpty || name.contains(filter)
  }
}
