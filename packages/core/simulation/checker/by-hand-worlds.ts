import { edit, remove, resume, suspend } from './edits.ts'
import type { FaultKind } from './move.ts'
import { rollbacks } from './row-worlds.ts'
import type { SmallWorld } from './small-world.ts'

const people: readonly (Pick<SmallWorld, 'edits' | 'configuration' | 'horizons'> & { readonly name: string })[] = [
  { name: 'idle', edits: [] },
  { name: 'edit', edits: [edit] },
  { name: 'suspend-resume', edits: [suspend, resume] },
  { name: 'delete', edits: [remove] },
  { name: 'rollback', edits: [edit], ...rollbacks },
]

/**
 * `asked`: a stop with savepoint, or a savepoint, by Flink's own command line. `scaled`: the JobManager's Deployment is scaled to nothing,
 * and back; also back while it is being taken away.
 */
const deeds: Readonly<Record<'asked' | 'scaled', { readonly kind: FaultKind; readonly faults: number }>> = {
  asked: { kind: 'Asked', faults: 1 },
  scaled: { kind: 'Scale', faults: 2 },
}

const bases = [['savepoint', false], ['savepoint', true], ['last-state', false], ['last-state', true], ['stateless', true]] as const

/** People and tools go past the operator, to Flink and to the Deployment, at any moment. */
export const byHandWorlds: readonly SmallWorld[] = Object.entries(deeds).flatMap(([deed, { kind, faults }]) =>
  bases.flatMap(([upgradeMode, highAvailability]) =>
    people.filter(({ name }) => highAvailability || name !== 'rollback').map(({ name, ...story }): SmallWorld => ({
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
