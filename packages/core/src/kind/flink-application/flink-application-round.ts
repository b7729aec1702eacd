import type { Env } from '../../env.ts'
import type { Facts } from '../../fact/facts.ts'
import type { DecodeError, Finding } from '../../resource/finding.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { Recorded } from '../../resource/resource.ts'
import type { ApplicationOptions } from './application-options.ts'
import type { ApplicationTimers } from './retry/timers.ts'
import type { FlinkApplicationSpec } from './spec/flink-application-spec.ts'
import type { DeploymentMode } from './spec/modes.ts'
import type { Phase } from './state/phase.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import type { HalfWay } from './take-over/half-way.ts'

/** What the resource asks for; it depends on the resource and the operator's configuration alone. */
export interface ApplicationDesired {
  readonly meta: ResourceMeta
  readonly spec: FlinkApplicationSpec
  /** The one that is in force: that of the status, once it says one (LD24). */
  readonly mode: DeploymentMode
  /** The spec names another mode than the one in force. */
  readonly isModeOther: boolean
  /** BlueGreen: the colour of the attempt that is under way, or would be begun. '': Dual. */
  readonly colour: string
  /** Hash of the spec as it is now, in the colour of the attempt that is under way or would be begun. */
  readonly hash: string
  /** The same in the colour of the version that is live: by it the live spec is told. Dual: `hash`. */
  readonly liveHash: string
  /** The same without a colour: by it a spec is known again of which a version was torn down (LD21). Dual: `hash`. */
  readonly colourlessHash: string
  readonly findings: readonly Finding[]
  /** Null: the spec may be followed. */
  readonly invalid: Finding | null
  readonly options: ApplicationOptions
  readonly timers: ApplicationTimers
  /** What of the status is there and can't be read. */
  readonly unread: readonly DecodeError[]
  readonly secrets: readonly string[]
}

/** The recorded status with what was seen folded into it. */
export interface ApplicationObserved {
  readonly recorded: Recorded<FlinkApplicationStatus>
  readonly status: FlinkApplicationStatus
  readonly facts: Facts
  /** Null: the word of the status names no state (G1). */
  readonly phase: Phase | null
  /** What the status means where our record does not say it; null: it does. */
  readonly halfWay: HalfWay | null
}

export interface ApplicationRound {
  readonly desired: ApplicationDesired
  readonly observed: ApplicationObserved
  readonly env: Env
}
