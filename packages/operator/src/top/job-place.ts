import type { RestEndpoint } from '@flink-operator/core'
import type { KindName } from '@flink-operator/kinds'
import type { RecordedFigures } from './job-figures.ts'

/** The kinds whose jobs `top` queries: the jobs of a FlinkBlueGreenDeployment are those of its FlinkDeployments. */
export const topKinds = ['FlinkDeployment', 'FlinkSessionJob', 'FlinkApplication'] as const satisfies readonly KindName[]
export type TopKind = (typeof topKinds)[number]

/** One job or session cluster, before Flink is queried. */
export interface JobPlace {
  readonly kind: TopKind
  readonly namespace: string
  readonly name: string
  /** The cluster of a FlinkApplication, by hash and colour; null: the kind has a single cluster. */
  readonly version: string | null
  readonly lifecycleState: string | null
  /** The operator changes nothing of it. */
  readonly isPaused: boolean
  readonly jobState: string | null
  readonly jobId: string | null
  /** The job is known to have ended. */
  readonly isOver: boolean
  readonly recorded: RecordedFigures
  /** REST endpoint of its cluster; null: nothing is deployed, or unknown. */
  readonly endpoint: RestEndpoint | null
  /** Requested CPU and memory; null: a session job has no pods, or they could not be read. */
  readonly requested: { readonly cpu: number; readonly memory: number } | null
  /** The autoscaler's target for each vertex; null: it has decided nothing, or its state could not be read. */
  readonly wanted: Readonly<Record<string, number>> | null
}

const ended: ReadonlySet<string> = new Set(['FINISHED', 'CANCELED', 'FAILED', 'SUSPENDED'])

/** True if the job, by the state that Flink last reported, has ended. */
export const hasEnded = (jobState: string | null): boolean => jobState !== null && ended.has(jobState)

/** True if Flink can be queried: the job was started and has not ended. */
export const isToAsk = ({ endpoint, jobId, isOver }: JobPlace): boolean => endpoint !== null && jobId !== null && !isOver
