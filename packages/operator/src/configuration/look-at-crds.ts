import type { CrdKind } from '@flink-operator/core/codec'
import { crdNameOf } from '@flink-operator/core/codec'
import { checkCrd, type CrdCheck, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { environment, type Refusal } from '../exit-code.ts'
import type { Logger } from '../log/logger.ts'
import { crdQuestion, crdRefusal } from './crd-refusal.ts'
import { snapshotController } from './snapshot-controller.ts'
import type { WatchedNamespaces } from './watched-namespaces.ts'

/** What is not known where the CRD of a kind may not be read; null: it was read. Whether it keeps what is recorded is never guessed (F22). */
export const unseenCrd = (kind: CrdKind, check: CrdCheck): string | null =>
  check._tag !== 'NotSeen' ? null
    : `the CRD ${crdNameOf(kind)} may not be read (${check.error.message}), so it is not known whether it keeps what this operator records. Allow "get" on customresourcedefinitions, as the ClusterRole in deploy/operator.yaml does; `
      + 'if the CRD is that of the Apache operator, no resource gets on'

/** Can the operator work with what is installed? Right: are FlinkStateSnapshots carried out, and what of the CRDs is not known. Left: why it may not start. */
export const lookAtCrds = async (http: Http, namespaces: WatchedNamespaces, server: string, logger: Logger): Promise<E.Either<Refusal, { readonly hasSnapshotController: boolean; readonly unseen: string | null }>> => {
  const check = await checkCrd(http)(crdQuestion('FlinkDeployment'))()
  const refusal = crdRefusal('FlinkDeployment', check, server)
  if (refusal !== null) return E.left(refusal)
  const unseen = unseenCrd('FlinkDeployment', check)
  if (unseen !== null) logger.warn({ kind: 'FlinkDeployment' }, unseen)
  const ofSnapshots = await snapshotController(http, namespaces, server)
  if (ofSnapshots._tag === 'NotKnown') return E.left(environment(ofSnapshots.message))
  if (ofSnapshots._tag === 'NotPossible') logger.info({ kind: 'FlinkStateSnapshot' }, `FlinkStateSnapshots are not carried out, snapshots are kept in the status: ${ofSnapshots.reason}`)
  return E.right({ hasSnapshotController: ofSnapshots._tag === 'Possible', unseen })
}
