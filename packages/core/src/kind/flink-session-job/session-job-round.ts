import { clusterQueries } from '../../cluster/observe/cluster-queries.ts'
import type { Query } from '../../contract/query/query.ts'
import type { FlinkSessionJobDesired } from './validated-session-job.ts'
import type { DeployedSession } from '../../cluster/observe/deployed-session.ts'
import type { ClusterFacts, JobFacts } from '../../contract/fact/cluster-facts.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentView } from '../../contract/fact/custom-resource-views.ts'
import type { Env } from '../../contract/env.ts'
import type { JobObserved, JobRound } from '../../job/job-round.ts'
import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import type { Act, Decision } from '../../contract/round/decision.ts'
import type { ClusterThere, SessionCluster } from './cluster/session-cluster.ts'
import type { Work } from './work.ts'

/** The query for the FlinkDeployment of the session cluster. */
export const clusterQuery = (
  { meta: { namespace }, clusterName: name }: Pick<FlinkSessionJobDesired, 'meta' | 'clusterName'>,
): readonly Query[] => name === null ? [] : [{ _tag: 'ReadFlinkDeployment', namespace, name }]

/** The live queries that identify the JobManager instance. */
export const sessionIncarnationQueries = ({ of }: Pick<DeployedSession, 'of'>): readonly Query[] => {
  const { deployment, pods } = clusterQueries(of)
  return [deployment, pods]
}

/** All facts that a round of a FlinkSessionJob may query: the FlinkDeployment of its session cluster, the cluster itself, and the job. */
export type FlinkSessionJobFacts =
  & Pick<ClusterFacts, 'deployment' | 'jobManagerPods' | 'configMaps' | 'jobs' | 'jars'>
  & Omit<JobFacts, 'jobs' | 'deployment'>
  & {
    /** The FlinkDeployment of the session cluster, from `ReadFlinkDeployment`. Absent: no FlinkDeployment has that name. */
    readonly target?: Fact<FlinkDeploymentView>
  }

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
