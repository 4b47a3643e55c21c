extension InputFile {
  /// A file on this device, under its own name. Its type is derived from the name; nothing is read until the file is sent.
  public init(path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(name: name, type: Self.type(ofName: name), source: .path(path))
  }

  /// What kind of file a name speaks of; the service may look closer.
  private static func type(ofName name: String) -> String {
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }

  private static let types = [
    "txt": "text/plain", "log": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html",
    "json": "application/json", "xml": "application/xml", "pdf": "application/pdf", "zip": "application/zip",
    "gz": "application/gzip", "tar": "application/x-tar", "png": "image/png", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "svg": "image/svg+xml",
    "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm",
  ]
}
