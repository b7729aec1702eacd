import type { ClusterCapacityView } from '@flink-operator/core/fact'
import type { EpochMillis } from '@flink-operator/core/resource'

/** The ConfigMap in which the autoscaler stores its data about a job. */
export interface StateObject {
  readonly name: string
  readonly uid: string
  readonly version: string
  readonly ownerUid: string | null
  readonly data: Readonly<Record<string, string>>
}

/** One vertex of a job with a load. */
export interface LoadVertex {
  /** 32 hex digits. */
  readonly id: string
  /** `Source__<name>` is the prefix of its metrics. */
  readonly name: string
  readonly inputs: readonly { readonly id: string; readonly shipStrategy: string }[]
  /** Records that one subtask processes per second. */
  readonly capacity: number
  /** Records that it sends for each record that it receives. */
  readonly selectivity: number
  /** Subtasks beyond the number of partitions process nothing; null: the vertex reads no source with known partitions. */
  readonly partitions: number | null
  /** The share of the first subtask's capacity that each further subtask adds: 1 is linear. Left out: 1. */
  readonly scalability?: number
}

/** The rate of records at each source of a job, from that moment on. */
export interface Arrival {
  readonly from: EpochMillis
  readonly perSecond: number
}

/** Faults of Flink's metrics. */
export type BrokenMetrics = 'Missing' | 'NaN' | 'Incomplete' | 'None'

/** The vertices of a job, the records that arrive for it, and the backlog. */
export interface JobLoad {
  readonly vertices: readonly LoadVertex[]
  /** In order of time. */
  readonly arrivals: readonly Arrival[]
  /** Records that wait outside of Flink, at each source; a restart does not change their number. */
  readonly lag: number
  /** Records that wait beyond this number are deleted unread, as by the retention of a topic. Left out: all of them wait. */
  readonly mostLag?: number
  readonly broken: BrokenMetrics
}

/** The autoscaler's part of a world: stored data, and the loads of jobs, by the name of their resource. */
export interface Autoscaled {
  readonly states: readonly StateObject[]
  readonly loads: Readonly<Record<string, JobLoad>>
  /** The nodes of the cluster. Left out: the operator may not list them. */
  readonly nodes?: ClusterCapacityView['nodes']
  /** Ghost: what the checker remembers of the scalings of each job. Left out: scalings are not judged. */
  readonly scalings?: Readonly<Record<string, Scalings>>
}

/** Ghost: the scalings of one job, for the laws about sequences of decisions (P26, P31). */
export interface Scalings {
  /** The decided parallelisms since the load, the spec or the stored data were last changed by others. */
  readonly decided: readonly string[]
  /** How many there were, those for the backlog of a long restart too. */
  readonly count: number
  /** The generation of the resource that they were decided for. */
  readonly generation: number
  /** A decision is stored, and the job has not restarted since. */
  readonly isOwed: boolean
  /** Restarts without a decision. */
  readonly undecided: number
  /** The stored data at the start of the world: a user may put it back. */
  readonly backup: Readonly<Record<string, string>> | null
}

export const noAutoscaled: Autoscaled = { states: [], loads: {} }

/** The measurements of a job's run since its start; a restart resets them. */
export interface LoadRun {
  readonly since: EpochMillis
  readonly parallelism: Readonly<Record<string, number>>
  /** Records read and sent, and milliseconds of work of all subtasks, by vertex. */
  readonly read: Readonly<Record<string, number>>
  readonly sent: Readonly<Record<string, number>>
  readonly busy: Readonly<Record<string, number>>
  /** Records per second that each source read while time passed last: what Flink's gauges of rates and busy time show. */
  readonly perSecond: number
}
