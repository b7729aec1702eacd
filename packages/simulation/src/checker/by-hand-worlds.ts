import { edit, remove, resume, suspend } from './edits.ts'
import type { FaultKind } from './move.ts'
import { rollbacks } from './row-worlds.ts'
import type { SmallWorld } from './small-world.ts'

const userEdits: readonly (Pick<SmallWorld, 'edits' | 'configuration' | 'horizons'> & { readonly name: string })[] = [
  { name: 'idle', edits: [] },
  { name: 'edit', edits: [edit] },
  { name: 'suspend-resume', edits: [suspend, resume] },
  { name: 'delete', edits: [remove] },
  { name: 'rollback', edits: [edit], ...rollbacks },
]

/**
 * `asked`: Flink's own command line stops the job with a savepoint, or takes a savepoint. `scaled`: a user scales the JobManager's
 * Deployment to zero and back, also while the Deployment is being deleted.
 */
const deeds: Readonly<Record<'asked' | 'scaled', { readonly kind: FaultKind; readonly faults: number }>> = {
  asked: { kind: 'Asked', faults: 1 },
  scaled: { kind: 'Scale', faults: 2 },
}

const bases = [['savepoint', false], ['savepoint', true], ['last-state', false], ['last-state', true], ['stateless', true]] as const

/** Users and tools bypass the operator, at Flink and at the Deployment, at any moment. */
export const byHandWorlds: readonly SmallWorld[] = Object.entries(deeds).flatMap(([deed, { kind, faults }]) =>
  bases.flatMap(([upgradeMode, highAvailability]) =>
    userEdits.filter(({ name }) => highAvailability || name !== 'rollback').map(({ name, ...story }): SmallWorld => ({
      name: `by-hand/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${name}/${deed}`,
      upgradeMode,
      highAvailability,
      start: 'Running',
      ...story,
      faultKinds: [kind],
      faults,
      crashes: 0,
    }))
  )
)
