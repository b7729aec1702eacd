import type { FlinkDeploymentSpec, UpgradeMode, Millis } from '@flink-operator/core/resource'
import type { JobLoad } from '../autoscaler/autoscaled.ts'
import type { Fidelity, World } from '../world/world.ts'
import type { ForeignObject } from '../kubernetes/foreign-objects.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import type { Horizons } from './hashed-fields.ts'
import type { Bounds, Edit, FaultKind } from './move.ts'

/** The edits and faults that a world allows. */
export const boundsOf = ({ edits, faultKinds, tamperings, foreignObjects, sessionJobs }: SmallWorld): Bounds => ({
  edits,
  faultKinds,
  ...(sessionJobs?.[0] === undefined ? {} : { about: sessionJobs[0] }),
  ...(tamperings === undefined ? {} : { tamperings }),
  ...(foreignObjects === undefined ? {} : { foreignObjects }),
})

/** One small world of the published matrix: what is deployed, what users do to it, what may fail. */
export interface SmallWorld {
  readonly name: string
  readonly upgradeMode: UpgradeMode
  readonly highAvailability: boolean
  /**
   * `Fresh`: the resource was just created. `Running`: its job runs and has a checkpoint. `Resumed`: the job was suspended, a backup
   * made of its status, and the job runs again.
   */
  readonly start: 'Fresh' | 'Running' | 'Resumed'
  readonly edits: readonly Edit[]
  readonly faultKinds: readonly FaultKind[]
  /** With the fault `Tamper`: the changes that may be made to the resource. */
  readonly tamperings?: readonly Tampering[]
  /** With the fault `ForeignObject`: the objects that others create under our names. */
  readonly foreignObjects?: readonly ForeignObject[]
  readonly faults: number
  readonly crashes: number
  /** For mutants of the world. */
  readonly broken?: Fidelity['broken']
  /** The job's code makes Flink delete its checkpoints when it is cancelled (B23). */
  readonly codeDeletesCheckpoints?: true
  /** Jars give their jobs names of their own (A02). */
  readonly jarsNameJobs?: true
  /** Flink configuration in addition to that of all worlds. */
  readonly configuration?: Readonly<Record<string, string>>
  /** Moments and numbers that decisions of this world read, and those of other worlds don't, or not so far back (hashed-fields.ts). */
  readonly horizons?: Horizons
  /** Are savepoints kept as FlinkStateSnapshots, which the same operator handles? */
  readonly snapshotResources?: true
  /** The tick of its delays, where the usual one would make too many states because a deadline is long. */
  readonly tick?: Millis
  /** Replaces the start of the world by what another operator left. */
  readonly takenOver?: (world: World) => World
  /** With `takenOver`: the simplest run continues from there until this holds, and the exploration starts then. */
  readonly until?: (world: World) => boolean
  /** Changes the world where its exploration starts: what was sent before may still be on its way. */
  readonly arranged?: (world: World) => World
  /** Does another FlinkDeployment with the same spec exist, `other`, with its own cluster? */
  readonly beside?: true
  /**
   * A session cluster in place of an application, with FlinkSessionJobs of these names. `Tamper` and `TakeOver` affect the first of
   * them.
   */
  readonly sessionJobs?: readonly string[]
  /** The jobs' loads, by the name of their resource: they are autoscaled. */
  readonly loads?: Readonly<Record<string, JobLoad>>
  /** Flink configuration of the FlinkSessionJobs. */
  readonly jobConfiguration?: Readonly<Record<string, string>>
  /** Replaces the spec that the resource is created with. */
  readonly created?: (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec
}
