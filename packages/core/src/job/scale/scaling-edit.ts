import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { readOption } from '../../flink/configuration/option.ts'
import { parseInteger } from '../../flink/configuration/parse-number.ts'
import { isTerminal } from '../../contract/resource/job-state.ts'
import type { SpecDiff } from '../../spec/diff/spec-diff.ts'
import type { ConfiguredJob, JobRound } from '../job-round.ts'
import type { NativeScaling, Overrides } from './in-place-scaling-answer.ts'

/**
 * Fields that set the job parallelism in native mode. Section 4.2 classifies them as UPGRADE; the operator rescales in place where the job
 * can.
 */
const parallelismPaths: readonly string[] = ['job.parallelism', 'taskManager.replicas']

/** True if nothing but parallelism changes. */
export const isOnlyScaling = ({ changes }: SpecDiff): boolean =>
  changes.every(change => change.type === 'IGNORE' || change.type === 'SCALE' || parallelismPaths.includes(change.path))

/** True if the edit changes parallelism, and nothing else. */
const isScale = (diff: SpecDiff): boolean => diff.type !== 'IGNORE' && isOnlyScaling(diff)

/**
 * True if the edit only scales, and the running job may be rescaled now. Only the recorded job is rescaled, and never while UPGRADING,
 * ROLLING_BACK or an operation is in progress (D-26).
 */
export const isScaleDue = ({ desired: { deployed, diff, meta }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  status.operation === null && status.reconciliationStatus.state === 'DEPLOYED' && meta.deletionTimestamp === null
  && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running' && isScale(diff)

const overridesIn = (configuration: FlinkConfiguration): Overrides | null => {
  const read = readOption(configuration, flinkOptions.parallelismOverrides)
  if (E.isLeft(read)) return null
  const numbers = Object.entries(read.right).flatMap(([vertex, text]): readonly (readonly [string, number])[] => {
    const number = parseInteger(text)
    return number === null ? [] : [[vertex, number]]
  })
  return numbers.length === Object.keys(read.right).length ? Object.fromEntries(numbers) : null
}

export const numberIn = ({ effective }: ConfiguredJob, key: string): number | null => parseInteger(effective.configuration[key] ?? '')

/**
 * Reads the parallelism of a job. An application's is in its configuration. A session job's configuration is that of the cluster, so the
 * submit request sets it.
 */
type WidthOf = (job: ConfiguredJob) => number | null

const configuredWidth: WidthOf = job => numberIn(job, 'parallelism.default')

export const requestedWidth: WidthOf = job => (job.job.parallelism > 0 ? job.job.parallelism : configuredWidth(job))

const parallelismChange = (
  { desired: { diff } }: Pick<JobRound, 'desired'>,
  running: ConfiguredJob,
  wanted: ConfiguredJob,
  widthOf: WidthOf,
): { readonly from: number; readonly to: number } | null => {
  const [from, to] = [widthOf(running), widthOf(wanted)]
  return from === null || to === null || !diff.changes.some(({ path }) => parallelismPaths.includes(path)) ? null : { from, to }
}

/** Inputs of the decision for a job that Flink itself rescales. */
export const nativeScaling = (
  round: JobRound,
  running: ConfiguredJob,
  wanted: ConfiguredJob,
  widthOf: WidthOf = configuredWidth,
): NativeScaling => {
  const { status, facts } = round.observed
  return {
    _tag: 'Native',
    enabled: running.options.jobUpgradeInplaceScalingEnabled,
    flinkVersion: running.flinkVersion,
    scheduler: running.options.jobManagerScheduler,
    // a job that this round could not observe is not known to run
    job: facts.jobs?._tag === 'Unknown' && !isTerminal(status.jobStatus.state) ? 'RECONCILING' : status.jobStatus.state,
    wantedOverrides: overridesIn(wanted.effective.configuration),
    deployedOverrides: overridesIn(running.effective.configuration),
    parallelism: parallelismChange(round, running, wanted, widthOf),
    requirements: facts.resourceRequirements,
  }
}
