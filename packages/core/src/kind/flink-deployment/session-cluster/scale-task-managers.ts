import type { RowText } from '../../../contract/round/row.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { WorldAction } from '../../../contract/action/action.ts'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { clusterQueries } from '../../../cluster/observe/cluster-queries.ts'
import { deploymentRef } from '../../../cluster/tear-down/tear-down-step.ts'
import { arrivalPatience } from '../../../job/scale/requested-scaling.ts'
import { type Asked, asked } from '../../../contract/query/ask.ts'
import type { SessionRound } from './session-cluster-round.ts'

/** The next step to bring the number of TaskManagers of a standalone cluster to the wanted one. */
export type ScaleStep =
  | { readonly _tag: 'Patch'; readonly effect: WorldAction; readonly requested: number | null }
  /** The Deployment already asks for the wanted number. */
  | { readonly _tag: 'Done' }
  | { readonly _tag: 'Wait'; readonly waitingFor: string }

/** The row that follows `session-cluster/scaling`, for each step. */
export const scaleRow: Readonly<Record<ScaleStep['_tag'], RowText>> = {
  Patch: { id: 'scale-taskmanagers/patch', when: 'the Deployment asks for another number of TaskManagers' },
  Done: { id: 'scale-taskmanagers/done', when: 'the Deployment asks for the wanted number' },
  Wait: { id: 'scale-taskmanagers/wait', when: "the Deployment can't be observed" },
}

/** The number of replicas with which the TaskManager Deployment is rendered. */
const replicasOf = ({ effective: { configuration } }: ConfiguredCluster): number =>
  Number(configuration['kubernetes.internal.taskmanager.replicas'] ?? '1')

/** True if nothing asks any more for the number of TaskManagers that was requested, and it may be in effect all the same. */
const isTakenBack = ({ desired: { diff }, observed: { status: { operatorRecord } } }: SessionRound): boolean =>
  operatorRecord.requestedScaling !== null && diff.type === 'IGNORE'

/**
 * In standalone mode, an edit that changes only `taskManager.replicas` scales the TaskManager Deployment. Jobs are disturbed only if they
 * lose slots (control-flow.md, section 4.5). So does such an edit that is taken back after it was requested. Null: the edit is of another
 * kind, or that Deployment does not exist.
 */
export const scaleStep = (round: SessionRound, wanted: ConfiguredCluster): Asked<ScaleStep | null> => {
  const { desired, observed: { facts } } = round
  const isAlone = desired.mode === 'standalone' && (isTakenBack(round) || desired.diff.type === 'SCALE')
    && desired.diff.changes.every(({ path, type }) => type === 'IGNORE' || path === 'taskManager.replicas')
  return !isAlone ? E.right(null) : pipe(facts, asked([clusterQueries(desired).taskManagers]), E.map(() => stepOf(round, wanted)))
}

const stepOf = (round: SessionRound, wanted: ConfiguredCluster): ScaleStep | null => {
  const { desired, observed: { facts: { taskManagerDeployment }, status: { operatorRecord: { requestedScaling } } }, env: { now } } = round
  if (taskManagerDeployment?._tag === 'Unknown')
    return { _tag: 'Wait', waitingFor: `the Kubernetes API to return the Deployment of the TaskManagers: ${taskManagerDeployment.message}` }
  if (taskManagerDeployment?._tag !== 'Known' || taskManagerDeployment.value.deleting) return null
  const replicas = replicasOf(wanted)
  const { wantedReplicas, resourceVersion } = taskManagerDeployment.value
  // others may scale it, too: only what the operator requested is taken back, and it may still arrive
  if (isTakenBack(round) && (wantedReplicas === replicas || wantedReplicas !== requestedScaling?.taskManagers))
    return now - (requestedScaling?.sentAt ?? now) < arrivalPatience ? null : { _tag: 'Done' }
  return wantedReplicas === replicas ? { _tag: 'Done' }
    : {
      _tag: 'Patch',
      // a number that is taken back may be in effect until it is seen gone (W64)
      requested: isTakenBack(round) ? requestedScaling?.taskManagers ?? null : replicas,
      effect: {
        _tag: 'PatchObject',
        target: deploymentRef(desired.meta, taskManagerDeployment.value),
        patch: { metadata: { resourceVersion }, spec: { replicas } },
        why: 'the number of TaskManagers is not the one of the spec',
      },
    }
}
