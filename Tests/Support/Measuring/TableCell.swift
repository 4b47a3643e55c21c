import Foundation

/// How figures are written into a table.
public enum TableCell {
  public static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: String(format: "%.0f ns", nanoseconds)
    case ..<1_000_000: String(format: "%.2f µs", nanoseconds / 1_000)
    default: String(format: "%.2f ms", nanoseconds / 1_000_000)
    }
  }

  public static func amount(_ value: Double, _ unit: Unit) -> String {
    switch unit {
    case .nanoseconds: time(value)
    case .times: String(format: "%.0f", value)
    case .instructions where value < 1_000_000: String(format: "%.0f k", value / 1_000)
    case .instructions: String(format: "%.2f M", value / 1_000_000)
    case .bytes where value < 1_000_000: String(format: "%.0f B", value)
    case .bytes: String(format: "%.1f MiB", value / 1_048_576)
    }
  }

  public static func factor(_ value: Double) -> String {
    switch value {
    case ..<0.095 where value > 0: String(format: "1/%.0f", 1 / value)
    case ..<100: String(format: "%.2fx", value)
    default: String(format: "%.0fx", value)
    }
  }

  public static func percent(_ value: Double) -> String {
    column(String(format: "%.2f %%", value), -9)
  }

  /// Padded on the right, or for a negative width on the left.
  public static func column(_ text: String, _ width: Int) -> String {
    let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? padding + text : text + padding
  }
}
