/// A SHA-256 hash of content that comes in pieces.
package final class RunningHash {
  private let library: LibCrypto
  private let context: LibCrypto.Object

  init(_ library: LibCrypto, _ digest: LibCrypto.Object) throws(CipherError) {
    self.library = library
    context = try library.made(library.makeDigestContext(), "EVP_MD_CTX_new")
    try library.check(library.startDigest(context, digest, nil), "EVP_DigestInit_ex")
  }

  deinit { library.freeDigestContext(context) }

  /// Adds a piece.
  package func update(_ piece: UnsafeRawBufferPointer) throws(CipherError) {
    try library.check(library.updateDigest(context, piece.start, piece.count), "EVP_DigestUpdate")
  }

  /// The hash of all pieces. Nothing can be added after it.
  package func finish() throws(CipherError) -> [UInt8] {
    try CipherSuite.bytes(count: 32) { hash throws(CipherError) in
      try library.check(library.finishDigest(context, hash.start, nil), "EVP_DigestFinal_ex")
    }
  }
}

/// AES-256 over content that comes in pieces.
package final class RunningCipher {
  private let library: LibCrypto
  private let context: LibCrypto.Object

  init(
    _ library: LibCrypto, _ cipher: LibCrypto.Object, key: some RawBytes, iv: some RawBytes,
    isEncrypting: Bool
  ) throws(CipherError) {
    self.library = library
    context = try library.made(library.makeCipherContext(), "EVP_CIPHER_CTX_new")
    try key.withBytes { key throws(CipherError) in
      try iv.withBytes { iv throws(CipherError) in
        precondition(key.count == 32 && iv.count == 16, "AES-256 has a key of 32 bytes and an IV of 16")
        try library.check(
          library.startCipher(context, cipher, nil, key.start, iv.start, isEncrypting ? 1 : 0),
          "EVP_CipherInit_ex")
      }
    }
  }

  // Freeing the context also wipes the key.
  deinit { library.freeCipherContext(context) }

  /// Encrypts or decrypts a piece.
  ///
  /// - Parameter result: memory for the piece, and for one block more if the mode pads.
  /// - Returns: the number of bytes written.
  package func update(
    _ piece: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer
  ) throws(CipherError) -> Int {
    precondition(result.count >= piece.count, "there is too little memory for the result")
    var done = 0
    var written = 0
    // The library takes lengths of 32 bits.
    while done < piece.count {
      let part = UnsafeRawBufferPointer(rebasing: piece[done..<min(piece.count, done + (1 << 30))])
      var count: Int32 = 0
      let rest = UnsafeMutableRawBufferPointer(rebasing: result[written...])
      try library.check(
        library.updateCipher(context, rest.start, &count, part.start, Int32(part.count)), "EVP_CipherUpdate")
      done += part.count
      written += Int(count)
    }
    return written
  }

  /// Writes the last block, or checks and removes its padding.
  func finish(into result: UnsafeMutableRawBufferPointer) throws(CipherError) -> Int {
    var count: Int32 = 0
    guard library.finishCipher(context, result.start, &count) == 1 else {
      library.clearErrors()
      throw .wrongPadding
    }
    return Int(count)
  }
}

extension UnsafeRawBufferPointer {
  /// The address, which is never nil: the library takes a missing address for a missing argument.
  var start: UnsafeRawPointer { baseAddress ?? Self.nowhere }

  private static var nowhere: UnsafeRawPointer { UnsafeRawPointer(UnsafeMutableRawBufferPointer.nowhere) }
}

extension UnsafeMutableRawBufferPointer {
  /// The address, which is never nil: the library takes a missing address for a missing argument.
  var start: UnsafeMutableRawPointer { baseAddress ?? Self.nowhere }

  /// An aligned address at which nothing is read or written, for zero bytes.
  fileprivate static var nowhere: UnsafeMutableRawPointer {
    // Never nil, because 16 is not 0.
    UnsafeMutableRawPointer(bitPattern: 16) ?? .allocate(byteCount: 16, alignment: 16)
  }
}
