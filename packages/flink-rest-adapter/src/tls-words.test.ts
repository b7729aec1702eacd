import { expect, test } from 'vitest'
import { tlsWords } from './tls-words.ts'

test.each<readonly [code: string, words: string]>([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'kubernetes.operator.flink.client.tls.ca'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'kubernetes.operator.flink.client.tls.ca'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'kubernetes.operator.flink.client.tls.ca'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'kubernetes.operator.flink.client.tls.verify-hostname'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'kubernetes.operator.flink.client.tls.certificate'],
  ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'kubernetes.operator.flink.client.tls.certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'security.ssl.rest.enabled'],
  ['ERR_OSSL_X509_KEY_VALUES_MISMATCH', 'kubernetes.operator.flink.client.tls.key'],
  ['ERR_TLS_FILE', 'kubernetes.operator.flink.client.tls.certificate'],
])('U11 what is wrong with a certificate is named, with the option that helps: %s', (code, words) => {
  expect(tlsWords(['ECONNRESET', code])).toContain(words)
})

test('what is not about TLS has no such words', () => {
  expect(tlsWords(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT'])).toBeNull()
})
