import type { JobSituation, RecordedJob } from '../../job/job-situation.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import type { SubmitOperation } from '../../contract/resource/operation.ts'
import type { Round } from './session-job-round.ts'
import type { ConfiguredSessionJob, SubmittedSessionJob } from './work.ts'

/** Why a job cannot be observed in its cluster. `reason` is the reason of the condition `ClusterReady`. */
export interface NoCluster {
  readonly reason: 'SessionClusterNotFound' | 'SessionClusterUnseen' | 'NotASessionCluster' | 'SessionClusterNotReady'
  readonly message: string
}

/** The types of the job lifecycle for a FlinkSessionJob. */
export interface SessionJob {
  readonly status: FlinkSessionJobStatus
  readonly round: Round
  readonly wanted: ConfiguredSessionJob
  readonly deployed: SubmittedSessionJob
  readonly source: SubmitOperation['source']
  readonly own: OwnSituation
}

/** The situation of a FlinkSessionJob: the answer of `classify`. `row` is the id of its table row; `reason` is a text for users. */
export type Situation = JobSituation<SessionJob>

/** The record of a submitted job, together with the wanted spec, which may be a suspended one. */
export type Recorded = RecordedJob<SessionJob>

/** Situations that only a job in a session cluster can have. */
type OwnSituation =
  & { readonly row: string; readonly reason: string }
  & (
    /** The job can be neither observed nor started. It waits without a time limit, and without a failure (E-6, E-7, E-55). */
    | { readonly _tag: 'WithoutCluster'; readonly cluster: NoCluster }
    | { readonly _tag: 'Submitting'; readonly operation: SubmitOperation }
    /**
     * A job of this resource is alive that the status does not record. `round`: the round as if it did; `stop` null: the job is only
     * cancelled.
     */
    | {
      readonly _tag: 'OrphanJob'
      readonly jobId: string
      readonly stop: { readonly round: Round; readonly answer: Extract<UpgradeAnswer, { _tag: 'Available' }> } | null
    }
    /** The job in the status belongs to another resource. */
    | { readonly _tag: 'Disowned' }
  )
