import Glibc

/// A copy of a file whose first page is damaged, with that page from a file that was made in the same way: all tables
/// begin at the same places in both.
struct HeadTransplant {
  private let damaged: String
  let path: String

  init(to damaged: String) {
    self.damaged = damaged
    path = damaged + "-headless"
  }

  func make(headOf sound: String) throws(StorageFault) {
    remove()
    let page = 4096
    var bytes = try SystemFile.read(damaged)
    var head = Array(try SystemFile.read(sound).prefix(page))
    guard head.count == page else { return }
    // How many pages there are, and that this is known; no page is free, for which ones are is not known.
    let count = UInt32(clamping: max(1, bytes.count / page))
    head.replaceSubrange(28..<32, with: withUnsafeBytes(of: count.bigEndian) { Array($0) })
    head.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
    head.replaceSubrange(92..<96, with: head[24..<28])
    bytes.replaceSubrange(0..<min(page, bytes.count), with: head)
    try SystemFile.write(bytes, to: path)
    guard SystemFile.exists(damaged + "-wal") else { return }
    try SystemFile.write(try SystemFile.read(damaged + "-wal"), to: path + "-wal")
  }

  func remove() { SystemFile.remove(store: path) }
}
