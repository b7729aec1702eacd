import type { Env } from '../../contract/env.ts'
import type { FlinkSessionJobFacts } from './flink-session-job-facts.ts'
import type { JobObserved, JobRound } from '../../job/job-round.ts'
import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import type { Act, Decision } from '../../contract/round/decision.ts'
import type { DeployedSession } from '../../cluster/observe/deployed-session.ts'
import type { ClusterThere, SessionCluster } from './cluster/session-cluster.ts'
import type { Work } from './work.ts'

/** What a round knows after folding the facts into the recorded status, and what the resource works towards in the observed cluster. */
export interface FlinkSessionJobObserved extends JobObserved<FlinkSessionJobStatus> {
  readonly facts: FlinkSessionJobFacts
  readonly cluster: SessionCluster
  readonly work: Work
  /** Paths of timestamps in the recorded status that were in the future (F15). */
  readonly ahead?: readonly string[]
}

/** The inputs of a decision, together. */
export interface Round extends JobRound {
  readonly desired: Work
  readonly observed: FlinkSessionJobObserved
  readonly env: Env
}

export const roundOf = (observed: FlinkSessionJobObserved, env: Env): Round => ({ desired: observed.work, observed, env })

/** A cluster whose JobManager is ready, so that the job can be observed. */
export interface ReadyCluster extends ClusterThere {
  readonly deployed: DeployedSession
}

export const readyCluster = ({ observed: { cluster } }: Pick<Round, 'observed'>): ReadyCluster | null =>
  cluster._tag === 'There' && cluster.deployed !== null && cluster.notReady === null ? { ...cluster, deployed: cluster.deployed } : null

export type JobDecision = Decision<FlinkSessionJobStatus>
export type JobAct = Act<FlinkSessionJobStatus>
