import CursesTerminal
import Glibc

/// What the person's other devices call this one: asked once for each signing in, and only where nobody knows it yet.
@MainActor
struct DeviceNaming {
  private let terminal: any LoginTerminal
  private var chosen: String?

  /// More is shown by no list of devices.
  private static let limit = 100

  /// - Parameters:
  ///   - wish: what was said before; nil: it is asked for.
  ///   - isKnown: whether the device signs in again, and has its name already.
  init(wish: String?, isKnown: Bool, terminal: any LoginTerminal) {
    self.terminal = terminal
    chosen = wish ?? (isKnown ? Self.usual : nil)
  }

  /// The name; what is asked for with nothing is the program and this computer.
  mutating func name() throws(AccountFault) -> String {
    if let chosen { return chosen }
    terminal.tell("your other devices will see this one as \(Self.usual)")
    while chosen == nil {
      let outcome = terminal.askOpenly("Enter, or another name: ")
      switch outcome {
      case .typed(let line):
        guard let text = line.text, text.count <= Self.limit else { fallthrough }
        let words = text.split(separator: " ").joined(separator: " ")
        chosen = words.isEmpty ? Self.usual : words
      case .tooLong: terminal.tell("a device's name has at most \(Self.limit) letters")
      case .cancelled, .ended, .noTerminal, .interrupted: throw SignIn.fault(outcome)
      }
    }
    return chosen ?? Self.usual
  }

  /// The program and this computer.
  static var usual: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "Inkwell" }
    let host = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return host.isEmpty ? "Inkwell" : "Inkwell on \(host.printable)"
  }
}
