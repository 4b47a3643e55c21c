/// What the figures of a row count.
public enum Unit: String, Codable {
  case nanoseconds = "ns"
  case bytes = "B"
  case times = "times"
  case instructions = "instructions"
}
