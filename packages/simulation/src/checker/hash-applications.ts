import { checkpointCacheMillis } from '@flink-operator/core/job'
import { type FlinkApplicationSpec, type FlinkApplicationStatus, defaultRestoreAge, defaultTimers } from '@flink-operator/lyft'
import { type OperatorOptions, operatorOptions } from '@flink-operator/core/operator-options'
import { isTerminal, lateArrivalLimit, type Resource, type EpochMillis, type Millis } from '@flink-operator/core/resource'
import type { FlinkJob } from '../flink/job-manager-process.ts'
import type { World } from '../world/world.ts'
import { byIdentity } from './by-identity.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import { checkerConfiguration } from './checker-env.ts'

export type Application = Resource<FlinkApplicationSpec, FlinkApplicationStatus>

const jobsOf = ({ pods }: World): readonly FlinkJob[] => pods.flatMap(({ process }) => process?.jobs ?? [])

/**
 * Hashes the order of moments that a FlinkApplication's rounds compare with each other, and the time for which Flink may hide the last
 * checkpoint of an ended job: no single field shows these.
 */
export const hashOrders = ({ word }: CanonicalHash, world: World, { status: { operation, operatorRecord } }: Application): void => {
  const { stop = null, mintedAt = null } = operation ?? {}
  word(operatorRecord.givenUp !== null && mintedAt !== null && operatorRecord.givenUp.at >= mintedAt ? 1 : 0)
  for (const { state, endTime, statistics: { savepoint } } of jobsOf(world)) {
    const isHidden = isTerminal(state) && world.now < Math.max(stop?.endedAt ?? 0, endTime) + checkpointCacheMillis
    word((isHidden ? 1 : 0) + (savepoint !== null && stop !== null && savepoint.time >= stop.askedAt ? 2 : 0))
  }
}

const isPast = (since: EpochMillis | null | undefined, limit: Millis, now: EpochMillis): 0 | 1 =>
  since !== null && since !== undefined && now - since > limit ? 1 : 0

/** The options that are read here are the same in each environment of the worlds. */
const { options }: { readonly options: OperatorOptions } = operatorOptions(checkerConfiguration)
const submitLimit = Math.max(lateArrivalLimit, options.jobSubmissionTimeout)

/**
 * Hashes which deadlines have passed that decisions compare a moment with, whatever the world's horizon. A world in which nothing
 * lasts until a give-up deadline treats all beginnings of an attempt as equal; but a long path through it can still reach that
 * deadline.
 */
export const hashPast = ({ word }: CanonicalHash, { now, ...world }: World, { meta, spec, status }: Application): void => {
  const { operation, operatorRecord, jobStatus, versionStatuses } = status
  const restoreAge = spec.maxCheckpointRestoreAgeSeconds === null ? defaultRestoreAge : spec.maxCheckpointRestoreAgeSeconds * 1000
  const ages = (at: EpochMillis | null | undefined): number =>
    isPast(at, defaultTimers.checkpointAge, now) + 2 * isPast(at, restoreAge, now)
  word(
    isPast(operation?.progressAt, options.flinkApplicationErrorTimeout, now)
      + 2 * isPast(operatorRecord.deletingSince ?? meta.deletionTimestamp, options.flinkApplicationErrorTimeout, now)
      + 4 * isPast(operation?.submit?.sentAt, submitLimit, now) + 8 * isPast(operation?.stop?.askedAt, lateArrivalLimit, now),
  )
  for (const job of [jobStatus, ...versionStatuses.map(it => it.jobStatus)]) word(ages(job.lastCheckpointTime))
  for (const { startTime, statistics: { completed, savepoint, restored } } of jobsOf({ now, ...world })) {
    word(
      isPast(startTime, options.flinkApplicationJobVertexTimeout - 1, now)
        + [completed, savepoint, restored].reduce((sum, it) => sum * 4 + ages(it?.time), 0) * 2,
    )
  }
}

const texts = byIdentity<object, string>()

/** Does a status name a stored state by its path? */
export const isNamedByApplication = (applications: readonly Application[] | null | undefined, path: string): boolean =>
  applications?.some(({ status }) => {
    const known = texts.get(status) ?? JSON.stringify(status)
    texts.set(status, known)
    return known.includes(path)
  }) ?? false
