import type { AdapterError } from '@flink-operator/core'
import { noRivals, type Rival, rivalsSeen, type RivalSettings } from '@flink-operator/high-availability'
import { type Http, listOperatorLeases } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import type { ElectionSetup } from './election-settings.ts'
import { rivalWords, remediations } from './election-words.ts'

export type RivalLook =
  /** Empty: no rival exists. */
  | { readonly _tag: 'Seen'; readonly rivals: readonly Rival[] }
  /** The Leases could not be listed: the operator must not begin anything. */
  | { readonly _tag: 'Unseen'; readonly error: AdapterError }

/** Lists the Leases of all operators in all namespaces, and remembers which of them are renewed. */
export const lookForRivals = (http: Http, clock: Pick<Clock, 'now'>, settings: RivalSettings): () => Promise<RivalLook> => {
  let known = noRivals
  return async () => {
    const asked = clock.now()
    const listed = await listOperatorLeases(http, null)
    if (E.isLeft(listed)) return { _tag: 'Unseen', error: listed.left }
    const { rivals, found } = rivalsSeen(known, listed.right, { asked, answered: clock.now() }, settings)
    known = rivals
    return { _tag: 'Seen', rivals: found }
  }
}

export interface AloneOptions {
  readonly http: Http
  readonly clock: Clock
  readonly logger: Logger
  readonly byHand: boolean
  /** Receives the reason why this process waits; called when the reason changes. */
  readonly waits: (words: string) => void
  /** Another operator is certainly in charge. */
  readonly held: (words: string) => void
  readonly forbidden: (message: string) => void
}

/** Looks for another operator, with another Lease, that is in charge of the same resources. True: none exists. Null: not known yet. */
export const aloneLook = (
  { division, scope, settings }: ElectionSetup,
  { http, clock, logger, byHand, waits, held, forbidden }: AloneOptions,
): () => Promise<boolean | null> => {
  const look = lookForRivals(http, clock, { division, scope, leaseDuration: settings.leaseDuration })
  let warned = ''
  return async () => {
    const seen = await look()
    if (seen._tag === 'Seen') {
      const rival = seen.rivals.find(({ isAlive }) => isAlive) ?? seen.rivals[0]
      if (rival === undefined) return true
      waits(rivalWords(rival))
      if (!rival.isAlive) return null
      held(`${rivalWords(rival)}: ${remediations}`)
      return false
    }
    const { _tag, message } = seen.error
    if (_tag !== 'Forbidden') {
      waits(`the Leases of other operators can't be listed: ${message}`)
      return null
    }
    if (byHand) {
      forbidden(message)
      return null
    }
    if (warned !== message)
      logger.warn({ lease: division.leaseName }, `an operator with another Lease would not be noticed: ${message}`)
    warned = message
    return true
  }
}
