/** The operator's answers for the fleet page; the folder `fleet` of the operator has the same types, and writes them. */

/** Who has to act, the most urgent first. */
export const attentions = ['Person', 'Failing', 'InProgress', 'Paused', 'Steady'] as const
export type Attention = (typeof attentions)[number]

export interface FleetKey {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

export interface FleetJob {
  /** The cluster of a FlinkApplication; null: the kind has a single one. */
  readonly version: string | null
  readonly job: string | null
  readonly flinkVersion: string | null
  readonly parallelism: number | null
  readonly restarts: number | null
  /** Epoch milliseconds. */
  readonly savepointAt: number | null
  readonly checkpointAt: number | null
}

export interface UnblockedBy {
  readonly who: 'operator' | 'cluster' | 'person'
  readonly what: string
}

export interface FleetRow extends FleetKey {
  readonly attention: Attention
  readonly state: string
  readonly isPaused: boolean
  /** Epoch milliseconds; null: not known. */
  readonly since: number | null
  readonly waitsFor: string
  readonly unblockedBy: UnblockedBy | null
  readonly jobs: readonly FleetJob[]
  /** When Flink was asked for the numbers; null: they are as the status has them. */
  readonly askedAt: number | null
}

export interface FleetPage {
  readonly cursor: string
  readonly isFromStart: boolean
  readonly hasMore: boolean
  readonly pending: number
  readonly now: number
  readonly rows: readonly FleetRow[]
  readonly gone: readonly FleetKey[]
}

export interface Explanation {
  readonly at: number
  readonly situation: string
  readonly row: string
  readonly reason: string
  readonly waitingFor: string
  readonly since: number | null
  readonly unblockedBy: UnblockedBy
  readonly obstacles: readonly { readonly object: string; readonly what: string; readonly remedy: string }[]
  readonly facts: Readonly<Record<string, string>>
  readonly error: string | null
}

export interface FleetDetails {
  readonly explanation: Explanation | null
  readonly isWhole: boolean
  readonly transitions: readonly {
    readonly at: number
    readonly state: string
    readonly job: string | null
    readonly attention: Attention
  }[]
  readonly savepoints: readonly { readonly at: string; readonly trigger: string; readonly format: string; readonly location: string }[]
  readonly snapshots: readonly { readonly at: string; readonly name: string; readonly state: string; readonly path: string }[]
}
