import type { JobSituation, RecordedJob } from '../../job/job-situation.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import type { FlinkSessionJobStatus } from '../../resource/flink-session-job.ts'
import type { SubmitOperation } from '../../resource/operation.ts'
import type { Round } from './session-job-round.ts'
import type { ConfiguredSessionJob, SubmittedSessionJob } from './work.ts'

/** Why a job can't be looked at where it is to run. `reason`: of the condition `ClusterReady`. */
export interface NoCluster {
  readonly reason: 'SessionClusterNotFound' | 'SessionClusterUnseen' | 'NotASessionCluster' | 'SessionClusterNotReady'
  readonly message: string
}

/** A job in a cluster that it shares. */
export interface SessionJob {
  readonly status: FlinkSessionJobStatus
  readonly round: Round
  readonly wanted: ConfiguredSessionJob
  readonly deployed: SubmittedSessionJob
  readonly source: SubmitOperation['source']
  readonly own: OwnSituation
}

/** Which situation a FlinkSessionJob is in: `classify`'s answer. `row` names the row of its table; `reason` is for people. */
export type Situation = JobSituation<SessionJob>

/** Something was submitted, and something is to run or to be suspended. */
export type Recorded = RecordedJob<SessionJob>

/** What only a job in a shared cluster can be in. */
type OwnSituation =
  & { readonly row: string; readonly reason: string }
  & (
    /** Nothing can be seen of the job, or started: it is waited for, without an end and without a failure (E-6, E-7, E-55). */
    | { readonly _tag: 'WithoutCluster'; readonly cluster: NoCluster }
    | { readonly _tag: 'Submitting'; readonly operation: SubmitOperation }
    /** A job of this resource is alive of which the status does not tell. `round`: as if it did; `stop` null: it is only cancelled. */
    | {
      readonly _tag: 'StrayJob'
      readonly jobId: string
      readonly stop: { readonly round: Round; readonly answer: Extract<UpgradeAnswer, { _tag: 'Available' }> } | null
    }
    /** What the status tells of is another resource's. */
    | { readonly _tag: 'Disowned' }
  )
