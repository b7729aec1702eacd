import { checkpointCacheMillis } from '../../src/job/seen/observe-last-state.ts'
import type { UpgradeMode } from '../../src/resource/flink-deployment-spec.ts'
import { edit, newVersion, redeploy, remove, resume, suspend, withoutHa } from './edits.ts'
import { rollbacks } from './row-worlds.ts'
import type { SmallWorld } from './small-world.ts'

type Retention = Pick<SmallWorld, 'configuration' | 'codeDeletesCheckpoints'>

const retentionKey = 'execution.checkpointing.externalized-checkpoint-retention'

/** Whose word it is that the checkpoints of a job go with it. */
const retentions: Readonly<Record<'cancel-deletes' | 'code-deletes' | 'nothing-kept', Retention>> = {
  'cancel-deletes': { configuration: { [retentionKey]: 'DELETE_ON_CANCELLATION' } },
  // nothing but Flink's own answer tells it
  'code-deletes': { codeDeletesCheckpoints: true },
  'nothing-kept': { configuration: { [retentionKey]: 'NO_EXTERNALIZED_CHECKPOINTS' } },
}

/** A job that somebody cancelled leaves nothing to be read: it is told after twice the time that Flink may hide it. */
const looksFurther = { terminalSince: 2 * checkpointCacheMillis + 1_000 }

const noDirectory = { configuration: { 'execution.checkpointing.savepoint-dir': '' } }

/** What may lead to a cancel. */
const people: readonly (Pick<SmallWorld, 'edits' | 'configuration' | 'horizons'> & { readonly name: string })[] = [
  { name: 'edit', edits: [edit] },
  { name: 'suspend-resume', edits: [suspend, resume] },
  { name: 'HA-off', edits: [withoutHa] },
  // without a folder for savepoints only a cancel carries the state over (B15)
  { name: 'new-version', edits: [newVersion], ...noDirectory },
  { name: 'redeploy', edits: [redeploy] },
  { name: 'delete', edits: [remove] },
  { name: 'rollback', edits: [edit], ...rollbacks },
]

const faults: readonly (Pick<SmallWorld, 'faultKinds' | 'faults' | 'crashes'> & { readonly name: string })[] = [
  { name: 'calm', faultKinds: [], faults: 0, crashes: 1 },
  { name: 'rest', faultKinds: ['Rest', 'JobManager'], faults: 1, crashes: 0 },
  { name: 'job', faultKinds: ['Job', 'Stop'], faults: 1, crashes: 0 },
  { name: 'answers', faultKinds: ['Effects'], faults: 1, crashes: 0 },
]

const bases: readonly (readonly [UpgradeMode, boolean])[] = [['savepoint', false], ['savepoint', true], ['last-state', false], [
  'last-state',
  true,
]]

/** A job that is upgraded by savepoint has a folder for them, and rollback is for one with HA. */
const isPossible = (name: string, upgradeMode: UpgradeMode, highAvailability: boolean): boolean =>
  (highAvailability || (name !== 'HA-off' && name !== 'rollback')) && (name !== 'new-version' || upgradeMode === 'last-state')

/** B23: a job of which a cancel leaves no checkpoint. Wherever the operator would cancel it to go on from its last one, it must not. */
export const retentionWorlds: readonly SmallWorld[] = Object.entries(retentions).flatMap(([of, retention]) =>
  bases.flatMap(([upgradeMode, highAvailability]) =>
    people.filter(({ name }) => isPossible(name, upgradeMode, highAvailability)).flatMap(({ name, ...story }) =>
      faults.filter(({ faultKinds }) => !(name === 'redeploy' && faultKinds.includes('JobManager'))).map((
        { name: fault, ...bounds },
      ): SmallWorld => ({
        name: `retention/${of}/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${name}/${fault}`,
        upgradeMode,
        highAvailability,
        start: 'Running',
        ...story,
        ...retention,
        configuration: { ...story.configuration, ...retention.configuration },
        ...bounds,
        horizons: { ...looksFurther, ...story.horizons },
      }))
    )
  )
)
