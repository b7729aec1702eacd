import { crashCancel, crashLastState, crashSavepoint } from './crash.ts'
import { crashFirstDeploy } from './crash-first-deploy.ts'
import { examples } from './examples.ts'
import { lastStateCancel } from './last-state-cancel.ts'
import { lastStateHa } from './last-state-ha.ts'
import { periodicSavepoints } from './periodic-savepoints.ts'
import { rescale } from './rescale.ts'
import { rollbackImage } from './rollback-image.ts'
import { rollbackJob } from './rollback-job.ts'
import { savepoint } from './savepoint.ts'
import { snapshotResources } from './snapshot-resources.ts'
import { standalone } from './standalone.ts'
import { stateless } from './stateless.ts'
import type { Story } from './story.ts'
import { terminalTtl } from './terminal-ttl.ts'

export const allStories: readonly Story[] = [
  savepoint, lastStateHa, lastStateCancel, stateless, examples, rollbackImage, rollbackJob, periodicSavepoints, snapshotResources, rescale, standalone, terminalTtl,
  crashSavepoint, crashLastState, crashCancel, crashFirstDeploy,
]

/** Names of groups that may be given instead of a story's. */
export const groups: Readonly<Record<string, readonly string[]>> = { chaos: ['crash-savepoint', 'crash-last-state', 'crash-cancel', 'crash-first-deploy'] }
