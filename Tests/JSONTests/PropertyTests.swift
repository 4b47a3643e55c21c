import Foundation
import JSON
import TestSupport
import Testing

@Suite("Laws of reading and writing")
struct PropertyTests {
  static let seeds = (0..<400).map { TestSeed.value &+ UInt64($0) }

  @Test("Written values read back, also in Foundation", arguments: seeds)
  func writtenAndRead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5 {
      let value = random.value()
      for layout in [JSONWriter.Layout.compact, .lines] {
        let bytes = try value.bytes(layout)
        #expect(try Value(bytes) == value)
        #expect(value.isSame(as: try #require(Sample(bytes).foreign)))
      }
    }
  }

  @Test("JSON that Foundation wrote is read", arguments: seeds.prefix(100))
  func foundationWrites(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = random.value()
    let theirs = try #require(Sample(value.bytes()).foreign)
    for options in [[], .prettyPrinted] as [JSONEncoder.OutputFormatting] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = options
      let read = try Sample(Array(encoder.encode(theirs))).read()
      #expect(Value(read).isSame(as: theirs))
    }
  }

  @Test("A truncated text is refused at its end", arguments: seeds.prefix(100))
  func prefixes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = try Value.array([random.value(), random.value()]).bytes(
      random.below(2) == 0 ? .compact : .lines)
    for length in bytes.indices {
      #expect(throws: JSONError(.endsEarly, at: length)) { try JSONDocument(Array(bytes[..<length])) }
    }
  }

  @Test("A changed text is refused, or reads as a document that can be written again", arguments: seeds)
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = try random.value().bytes(random.below(2) == 0 ? .compact : .lines)
    for _ in 0..<20 {
      let sample = Sample(random.mutated(bytes))
      let theirs = sample.foreign
      if let error = sample.error {
        #expect(error.position <= sample.bytes.count)
        #expect(
          theirs == nil || sample.isForFoundationAlone, "only Foundation reads \(sample.testDescription)")
        continue
      }
      let node = try sample.read()
      let value = Value(node)
      #expect(try Value(JSONWriter.bytes { $0.node(node) }) == value)
      #expect(try Value(JSONWriter.bytes(.lines) { $0.node(node) }) == value)
      #expect(try Value(JSONWriter.bytes(isPlain: \.isASCII) { $0.node(node) }) == value)
      #expect(try Value(Array(node.raw)) == value)
      for member in node.members { #expect(node[member.key] != nil) }
      if let theirs, !value.isReadInWays { #expect(value.isSame(as: theirs)) }
    }
  }

  @Test("Values omitted for depth are null, and nothing else changes", arguments: seeds)
  func leftOut(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5 {
      let value = random.value(depth: 6)
      let bytes = try value.bytes(random.below(2) == 0 ? .compact : .lines)
      for depth in 0..<7 {
        let limits = JSONLimits(depth: depth, isDeeperLeftOut: true)
        #expect(Value(try JSONDocument(bytes, limits: limits).root) == value.leavingOut(below: depth))
      }
      // Validity does not depend on the limit.
      let mutated = Sample(random.mutated(bytes))
      #expect(mutated.error(JSONLimits(depth: 1, isDeeperLeftOut: true)) == mutated.error)
    }
  }

  @Test("Foundation refuses only what RFC 8259 leaves open", arguments: seeds)
  func refusals(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = try random.value().bytes()
    for _ in 0..<20 {
      let sample = Sample(random.mutated(bytes))
      guard sample.error == nil, sample.foreign == nil else { continue }
      let text = String(decoding: sample.bytes, as: UTF8.self)
      let isBeyond = Value(try sample.read()).isBeyondSomewhere
      #expect(
        isBeyond || text.lowercased().contains("\\ud")
          || String(validating: sample.bytes, as: UTF8.self) == nil, "\(sample.testDescription)")
    }
  }
}

extension Value {
  private func contains(_ isWanted: (Value) -> Bool) -> Bool {
    if isWanted(self) { return true }
    return switch self {
    case .array(let values): values.contains { $0.contains(isWanted) }
    case .object(let members): members.contains { $0.value.contains(isWanted) }
    default: false
    }
  }

  /// Replaces arrays and objects nested deeper than a limit with null.
  func leavingOut(below depth: Int) -> Value {
    switch self {
    case .array(let values):
      depth > 0 ? .array(values.map { $0.leavingOut(below: depth - 1) }) : .null
    case .object(let members):
      depth > 0 ? .object(members.map { ($0.key, $0.value.leavingOut(below: depth - 1)) }) : .null
    default: self
    }
  }

  var isBeyondSomewhere: Bool { contains { if case .beyond = $0 { true } else { false } } }

  /// Whether other parsers may differ: a duplicate key, or a number beyond any double.
  var isReadInWays: Bool {
    isBeyondSomewhere
      || contains { value in
        guard case .object(let members) = value else { return false }
        return Set(members.map(\.key)).count < members.count
      }
  }
}

extension Sample {
  /// Whether Foundation accepts it although it is invalid: a trailing comma, UTF-16, a byte order mark.
  var isForFoundationAlone: Bool {
    if bytes.prefix(4).contains(0) || bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
    guard let error, error.reason == .unexpected(0x5D) || error.reason == .unexpected(0x7D) else {
      return false
    }
    return bytes[..<error.position].last { !Set(" \t\r\n".utf8).contains($0) } == UInt8(ascii: ",")
  }
}
