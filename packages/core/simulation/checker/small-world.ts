import type { FlinkDeploymentSpec, UpgradeMode } from '../../src/resource/flink-deployment-spec.ts'
import type { Millis } from '../../src/resource/time.ts'
import type { Fidelity, World } from '../world/world.ts'
import type { Stranger } from '../kubernetes/strangers.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import type { Horizons } from './hashed-fields.ts'
import type { Bounds, Edit, FaultKind } from './move.ts'

/** What a world allows. */
export const boundsOf = ({ edits, faultKinds, tamperings, strangers, sessionJobs }: SmallWorld): Bounds => ({
  edits,
  faultKinds,
  ...(sessionJobs?.[0] === undefined ? {} : { about: sessionJobs[0] }),
  ...(tamperings === undefined ? {} : { tamperings }),
  ...(strangers === undefined ? {} : { strangers }),
})

/** One small world of the published matrix: what is deployed, what people do to it, what may go wrong. */
export interface SmallWorld {
  readonly name: string
  readonly upgradeMode: UpgradeMode
  readonly highAvailability: boolean
  /**
   * `Fresh`: the resource was just created. `Running`: its job runs and has a checkpoint. `Resumed`: it was suspended, and a backup made of
   * its status; now it runs again.
   */
  readonly start: 'Fresh' | 'Running' | 'Resumed'
  readonly edits: readonly Edit[]
  readonly faultKinds: readonly FaultKind[]
  /** With the fault `Tamper`: what may be done to the resource. */
  readonly tamperings?: readonly Tampering[]
  /** With the fault `Stranger`: what somebody else makes under our names. */
  readonly strangers?: readonly Stranger[]
  readonly faults: number
  readonly crashes: number
  /** For mutants of the world. */
  readonly broken?: Fidelity['broken']
  /** Code of the job has its checkpoints deleted when it is cancelled (B23). */
  readonly codeDeletesCheckpoints?: true
  /** Flink configuration beside that of all worlds. */
  readonly configuration?: Readonly<Record<string, string>>
  /** Moments and numbers that decisions of this world read, and those of others don't, or not so far back (hashed-fields.ts). */
  readonly horizons?: Horizons
  /** Are savepoints kept as FlinkStateSnapshots, which the same operator carries out? */
  readonly snapshotResources?: true
  /** The delay that its waits are multiples of, where a deadline is so long that the usual one makes too many. */
  readonly tick?: Millis
  /** Where it begins instead: with what another operator left. */
  readonly takenOver?: (world: World) => World
  /** With `takenOver`: then it goes on by the plainest run until this is so. */
  readonly until?: (world: World) => boolean
  /** Is there another FlinkDeployment of the same spec, `other`, with a cluster of its own? */
  readonly beside?: true
  /**
   * A session cluster in place of an application, and FlinkSessionJobs of these names that run there. What is done behind the operator's
   * back (`Tamper`, `TakeOver`) is done to the first of them.
   */
  readonly sessionJobs?: readonly string[]
  /** What the spec is created with instead. */
  readonly created?: (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec
}
