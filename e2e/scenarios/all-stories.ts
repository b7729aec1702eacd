import { crashCancel, crashLastState, crashSavepoint } from './crash.ts'
import { examples } from './examples.ts'
import { lastStateCancel } from './last-state-cancel.ts'
import { lastStateHa } from './last-state-ha.ts'
import { savepoint } from './savepoint.ts'
import { stateless } from './stateless.ts'
import type { Story } from './story.ts'

export const allStories: readonly Story[] = [savepoint, lastStateHa, lastStateCancel, stateless, examples, crashSavepoint, crashLastState, crashCancel]

/** Names of groups that may be given instead of a story's. */
export const groups: Readonly<Record<string, readonly string[]>> = { chaos: ['crash-savepoint', 'crash-last-state', 'crash-cancel'] }
