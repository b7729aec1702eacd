import type { ConfiguredJob } from '../job-round.ts'
import type { Env } from '../../contract/env.ts'

/**
 * Where the operator records snapshots (control-flow.md, section 6.1). `Resources`: as FlinkStateSnapshots, if the option is on for both
 * the operator and the resource, which is the default, and a controller reconciles FlinkStateSnapshots. `Status`: otherwise.
 */
export const snapshotKeeping = (
  { options: { snapshotResourceEnabled } }: ConfiguredJob,
  { options, hasSnapshotController }: Env,
): 'Resources' | 'Status' => hasSnapshotController && options.snapshotResourceEnabled && snapshotResourceEnabled ? 'Resources' : 'Status'
