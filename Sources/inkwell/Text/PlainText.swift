import ChatDomain
import JSON

extension String {
  /// The text as a JSON string, with invisible characters and those that affect a terminal escaped.
  var quotedAsJSON: String {
    String(decoding: JSONWriter.bytes(isPlain: \.isPlain) { $0.string(self) }, as: UTF8.self)
  }

  /// The text for one line of output: control characters and bidirectional controls are replaced by their numbers.
  var printable: String {
    var printable = ""
    for scalar in unicodeScalars {
      if scalar.isPlain {
        printable.unicodeScalars.append(scalar)
      } else {
        printable += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return printable
  }
}

extension Unicode.Scalar {
  /// Whether it has no effect other than being visible.
  var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners connect letters; other format characters reorder, hide or mark words.
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }
}

extension Timestamp {
  /// In UTC to the microsecond: "2026-11-21T06:43:51.000123Z".
  var utc: String {
    let (seconds, micros) = microseconds.flooredDivision(by: 1_000_000)
    let (days, second) = seconds.flooredDivision(by: 86400)
    // Years that begin in March have their leap day at the end; 146,097 days are 400 of them.
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    return "\(date)T\(time).\(micros.padded(to: 6))Z"
  }
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let remainder = self % divisor
    return remainder < 0 ? (self / divisor - 1, remainder + divisor) : (self / divisor, remainder)
  }

  fileprivate func padded(to width: Int) -> String {
    let digits = String(magnitude)
    return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
