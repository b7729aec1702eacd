import type { EpochMillis } from '@flink-operator/core'
import type { Http } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import type { HeldLease } from '../watchdog/watched-work.ts'
import type { ClusterPort, ResourceKey } from '../port/cluster-port.ts'
import type { DeploymentRef } from './deployment-ref.ts'

/** How it stands, for `/readyz` and metrics. */
export interface Standing {
  /** For a person, a line each; empty without leader election. */
  readonly words: readonly string[]
  readonly leases: readonly LeaseStanding[]
}

/** A Lease as this process sees it. */
export interface LeaseStanding {
  readonly lease: string
  /** By this process, which may act by it. */
  readonly isHeld: boolean
  readonly holder: string | null
  readonly acquireTime: EpochMillis | null
  readonly transitions: number
}

export interface ActingLeases {
  /** Null: without leader election. */
  readonly holder: string | null
  readonly leases: readonly HeldLease[]
}

export interface Election {
  /** May a round of this resource be begun? Always, without leader election. */
  readonly mayBegin: (key: ResourceKey) => boolean
  /** The port that sends nothing for resources on which this process may not act. */
  readonly guarded: (port: ClusterPort) => ClusterPort
  /** Calls `then` when rounds may be begun that could not be; never without leader election, where they begin by themselves. */
  readonly whenGained: (then: (isGained: (key: ResourceKey) => boolean) => void) => void
  /** Why this process is to end: it may never act, or it may no more. */
  readonly ended: Promise<string>
  /** Another operator is surely in charge: who. For a process that does not wait. */
  readonly held: Promise<string>
  readonly standing: () => Standing
  /** As whom, and by which Leases, this process acts now. */
  readonly actsBy: () => ActingLeases
  /** Lets go of the Lease; not while a round may still be writing, else it ends by itself. */
  readonly stop: (drained: boolean) => Promise<void>
}

export interface ElectionOptions {
  readonly http: Http
  readonly logger: Logger
  readonly clock: Clock | undefined
  /** Started by hand: who may not look at other operators' Leases does not act. A deployed operator has the rights that it was given. */
  readonly byHand: boolean
  /** Its own; null: it runs in none. */
  readonly deployment: DeploymentRef | null
  /** Why it waits, for a person. */
  readonly tell: (line: string) => void
  /** The first lists were there, or could not be had: what is taken now is looked after at once. */
  readonly synced: Promise<void>
  /** Begins no more rounds of these resources, and resolves when those under way have ended. */
  readonly release: (isMeant: (key: ResourceKey) => boolean) => Promise<void>
}
