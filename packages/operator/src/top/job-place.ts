import type { RestEndpoint } from '@flink-operator/core'
import type { KindName } from '@flink-operator/core/kinds'

/** The kinds whose jobs `top` asks Flink for: a FlinkBlueGreenDeployment's are those of its FlinkDeployments. */
export const topKinds = ['FlinkDeployment', 'FlinkSessionJob', 'FlinkApplication'] as const satisfies readonly KindName[]
export type TopKind = (typeof topKinds)[number]

/** One job, or one session cluster, before anybody asked Flink. */
export interface JobPlace {
  readonly kind: TopKind
  readonly namespace: string
  readonly name: string
  /** Which cluster of a FlinkApplication, by hash and colour; null: the kind has one alone. */
  readonly version: string | null
  readonly lifecycleState: string | null
  readonly jobState: string | null
  readonly jobId: string | null
  /** It is known to have ended. */
  readonly isOver: boolean
  /** Where its cluster answers; null: nothing is deployed, or nobody knows. */
  readonly endpoint: RestEndpoint | null
  /** What Kubernetes is asked for; null: a session job has none of its own, or it could not be seen. */
  readonly requested: { readonly cpu: number; readonly memory: number } | null
  /** Of each vertex what the autoscaler wants; null: it has decided nothing, or that could not be seen. */
  readonly wanted: Readonly<Record<string, number>> | null
}

const ended: ReadonlySet<string> = new Set(['FINISHED', 'CANCELED', 'FAILED', 'SUSPENDED'])

/** Has a job in this state, as Flink told it last, come to its end? */
export const hasEnded = (jobState: string | null): boolean => jobState !== null && ended.has(jobState)

/** Is there anybody to ask? One that has ended, or was never started, has nothing to show. */
export const isToAsk = ({ endpoint, jobId, isOver }: JobPlace): boolean => endpoint !== null && jobId !== null && !isOver
