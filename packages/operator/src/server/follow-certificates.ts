import type { Millis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import type { Cancel, Clock } from '../clock.ts'
import { type CertificateFiles, type CertificatePair, readCertificatePair } from './certificate-pair.ts'

export interface FollowCertificatesOptions {
  readonly files: CertificateFiles
  readonly clock: Clock
  readonly every: Millis
  /** A pair that was not there before, the first one included. */
  readonly onPair: (pair: CertificatePair) => void
  /** Why there is no new one; told once for each reason. What was served is served on. */
  readonly onBroken: (message: string) => void
}

export interface FollowedCertificates {
  /** Why the files are not what is served; null: they are. */
  readonly trouble: () => string | null
  readonly stop: () => void
}

/**
 * Follows a pair of files, and the client CA (B92): a mounted Secret changes by swapping links, which file events miss, so they are read
 * again every now and then. They are read at one moment, and a pair that does not belong together is read again: the swap may lie in
 * between.
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
