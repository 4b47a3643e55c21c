/// What happened in a run, so that a failure can be read and two runs of one seed can be compared.
struct Trace {
  private(set) var lines: [String] = []
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ line: String) {
    lines.append(line)
    for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  func last(_ count: Int) -> String { lines.suffix(count).joined(separator: "\n") }
}
