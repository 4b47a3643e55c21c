import Glibc

/// The programs of this package, which are built beside the one that runs.
public enum BuiltProgram {
  public static let probe = path("TerminalProbe")
  public static let inkwell = path("inkwell")

  private static func path(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    precondition(count > 0, "every process has a path")
    let here = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = here.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    return "\(folder)/\(name)"
  }
}
