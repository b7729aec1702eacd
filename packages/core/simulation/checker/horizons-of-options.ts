import { flinkOptions } from '../../src/flink-configuration/flink-options.ts'
import { slowStartMillis } from '../../src/job/seen/observe-job.ts'
import { scalingPatience } from '../../src/job/scale/scaling-wait.ts'
import { checkpointProgressWindow } from '../../src/operator-options/checkpoint-progress-window.ts'
import type { OperatorOptions } from '../../src/operator-options/operator-options.ts'
import { optionTable } from '../../src/operator-options/option-table.ts'
import { resourceOptions, type ResourceOptions } from '../../src/operator-options/resource-options.ts'
import type { Millis } from '../../src/resource/time.ts'
import { periodicExpression } from '../../src/schedule/periodic-expression.ts'
import { savepointLimits } from '../../src/job/snapshot/snapshot-limits.ts'
import { checkerConfiguration, checkerEnv } from './checker-env.ts'
import { defaultLimit, fieldKinds, type Horizons, pastLimits } from './hashed-fields.ts'

/** All options that the decisions about one resource read. */
export type OptionsInForce = OperatorOptions & ResourceOptions

/** One time that decisions compare a recorded moment with now by. */
export interface TimeOfOption {
  readonly option: string
  /** Where the comparison is, below `src`. */
  readonly source: string
  /** The fields that hold the moment: one that has passed, or, of `giveUpAt` and `retryAt`, one that is to come. */
  readonly fields: readonly string[]
  /** Numbers that are read together with it. */
  readonly counts?: readonly string[]
  /** Null: with these options nothing is compared. */
  readonly time: (options: OptionsInForce) => Millis | null
}

const intervalOf = (text: string): Millis | null => {
  const expression = periodicExpression(text)
  return expression._tag === 'Interval' && expression.every > 0 ? expression.every : null
}

const graceFields = (option: { readonly key: string }, grace: (options: OptionsInForce) => Millis): readonly TimeOfOption[] => [
  { option: option.key, source: 'job/snapshot/snapshot-record.ts', fields: ['askedAt'], time: grace },
  {
    option: `${option.key} and ${flinkOptions.checkpointingTimeout.key}`,
    source: 'job/snapshot/operation-outcome.ts',
    fields: ['triggerTimestamp'],
    time: options => options.checkpointingTimeout + grace(options),
  },
]

