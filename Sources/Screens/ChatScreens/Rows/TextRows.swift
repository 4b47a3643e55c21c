import DraftEngine
import TerminalScreen

/// The starts of the rows of a text wrapped by words at a width. The rows together are the whole text: a blank at which
/// a row was broken stays at its end, and so does a newline.
///
/// Stores UTF-8 offsets and no glyphs, so that a long text costs 8 bytes per row, and glyphs are made only for visible
/// rows.
struct TextRows: Hashable, Sendable {
  /// How rows are broken.
  struct Rule: Hashable, Sendable {
    /// The columns for words.
    var columns: Int
    /// The columns for blanks after them.
    var overhang: Int
    /// Whether an invisible Character gets a glyph, so that the caret can stand on either side of it.
    var showsInvisible = false
  }

  let text: String
  let rule: Rule
  /// The first byte of each row; there is at least one row.
  private(set) var starts: [Int]

  init(_ text: String, _ rule: Rule) {
    self.text = text
    self.rule = rule
    var starts = [0]
    var breaker = RowBreaker(rule, from: 0)
    breaker.run(over: text) { start in
      starts.append(start)
      return true
    }
    self.starts = starts
  }

  private init(_ text: String, _ rule: Rule, starts: [Int]) {
    self.text = text
    self.rule = rule
    self.starts = starts
  }

  var count: Int { starts.count }

  /// The bytes of a row, including its newline.
  func range(of row: Int) -> Range<Int> {
    starts[row]..<(row + 1 < starts.count ? starts[row + 1] : text.utf8.count)
  }

  /// The row that contains a byte; between two rows, the second one.
  func row(of offset: Int) -> Int { max(0, starts.partitioningIndex { $0 > offset } - 1) }
}

extension TextRows {
  /// Gives the same result as a new layout, but the cost depends only on the difference from a text laid out before.
  init(_ text: String, _ rule: Rule, reusing old: TextRows) {
    guard old.rule == rule else {
      self.init(text, rule)
      return
    }
    let same = CommonEnds.lengths(old.text.utf8.span, text.utf8.span)
    let oldEnd = old.text.utf8.count
    let end = text.utf8.count
    if same.front == oldEnd, same.front == end {
      self = old
      return
    }
    guard old.count > 8 else {
      self.init(text, rule)
      return
    }
    // The start of a row depends only on the text up to the row two further on, so rows well before the change stay.
    let first = max(0, old.row(of: same.front) - 3)
    var starts = Array(old.starts[...first])
    let shift = end - oldEnd
    let settled = end - same.back
    var known = first
    var breaker = RowBreaker(rule, from: starts[first])
    breaker.run(over: text) { start in
      if start > settled {
        // Once a row begins where one began before, and the text after it is the same, the remaining rows are the same
        // too.
        while known < old.count, old.starts[known] + shift < start { known += 1 }
        if known < old.count, old.starts[known] + shift == start {
          starts += old.starts[known...].lazy.map { $0 + shift }
          return false
        }
      }
      starts.append(start)
      return true
    }
    self.init(text, rule, starts: starts)
  }
}
