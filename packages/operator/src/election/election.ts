import type { EpochMillis } from '@flink-operator/core'
import type { Http } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import type { HeldLease } from '../watchdog/watched-work.ts'
import type { ClusterPort, ResourceKey } from '../port/cluster-port.ts'
import type { DeploymentRef } from './deployment-ref.ts'

/** State of the election, for `/readyz` and metrics. */
export interface Standing {
  /** Lines for the user; empty without leader election. */
  readonly words: readonly string[]
  readonly leases: readonly LeaseStanding[]
}

/** A Lease as this process observes it. */
export interface LeaseStanding {
  readonly lease: string
  /** True if this process holds the Lease and may act by it. */
  readonly isHeld: boolean
  readonly holder: string | null
  readonly acquireTime: EpochMillis | null
  readonly transitions: number
}

export interface ActingLeases {
  /** Null: leader election is off. */
  readonly holder: string | null
  readonly leases: readonly HeldLease[]
}

export interface Election {
  /** May this process begin a round of this resource? Without leader election always. */
  readonly mayBegin: (key: ResourceKey) => boolean
  /** A port that sends nothing for resources on which this process may not act. */
  readonly guarded: (port: ClusterPort) => ClusterPort
  /**
   * Calls `then` when this process may begin rounds that it could not begin before. Never called without leader election: rounds
   * then begin without it.
   */
  readonly whenGained: (then: (isGained: (key: ResourceKey) => boolean) => void) => void
  /** Resolves with the reason why this process has to end: it may never act, or it may not act any more. */
  readonly ended: Promise<string>
  /** Resolves with the other operator that is certainly in charge, for a process that does not wait for its turn. */
  readonly held: Promise<string>
  readonly standing: () => Standing
  /** The identity and the Leases by which this process acts now. */
  readonly actsBy: () => ActingLeases
  /** Releases the Lease. While a round may still be writing it does not: the Lease then expires. */
  readonly stop: (drained: boolean) => Promise<void>
}

export interface ElectionOptions {
  readonly http: Http
  readonly logger: Logger
  readonly clock: Clock | undefined
  /**
   * A user started the operator by hand: it then acts only if it may list the Leases of other operators. A deployed operator acts
   * with the rights that it has.
   */
  readonly byHand: boolean
  /** The operator's own Deployment; null: the process belongs to none. */
  readonly deployment: DeploymentRef | null
  /** Receives the reason why the process waits, for the user. */
  readonly tell: (line: string) => void
  /** Resolves when the first lists have been read or have failed: resources of a shard taken after that are reconciled at once. */
  readonly synced: Promise<void>
  /** Begins no more rounds of these resources, and resolves when their running rounds have ended. */
  readonly release: (isMeant: (key: ResourceKey) => boolean) => Promise<void>
}
