import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { EpochMillis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'

/** Certificate chain and matching key of a server, in PEM. */
export interface CertificatePair {
  readonly cert: string
  readonly key: string
  /** When the certificate expires. */
  readonly expires: EpochMillis
  /** CA certificates in PEM: a client may connect if one of them signed its certificate. Null: every client may. */
  readonly clientCa: string | null
}

/** Files of the webhook's certificates. */
export interface CertificateFiles {
  /** Folder of tls.crt and tls.key. */
  readonly folder: string
  /** The file of the client CA; null: none. */
  readonly clientCa: string | null
}

/** File names of a mounted Secret of type kubernetes.io/tls. */
const names = { cert: 'tls.crt', key: 'tls.key' } as const

const reason = (thrown: unknown): string => {
  const code = (thrown as { readonly code?: unknown }).code
  return code === 'ENOENT' ? 'it does not exist' : thrown instanceof Error ? thrown.message.split(',')[0] ?? '' : String(thrown)
}

const readText = (path: string): E.Either<string, string> =>
  E.tryCatch(() => readFileSync(path, 'utf8'), thrown => `${path} can't be read: ${reason(thrown)}`)

const certificatesIn = (pem: string): readonly string[] => pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []

/** An empty or broken file is refused: Node would use its default CAs instead, and so admit foreign clients. */
const readClientCa = (file: string): E.Either<string, string> => {
  const pem = readText(file)
  if (E.isLeft(pem)) return E.left(`${pem.left}; expected certificates of a client CA in PEM form`)
  const certificates = certificatesIn(pem.right)
  if (certificates.length === 0) return E.left(`${file} holds no certificate in PEM form; expected those of a client CA`)
  return E.tryCatch(() => {
    for (const certificate of certificates) if (!new X509Certificate(certificate).ca) throw new Error('it is of no CA')
    return certificates.join('\n')
  }, thrown => `${file} holds a certificate that can't be a client CA: ${reason(thrown)}`)
}

/** Left: one line that names the file and what is expected. It never contains the file's content (P23). */
export const readCertificatePair = ({ folder, clientCa }: CertificateFiles): E.Either<string, CertificatePair> => {
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
  const clients = clientCa === null ? E.right(null) : readClientCa(clientCa)
  if (E.isLeft(clients)) return clients
  return E.right({ cert: cert.right, key: key.right, expires: Date.parse(certificate.right.validTo), clientCa: clients.right })
}
