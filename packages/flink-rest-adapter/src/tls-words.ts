const option = (name: string): string => `kubernetes.operator.flink.client.tls.${name}`

/** The meaning of an OpenSSL or Node error code for TLS with Flink, and the option that helps. The first matching line applies. */
const meanings: readonly (readonly [codes: RegExp, words: string])[] = [
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT.*|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED)$/u,
    `the certificate of Flink's REST API is signed by no CA that the operator knows (${option('ca')})`,
  ],
  [/^CERT_HAS_EXPIRED$/u, "the certificate of Flink's REST API has expired"],
  [/^CERT_NOT_YET_VALID$/u, "the certificate of Flink's REST API is not valid yet"],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/u,
    `the certificate of Flink's REST API does not name its Service as SERVICE.NAMESPACE (${option('verify-hostname')})`,
  ],
  [
    /^ERR_SSL_.*ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE|UNKNOWN_CA|CERTIFICATE_\w+|ACCESS_DENIED)$/u,
    `Flink's REST API accepts no client without a certificate that its truststore knows (${option('certificate')}, ${option('key')})`,
  ],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/u,
    'what answers for Flink does not speak TLS (security.ssl.rest.enabled)',
  ],
  [
    /^ERR_(OSSL_|TLS_FILE$)/u,
    `the operator can't use its files for TLS with Flink's REST API (${option('ca')}, ${option('certificate')}, ${option('key')})`,
  ],
]

/** The certificate problem behind the codes of an error and its causes, in words for the user. Null: not a TLS problem. */
export const tlsWords = (codes: readonly string[]): string | null =>
  meanings.find(([pattern]) => codes.some(code => pattern.test(code)))?.[1] ?? null
