import { overridesIn } from '../../autoscaler/apply/apply-parallelism.ts'
import { cycleReport } from '../../autoscaler/report-cycle.ts'
import { isResetAsked } from '../../autoscaler/reset.ts'
import { clearedData, isSameData, type StoredState } from '../../autoscaler/state/stored-state.ts'
import { configMapName } from '../../autoscaler/state/config-map.ts'
import { type AutoscalerState, emptyState } from '../../autoscaler/autoscaler-state.ts'
import type { WriteAutoscalerState } from '../../action/write-autoscaler-state.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { event } from '../../round/event.ts'
import type { ExplainedScaling } from '../../round/explanation.ts'
import { type NeedsFacts, needsFacts } from '../../round/waiting-situation.ts'
import type { AutoscalerOfJob, JobRound } from '../job-round.ts'
import { isStable } from '../record/stable-spec.ts'
import { autoscalerEvents, unreadableEvents } from './autoscaler-events.ts'
import { explainedScaling } from './explained-scaling.ts'
import { jobMeasures } from './job-measures.ts'
import { measuredCycle } from './measured-cycle.ts'
import { type StateSeen, stateSeen, storedIn } from './autoscaler-state-seen.ts'
import { dataWrite, stateWrite } from './state-write.ts'

/** What the autoscaler does in this round. Nothing of it changes the job: that is for the next round, which reads what is stored. */
export interface AutoscalerStep {
  readonly write: WriteAutoscalerState | null
  /** Told once the state is stored. */
  readonly events: readonly EmitEvent[]
  /** It stored another parallelism or memory: the next round carries it out, at once. */
  readonly isScaled: boolean
  /** A reset that is carried out: its nonce is recorded with it. */
  readonly resetNonce: Nonce | null
}

/** A job that the autoscaler has something to do for. */
export interface AutoscalerDue {
  readonly _tag: 'AutoscalerDue'
  readonly row: string
  readonly reason: string
  readonly step: AutoscalerStep
  /** Of a cycle: for people who ask why. */
  readonly scaling?: ExplainedScaling
}

const due = (row: string, reason: string, step: Partial<AutoscalerStep>): AutoscalerDue => ({
  _tag: 'AutoscalerDue',
  row,
  reason,
  step: { write: null, events: [], isScaled: false, resetNonce: null, ...step },
})

const clearedBy = (round: JobRound, seen: StateSeen, why: string): WriteAutoscalerState | null =>
  seen._tag === 'Known' && !isSameData(seen.view.data, clearedData) ? dataWrite(round.desired.meta, seen, clearedData, why) : null

/**
 * What the autoscaler knew is cleared before anything that an edit asks for: else the overrides of before would be in force again, once
 * they are read again. Null: nothing is to be cleared, or it was not seen.
 */
export const clearingSituation = (round: JobRound): AutoscalerDue | null => {
  const { desired: { autoscaler, deployed, wanted, meta }, observed: { facts } } = round
  if (autoscaler == null || deployed._tag !== 'Deployed') return null
  const seen = stateSeen(meta, facts)
  if (!autoscaler.isOn) {
    const write = clearedBy(round, seen, 'the autoscaler is off')
    return write === null ? null : due('A1', 'the autoscaler is off: what it knew is cleared', { write })
  }
  const resetNonce = wanted?.job.autoscalerResetNonce ?? null
  if (!isResetAsked(resetNonce, deployed.reconciled.job.autoscalerResetNonce) || seen._tag === 'Unknown' || seen._tag === 'NotLookedAt')
    return null
  return due('A2', 'a new autoscalerResetNonce: what the autoscaler knew is cleared', {
    write: clearedBy(round, seen, 'a new autoscalerResetNonce'),
    resetNonce,
  })
}

/** Does the job run as it is recorded, and is nothing asked for or under way? */
const isCalm = ({ desired: { deployed, diff, invalid, meta }, observed: { status, facts } }: JobRound): boolean =>
  invalid === null && diff.type === 'IGNORE' && status.operation === null && meta.deletionTimestamp === null
  && status.reconciliationStatus.state === 'DEPLOYED' && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running'
  && status.jobStatus.state === 'RUNNING' && status.jobStatus.jobId !== null && isStable(status) && facts.jobs?._tag === 'Known'

const nothingStored: StoredState = { state: emptyState, unreadable: [] }

const toldUnusable = (seen: StateSeen, name: string): AutoscalerDue | null =>
  seen._tag !== 'NotOurs' ? null
    : due('A4', `ConfigMap ${name} belongs to another resource, or is being deleted: nothing of this job can be stored there`, {
      events: [event(
        'Warning',
        'Operator',
        'AutoscalerError',
        `ConfigMap ${name} belongs to another resource, or is being deleted. The job is not scaled as long as it is there`,
        'AutoscalerState',
        'Once',
      )],
    })

/** The newest sample tells when the last cycle was; samples of a clock that was ahead count for nothing. */
const lastSampleAt = ({ samples }: AutoscalerState, now: EpochMillis): EpochMillis | null =>
  samples.findLast(({ at }) => at <= now)?.at ?? null

const sampleDueAt = (state: AutoscalerState, { now, options }: JobRound['env']): EpochMillis | null => {
  const last = lastSampleAt(state, now)
  return last === null ? null : last + options.reconcileInterval
}

/** When the next sample is due; null: the autoscaler is off, or has taken none yet. */
export const nextSampleAt = ({ desired: { autoscaler, meta }, observed: { facts }, env }: JobRound): EpochMillis | null => {
  const seen = autoscaler?.isOn === true ? stateSeen(meta, facts) : null
  return seen?._tag === 'Known' ? sampleDueAt(storedIn(seen.view).state, env) : null
}

/** Overrides that can't be read are those that the job runs with: the next write must not take them away. */
const repairedState = ({ deployed }: AutoscalerOfJob, { state, unreadable }: StoredState): AutoscalerState =>
  unreadable.some(({ key }) => key === 'parallelismOverrides') ? { ...state, parallelismOverrides: overridesIn(deployed) ?? {} } : state

/**
 * A cycle of the autoscaler: last of all, and only while the job runs, nothing is under way and no edit waits. Null: none is due, or the
 * stored state could not be seen.
 */
export const autoscalerSituation = (round: JobRound): AutoscalerDue | NeedsFacts | null => {
  const { desired: { autoscaler, meta }, observed: { facts }, env: { now } } = round
  if (autoscaler?.isOn !== true || !isCalm(round)) return null
  const seen = stateSeen(meta, facts)
  if (seen._tag === 'NotOurs') return toldUnusable(seen, configMapName(meta))
  if (seen._tag !== 'Known' && seen._tag !== 'Absent') return null
  const stored = seen._tag === 'Known' ? storedIn(seen.view) : nothingStored
  const at = sampleDueAt(stored.state, round.env)
  if (at !== null && now < at && round.env.asksForScaling !== true) return null
  const state = repairedState(autoscaler, stored)
  const measures = jobMeasures(round, state)
  if (measures._tag === 'Missing') return needsFacts('A3', measures.queries, 'what does the job measure?')
  const done = measuredCycle(round, autoscaler, state, measures)
  const write = stateWrite(meta, seen, done, cycleReport(done))
  const decided = due(`A3 ${done.verdict.row}`, done.verdict.reason, {
    write,
    events: autoscalerEvents([...unreadableEvents(stored.unreadable, autoscaler.configuration), ...done.events], now),
    isScaled: done.verdict.row === 'scaled',
  })
  return round.env.asksForScaling === true ? { ...decided, scaling: explainedScaling(done, measures, autoscaler.configuration) } : decided
}
