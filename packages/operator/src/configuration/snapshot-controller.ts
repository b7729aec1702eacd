import { type AdapterErrorTag, identityOf } from '@flink-operator/core'
import { checkCrd, collectionPath, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { crdQuestion, crdRefusal } from './crd-refusal.ts'
import { unseenCrd } from './unseen-crd.ts'
import type { WatchedNamespaces } from './watched-namespaces.ts'

const kind = 'FlinkStateSnapshot'

export type SnapshotController =
  /** `without`: namespaces that refuse to list them, and in whose words. `unseen`: what is not known of the CRD; null: it was read. */
  | { readonly _tag: 'Possible'; readonly without: Readonly<Record<string, string>>; readonly unseen: string | null }
  | { readonly _tag: 'NotPossible'; readonly reason: string }
  /** The server did not say: that is no reason to leave FlinkStateSnapshots alone until the next start (P14). */
  | { readonly _tag: 'NotKnown'; readonly message: string }

/** Answers that stay the same however often one asks. */
const refusals: readonly AdapterErrorTag[] = ['Forbidden', 'NotFound', 'UnknownPath']

/**
 * Can this operator carry out FlinkStateSnapshots here? Where not, snapshots are kept in the status of the FlinkDeployment, as ever, and
 * nothing else is lost: a CRD that is missing or a list that is forbidden must not keep FlinkDeployments waiting, nor one namespace the
 * others (F22).
 */
export const snapshotController = async (http: Http, namespaces: WatchedNamespaces, server: string): Promise<SnapshotController> => {
  const check = await checkCrd(http)(crdQuestion(kind))()
  const refusal = crdRefusal(kind, check, server)
  if (refusal !== null)
    return check._tag === 'NotSeen' ? { _tag: 'NotKnown', message: refusal.message } : { _tag: 'NotPossible', reason: refusal.message }
  const asked = namespaces ?? [null]
  const refused: Record<string, string> = {}
  const silent: string[] = []
  for (const namespace of asked) {
    const listed = await http.send({ method: 'GET', path: collectionPath({ ...identityOf(kind), namespace }), query: { limit: '1' } })()
    if (E.isRight(listed)) continue
    const text = `FlinkStateSnapshots can't be listed: ${listed.left.message}`
    if (refusals.includes(listed.left._tag)) refused[namespace ?? ''] = text
    else silent.push(text)
  }
  if (silent.length === asked.length) return { _tag: 'NotKnown', message: silent[0] ?? '' }
  const reasons = Object.values(refused)
  return reasons.length === asked.length ? { _tag: 'NotPossible', reason: reasons[0] ?? '' }
    : { _tag: 'Possible', without: refused, unseen: unseenCrd(kind, check) }
}
