import type { CrdKind } from '@flink-operator/core/codec'
import { checkCrd, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { environment, type Refusal } from '../exit-code.ts'
import type { Logger } from '../log/logger.ts'
import { crdQuestion, crdRefusal } from './crd-refusal.ts'
import { snapshotController } from './snapshot-controller.ts'
import { unseenCrd } from './unseen-crd.ts'
import type { WatchedNamespaces } from './watched-namespaces.ts'

/** What a person should know of the CRDs. `isRead` false: it is not known, and may be looked at again. */
export interface CrdFinding {
  readonly kind: CrdKind
  readonly isRead: boolean
  readonly text: string
}

export interface SeenCrds {
  /** Are FlinkStateSnapshots carried out anywhere? */
  readonly hasSnapshotController: boolean
  /** Namespaces that refuse to list FlinkStateSnapshots; the server's words. */
  readonly withoutSnapshots: Readonly<Record<string, string>>
  readonly findings: readonly CrdFinding[]
}

/**
 * Can the operator work with what is installed? Left: why it may not start. `wantsSnapshots`: does the configuration ask for
 * FlinkStateSnapshots?
 */
export const lookAtCrds = async (
  http: Http,
  namespaces: WatchedNamespaces,
  server: string,
  logger: Logger,
  wantsSnapshots = true,
): Promise<E.Either<Refusal, SeenCrds>> => {
  const check = await checkCrd(http)(crdQuestion('FlinkDeployment'))()
  const refusal = crdRefusal('FlinkDeployment', check, server)
  if (refusal !== null) return E.left(refusal)
  const snapshots = await snapshotController(http, namespaces, server)
  if (snapshots._tag === 'NotKnown') return E.left(environment(snapshots.message))
  const unread = ([['FlinkDeployment', unseenCrd('FlinkDeployment', check)], [
    'FlinkStateSnapshot',
    snapshots._tag === 'Possible' ? snapshots.unseen : null,
  ]] as const)
    .flatMap(([kind, text]): readonly CrdFinding[] => (text === null ? [] : [{ kind, isRead: false, text }]))
  const missing: readonly CrdFinding[] = snapshots._tag === 'Possible' ? []
    : [{
      kind: 'FlinkStateSnapshot',
      isRead: true,
      text: `FlinkStateSnapshots are not carried out until the next start, snapshots are kept in the status: ${snapshots.reason}`,
    }]
  const withoutSnapshots = snapshots._tag === 'Possible' ? snapshots.without : {}
  const findings = [...unread, ...(wantsSnapshots ? missing : [])]
  for (const { kind, text } of findings) logger.warn({ kind }, text)
  if (!wantsSnapshots) { for (const { kind, text } of missing) logger.info({ kind }, text) }
  for (const [namespace, reason] of Object.entries(withoutSnapshots))
    logger.warn(
      { kind: 'FlinkStateSnapshot', namespace },
      `FlinkStateSnapshots of namespace ${namespace} are not carried out as long as they can't be watched, snapshots are kept in the status: ${reason}`,
    )
  return E.right({ hasSnapshotController: snapshots._tag === 'Possible', withoutSnapshots, findings })
}
