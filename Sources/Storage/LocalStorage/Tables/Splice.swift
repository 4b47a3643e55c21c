import DraftEngine

/// A replacement of some bytes: everything between the common prefix and suffix of two runs.
struct Splice: Recordable, Hashable {
  let start: Int
  let removed: Int
  let inserted: [UInt8]

  init(from former: [UInt8], to latter: [UInt8]) {
    let same = CommonEnds.lengths(former.span, latter.span)
    start = same.front
    removed = former.count - same.back - same.front
    inserted = Array(latter[same.front..<latter.count - same.back])
  }

  func apply(to bytes: inout [UInt8]) throws(RecordDamage) {
    guard start >= 0, removed >= 0, start <= bytes.count, removed <= bytes.count - start else {
      throw RecordDamage(.missingPart)
    }
    bytes.replaceSubrange(start..<start + removed, with: inserted)
  }

  func write(to writer: inout RecordWriter) {
    start.write(to: &writer)
    removed.write(to: &writer)
    writer.write(bytes: inserted)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    start = try reader.read()
    removed = try reader.read()
    inserted = Array(try reader.readBytes())
  }
}
