import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LeaseStanding } from '../election/election.ts'
import type { ActionOutcome } from '../executor.ts'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { Attempt, QueueDepth } from '../queue.ts'
import type { WatchAge } from '../resource/kind-watch.ts'
import type { RoundEnd, RoundReport } from '../round.ts'

export interface MetricsOptions {
  /** The kinds that are carried out, and what is in line of each. */
  readonly depths: () => readonly (readonly [kind: string, depth: QueueDepth])[]
  readonly watches: () => readonly WatchAge[]
  /** Who leads; empty without leader election. */
  readonly leases: () => readonly LeaseStanding[]
  /** Metrics of the process, too. */
  readonly process: boolean
}

/** Of one kind. */
export interface KindMetrics {
  readonly round: (key: ResourceKey, report: RoundReport, attempt: Attempt) => void
  /** A resource that could not be read, or a bug. */
  readonly failed: (result: 'unread' | 'bug') => void
  readonly forget: (key: ResourceKey) => void
}

export interface OperatorMetrics {
  readonly of: (kind: string) => KindMetrics
  /** A plugin gave no answer. */
  readonly pluginFailed: (plugin: string, hook: string) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

const resultOf: Readonly<Record<RoundEnd['_tag'], string>> = {
  Settled: 'ok',
  Failed: 'failed',
  StartAnew: 'conflict',
  Undecodable: 'undecodable',
}

/**
 * What Prometheus reads. Labels are taken from closed lists, but for the namespace of the resources that live now: series are bounded by
 * what lives, whatever came and went (B72, P24).
 */
export const createMetrics = (options: MetricsOptions): OperatorMetrics => {
  const registry = new Registry()
  const registers = [registry]
  if (options.process) collectDefaultMetrics({ register: registry })
  const states = new Map<
    string,
    { readonly kind: string; readonly namespace: string; readonly state: string; readonly job: string | null }
  >()

  const rounds = new Counter({
    name: 'flink_operator_rounds_total',
    help: 'Rounds by their result.',
    labelNames: ['kind', 'result'],
    registers,
  })
  const duration = new Histogram({
    name: 'flink_operator_round_seconds',
    help: 'How long rounds take.',
    labelNames: ['kind'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  })
  const actions = new Counter({
    name: 'flink_operator_actions_total',
    help: 'Actions by what became of them.',
    labelNames: ['action', 'result'],
    registers,
  })
  const pluginFailures = new Counter({
    name: 'flink_operator_plugin_failures_total',
    help: 'Calls of plugins that gave no answer.',
    labelNames: ['plugin', 'hook'],
    registers,
  })
  const wait = new Histogram({
    name: 'flink_operator_queue_wait_seconds',
    help: 'How long a due resource waits for a worker.',
    labelNames: ['kind'],
    buckets: [0.001, 0.01, 0.1, 1, 10, 60],
    registers,
  })
  new Gauge({
    name: 'flink_operator_queue_depth',
    help: 'Resources that are known, due, or worked on.',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const [kind, depth] of options.depths())
        for (const [state, count] of Object.entries(depth)) this.set({ kind, state }, count as number)
    },
  })
  new Gauge({
    name: 'flink_operator_resources',
    help: 'Resources by namespace and lifecycle state, or the state that their kind has in its place.',
    labelNames: ['kind', 'namespace', 'lifecycle_state'],
    registers,
    collect() {
      this.reset()
      for (const { kind, namespace, state } of states.values()) this.inc({ kind, namespace, lifecycle_state: state })
    },
  })
  new Gauge({
    name: 'flink_operator_jobs',
    help: 'Resources by namespace and state of their job, as last seen; those without one are not counted.',
    labelNames: ['kind', 'namespace', 'job_state'],
    registers,
    collect() {
      this.reset()
      for (const { kind, namespace, job } of states.values()) if (job !== null) this.inc({ kind, namespace, job_state: job })
    },
  })
  new Gauge({
    name: 'flink_operator_watch_stale_seconds',
    help: 'For how long a watch may have missed changes; 0 while it is open.',
    labelNames: ['watch'],
    registers,
    collect() {
      this.reset()
      for (const { watch, staleSeconds } of options.watches()) this.set({ watch }, staleSeconds)
    },
  })

  new Gauge({
    name: 'flink_operator_watch_synced',
    help: '1 when a watch had its first full list; 0: nothing of what it is to tell is known.',
    labelNames: ['watch'],
    registers,
    collect() {
      this.reset()
      for (const { watch, isSynced } of options.watches()) this.set({ watch }, isSynced ? 1 : 0)
    },
  })

  const ofLeases = (name: string, help: string, value: (lease: LeaseStanding) => number | null): void => {
    new Gauge({
      name,
      help,
      labelNames: ['lease'],
      registers,
      collect() {
        this.reset()
        for (const it of options.leases()) {
          const number = value(it)
          if (number !== null) this.set({ lease: it.lease }, number)
        }
      },
    })
  }
  ofLeases('flink_operator_leader', '1: this process holds the Lease, and acts; 0: it does not.', ({ isHeld }) => (isHeld ? 1 : 0))
  ofLeases(
    'flink_operator_leader_since_seconds',
    'Since when somebody holds the Lease, in Unix time of his clock.',
    ({ holder, acquireTime }) => (holder === null || holder === '' || acquireTime === null ? null : acquireTime / 1000),
  )
  ofLeases('flink_operator_leader_transitions', 'How often the Lease changed hands.', ({ transitions }) => transitions)
  new Gauge({
    name: 'flink_operator_leader_info',
    help: 'Who holds the Lease, as this process saw it last.',
    labelNames: ['lease', 'holder'],
    registers,
    collect() {
      this.reset()
      for (const { lease, holder } of options.leases()) if (holder !== null && holder !== '') this.set({ lease, holder }, 1)
    },
  })

  const count = ({ action, result }: ActionOutcome): void => {
    if (action._tag !== 'Requeue' && action._tag !== 'Look') actions.inc({ action: action._tag, result })
  }

  const of = (kind: string): KindMetrics => ({
    round: (key, report, attempt) => {
      rounds.inc({ kind, result: resultOf[report.end._tag] })
      duration.observe({ kind }, report.took / 1000)
      wait.observe({ kind }, attempt.waited / 1000)
      for (const outcome of [...report.outcomes, ...report.recovery]) count(outcome)
      const state = report.lifecycleState ?? (report.end._tag === 'Undecodable' ? 'UNDECODABLE' : 'CREATED')
      states.set(`${kind}/${keyText(key)}`, { kind, namespace: key.namespace, state, job: report.jobState })
    },
    failed: result => {
      rounds.inc({ kind, result })
    },
    forget: key => {
      states.delete(`${kind}/${keyText(key)}`)
    },
  })
  const pluginFailed = (plugin: string, hook: string): void => pluginFailures.inc({ plugin, hook })
  return { of, pluginFailed, text: () => registry.metrics(), contentType: registry.contentType }
}
