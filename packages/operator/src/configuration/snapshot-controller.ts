import { checkCrd, collectionPath, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { crdQuestion, crdRefusal } from './crd-refusal.ts'
import type { WatchedNamespaces } from './watched-namespaces.ts'

const kind = 'FlinkStateSnapshot'

/**
 * Why this operator can't carry out FlinkStateSnapshots here; null: it can. Then snapshots are kept in the status of the FlinkDeployment, as ever, and
 * nothing else is lost: a CRD that is missing or a list that is forbidden must not keep FlinkDeployments waiting.
 */
export const withoutSnapshotController = async (http: Http, namespaces: WatchedNamespaces, server: string): Promise<string | null> => {
  const refusal = crdRefusal(kind, await checkCrd(http)(crdQuestion(kind))(), server)
  if (refusal !== null) return refusal.message
  for (const namespace of namespaces ?? [null]) {
    const listed = await http.send({ method: 'GET', path: collectionPath({ apiVersion: 'flink.apache.org/v1beta1', kind, namespace }), query: { limit: '1' } })()
    if (E.isLeft(listed)) return `they can't be listed: ${listed.left.message}`
  }
  return null
}
