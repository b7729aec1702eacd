import type { Env } from '@flink-operator/core'
import type { Facts } from '@flink-operator/core/fact'
import type { DecodeError, Finding, ResourceMeta, Recorded } from '@flink-operator/core/resource'
import type { ApplicationOptions } from './application-options.ts'
import type { ApplicationTimers } from './retry/timers.ts'
import type { FlinkApplicationSpec } from './spec/flink-application-spec.ts'
import type { DeploymentMode } from './spec/modes.ts'
import type { Phase } from './state/state-row.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import type { HalfWay } from './take-over/half-way.ts'

/** The desired state. It depends only on the resource and the operator configuration. */
export interface ApplicationDesired {
  readonly meta: ResourceMeta
  readonly spec: FlinkApplicationSpec
  /** The mode in force. Once the status records a mode, that one counts (LD24). */
  readonly mode: DeploymentMode
  /** True if the spec names another mode than the one in force. */
  readonly isModeOther: boolean
  /** BlueGreen: the colour of the attempt in progress, or of the next attempt. '': Dual. */
  readonly colour: string
  /** Hash of the current spec, with that colour. */
  readonly hash: string
  /** Hash of the current spec with the colour of the live version, to detect whether the spec is the live one. Dual: `hash`. */
  readonly liveHash: string
  /** Hash of the current spec without a colour, to recognize a spec after a version was torn down (LD21). Dual: `hash`. */
  readonly colourlessHash: string
  readonly findings: readonly Finding[]
  /** Null: the spec is valid. */
  readonly invalid: Finding | null
  readonly options: ApplicationOptions
  readonly timers: ApplicationTimers
  /** Parts of the status that exist but can't be read. */
  readonly unread: readonly DecodeError[]
  readonly secrets: readonly string[]
}

/** The recorded status, updated with the observed facts. */
export interface ApplicationObserved {
  readonly recorded: Recorded<FlinkApplicationStatus>
  readonly status: FlinkApplicationStatus
  readonly facts: Facts
  /** Null: `status.phase` names no state (G1). */
  readonly phase: Phase | null
  /** The meaning of a status whose record is not ours or contradicts it; null: the record is whole. */
  readonly halfWay: HalfWay | null
}

export interface ApplicationRound {
  readonly desired: ApplicationDesired
  readonly observed: ApplicationObserved
  readonly env: Env
}
