import type { ConfiguredJob } from '../job-round.ts'
import type { Env } from '../../env.ts'

/**
 * How snapshots are kept (control-flow.md, section 6.1): as FlinkStateSnapshot resources where operator and resource both have the option
 * on, as they have by default; in the status where not, or where nobody would carry the resources out.
 */
export const snapshotKeeping = (
  { options: { snapshotResourceEnabled } }: ConfiguredJob,
  { options, hasSnapshotController }: Env,
): 'Resources' | 'Status' => hasSnapshotController && options.snapshotResourceEnabled && snapshotResourceEnabled ? 'Resources' : 'Status'