/** Which option has the decisions compare which moment with now, and by how much. */
export const timesOfOptions: readonly TimeOfOption[] = [
  {
    option: optionTable.deploymentReadinessTimeout.key,
    source: 'job/upgrade/rollback-obstacles.ts',
    fields: ['reconciliationTimestamp'],
    time: ({ deploymentRollbackEnabled, deploymentReadinessTimeout }) => (deploymentRollbackEnabled ? deploymentReadinessTimeout : null),
  },
  {
    option: optionTable.deploymentStabilityWindow.key,
    source: 'application/record/status-updates.ts',
    fields: ['runningSince'],
    time: ({ deploymentStabilityWindow }) => (deploymentStabilityWindow > 0 ? deploymentStabilityWindow : null),
  },
  {
    option: optionTable.observerRestUnreachableTimeout.key,
    source: 'cluster/told/job-manager-down.ts',
    fields: ['jobManagerDownSince'],
    time: ({ observerRestUnreachableTimeout }) => observerRestUnreachableTimeout,
  },
  {
    option: optionTable.observerRestUnreachableTimeout.key,
    source: 'cluster/seen/rest-unreachable.ts',
    fields: ['restMissedSince'],
    time: ({ observerRestUnreachableTimeout }) => observerRestUnreachableTimeout,
  },
  {
    option: optionTable.jmDeploymentShutdownTtl.key,
    source: 'kind/flink-deployment/past-ttl.ts',
    fields: ['terminalSince'],
    time: ({ jmDeploymentShutdownTtl }) => jmDeploymentShutdownTtl,
  },
  {
    option: optionTable.jobUpgradeLastStateMaxAllowedCheckpointAge.key,
    source: 'job/upgrade/base-upgrade-mode.ts',
    fields: ['startTime', 'time', 'triggerTimestamp', 'inProgressSince'],
    time: ({ jobUpgradeLastStateMaxAllowedCheckpointAge }) => jobUpgradeLastStateMaxAllowedCheckpointAge,
  },
  ...graceFields(optionTable.savepointTriggerGracePeriod, ({ savepointTriggerGracePeriod }) => savepointTriggerGracePeriod),
  ...graceFields(optionTable.checkpointTriggerGracePeriod, ({ checkpointTriggerGracePeriod }) => checkpointTriggerGracePeriod),
  {
    // one restart is all that a world has
    option: optionTable.clusterHealthCheckRestartsWindow.key,
    source: 'application/health/cluster-health.ts',
    fields: ['numRestartsEvaluationTimeStamp'],
    counts: ['restarts'],
    time: options => (options.clusterHealthCheckEnabled && options.clusterHealthCheckRestartsThreshold < 1
      ? options.clusterHealthCheckRestartsWindow : null),
  },
  {
    option: optionTable.clusterHealthCheckCheckpointProgressWindow.key,
    source: 'application/health/cluster-health.ts',
    fields: ['numCompletedCheckpointsIncreasedTimeStamp'],
    time: options => (options.clusterHealthCheckEnabled && options.clusterHealthCheckCheckpointProgressEnabled
      ? checkpointProgressWindow(options) : null),
  },
  {
    option: optionTable.periodicSavepointInterval.key,
    source: 'job/snapshot/snapshot-due.ts',
    fields: ['lastPeriodicSavepointTrigger', 'lastPeriodicSavepointTimestamp', 'creationTimestamp'],
    time: ({ periodicSavepointInterval }) => intervalOf(periodicSavepointInterval),
  },
  {
    option: optionTable.periodicCheckpointInterval.key,
    source: 'job/snapshot/snapshot-due.ts',
    fields: ['lastPeriodicCheckpointTrigger', 'lastPeriodicCheckpointTimestamp', 'creationTimestamp'],
    time: ({ periodicCheckpointInterval }) => intervalOf(periodicCheckpointInterval),
  },
  {
    option: optionTable.savepointHistoryMaxAge.key,
    source: 'job/snapshot/snapshot-limits.ts',
    fields: ['timeStamp'],
    time: options => savepointLimits(options, options).maxAge,
  },
  {
    option: optionTable.resourceCleanupTimeout.key,
    source: 'job/record/new-operation.ts',
    fields: ['giveUpAt'],
    time: ({ resourceCleanupTimeout }) => resourceCleanupTimeout,
  },
  {
    option: optionTable.resourceCleanupTimeout.key,
    source: 'kind/flink-deployment/delete-deployment.ts',
    fields: ['deletionTimestamp'],
    time: ({ jobSavepointOnDeletion, resourceCleanupTimeout }) => (jobSavepointOnDeletion ? resourceCleanupTimeout : null),
  },
  {
    option: optionTable.flinkClientCancelTimeout.key,
    source: 'job/stop/begin-stop.ts',
    fields: ['giveUpAt'],
    time: ({ flinkClientCancelTimeout }) => flinkClientCancelTimeout,
  },
  {
    option: flinkOptions.checkpointingTimeout.key,
    source: 'job/stop/begin-stop.ts',
    fields: ['giveUpAt'],
    time: ({ checkpointingTimeout }) => checkpointingTimeout,
  },
  {
    option: optionTable.observerProgressCheckInterval.key,
    source: 'job/snapshot/observe-snapshots.ts',
    fields: ['retryAt'],
    time: ({ observerProgressCheckInterval }) => observerProgressCheckInterval,
  },
]

/** Something that comes to pass by time alone, and that no world looks at. */
export interface NotToldApart {
  /** The option that sets it, or what it is. */
  readonly what: string
  /** Null: not by a time that has passed. */
  readonly millis: Millis | null
  readonly why: string
}

