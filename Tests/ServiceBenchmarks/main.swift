import ChatDomain
import InMemoryService

// What the service does with a short and with a long history. Compare the columns: they should be alike.
let lengths = [1_000, 1_000_000]
var columns: [[Measurement]] = []
for length in lengths { columns.append(try await LongChannel(length: length).measure()) }
print("one channel".padded(44) + lengths.map { "\($0)".padded(16) }.joined())
for row in columns[0].indices {
  print(columns[0][row].name.padded(44) + columns.map { $0[row].spoken.padded(16) }.joined())
}
print("")
for measurement in try await ManyChannels(count: 10_000).measure() {
  print(measurement.name.padded(44) + measurement.spoken)
}
