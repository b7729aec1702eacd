import type { EpochMillis } from '../../src/resource/time.ts'

/** The ConfigMap in which the autoscaler keeps what it knows of a job. */
export interface StateObject {
  readonly name: string
  readonly uid: string
  readonly version: string
  readonly ownerUid: string | null
  readonly data: Readonly<Record<string, string>>
}

/** One vertex of the job that a load is of. */
export interface LoadVertex {
  /** 32 hex digits. */
  readonly id: string
  /** `Source__<name>` names its metrics. */
  readonly name: string
  readonly inputs: readonly { readonly id: string; readonly shipStrategy: string }[]
  /** Records that one subtask processes in a second. */
  readonly capacity: number
  /** Records that it sends for each that it gets. */
  readonly selectivity: number
  /** More subtasks than partitions process nothing; null: it reads none that are known. */
  readonly partitions: number | null
  /** So much each subtask adds to what the first one does: 1 is linear. Left out: 1. */
  readonly scalability?: number
}

/** What arrives at the sources of a job, each of them alike, from that moment on. */
export interface Arrival {
  readonly from: EpochMillis
  readonly perSecond: number
}

/** What is wrong with what Flink measures. */
export type BrokenMetrics = 'Missing' | 'NaN' | 'Incomplete' | 'None'

/** What a job does, what arrives for it, and what waits. */
export interface JobLoad {
  readonly vertices: readonly LoadVertex[]
  /** By time. */
  readonly arrivals: readonly Arrival[]
  /** Records that wait outside of Flink, at each source; a restart does not change them. */
  readonly lag: number
  readonly broken: BrokenMetrics
}

/** What there is of autoscalers in a world: what they stored, and the loads of jobs, by the name of their resource. */
export interface Autoscaled {
  readonly states: readonly StateObject[]
  readonly loads: Readonly<Record<string, JobLoad>>
}

export const noAutoscaled: Autoscaled = { states: [], loads: {} }

/** What a run of a job has measured since it runs; a restart begins anew. */
export interface LoadRun {
  readonly since: EpochMillis
  readonly parallelism: Readonly<Record<string, number>>
  /** Records read and sent, and milliseconds of work of all subtasks, by vertex. */
  readonly read: Readonly<Record<string, number>>
  readonly sent: Readonly<Record<string, number>>
  readonly busy: Readonly<Record<string, number>>
}
