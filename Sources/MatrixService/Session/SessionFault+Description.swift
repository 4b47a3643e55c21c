import Glibc

extension SessionFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .damaged(let path): "\(path) is damaged"
    case .newer(let path): "\(path) was written by a later version of Inkwell"
    case .foreign(let path): "\(path) is not a file that belongs to you alone"
    case .system(let code, let path): "\(path): \(String(cString: strerror(code)))"
    }
  }
}
