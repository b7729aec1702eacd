import type { EmitEvent } from '../../contract/action/emit-event.ts'
import { type JobLifecycleStatus, isTerminal } from '../../contract/resource/job-status.ts'
import type { InPlaceScaling, NativeScaling, Overrides } from './in-place-scaling-answer.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { Decision } from '../../contract/round/decision.ts'
import { jobEvent } from '../report/job-events.ts'
import { inForce } from '../autoscale/with-overrides.ts'
import type { JobRound, ConfiguredJob } from '../job-round.ts'
import { withRecord } from '../../contract/round/status-change.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { readOption } from '../../flink/configuration/option.ts'
import { parseInteger } from '../../flink/configuration/value-text.ts'
import type { SpecDiff } from '../../spec/diff/spec-diff.ts'

/**
 * How long an edit that only scales waits for the facts it needs. Then it becomes an upgrade, which the reference operator begins at once
 * (control-flow.md, section 4.5).
 */
export const scalingPatience: Millis = 300_000

/** Why the operator stops waiting to rescale in place. Null: it continues to wait, or does not wait. */
export const givenUp = (
  { observed: { status: { operatorRecord: { scalingBlindSince } } }, env: { now } }: Pick<JobRound, 'observed' | 'env'>,
  answer: InPlaceScaling | null,
): string | null =>
  answer?._tag === 'Wait' && scalingBlindSince !== null && now - scalingBlindSince >= scalingPatience
    ? `the operator gives up scaling in place after ${String(scalingPatience / 60_000)} min, ${answer.reason}` : null

/** The event that goes with the upgrade that replaces the scaling. */
export const givenUpEvents = (
  { desired: { generation } }: Pick<JobRound, 'desired'>,
  why: string | null,
): readonly EmitEvent[] => (why === null ? [] : [jobEvent.scalingGivenUp(why, generation)])

/** Records the wait with the edit: its beginning is durable while it lasts, and cleared when it ends, however it ends (P19). */
export const withScalingWait = <Status extends JobLifecycleStatus>(
  { observed: { status: { operatorRecord } }, env: { now } }: Pick<JobRound, 'observed' | 'env'>,
  answer: InPlaceScaling | null,
  decision: Decision<Status>,
): Decision<Status> => {
  if (decision._tag === 'Look') return decision
  const since: EpochMillis | null = answer?._tag === 'Wait' && decision.status.operation === null
    ? (operatorRecord.scalingBlindSince ?? now) : null
  const { then } = decision
  const status = withRecord(decision.status, { scalingBlindSince: since })
  return status === decision.status ? decision
    : {
      ...decision,
      status,
      ...(then === undefined ? {} : { then: { ...then, status: withRecord(then.status, { scalingBlindSince: since }) } }),
    }
}

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
 * True if the running job may be rescaled now. Only the recorded job is rescaled, and never while UPGRADING,
 * ROLLING_BACK or an operation is in progress (D-26).
 */
export const mayRescale = ({ desired: { deployed, meta }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  status.operation === null && status.reconciliationStatus.state === 'DEPLOYED' && meta.deletionTimestamp === null
  && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running'

/** True if the edit only scales, and the running job may be rescaled now. */
export const isScaleDue = (round: Pick<JobRound, 'desired' | 'observed'>): boolean => mayRescale(round) && isScale(round.desired.diff)

/**
 * W59: true if the autoscaler saw that the job does not run with the stored overrides although they are recorded, as after a start that
 * ignores them. A scaling to them makes no difference to the spec.
 */
export const runsOtherwise = (round: Pick<JobRound, 'desired' | 'observed'>): boolean => {
  const { desired: { diff, deployed, meta }, observed: { facts } } = round
  const { jobDetails } = facts
  if (diff.type !== 'IGNORE' || !mayRescale(round) || deployed._tag !== 'Deployed' || jobDetails?._tag !== 'Known') return false
  const { parallelism: stored } = inForce(meta, facts)
  const recorded = overridesIn(deployed.running.effective.configuration) ?? {}
  return stored !== 'unreadable'
    && jobDetails.value.vertices.some(it => Object.hasOwn(stored, it.id) && (recorded[it.id] ?? it.parallelism) !== it.parallelism)
}

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
