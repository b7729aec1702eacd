import { checkpointCacheMillis } from '@flink-operator/core/job'
import type { UpgradeMode } from '@flink-operator/core/resource'
import { edit, newVersion, redeploy, remove, resume, suspend, withoutHa } from './edits.ts'
import { rollbacks } from './row-worlds.ts'
import type { SmallWorld } from './small-world.ts'

type Retention = Pick<SmallWorld, 'configuration' | 'codeDeletesCheckpoints'>

const retentionKey = 'execution.checkpointing.externalized-checkpoint-retention'

/** Why Flink deletes the job's checkpoints together with the job. */
const retentions: Readonly<Record<'cancel-deletes' | 'code-deletes' | 'nothing-kept', Retention>> = {
  'cancel-deletes': { configuration: { [retentionKey]: 'DELETE_ON_CANCELLATION' } },
  // only Flink's own answer shows it
  'code-deletes': { codeDeletesCheckpoints: true },
  'nothing-kept': { configuration: { [retentionKey]: 'NO_EXTERNALIZED_CHECKPOINTS' } },
}

/**
 * A job that a user cancelled leaves nothing to read; the operator reports it after twice the time for which Flink may hide its end.
 */
const looksFurther = { terminalSince: 2 * checkpointCacheMillis + 1_000 }

const noDirectory = { configuration: { 'execution.checkpointing.savepoint-dir': '' } }

/** What may lead to a cancel. */
const userEdits: readonly (Pick<SmallWorld, 'edits' | 'configuration' | 'horizons'> & { readonly name: string })[] = [
  { name: 'edit', edits: [edit] },
  { name: 'suspend-resume', edits: [suspend, resume] },
  { name: 'HA-off', edits: [withoutHa] },
  // without a savepoint directory only a cancel carries the state over (B15)
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

/** A job that is upgraded by savepoint has a savepoint directory, and rollback needs HA. */
const isPossible = (name: string, upgradeMode: UpgradeMode, highAvailability: boolean): boolean =>
  (highAvailability || (name !== 'HA-off' && name !== 'rollback')) && (name !== 'new-version' || upgradeMode === 'last-state')

/**
 * B23: a cancel of the job leaves no checkpoint. The operator must not cancel it where it would otherwise cancel and restore from the
 * last checkpoint.
 */
export const retentionWorlds: readonly SmallWorld[] = Object.entries(retentions).flatMap(([of, retention]) =>
  bases.flatMap(([upgradeMode, highAvailability]) =>
    userEdits.filter(({ name }) => isPossible(name, upgradeMode, highAvailability)).flatMap(({ name, ...story }) =>
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
