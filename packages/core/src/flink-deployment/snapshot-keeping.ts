import type { Env } from '../env.ts'
import { optionTable } from '../operator-options/option-table.ts'
import type { ConfiguredSpec } from './desired.ts'

/** Does this operator carry out FlinkStateSnapshots? Not yet: a resource that it created would stay TRIGGER_PENDING for ever. */
export const hasSnapshotController: boolean = false

/**
 * How snapshots are kept (control-flow.md, section 6.1): as FlinkStateSnapshot resources, or in the status. Resources are on by default in the reference
 * operator; here they have to be asked for by the resource and allowed by the operator, as long as what they say would not be carried out otherwise.
 */
export const snapshotKeeping = ({ effective }: ConfiguredSpec, { options }: Env, hasController: boolean = hasSnapshotController): 'Resources' | 'Status' =>
  hasController && options.snapshotResourceEnabled && (effective.configuration[optionTable.snapshotResourceEnabled.key] ?? '').trim().toLowerCase() === 'true' ? 'Resources' : 'Status'
