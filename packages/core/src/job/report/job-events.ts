import type { EffectiveConfiguration } from '../../flink/configuration/effective-configuration.ts'
import { overridesKey } from '../../autoscaler/apply/apply-parallelism.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { JobRound } from '../job-round.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import { type Problem, event } from '../../contract/round/decision.ts'
import { boundedMessage } from '../../contract/resource/json.ts'

/** Events that are the same for every job (control-flow.md, section 7.2). */
export const jobEvent = {
  paused: (why: string): EmitEvent => event('Normal', 'Operator', 'Paused', `The operator does not change the resource: ${why}`),
  pauseEnded: event('Normal', 'Operator', 'PauseEnded', 'The pause is over'),
  clockSkew: (paths: string): EmitEvent =>
    event(
      'Warning',
      'Operator',
      'ClockSkew',
      `Timestamps in the future count as now: ${paths}. The clock of the operator that wrote them was ahead, or the clock of this operator is behind`,
      'ClockSkew',
    ),
  suspended: event('Normal', 'JobManagerDeployment', 'Suspended', 'Suspending existing deployment.'),
  jobStatusChanged: (from: string | null, to: string): EmitEvent =>
    event('Normal', 'Job', 'JobStatusChanged', from === null ? `Job status changed to ${to}` : `Job status changed from ${from} to ${to}`),
  specChanged: (type: string, text: string, generation: number, parallelism = ''): EmitEvent =>
    event(
      'Normal',
      'JobManagerDeployment',
      'SpecChanged',
      `${type} change(s) detected (${text}), starting reconciliation.`,
      `SpecChange: ${String(generation)}${parallelism === '' ? '' : `: ${parallelism}`}`,
      'Once',
    ),
  scaling: event('Normal', 'Job', 'Scaling', 'In-place scaling triggered'),
  scalingGivenUp: (why: string, generation: number): EmitEvent =>
    event('Warning', 'Job', 'Scaling', boundedMessage(`${why}: the job is upgraded instead`), `Scaling: ${String(generation)}`, 'Once'),
  /** One event for each generation and reason: back-off times and restart counts in the message do not make another event (P16, B60). */
  problem: (reason: string, message: string, generation: number, component: EmitEvent['component'] = 'JobManagerDeployment'): EmitEvent =>
    event('Warning', component, reason, boundedMessage(message), `${reason}: ${String(generation)}`),
} as const

/** The events that a status write causes. */
export const jobEvents = (
  { generation }: ResourceMeta,
  before: JobLifecycleStatus,
  after: JobLifecycleStatus,
  problem: Problem | null,
): readonly EmitEvent[] => {
  const isNew = problem !== null && after.error !== before.error
  const { state: from } = before.jobStatus
  const { state: to } = after.jobStatus
  const isSeen = to !== from && to !== null && to !== 'RECONCILING' && after.operation === before.operation
  return [
    ...pauseEvents(before, after),
    ...(isSeen ? [jobEvent.jobStatusChanged(from, to)] : []),
    ...(isNew
      ? [
        jobEvent.problem(
          problem.reason,
          problem.message,
          generation,
          problem.owner === 'validation' ? 'Operator' : problem.owner === 'job' ? 'Job' : 'JobManagerDeployment',
        ),
      ] : []),
  ]
}

const pauseEvents = (before: JobLifecycleStatus, after: JobLifecycleStatus): readonly EmitEvent[] => {
  const [was, is] = [before, after].map(({ conditions }) => conditions.find(({ type }) => type === 'Paused'))
  if (is === undefined) return was === undefined ? [] : [jobEvent.pauseEnded]
  return is.message === was?.message ? [] : [jobEvent.paused(is.message)]
}

/** The event for timestamps of the recorded status that lie in the future, with their paths (F15). */
export const aheadEvents = (ahead: readonly string[]): readonly EmitEvent[] =>
  ahead.length > 0 ? [jobEvent.clockSkew(ahead.slice(0, 5).join(', '))] : []

/** What an edit changes; of a session cluster, whose jobs scale themselves, without an autoscaler. */
type Changed = Pick<JobRound['desired'], 'diff' | 'generation'> & {
  readonly autoscaler?: JobRound['desired']['autoscaler']
  readonly wanted?: { readonly effective: Pick<EffectiveConfiguration, 'configuration'> } | null
}

/** The overrides that are to be. The autoscaler changes them again and again in one generation, and each time is told (P16). */
const decidedParallelism = ({ autoscaler, wanted }: Changed): string =>
  autoscaler?.isOn === true ? wanted?.effective.configuration[overridesKey] ?? '' : ''

/** The event that is emitted when the operator begins to apply an edit. */
export const specChanged = ({ desired }: { readonly desired: Changed }): readonly EmitEvent[] =>
  desired.diff.type === 'IGNORE' ? []
    : [jobEvent.specChanged(desired.diff.type, desired.diff.text, desired.generation, decidedParallelism(desired))]
