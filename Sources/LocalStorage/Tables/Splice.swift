/// What stands in the place of some of the bytes: all between what two runs have in common at both ends.
struct Splice: Recordable, Hashable {
  let start: Int
  let removed: Int
  let inserted: [UInt8]

  init(from former: [UInt8], to latter: [UInt8]) {
    let shorter = min(former.count, latter.count)
    let start = Self.commonPrefix(former, latter, atMost: shorter)
    let end = Self.commonSuffix(former, latter, atMost: shorter - start)
    self.start = start
    removed = former.count - end - start
    inserted = Array(latter[start..<latter.count - end])
  }

  func apply(to bytes: inout [UInt8]) throws(RecordDamage) {
    guard start >= 0, removed >= 0, start <= bytes.count, removed <= bytes.count - start else {
      throw RecordDamage(.missingPart)
    }
    bytes.replaceSubrange(start..<start + removed, with: inserted)
  }

  func write(to writer: inout RecordWriter) {
    writer.write(start, removed)
    writer.write(bytes: inserted)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    start = try reader.read()
    removed = try reader.read()
    inserted = Array(try reader.readBytes())
  }

  // Eight bytes at a time, for this is done with every key over the whole text.
  private static func commonPrefix(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int {
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        var count = 0
        while count + 8 <= limit,
          left.loadUnaligned(fromByteOffset: count, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: count, as: UInt64.self)
        {
          count += 8
        }
        while count < limit, left[count] == right[count] { count += 1 }
        return count
      }
    }
  }

  private static func commonSuffix(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int {
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        var count = 0
        while count + 8 <= limit,
          left.loadUnaligned(fromByteOffset: left.count - count - 8, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: right.count - count - 8, as: UInt64.self)
        {
          count += 8
        }
        while count < limit, left[left.count - count - 1] == right[right.count - count - 1] { count += 1 }
        return count
      }
    }
  }
}
