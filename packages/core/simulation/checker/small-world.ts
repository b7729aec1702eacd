import type { FlinkDeploymentSpec, UpgradeMode } from '../../src/resource/flink-deployment-spec.ts'
import type { Millis } from '../../src/resource/time.ts'
import type { Fidelity, World } from '../world/world.ts'
import type { Horizons } from './hashed-fields.ts'
import type { Edit, FaultKind } from './move.ts'

/** One small world of the published matrix: what is deployed, what people do to it, what may go wrong. */
export interface SmallWorld {
  readonly name: string
  readonly upgradeMode: UpgradeMode
  readonly highAvailability: boolean
  /** `Fresh`: the resource was just created. `Running`: its job runs and has a checkpoint. */
  readonly start: 'Fresh' | 'Running'
  readonly edits: readonly Edit[]
  readonly faultKinds: readonly FaultKind[]
  readonly faults: number
  readonly crashes: number
  /** For mutants of the world. */
  readonly broken?: Fidelity['broken']
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
  /** What the spec is created with instead. */
  readonly created?: (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec
}
