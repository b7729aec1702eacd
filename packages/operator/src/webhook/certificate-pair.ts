import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { EpochMillis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'

/** Certificate and key of a server, in PEM: chain and key that belong together. */
export interface CertificatePair {
  readonly cert: string
  readonly key: string
  /** From then on no client believes it. */
  readonly expires: EpochMillis
}

/** As a Secret of type kubernetes.io/tls is mounted. */
const names = { cert: 'tls.crt', key: 'tls.key' } as const

const reason = (thrown: unknown): string => {
  const code = (thrown as { readonly code?: unknown }).code
  return code === 'ENOENT' ? 'it is not there' : thrown instanceof Error ? thrown.message.split(',')[0] ?? '' : String(thrown)
}

const readText = (path: string): E.Either<string, string> =>
  E.tryCatch(() => readFileSync(path, 'utf8'), thrown => `${path} can't be read: ${reason(thrown)}`)

/** Left: one line that names the file and says what is expected. Never what is in it (P23). */
export const readCertificatePair = (folder: string): E.Either<string, CertificatePair> => {
  const [cert, key] = [readText(join(folder, names.cert)), readText(join(folder, names.key))]
  if (E.isLeft(cert)) return E.left(`${cert.left}; expected a certificate in PEM form`)
  if (E.isLeft(key)) return E.left(`${key.left}; expected its key in PEM form`)
  const certificate = E.tryCatch(
    () => new X509Certificate(cert.right),
    () => `${join(folder, names.cert)} holds no certificate in PEM form`,
  )
  if (E.isLeft(certificate)) return certificate
  const together = E.tryCatch(
    () => createSecureContext({ cert: cert.right, key: key.right }),
    () => `${join(folder, names.key)} is not the key of ${names.cert}, or not in PEM form`,
  )
  if (E.isLeft(together)) return together
  return E.right({ cert: cert.right, key: key.right, expires: Date.parse(certificate.right.validTo) })
}
