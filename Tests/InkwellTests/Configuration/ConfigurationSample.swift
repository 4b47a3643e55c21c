@testable import inkwell

/// Configurations in files that are not on a disk.
enum ConfigurationSample {
  static let path = "/home/mia/.config/inkwell/config.json5"

  /// What comes of a file with this text.
  static func load(
    _ text: String?, _ arguments: Arguments = Arguments(), environment: [String: String] = [:],
    files others: [String: String] = [:]
  ) throws -> Configuration {
    var files = others
    files[path] = text
    let variables = environment.merging(["HOME": "/home/mia"]) { $1 }
    return try Configuration.load(arguments, environment: { variables[$0] }, files: self.files(files))
  }

  /// Arguments that are as a test has them.
  static func arguments(_ change: (inout Arguments) -> Void) -> Arguments {
    var arguments = Arguments()
    change(&arguments)
    return arguments
  }

  static func files(_ texts: [String: String]) -> ConfigurationFiles {
    ConfigurationFiles { path in texts[path].map { .bytes(Array($0.utf8)) } ?? .missing }
  }

  /// What is said of a file with this text.
  static func faults(_ text: String, files: [String: String] = [:]) -> [String] {
    do {
      _ = try load(text, files: files)
      return []
    } catch let faults as ConfigurationFaults {
      return faults.all.map { fault in
        fault.file == path ? String(fault.description.dropFirst(path.count + 1)) : fault.description
      }
    } catch {
      return ["\(error)"]
    }
  }
}
