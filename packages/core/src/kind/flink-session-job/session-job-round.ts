import type { Env } from '../../env.ts'
import type { FlinkSessionJobFacts } from './flink-session-job-facts.ts'
import type { JobObserved, JobRound } from '../../job/job-round.ts'
import type { FlinkSessionJobStatus } from '../../resource/flink-session-job.ts'
import type { Act, Decision } from '../../round/decision.ts'
import type { DeployedSession } from '../../cluster/seen/deployed-session.ts'
import type { ClusterThere, SessionCluster } from './cluster/session-cluster.ts'
import type { Work } from './work.ts'

/** What is known after folding the facts into the recorded status, and what the resource works towards in the cluster that was seen. */
export interface FlinkSessionJobObserved extends JobObserved<FlinkSessionJobStatus> {
  readonly facts: FlinkSessionJobFacts
  readonly cluster: SessionCluster
  readonly work: Work
  /** Moments of the recorded status that lay ahead of now, by their paths (F15). */
  readonly ahead?: readonly string[]
}

/** The inputs of a decision, together. */
export interface Round extends JobRound {
  readonly desired: Work
  readonly observed: FlinkSessionJobObserved
  readonly env: Env
}

export const roundOf = (observed: FlinkSessionJobObserved, env: Env): Round => ({ desired: observed.work, observed, env })

/** The cluster in which a job can be looked at. */
export interface ReadyCluster extends ClusterThere {
  readonly deployed: DeployedSession
}

export const readyCluster = ({ observed: { cluster } }: Pick<Round, 'observed'>): ReadyCluster | null =>
  cluster._tag === 'There' && cluster.deployed !== null && cluster.notReady === null ? { ...cluster, deployed: cluster.deployed } : null

export type JobDecision = Decision<FlinkSessionJobStatus>
export type JobAct = Act<FlinkSessionJobStatus>
