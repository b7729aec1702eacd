import { flinkOptions } from '@flink-operator/core/flink-configuration'
import { slowStartMillis, scalingPatience, savepointLimits } from '@flink-operator/core/job'
import {
  checkpointProgressWindow,
  type OperatorOptions,
  optionTable,
  resourceOptions,
  type ResourceOptions,
} from '@flink-operator/core/operator-options'
import type { Millis } from '@flink-operator/core/resource'
import { periodicExpression } from '@flink-operator/core/spec'
import { checkerConfiguration, checkerEnv } from './checker-env.ts'
import { defaultLimit, fieldKinds, type Horizons, pastLimits } from './hashed-fields.ts'

/** All options that the decisions about one resource read. */
export type OptionsInForce = OperatorOptions & ResourceOptions

/** A time by which decisions compare a recorded moment with now. */
export interface TimeOfOption {
  readonly option: string
  /** Where the comparison is, below `src`. */
  readonly source: string
  /** The fields that hold the moment: a past one, or, for `giveUpAt` and `retryAt`, a future one. */
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

/** For each option: which moment decisions compare with now because of it, and by how much. */
export const timesOfOptions: readonly TimeOfOption[] = [
  {
    option: optionTable.deploymentReadinessTimeout.key,
    source: 'job/upgrade/rollback-obstacles.ts',
    fields: ['reconciliationTimestamp'],
    time: ({ deploymentRollbackEnabled, deploymentReadinessTimeout }) => (deploymentRollbackEnabled ? deploymentReadinessTimeout : null),
  },
  {
    option: optionTable.deploymentStabilityWindow.key,
    source: 'kind/flink-deployment/application/record/status-updates.ts',
    fields: ['runningSince'],
    time: ({ deploymentStabilityWindow }) => (deploymentStabilityWindow > 0 ? deploymentStabilityWindow : null),
  },
  {
    option: optionTable.observerRestUnreachableTimeout.key,
    source: 'cluster/report/job-manager-down.ts',
    fields: ['jobManagerDownSince'],
    time: ({ observerRestUnreachableTimeout }) => observerRestUnreachableTimeout,
  },
  {
    option: optionTable.observerRestUnreachableTimeout.key,
    source: 'cluster/observe/rest-unreachable.ts',
    fields: ['restMissedSince'],
    time: ({ observerRestUnreachableTimeout }) => observerRestUnreachableTimeout,
  },
  {
    option: optionTable.jmDeploymentShutdownTtl.key,
    source: 'kind/flink-deployment/own-cluster.ts',
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
    // a world has one restart only
    option: optionTable.clusterHealthCheckRestartsWindow.key,
    source: 'kind/flink-deployment/application/health/cluster-health.ts',
    fields: ['numRestartsEvaluationTimeStamp'],
    counts: ['restarts'],
    time: options => (options.clusterHealthCheckEnabled && options.clusterHealthCheckRestartsThreshold < 1
      ? options.clusterHealthCheckRestartsWindow : null),
  },
  {
    option: optionTable.clusterHealthCheckCheckpointProgressWindow.key,
    source: 'kind/flink-deployment/application/health/cluster-health.ts',
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
    source: 'job/snapshot/snapshot-due-now.ts',
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

/** Behavior that depends on time alone and that no world covers. */
export interface Indistinguishable {
  /** The option that sets the time, or a description of it. */
  readonly what: string
  /** Null: it does not depend on elapsed time. */
  readonly millis: Millis | null
  readonly why: string
}

/** What no world of `checkOwn` reaches, however far it looks. */
const neverReached: readonly (Indistinguishable & { readonly holds: (options: OptionsInForce) => boolean })[] = [
  {
    what: optionTable.clusterHealthCheckRestartsThreshold.key,
    millis: null,
    why: 'a job restarts only once in a world, and more restarts are allowed',
    holds: options => options.clusterHealthCheckEnabled && options.clusterHealthCheckRestartsThreshold >= 1,
  },
  ...[optionTable.periodicSavepointInterval, optionTable.periodicCheckpointInterval].map(({ key }, index) => ({
    what: key,
    millis: null,
    why: 'worlds have no calendar: a cron expression hardly ever fires in one',
    holds: (options: OptionsInForce) =>
      periodicExpression([options.periodicSavepointInterval, options.periodicCheckpointInterval][index] ?? '')._tag === 'Cron',
  })),
  {
    what: 'the time after which a job that never started is reported as missed',
    millis: slowStartMillis,
    why: 'only worlds of the published matrix look that far ahead (rows/slow-start)',
    holds: () => true,
  },
  {
    what: 'the time after which scaling in place continues without an observation',
    millis: scalingPatience,
    why: 'no world looks that far ahead',
    holds: ({ jobUpgradeInplaceScalingEnabled, jobManagerScheduler }) =>
      jobUpgradeInplaceScalingEnabled && jobManagerScheduler.toLowerCase() === 'adaptive',
  },
]

/** In seconds, as moments are hashed: one more than the time itself, so that "over" differs from "exactly that long". */
const second: Millis = 1_000

/** The options of all worlds; the built-in limits fit their states. */
const checkerOptions: OptionsInForce = { ...resourceOptions(checkerConfiguration).options, ...checkerEnv.options }

interface Need extends TimeOfOption {
  readonly millis: Millis
  /** Does it differ from its value in all worlds? */
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

/**
 * How far back decisions look with these options, where that differs from the usual worlds. Leaves out whatever lies beyond `reach`.
 */
export const horizonsOfOptions = (options: OptionsInForce, reach: Millis = Infinity): Horizons => {
  const horizons: Record<string, Millis> = {}
  const needs = needsOf(options)
  for (const { isOwn, millis, fields, counts } of needs) {
    if (!isOwn || millis > reach) continue
    for (const field of fields) horizons[field] = Math.max(horizons[field] ?? pastLimits[field] ?? 0, millis)
    for (const count of counts ?? []) horizons[count] = 0
  }
  // an option must not shorten a built-in limit that another option of the same field needs
  for (const { millis, fields } of needs)
    for (const field of fields)
      if (horizons[field] !== undefined && isBuiltIn(field, millis)) horizons[field] = Math.max(horizons[field], millis)
  return horizons
}

/** How far decisions look, for each of these options whose value differs from the usual worlds. */
export const timesToLookAt = (options: OptionsInForce): readonly Millis[] =>
  needsOf(options).filter(({ isOwn }) => isOwn).map(({ millis }) => millis)

/** What the options put in force and no world covers. */
export const notLookedAt = (options: OptionsInForce): readonly Indistinguishable[] => [
  ...needsOf(options).filter(({ isOwn, fields, millis }) => !isOwn && !fields.every(field => isBuiltIn(field, millis)))
    .map(({ option, millis, source }) => ({
      what: option,
      millis: millis - second,
      why: `this is the default; worlds cover behavior after this time only if the option is set to another value (${source})`,
    })),
  ...neverReached.filter(({ holds }) => holds(options)).map(({ what, millis, why }) => ({ what, millis, why })),
]
