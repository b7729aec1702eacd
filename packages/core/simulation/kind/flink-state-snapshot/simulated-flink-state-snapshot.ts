import { parseInstant } from '../../../src/codec/instant.ts'
import { classify } from '../../../src/kind/flink-state-snapshot/classify-state-snapshot.ts'
import { flinkStateSnapshotKind } from '../../../src/kind/flink-state-snapshot/flink-state-snapshot-kind.ts'
import type { SnapshotDesired, SnapshotObserved } from '../../../src/kind/flink-state-snapshot/state-snapshot-round.ts'
import type { EpochMillis, Millis } from '../../../src/resource/time.ts'
import { firstError } from '../../../src/validation/rule.ts'
import { validateStateSnapshot } from '../../../src/kind/flink-state-snapshot/validate-state-snapshot.ts'
import { flinkDeploymentOf, stateSnapshotsOf } from '../../world/resources.ts'
import type { World } from '../../world/world.ts'
import type { StateSnapshotResource } from '../../world/world.ts'
import { performOfKind } from '../perform-of-kind.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { actionText } from './action-text.ts'
import { breachesOfList, destructive } from './snapshot-list-laws.ts'

const none: readonly StateSnapshotResource[] = []

/** Attempts are given up, and answers waited for, within this time in the small worlds: time-out and grace period of a savepoint there. */
const attemptLimit: Millis = 20_000

/** How long ago the attempt that is under way was begun, in seconds; -1: there is none. */
const ageOfAttempt = ({ status: { state, triggerTimestamp } }: StateSnapshotResource, now: EpochMillis): number => {
  const begun = state !== 'IN_PROGRESS' || triggerTimestamp === null ? null : parseInstant(triggerTimestamp)
  return begun === null ? -1 : Math.round(Math.min(now - begun, attemptLimit) / 1000)
}

/**
 * Each is over, or tells why it waits: by its error, or, where its spec is not valid or there is no such job, by an event. None is being
 * deleted.
 */
const whyNotArrived = (world: World): string | null =>
  (stateSnapshotsOf(world) ?? none).every(({ meta, spec, status: { state, error } }) =>
      meta.deletionTimestamp === null && state !== 'IN_PROGRESS'
      && (state !== 'TRIGGER_PENDING' || error !== null
        || firstError(validateStateSnapshot({ meta, spec, state, targetFound: flinkDeploymentOf(world) !== null })) !== null)
    )
    ? null : 'a FlinkStateSnapshot is not over'

export const simulatedFlinkStateSnapshot: SimulatedKind = {
  name: 'FlinkStateSnapshot',
  kind: flinkStateSnapshotKind,
  rules: flinkStateSnapshotKind,

  resources: world => stateSnapshotsOf(world) ?? none,
  older: () => null,
  perform: performOfKind('FlinkStateSnapshot'),

  isWoken: false,
  writesAlone: true,
  // a final one is left alone; its next look is an hour away
  restsFrom: 3_000_000,
  mayArriveLate: false,

  // when its attempt was begun is a text in its status, and compared with now
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
