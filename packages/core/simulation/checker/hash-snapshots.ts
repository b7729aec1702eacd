import { parseInstant } from '../../src/codec/instant.ts'
import type { EpochMillis, Millis } from '../../src/resource/time.ts'
import type { StateSnapshotResource } from '../world/world.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import type { CheckerState } from './checker-state.ts'

/** Attempts are given up, and answers waited for, within this time in the small worlds: time-out and grace period of a savepoint there. */
const attemptLimit: Millis = 20_000

/** How long ago the attempt that is under way was begun, in seconds; -1: there is none. */
export const ageOfAttempt = ({ status: { state, triggerTimestamp } }: StateSnapshotResource, now: EpochMillis): number => {
  const begun = state !== 'IN_PROGRESS' || triggerTimestamp === null ? null : parseInstant(triggerTimestamp)
  return begun === null ? -1 : Math.round(Math.min(now - begun, attemptLimit) / 1000)
}

/**
 * The operator's rounds of FlinkStateSnapshots; and when each attempt was begun, which is a text in their status, and compared with now.
 */
export const hashSnapshots = (canonical: CanonicalHash, { world, snapshots }: CheckerState): void => {
  const { word, value } = canonical
  for (const resource of world.snapshots ?? []) {
    canonical.name(resource.meta.resourceVersion)
    word(ageOfAttempt(resource, world.now))
  }
  for (const { uid, doing, dueAt, failures } of snapshots) {
    canonical.name(uid)
    word(failures)
    if (doing === null) word(Math.max(0, Math.min(100, Math.round((dueAt - world.now) / 1000))))
    else {
      const { decision: { resource, facts, actions }, next, version } = doing
      word(-1 - next)
      value(resource)
      value(facts)
      canonical.name(version)
      for (let index = next; index < actions.length; index += 1) value(actions[index]!)
    }
  }
}
