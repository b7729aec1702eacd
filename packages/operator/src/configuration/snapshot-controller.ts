import type { AdapterErrorTag } from '@flink-operator/core'
import { checkCrd, collectionPath, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { crdQuestion, crdRefusal } from './crd-refusal.ts'
import type { WatchedNamespaces } from './watched-namespaces.ts'

const kind = 'FlinkStateSnapshot'

export type SnapshotController =
  | { readonly _tag: 'Possible' }
  | { readonly _tag: 'NotPossible'; readonly reason: string }
  /** The server did not say: that is no reason to leave FlinkStateSnapshots alone until the next start (P14). */
  | { readonly _tag: 'NotKnown'; readonly message: string }

/** Answers that stay the same however often one asks. */
const refusals: readonly AdapterErrorTag[] = ['Forbidden', 'NotFound', 'UnknownPath']

/**
 * Can this operator carry out FlinkStateSnapshots here? Where not, snapshots are kept in the status of the FlinkDeployment, as ever, and nothing else is
 * lost: a CRD that is missing or a list that is forbidden must not keep FlinkDeployments waiting.
 */
export const snapshotController = async (http: Http, namespaces: WatchedNamespaces, server: string): Promise<SnapshotController> => {
  const check = await checkCrd(http)(crdQuestion(kind))()
  const refusal = crdRefusal(kind, check, server)
  if (refusal !== null) return check._tag === 'NotSeen' ? { _tag: 'NotKnown', message: refusal.message } : { _tag: 'NotPossible', reason: refusal.message }
  for (const namespace of namespaces ?? [null]) {
    const listed = await http.send({ method: 'GET', path: collectionPath({ apiVersion: 'flink.apache.org/v1beta1', kind, namespace }), query: { limit: '1' } })()
    if (E.isLeft(listed)) {
      const text = `FlinkStateSnapshots can't be listed: ${listed.left.message}`
      return refusals.includes(listed.left._tag) ? { _tag: 'NotPossible', reason: text } : { _tag: 'NotKnown', message: text }
    }
  }
  return { _tag: 'Possible' }
}
