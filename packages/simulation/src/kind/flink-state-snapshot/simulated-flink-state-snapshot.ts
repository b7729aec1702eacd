import type { SnapshotAction } from '../../kubernetes/state-snapshots.ts'
import { parseInstant } from '@flink-operator/core/codec'
import {
  classify,
  flinkStateSnapshotKind,
  type SnapshotDesired,
  type SnapshotObserved,
  validateStateSnapshot,
} from '@flink-operator/core/kind/flink-state-snapshot'
import type { EpochMillis, Millis } from '@flink-operator/core/resource'
import { firstError } from '@flink-operator/core/validation'
import { flinkDeploymentOf, stateSnapshotsOf } from '../../world/resources.ts'
import type { World, StateSnapshotResource } from '../../world/world.ts'
import { performOfKind } from '../perform-of-kind.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { breachesOfList, destructive } from './snapshot-list-laws.ts'

/** One action in a few words. */
export const actionText = (action: SnapshotAction): string => {
  switch (action._tag) {
    case 'PersistStatus':
      return `PersistStatus(${action.reason}; ${action.status.state}, id ${action.status.triggerId?.slice(0, 6) ?? '-'}, path ${
        action.status.path ?? '-'
      }${action.status.error === null ? '' : `, error ${action.status.error.slice(0, 120)}`})`
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
      return `${action._tag}(job ${action.jobId.slice(0, 6)}, id ${action.triggerId.slice(0, 6)})`
    case 'DisposeSavepoint':
      return `DisposeSavepoint(${action.path})`
    case 'EmitEvent':
      return `EmitEvent(${action.reason})`
    case 'PatchObject':
      return `PatchObject(${action.target.kind} ${action.target.name})`
    case 'Requeue':
      return `Requeue(${action.after} ms, for ${action.waitingFor})`
    default:
      return action._tag
  }
}

const none: readonly StateSnapshotResource[] = []

/** The time in the small worlds within which attempts are given up and answers expected: time-out and grace period of a savepoint. */
const attemptLimit: Millis = 20_000

/** How long ago the attempt in progress began, in seconds; -1: none is in progress. */
const ageOfAttempt = ({ status: { state, triggerTimestamp } }: StateSnapshotResource, now: EpochMillis): number => {
  const begun = state !== 'IN_PROGRESS' || triggerTimestamp === null ? null : parseInstant(triggerTimestamp)
  return begun === null ? -1 : Math.round(Math.min(now - begun, attemptLimit) / 1000)
}

/**
 * Each snapshot is finished, or reports why it waits: by its error, or by an event if its spec is invalid or its job does not exist.
 * None is being deleted.
 */
const whyNotArrived = (world: World): string | null =>
  (stateSnapshotsOf(world) ?? none).every(({ meta, spec, status: { state, error } }) =>
      meta.deletionTimestamp === null && state !== 'IN_PROGRESS'
      && (state !== 'TRIGGER_PENDING' || error !== null
        || firstError(validateStateSnapshot({ meta, spec, state, targetFound: flinkDeploymentOf(world) !== null })) !== null)
    )
    ? null : 'a FlinkStateSnapshot is not finished'

export const simulatedFlinkStateSnapshot: SimulatedKind = {
  name: 'FlinkStateSnapshot',
  kind: flinkStateSnapshotKind,
  rules: flinkStateSnapshotKind,

  resources: world => stateSnapshotsOf(world) ?? none,
  older: () => null,
  perform: performOfKind('FlinkStateSnapshot'),

  isWoken: false,
  writesAlone: true,
  // a finished snapshot needs nothing; its next round is an hour away
  restsFrom: 3_000_000,
  mayArriveLate: false,

  // the begin of its attempt is a text in its status, and compared with now
  hashBeside: ({ word }, resource: StateSnapshotResource, now) => word(ageOfAttempt(resource, now)),
  attemptsOf: () => 0,

  breachesOf: breachesOfList,
  destructive,
  judgesLooks: true,
  whyNotArrived,
  arrivesWaiting: false,

  actionText,
  situationOf: ({ desired, observed, env }) =>
    classify({ desired: desired as SnapshotDesired, observed: observed as SnapshotObserved, env }),
}
