import type { AdapterError } from '@flink-operator/core'
import { noRivals, type Rival, rivalsSeen, type RivalSettings } from '@flink-operator/high-availability'
import { type Http, listOperatorLeases } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'

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
