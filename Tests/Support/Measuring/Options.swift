/// What was asked for on the command line of any program that measures.
public struct Options {
  /// Only rows whose name holds this word.
  public private(set) var filter = ""
  /// Fewer samples, for a first look.
  public private(set) var isQuick = false
  /// Where the figures go as JSON.
  public private(set) var json: String?
  /// What the program alone understands, in order.
  public private(set) var rest: [String] = []

  public static let usage = "[--filter WORD] [--quick] [--json FILE]"

  /// Nil when the arguments make no sense.
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
