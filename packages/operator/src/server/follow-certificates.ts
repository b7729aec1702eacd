import type { Millis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import type { Cancel, Clock } from '../clock.ts'
import { type CertificateFiles, type CertificatePair, readCertificatePair } from './certificate-pair.ts'

export interface FollowCertificatesOptions {
  readonly files: CertificateFiles
  readonly clock: Clock
  readonly every: Millis
  /** Called with each new pair, including the first one. */
  readonly onPair: (pair: CertificatePair) => void
  /** Called with the reason why a new pair can't be used, once for each reason. The old pair stays in use. */
  readonly onBroken: (message: string) => void
}

export interface FollowedCertificates {
  /** Why the files differ from the served pair; null: they do not. */
  readonly trouble: () => string | null
  readonly stop: () => void
}

/**
 * Follows the certificate files and the client CA (B92). A mounted Secret changes by swapping symbolic links, which file events
 * miss, so the files are read periodically. A pair that does not match is read again, since the swap may have happened between two
 * reads.
 */
export const followCertificates = ({ files, clock, every, onPair, onBroken }: FollowCertificatesOptions): FollowedCertificates => {
  let cert = ''
  let trouble: string | null = null
  let cancel: Cancel = () => undefined
  const look = (): void => {
    const first = readCertificatePair(files)
    const pair = E.isLeft(first) ? readCertificatePair(files) : first
    if (E.isLeft(pair)) {
      if (pair.left !== trouble) onBroken(pair.left)
      trouble = pair.left
    } else {
      trouble = null
      const now = `${pair.right.cert}${pair.right.key}${pair.right.clientCa ?? ''}`
      if (now !== cert) {
        cert = now
        onPair(pair.right)
      }
    }
    cancel = clock.after(every, look)
  }
  look()
  return { trouble: () => trouble, stop: () => cancel() }
}
