import ChatDomain
import DraftEngine
import Foundation
import TestSupport
import Testing

@testable import LocalStorage

@Suite("Records")
struct RecordTests {
  /// A type of value, generated randomly, with the operations on it.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether it round-trips, byte by byte.
    let comesBack: @Sendable (inout RandomValues) throws -> Bool
    let bytes: @Sendable (inout RandomValues) -> [UInt8]
    /// Reads arbitrary bytes.
    let read: @Sendable (ArraySlice<UInt8>, ArraySlice<UInt8>) throws(RecordDamage) -> Void

    init<Value: Recordable & Equatable & SendableMetatype>(
      _ name: String, _ make: @escaping @Sendable (inout RandomValues) -> Value
    ) {
      testDescription = name
      bytes = { Record.sealed(make(&$0)) }
      comesBack = { values in
        let value = make(&values)
        let bytes = Record.sealed(value)
        let found: Value = try Record.opened(bytes)
        // `==` treats two spellings of é as equal, the bytes differ.
        return found == value && Record.sealed(found) == bytes
      }
      read = { fields, words throws(RecordDamage) in
        var reader = RecordReader(fields: fields, words: words)
        _ = try Value(from: &reader)
        try reader.end()
      }
    }

    static let all = [
      Kind("draft", { DraftParts($0.draft()) }), Kind("history", { $0.history() }),
      Kind("outbox", { $0.outboxEntry() }), Kind("channel", { $0.summary() }),
      Kind("message", { CachedMessage($0.message()) }),
      Kind("message that plays", { CachedMessage($0.playingMessage()) }),
      Kind("error", { $0.error() }), Kind("json", { $0.json() }),
    ]
  }

  /// A draft in the three records that store it.
  struct DraftParts: Recordable, Equatable {
    let draft: StoredDraft

    init(_ draft: StoredDraft) { self.draft = draft }

    func write(to writer: inout RecordWriter) {
      DraftHead(draft).write(to: &writer)
      DraftBody.write(draft, to: &writer)
      DraftBackground(draft).write(to: &writer)
    }

    init(from reader: inout RecordReader) throws(RecordDamage) {
      let head: DraftHead = try reader.read()
      var draft = try DraftBody.read(from: &reader)
      let background: DraftBackground = try reader.read()
      (draft.caret, draft.updatedAt) = (head.caret, head.updatedAt)
      (draft.ancestor, draft.inputFiles) = (background.ancestor, background.inputFiles)
      (draft.unanswered, draft.isEncrypted) = (background.unanswered, background.isEncrypted)
      draft.edit?.isEncrypted = background.isEditEncrypted
      self.draft = draft
    }
  }

  @Test("Every value round-trips, byte by byte", arguments: Kind.all)
  func roundTrip(kind: Kind) throws {
    var values = RandomValues(seed: TestSeed.value)
    for turn in 0..<400 {
      #expect(try kind.comesBack(&values), "turn \(turn), seed \(TestSeed.value)")
    }
  }

  @Test("Any change of the bytes gives a value or reported damage", arguments: Kind.all)
  func damage(kind: Kind) throws {
    var values = RandomValues(seed: TestSeed.value &+ 1)
    var damages = 0
    for _ in 0..<400 {
      // With a valid checksum, which would otherwise detect the change first.
      let parts = try Record.parts(of: kind.bytes(&values))
      var (fields, words) = (Array(parts.fields), Array(parts.words))
      for _ in 0...values.generator.below(4) { Self.damage(&fields, &words, &values.generator) }
      do { try kind.read(fields[...], words[...]) } catch { damages += 1 }
    }
    #expect(damages > 100)
  }

  private static func damage(
    _ fields: inout [UInt8], _ words: inout [UInt8], _ generator: inout SeededGenerator
  ) {
    guard !fields.isEmpty else { return fields.append(UInt8(generator.below(256))) }
    let place = generator.below(fields.count)
    switch generator.below(6) {
    case 0: fields[place] = UInt8(generator.below(256))
    case 1: fields[place] ^= 1 << UInt8(generator.below(8))
    case 2: fields.removeSubrange(place...)
    case 3: fields.insert(contentsOf: [UInt8](repeating: 0xFF, count: 9), at: place)
    case 4: words = Array(words.dropLast(generator.below(words.count + 1)))
    default: if !words.isEmpty { words[generator.below(words.count)] = 0xC3 }
    }
  }

  @Test("A record with any changed byte is refused")
  func sum() throws {
    var values = RandomValues(seed: TestSeed.value &+ 2)
    let bytes = Record.sealed(values.message())
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(values.generator.below(8))
      #expect(throws: RecordDamage.wrongSum, "byte \(place)") { try Record.parts(of: damaged) }
      #expect(throws: RecordDamage.self) { try Record.parts(of: Array(bytes.prefix(place))) }
    }
  }

  @Test("A record of a newer version is foreign")
  func version() {
    var bytes = Record.sealed(7)
    bytes[0] = Record.version + 1
    bytes.replaceSubrange(
      (bytes.count - 4)..., with: withUnsafeBytes(of: Record.sum(bytes.dropLast(4)).littleEndian, Array.init))
    #expect(throws: RecordDamage.unknownVersion) { try Record.parts(of: bytes) }
  }

  @Test("Nested values are read as deep as they are written, and no deeper")
  func depth() throws {
    var value = JSONValue.integer(1)
    for _ in 0..<JSONValue.deepest { value = .array([value]) }
    #expect(try Record.opened(Record.sealed(value)) as JSONValue == value)
    // Deeper values are dropped, and the rest is kept.
    #expect(try Record.opened(Record.sealed(JSONValue.array([value]))) as JSONValue != .array([value]))
    var reader = RecordReader(fields: [UInt8](repeating: 5, count: 2_000_000)[...])
    #expect(throws: RecordDamage.self) { try JSONValue(from: &reader) }
    let nested = [UInt8](repeating: 0, count: 100_000).flatMap { _ in [5, 1] as [UInt8] }
    var deep = RecordReader(fields: nested[...])
    #expect(throws: RecordDamage.tooDeep) { try JSONValue(from: &deep) }
  }

  @Test("A splice turns one text into another and contains only the difference")
  func splices() throws {
    var generator = SeededGenerator(seed: TestSeed.value &+ 3)
    for _ in 0..<2_000 {
      // Few distinct letters, so that prefixes and suffixes match in many ways.
      let former = (0..<generator.below(40)).map { _ in UInt8(generator.below(2)) }
      var latter = former
      let start = generator.below(former.count + 1)
      let end = start + generator.below(former.count - start + 1)
      let inserted = (0..<generator.below(12)).map { _ in UInt8(generator.below(2)) }
      latter.replaceSubrange(start..<end, with: inserted)
      let splice = Splice(from: former, to: latter)
      var found = former
      try splice.apply(to: &found)
      #expect(found == latter)
      #expect(splice.inserted.count <= inserted.count && splice.removed <= end - start)
      #expect(try Record.opened(Record.sealed(splice)) as Splice == splice)
    }
  }
}