/** What no world of `checkOwn` comes to, however far it looks. */
const neverReached: readonly (NotToldApart & { readonly holds: (options: OptionsInForce) => boolean })[] = [
  {
    what: optionTable.clusterHealthCheckRestartsThreshold.key,
    millis: null,
    why: 'a job restarts once in a world, and more restarts than that are allowed',
    holds: options => options.clusterHealthCheckEnabled && options.clusterHealthCheckRestartsThreshold >= 1,
  },
  ...[optionTable.periodicSavepointInterval, optionTable.periodicCheckpointInterval].map(({ key }, index) => ({
    what: key,
    millis: null,
    why: 'worlds have no calendar: a cron expression hardly ever comes true in one',
    holds: (options: OptionsInForce) =>
      periodicExpression([options.periodicSavepointInterval, options.periodicCheckpointInterval][index] ?? '')._tag === 'Cron',
  })),
  {
    what: 'the time after which a job that never came up is missed',
    millis: slowStartMillis,
    why: 'only worlds of the published matrix look so far (rows/slow-start)',
    holds: () => true,
  },
  {
    what: 'the time after which scaling in place goes on without what it can not see',
    millis: scalingPatience,
    why: 'no world looks so far',
    holds: ({ jobUpgradeInplaceScalingEnabled, jobManagerScheduler }) =>
      jobUpgradeInplaceScalingEnabled && jobManagerScheduler.toLowerCase() === 'adaptive',
  },
]

/** In seconds, as moments are hashed: one more than the time itself, so that "over" differs from "as long as that". */
const second: Millis = 1_000

/** The options of all worlds, whose states the built-in limits were made for. */
const checkerOptions: OptionsInForce = { ...resourceOptions(checkerConfiguration).options, ...checkerEnv.options }

interface Need extends TimeOfOption {
  readonly millis: Millis
  /** Is it another one than in all worlds? */
  readonly isOwn: boolean
}

const needsOf = (options: OptionsInForce): readonly Need[] =>
  timesOfOptions.flatMap(row => {
    const millis = row.time(options)
    return millis === null ? [] : [{ ...row, millis: millis + second, isOwn: millis !== row.time(checkerOptions) }]
  })

const isToCome = (field: string): boolean => field === 'giveUpAt' || field === 'retryAt'

const isBuiltIn = (field: string, millis: Millis): boolean => {
  const kind = fieldKinds[field] ?? 'Plain'
  return kind === 'Plain' && millis <= (isToCome(field) ? defaultLimit : pastLimits[field] ?? defaultLimit)
}

/** How far decisions look with these options where that is not as in all worlds; what is further away than `reach` is left out. */
export const horizonsOfOptions = (options: OptionsInForce, reach: Millis = Infinity): Horizons => {
  const horizons: Record<string, Millis> = {}
  const needs = needsOf(options)
  for (const { isOwn, millis, fields, counts } of needs) {
    if (!isOwn || millis > reach) continue
    for (const field of fields) horizons[field] = Math.max(horizons[field] ?? pastLimits[field] ?? 0, millis)
    for (const count of counts ?? []) horizons[count] = 0
  }
  // what the built-in limit was enough for must not be cut short by another option of the same field
  for (const { millis, fields } of needs)
    for (const field of fields)
      if (horizons[field] !== undefined && isBuiltIn(field, millis)) horizons[field] = Math.max(horizons[field], millis)
  return horizons
}

/** How far decisions look, for each of these options that is not as in all worlds. */
export const timesToLookAt = (options: OptionsInForce): readonly Millis[] =>
  needsOf(options).filter(({ isOwn }) => isOwn).map(({ millis }) => millis)

/** What is in force and looked at by no world. */
export const notLookedAt = (options: OptionsInForce): readonly NotToldApart[] => [
  ...needsOf(options).filter(({ isOwn, fields, millis }) => !isOwn && !fields.every(field => isBuiltIn(field, millis)))
    .map(({ option, millis, source }) => ({
      what: option,
      millis: millis - second,
      why: `as long as that by default; what is only then is looked at where it is set to another time (${source})`,
    })),
  ...neverReached.filter(({ holds }) => holds(options)).map(({ what, millis, why }) => ({ what, millis, why })),
]
