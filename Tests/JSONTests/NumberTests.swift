import JSON
import TestSupport
import Testing

@Suite("Reading numbers")
struct NumberTests {
  @Test(
    "Integers that fit are exact",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("9007199254740991", 1 << 53 - 1),
      ("9007199254740992", 1 << 53),
      ("9007199254740993", 1 << 53 + 1), ("-9007199254740993", -(1 << 53) - 1), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("1795243431000", 1_795_243_431_000),
    ] as [(Sample, Int)])
  func integers(sample: (text: Sample, value: Int)) throws {
    let node = try sample.text.read()
    #expect(node.number == .integer(sample.value))
    #expect(node.integer == sample.value)
    #expect(node.double == Double(sample.value))
  }

  @Test(
    "Other numbers are the nearest double",
    arguments: [
      ("1.5", 1.5), ("-0.0", -0.0), ("1e3", 1000), ("1E-2", 0.01), ("0.1", 0.1), ("1.0", 1), ("1e308", 1e308),
      ("1.7976931348623157e308", .greatestFiniteMagnitude), ("4.9e-324", .leastNonzeroMagnitude),
      ("1e-999999", 0),
      ("-1e-400", -0.0),
      ("9223372036854775808", 9223372036854775808), ("-9223372036854775809", -9223372036854775808),
      ("123456789012345678901234567890", 1.2345678901234568e29),
      ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
      ("0.500000000000000000000000000000000001", 0.5),
      ("179769313486231570000000000000000000000e270", 1.7976931348623157e308),
    ] as [(Sample, Double)])
  func doubles(sample: (text: Sample, value: Double)) throws {
    let node = try sample.text.read()
    guard case .double(let read) = node.number else { throw Unexpected("no double") }
    #expect(read.bitPattern == sample.value.bitPattern)
    #expect(node.double == sample.value)
  }

  @Test(
    "An integer is one in every spelling, if it is exact",
    arguments: [
      ("1.0", 1), ("1e3", 1000), ("-2.50e2", -250), ("9007199254740991.0", 1 << 53 - 1), ("0e99", 0),
      ("-0.0", 0),
      ("1.5", nil), ("1e-1", nil), ("9007199254740992.0", nil), ("1e300", nil), ("9223372036854775808", nil),
      ("1e999999", nil), ("\"1\"", nil), ("true", nil), ("[1]", nil),
    ] as [(Sample, Int?)])
  func spellings(sample: (text: Sample, value: Int?)) throws {
    #expect(try sample.text.read().integer == sample.value)
  }

  @Test(
    "A number beyond all doubles has no value but is kept",
    arguments: ["1e999999", "-1e309", "1.8e308", "1e99999999999999999999999"] as [Sample])
  func beyond(sample: Sample) throws {
    let node = try sample.read()
    #expect(node.kind == .number)
    #expect(node.number == nil)
    #expect(node.double == nil)
    #expect(Array(node.raw) == sample.bytes)
    #expect(JSONWriter.bytes { $0.node(node) } == sample.bytes)
    #expect(JSONWriter.bytes(.lines) { $0.node(node) } == sample.bytes)
  }

  @Test("A number may have a hundred thousand digits")
  func digits() throws {
    let digits = String(repeating: "3", count: 100_000)
    #expect(try Sample(Array(digits.utf8)).read().number == nil)
    #expect(try Sample(Array("0.\(digits)".utf8)).read().double == 1.0 / 3)
    #expect(try Sample(Array("\(digits)e-100000".utf8)).read().double == 1.0 / 3)
    let zeros = String(repeating: "0", count: 100_000)
    #expect(try Sample(Array("0.\(zeros)1".utf8)).read().double == 0)
    #expect(try Sample(Array("1\(zeros)".utf8)).read().double == nil)
    #expect(try Sample(Array("1e\(zeros)2".utf8)).read().integer == 100)
  }
}
