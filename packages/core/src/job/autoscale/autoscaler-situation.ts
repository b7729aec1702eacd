import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../contract/query/ask.ts'
import type { RowText } from '../../contract/round/row.ts'
import { overridesIn, withStoredOverrides, usableOverrides } from '../../autoscaler/apply/apply-parallelism.ts'
import { cycleReport } from '../../autoscaler/report-cycle.ts'
import { isResetAsked, clearedData, isSameData, type StoredState, configMapName } from '../../autoscaler/state/stored-state.ts'
import { type AutoscalerState, emptyState } from '../../autoscaler/autoscaler-state.ts'
import type { WriteAutoscalerState } from '../../contract/action/write-autoscaler-state.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { Nonce } from '../../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { event } from '../../contract/round/decision.ts'
import type { ExplainedScaling } from '../../contract/round/explanation.ts'
import { type NeedsFacts, needsFacts } from '../../contract/round/waiting-situation.ts'
import type { AutoscalerOfJob, JobRound } from '../job-round.ts'
import type { InPlaceScalingInputs } from '../scale/in-place-scaling-answer.ts'
import { isStable } from '../record/stable-spec.ts'
import { autoscalerEvents, unreadableEvents } from './autoscaler-events.ts'
import { reservedBy, measuredCycle } from './measured-cycle.ts'
import { explainedScaling } from './explained-scaling.ts'
import { jobMeasures } from './job-measures.ts'
import { type StateSeen, stateSeen, storedIn, dataWrite, stateWrite } from './state-write.ts'

/** What the autoscaler does in this round. It does not change the job: the next round reads the stored state and does that. */
export interface AutoscalerStep {
  readonly write: WriteAutoscalerState | null
  /** Events to emit once the state is stored. */
  readonly events: readonly EmitEvent[]
  /** True if it stores a new parallelism or memory. The next round applies it, at once. */
  readonly isScaled: boolean
  /** The nonce of a reset, to record with it. Null: no reset. */
  readonly resetNonce: Nonce | null
  /** A `flinkConfiguration` to record as deployed before the stored state is cleared. Null: none. */
  readonly recorded: JsonObject | null
}

/** A job for which the autoscaler has something to do. */
export interface AutoscalerDue {
  readonly _tag: 'AutoscalerDue'
  readonly row: string
  readonly reason: string
  readonly step: AutoscalerStep
  /** Explanation of a cycle, for users who ask for it. */
  readonly scaling?: ExplainedScaling
}

/** The rows that answer for `autoscaler-to-forget` and `autoscaler`. A cycle is followed by the row that ended it. */
export const autoscalerRows: readonly RowText[] = [
  { id: 'autoscaler-to-forget/off', when: 'the autoscaler is off, and state is stored' },
  { id: 'autoscaler-to-forget/reset', when: 'a new autoscalerResetNonce' },
  { id: 'autoscaler/cycle', when: 'a sample is due' },
  { id: 'autoscaler/foreign-state', when: 'the ConfigMap for the state belongs to another resource, or is being deleted' },
]

const due = (row: string, reason: string, step: Partial<AutoscalerStep>): AutoscalerDue => ({
  _tag: 'AutoscalerDue',
  row,
  reason,
  step: { write: null, events: [], isScaled: false, resetNonce: null, recorded: null, ...step },
})

const clearedBy = (round: JobRound, seen: StateSeen, why: string): WriteAutoscalerState | null =>
  seen._tag === 'Known' && !isSameData(seen.view.data, clearedData) ? dataWrite(round.desired.meta, seen, clearedData, why) : null

/**
 * Stored overrides that are not recorded as deployed. A scaling in place is recorded after Flink was asked for it, so Flink may have them
 * all the same: recorded, they are a difference to the spec, and are taken back. Null: there are none.
 */
const unrecorded = ({ deployed, configuration: { vertexExcludeIds } }: AutoscalerOfJob, seen: StateSeen): JsonObject | null => {
  if (seen._tag !== 'Known') return null
  const { parallelismOverrides } = storedIn(seen.view).state
  const recorded = withStoredOverrides(deployed, parallelismOverrides, vertexExcludeIds, deployed)
  return isSameData(overridesIn(recorded) ?? {}, overridesIn(deployed) ?? {}) ? null : recorded
}

/**
 * Clears the autoscaler's stored state before an edit is applied. Otherwise the old overrides would apply again as soon as they are read.
 * Null: there is nothing to clear, or the stored state was not observed.
 */
export const clearingSituation = (round: JobRound): AutoscalerDue | null => {
  const { desired: { autoscaler, deployed, wanted, meta }, observed: { facts } } = round
  if (autoscaler == null || deployed._tag !== 'Deployed') return null
  const seen = stateSeen(meta, facts)
  if (!autoscaler.isOn) {
    const write = clearedBy(round, seen, 'the autoscaler is off')
    return write === null ? null
      : due('autoscaler-to-forget/off', 'the autoscaler is off: its stored state is cleared', {
        write,
        recorded: unrecorded(autoscaler, seen),
      })
  }
  const resetNonce = wanted?.job.autoscalerResetNonce ?? null
  if (!isResetAsked(resetNonce, deployed.reconciled.job.autoscalerResetNonce) || seen._tag === 'Unknown' || seen._tag === 'NotLookedAt')
    return null
  return due('autoscaler-to-forget/reset', 'a new autoscalerResetNonce: the stored state of the autoscaler is cleared', {
    write: clearedBy(round, seen, 'a new autoscalerResetNonce'),
    resetNonce,
  })
}

