import { kindNames } from '@flink-operator/kinds'
import type { ActionOutcome } from '../executor.ts'
import type { Effect } from '../port/cluster-port.ts'
import type { Attempt, QueueDepth, QueueProgress } from '../queue.ts'
import type { RoundEnd, RoundReport } from '../round.ts'
import { eventReasons, reasonLabel } from './event-reasons.ts'
import { counter, gauge, histogram, type Making } from './metric.ts'

/** A record, so that a new effect does not compile without a line here. */
const effects: Readonly<Record<Effect['_tag'], true>> = {
  PersistStatus: true,
  CreateObject: true,
  ApplyObject: true,
  PatchObject: true,
  DeleteObject: true,
  DeleteHaMetadata: true,
  PruneHaExecutionPlan: true,
  DeleteZooKeeperHaMetadata: true,
  PruneZooKeeperPlans: true,
  AddFinalizer: true,
  RemoveFinalizer: true,
  MarkStarted: true,
  CreateStateSnapshot: true,
  StopWithSavepoint: true,
  CancelJob: true,
  TriggerSavepoint: true,
  TriggerCheckpoint: true,
  DisposeSavepoint: true,
  UpdateResourceRequirements: true,
  UploadJar: true,
  RunJar: true,
  DeleteJar: true,
  WriteAutoscalerState: true,
  EmitEvent: true,
}

const resultOf: Readonly<Record<RoundEnd['_tag'], string>> = {
  Settled: 'ok',
  Failed: 'failed',
  RestartRound: 'conflict',
  Undecodable: 'undecodable',
}
const kind = kindNames
const phase = ['reconcile', 'cleanup'] as const

/** Metrics of rounds and their queue: `kubernetes.operator.josdk.metrics.enabled`. */
export const roundRows = {
  rounds: counter({
    name: 'flink_operator_rounds_total',
    help: 'Rounds by their result; cleanup: of a resource that is being deleted. failed that grows for long deserves an alert.',
    labels: { kind, phase, result: [...Object.values(resultOf), 'unread', 'bug'] },
  }),
  retries: counter({
    name: 'flink_operator_retries_total',
    help: 'Rounds that retry after a failed round.',
    labels: { kind },
  }),
  duration: histogram({
    name: 'flink_operator_round_seconds',
    help: 'How long rounds take.',
    labels: { kind, phase },
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  }),
  actions: counter({
    name: 'flink_operator_actions_total',
    help: 'Actions by their result. In a quiet cluster it does not grow.',
    labels: { action: Object.keys(effects), result: ['done', 'failed', 'skipped'] },
  }),
  events: counter({
    name: 'flink_operator_events_total',
    help: 'Kubernetes events that were sent, repeated ones too, by the reasons of docs/reference/events-and-conditions.md.',
    labels: { reason: eventReasons },
  }),
  wait: histogram({
    name: 'flink_operator_queue_wait_seconds',
    help: 'How long a due resource waits for a worker: saturation.',
    labels: { kind },
    buckets: [0.001, 0.01, 0.1, 1, 10, 60],
  }),
  depth: gauge({
    name: 'flink_operator_queue_depth',
    help: 'Resources that are known, due, or have a running round.',
    labels: { kind, state: ['known', 'due', 'running'] },
  }),
  longest: gauge({
    name: 'flink_operator_round_longest_seconds',
    help: 'How long the longest running round has taken so far; 0: none is running.',
    labels: { kind },
  }),
  overdue: gauge({
    name: 'flink_operator_queue_overdue_seconds',
    help: 'For how long a resource has been due although a worker is free: a moment at most.',
    labels: { kind },
  }),
  changes: counter({
    name: 'flink_operator_resource_events_total',
    help: "Changes of resources as the watches reported them, including the operator's own writes.",
    labels: { kind, event: ['added', 'modified', 'deleted'] },
  }),
}

/** State of a kind's queue. */
export interface Line {
  readonly depth: QueueDepth
  readonly progress: QueueProgress
}

export interface RoundMetrics {
  readonly round: (kind: string, report: RoundReport, attempt: Attempt) => void
  readonly failed: (kind: string, result: 'unread' | 'bug') => void
  readonly change: (kind: string, event: 'added' | 'modified' | 'deleted') => void
}

/** `lines`: the queue of each reconciled kind. */
export const roundMetrics = (make: Making, lines: () => readonly (readonly [kind: string, line: Line])[]): RoundMetrics => {
  const rounds = make.counter(roundRows.rounds)
  const retries = make.counter(roundRows.retries)
  const duration = make.histogram(roundRows.duration)
  const actions = make.counter(roundRows.actions)
  const events = make.counter(roundRows.events)
  const wait = make.histogram(roundRows.wait)
  const changes = make.counter(roundRows.changes)
  make.gauge(roundRows.depth, set => {
    for (const [of, { depth: { known, due, running } }] of lines()) {
      set({ kind: of, state: 'known' }, known)
      set({ kind: of, state: 'due' }, due)
      set({ kind: of, state: 'running' }, running)
    }
  })
  make.gauge(roundRows.longest, set => {
    for (const [of, { progress }] of lines()) set({ kind: of }, (progress.longest?.time ?? 0) / 1000)
  })
  make.gauge(roundRows.overdue, set => {
    for (const [of, { progress }] of lines()) set({ kind: of }, progress.overdue / 1000)
  })
  const count = ({ action, result }: ActionOutcome): void => {
    if (action._tag === 'Requeue' || action._tag === 'Look') return
    actions.inc({ action: action._tag, result })
    if (action._tag === 'EmitEvent' && result === 'done') events.inc({ reason: reasonLabel(action.reason) })
  }
  return {
    round: (of, report, attempt) => {
      const labels = { kind: of, phase: typeof report.meta?.deletionTimestamp === 'number' ? 'cleanup' : 'reconcile' }
      rounds.inc({ ...labels, result: resultOf[report.end._tag] })
      if (attempt.failures > 0) retries.inc({ kind: of })
      duration.observe(labels, report.took / 1000)
      wait.observe({ kind: of }, attempt.waited / 1000)
      for (const outcome of [...report.outcomes, ...report.recovery]) count(outcome)
    },
    failed: (of, result) => rounds.inc({ kind: of, phase: 'reconcile', result }),
    change: (of, event) => changes.inc({ kind: of, event }),
  }
}
