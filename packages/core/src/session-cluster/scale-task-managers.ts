import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { WorldAction } from '../action/action.ts'
import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { deploymentRef } from '../cluster/tear-down/tear-down-step.ts'
import { type Asked, asked } from '../query/ask.ts'
import type { SessionRound } from './session-cluster-round.ts'

/** How the number of TaskManagers of a standalone cluster comes to be what is wanted. */
export type ScaleStep =
  | { readonly _tag: 'Patch'; readonly effect: WorldAction }
  /** It is so. */
  | { readonly _tag: 'Done' }
  | { readonly _tag: 'Wait'; readonly waitingFor: string }

/** As its Deployment is rendered with. */
const replicasOf = ({ effective: { configuration } }: ConfiguredCluster): number =>
  Number(configuration['kubernetes.internal.taskmanager.replicas'] ?? '1')

/**
 * An edit of `taskManager.replicas` alone, in standalone mode: the TaskManagers' own Deployment is scaled, and no job is disturbed but by
 * losing slots (control-flow.md, section 4.5). Null: it is no such edit, or that Deployment is not there to be scaled.
 */
export const scaleStep = (round: SessionRound, wanted: ConfiguredCluster): Asked<ScaleStep | null> => {
  const { desired, observed: { facts } } = round
  const isAlone = desired.mode === 'standalone' && desired.diff.type === 'SCALE'
    && desired.diff.changes.every(({ path, type }) => type === 'IGNORE' || path === 'taskManager.replicas')
  return !isAlone ? E.right(null) : pipe(facts, asked([clusterQueries(desired).taskManagers]), E.map(() => stepOf(round, wanted)))
}

const stepOf = ({ desired, observed: { facts: { taskManagerDeployment } } }: SessionRound, wanted: ConfiguredCluster): ScaleStep | null => {
  if (taskManagerDeployment?._tag === 'Unknown')
    return { _tag: 'Wait', waitingFor: `to see the Deployment of the TaskManagers: ${taskManagerDeployment.message}` }
  if (taskManagerDeployment?._tag !== 'Known' || taskManagerDeployment.value.deleting) return null
  const replicas = replicasOf(wanted)
  return taskManagerDeployment.value.wantedReplicas === replicas ? { _tag: 'Done' }
    : {
      _tag: 'Patch',
      effect: {
        _tag: 'PatchObject',
        target: deploymentRef(desired.meta, taskManagerDeployment.value),
        patch: { spec: { replicas } },
        why: 'the edit changes only the number of TaskManagers',
      },
    }
}