/**
 * The same while the job is being stopped: the end of the stop records the new spec, and with it that the autoscaler is off. Nobody would
 * read its stored state after that, and the overrides in it would apply again as soon as it is turned on.
 */
export const clearingWhileStopping = (round: JobRound): AutoscalerDue | null => {
  const { desired: { autoscaler, meta }, observed: { status, facts } } = round
  if (autoscaler?.isOn !== false || status.operation?.kind !== 'Suspend') return null
  const write = clearedBy(round, stateSeen(meta, facts), 'the autoscaler is off')
  return write === null ? null
    : due('autoscaler-turned-off', 'the autoscaler is off: its stored state is cleared before the stop continues', { write })
}

/** True if the job runs as recorded, and no edit or operation is pending. */
const isCalm = ({ desired: { deployed, diff, invalid, meta }, observed: { status, facts } }: JobRound): boolean =>
  invalid === null && diff.type === 'IGNORE' && status.operation === null && meta.deletionTimestamp === null
  && status.reconciliationStatus.state === 'DEPLOYED' && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running'
  && status.jobStatus.state === 'RUNNING' && status.jobStatus.jobId !== null && isStable(status) && facts.jobs?._tag === 'Known'

const nothingStored: StoredState = { state: emptyState, unreadable: [] }

const reportedUnusable = (seen: StateSeen, name: string): AutoscalerDue | null =>
  seen._tag !== 'NotOurs' ? null
    : due(
      'autoscaler/foreign-state',
      `ConfigMap ${name} belongs to another resource, or is being deleted: the autoscaler can't store the state of this job there`,
      {
        events: [event(
          'Warning',
          'Operator',
          'AutoscalerError',
          `ConfigMap ${name} belongs to another resource, or is being deleted. The autoscaler does not scale the job while that ConfigMap exists`,
          'AutoscalerState',
          'Once',
        )],
      },
    )

/** The time of the last cycle: the newest sample. Samples of a clock that was ahead are ignored. */
const lastSampleAt = ({ samples }: AutoscalerState, now: EpochMillis): EpochMillis | null =>
  samples.findLast(({ at }) => at <= now)?.at ?? null

const sampleDueAt = (state: AutoscalerState, { now, options }: JobRound['env']): EpochMillis | null => {
  const last = lastSampleAt(state, now)
  return last === null ? null : last + options.reconcileInterval
}

/** When the next sample is due. Null: the autoscaler is off, or has taken no sample yet. */
export const nextSampleAt = ({ desired: { autoscaler, meta }, observed: { facts }, env }: JobRound): EpochMillis | null => {
  const seen = autoscaler?.isOn === true ? stateSeen(meta, facts) : null
  return seen?._tag === 'Known' ? sampleDueAt(storedIn(seen.view).state, env) : null
}

/** Unreadable overrides are replaced by those that the job runs with, so that the next write does not remove them. */
const repairedState = ({ deployed }: AutoscalerOfJob, { state, unreadable }: StoredState): AutoscalerState =>
  unreadable.some(({ key }) => key === 'parallelismOverrides')
    ? { ...state, parallelismOverrides: usableOverrides(overridesIn(deployed) ?? {}) ?? {} } : state

/**
 * A cycle of the autoscaler. It has the lowest priority: it runs only while the job runs, no operation is in progress and no edit waits.
 * Null: no cycle is due, or the stored state was not observed.
 */
export const autoscalerSituation = (round: JobRound, scaling: InPlaceScalingInputs | null): AutoscalerDue | NeedsFacts | null => {
  const { desired: { autoscaler, meta }, observed: { facts }, env: { now } } = round
  if (autoscaler?.isOn !== true || !isCalm(round)) return null
  const seen = stateSeen(meta, facts)
  if (seen._tag === 'NotOurs') return reportedUnusable(seen, configMapName(meta))
  if (seen._tag !== 'Known' && seen._tag !== 'Absent') return null
  const stored = seen._tag === 'Known' ? storedIn(seen.view) : nothingStored
  const at = sampleDueAt(stored.state, round.env)
  if (at !== null && now < at && round.env.asksForScaling !== true) return null
  const state = repairedState(autoscaler, stored)
  return pipe(
    jobMeasures(round, state),
    E.chain(measures => pipe(measuredCycle(round, autoscaler, state, measures, scaling), E.map(done => ({ done, measures })))),
    E.map(({ done, measures }): AutoscalerDue => {
      const write = stateWrite(meta, seen, done, cycleReport(done), reservedBy(facts, done))
      const decided = due(`autoscaler/cycle, ${done.verdict.row}`, done.verdict.reason, {
        write,
        events: autoscalerEvents([...unreadableEvents(stored.unreadable, autoscaler.configuration), ...done.events], now),
        isScaled: done.verdict.row === 'scaled',
      })
      return round.env.asksForScaling === true ? { ...decided, scaling: explainedScaling(done, measures, autoscaler.configuration) }
        : decided
    }),
    orLook(queries =>
      needsFacts('autoscaler/cycle', queries, 'what are the metrics of the job, and do the nodes have room for more TaskManagers?')
    ),
  )
}
