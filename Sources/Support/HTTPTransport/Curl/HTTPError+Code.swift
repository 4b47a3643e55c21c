import CCurl

extension HTTPError {
  /// Translates libcurl's error for the caller.
  init(_ code: libcurl_code, host: String, progress: Progress) {
    self =
      switch code {
      // During an answer, the code means that the answer has no head.
      case LIBCURL_UNSUPPORTED_PROTOCOL, LIBCURL_URL_MALFORMAT:
        progress == .waiting ? .badURL(.malformed) : .invalidAnswer
      case LIBCURL_COULDNT_RESOLVE_HOST, LIBCURL_COULDNT_RESOLVE_PROXY: .cannotResolve(host: host)
      case LIBCURL_COULDNT_CONNECT, LIBCURL_PROXY_FAILED: .cannotConnect(host: host)
      case LIBCURL_OPERATION_TIMEDOUT: .timedOut(progress)
      case LIBCURL_PEER_FAILED_VERIFICATION, LIBCURL_SSL_ISSUER_ERROR, LIBCURL_SSL_INVALIDCERTSTATUS,
        LIBCURL_SSL_CACERT_BADFILE:
        .refusedByTLS(host: host, .certificate)
      case LIBCURL_SSL_CONNECT_ERROR, LIBCURL_SSL_CIPHER, LIBCURL_SSL_CERTPROBLEM, LIBCURL_SSL_CLIENTCERT,
        LIBCURL_SSL_ENGINE_SETFAILED:
        .refusedByTLS(host: host, .handshake)
      case LIBCURL_TOO_LARGE: .headTooLarge
      case LIBCURL_WEIRD_SERVER_REPLY, LIBCURL_BAD_CONTENT_ENCODING, LIBCURL_WRITE_ERROR: .invalidAnswer
      case LIBCURL_GOT_NOTHING, LIBCURL_PARTIAL_FILE, LIBCURL_SEND_ERROR, LIBCURL_RECV_ERROR,
        LIBCURL_SEND_FAIL_REWIND, LIBCURL_HTTP2, LIBCURL_HTTP2_STREAM:
        // A connection that broke before it could be used was never established.
        progress == .waiting ? .cannotConnect(host: host) : .interrupted(progress)
      // Only some of the possible defects of an answer have a separate code.
      case _ where progress == .answered: .invalidAnswer
      case _ where progress == .sent: .interrupted(.sent)
      default: .failed(code: Int32(code.rawValue))
      }
  }
}
