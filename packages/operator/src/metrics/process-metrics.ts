import type { LeaseStanding } from '../election/election.ts'
import type { WatchAge } from '../resource/kind-watch.ts'
import { version } from '../version.ts'
import { gauge, type Making } from './metric.ts'

const watch = { of: '`flinkdeployments`, `pods` …, with `/namespace` where namespaces are named' }
const lease = { of: "the leader's Lease, or one for each shard" }

/** Metrics of this process and of leader election; always served. */
export const processRows = {
  build: gauge({
    name: 'flink_operator_build_info',
    help: 'Always 1: which version runs, and on which Node.',
    labels: { version: { of: 'this one' }, node_version: { of: 'this one' } },
  }),
  healthy: gauge({
    name: 'flink_operator_healthy',
    help: '1: /healthz answers 200; 0: a watch or a round has stopped making progress.',
    labels: {},
  }),
  stale: gauge({
    name: 'flink_operator_watch_stale_seconds',
    help: 'For how long a watch may have missed changes; 0 while it is open.',
    labels: { watch },
  }),
  unheard: gauge({
    name: 'flink_operator_watch_unheard_seconds',
    help: 'For how long the server sent nothing on a watch; it sends bookmarks each minute.',
    labels: { watch },
  }),
  synced: gauge({
    name: 'flink_operator_watch_synced',
    help: '0: the watch had no first list yet, and the state of its resources is not known.',
    labels: { watch },
  }),
  leader: gauge({
    name: 'flink_operator_leader',
    help: '1: this process holds the Lease (of the leader, or of a shard) and acts. Over all replicas the sum of a Lease is 1.',
    labels: { lease },
  }),
  leaderSince: gauge({
    name: 'flink_operator_leader_since_seconds',
    help: 'Since when the holder has held the Lease, in Unix time of its clock.',
    labels: { lease },
  }),
  leaderTransitions: gauge({
    name: 'flink_operator_leader_transitions',
    help: 'How often the Lease changed hands.',
    labels: { lease },
  }),
  leaderInfo: gauge({
    name: 'flink_operator_leader_info',
    help: 'Who holds the Lease, as this process last observed it.',
    labels: { lease, holder: { of: 'who holds it now' } },
  }),
}

/** Sources of the process metrics, read at each scrape. */
export interface ProcessOptions {
  readonly watches: () => readonly WatchAge[]
  /** State of the Leases; empty without leader election. */
  readonly leases: () => readonly LeaseStanding[]
  /** What makes no progress; null: everything does. */
  readonly unhealthy: () => string | null
}

export const processMetrics = (make: Making, { watches, leases, unhealthy }: ProcessOptions): void => {
  make.gauge(processRows.build, set => set({ version, node_version: process.versions.node }, 1))
  make.gauge(processRows.healthy, set => set({}, unhealthy() === null ? 1 : 0))
  make.gauge(processRows.stale, set => watches().forEach(it => set({ watch: it.watch }, it.staleSeconds)))
  make.gauge(processRows.unheard, set => watches().forEach(it => set({ watch: it.watch }, it.unheardSeconds ?? 0)))
  make.gauge(processRows.synced, set => watches().forEach(it => set({ watch: it.watch }, it.isSynced ? 1 : 0)))
  make.gauge(processRows.leader, set => leases().forEach(it => set({ lease: it.lease }, it.isHeld ? 1 : 0)))
  make.gauge(processRows.leaderSince, set =>
    leases().forEach(({ lease: of, holder, acquireTime }) => {
      if (holder !== null && holder !== '' && acquireTime !== null) set({ lease: of }, acquireTime / 1000)
    }))
  make.gauge(processRows.leaderTransitions, set => leases().forEach(it => set({ lease: it.lease }, it.transitions)))
  make.gauge(processRows.leaderInfo, set =>
    leases().forEach(({ lease: of, holder }) => {
      if (holder !== null && holder !== '') set({ lease: of, holder }, 1)
    }))
}
