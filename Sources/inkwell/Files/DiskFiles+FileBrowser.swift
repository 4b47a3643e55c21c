public import ChatPlatform
public import ChatUI

/// The composer completes the paths of the files that are sent.
extension DiskFiles: FileBrowser {}
