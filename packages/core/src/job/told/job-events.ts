import type { EmitEvent } from '../../action/emit-event.ts'
import type { JobRound } from '../job-round.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { Problem } from '../../round/decision.ts'
import { event } from '../../round/event.ts'
import { boundedMessage } from '../../resource/utf8-length.ts'

/** What is told of any job alike (control-flow.md, section 7.2). */
export const jobEvent = {
  paused: (why: string): EmitEvent => event('Normal', 'Operator', 'Paused', `Left as it is: ${why}`),
  pauseEnded: event('Normal', 'Operator', 'PauseEnded', 'The pause is over'),
  clockSkew: (paths: string): EmitEvent =>
    event(
      'Warning',
      'Operator',
      'ClockSkew',
      `Moments that lie ahead of now count as now: ${paths}. The clock of the operator that wrote them was ahead, or this one\'s is behind`,
      'ClockSkew',
    ),
  suspended: event('Normal', 'JobManagerDeployment', 'Suspended', 'Suspending existing deployment.'),
  jobStatusChanged: (from: string | null, to: string): EmitEvent =>
    event('Normal', 'Job', 'JobStatusChanged', from === null ? `Job status changed to ${to}` : `Job status changed from ${from} to ${to}`),
  specChanged: (type: string, text: string, generation: number): EmitEvent =>
    event(
      'Normal',
      'JobManagerDeployment',
      'SpecChanged',
      `${type} change(s) detected (${text}), starting reconciliation.`,
      `SpecChange: ${String(generation)}`,
      'Once',
    ),
  scaling: event('Normal', 'Job', 'Scaling', 'In-place scaling triggered'),
  scalingGivenUp: (why: string, generation: number): EmitEvent =>
    event('Warning', 'Job', 'Scaling', boundedMessage(`${why}: the job is upgraded instead`), `Scaling: ${String(generation)}`, 'Once'),
  /** One event for a generation and reason: back-off times and restart counts in the message don't make another one (P16, B60). */
  problem: (reason: string, message: string, generation: number, component: EmitEvent['component'] = 'JobManagerDeployment'): EmitEvent =>
    event('Warning', component, reason, boundedMessage(message), `${reason}: ${String(generation)}`),
} as const

/** What a write of the status tells of the job. */
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

/** Moments of the recorded status that lay ahead of now, by their paths (F15). */
export const aheadEvents = (ahead: readonly string[]): readonly EmitEvent[] =>
  ahead.length > 0 ? [jobEvent.clockSkew(ahead.slice(0, 5).join(', '))] : []

/** Told with what an edit begins. */
export const specChanged = ({ desired: { diff, generation } }: Pick<JobRound, 'desired'>): readonly EmitEvent[] =>
  diff.type === 'IGNORE' ? [] : [jobEvent.specChanged(diff.type, diff.text, generation)]
