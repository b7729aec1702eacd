import type { Json } from '@flink-operator/core/resource'
import type { Horizons } from './hashed-fields.ts'
import { pairsOf, readFields, type TamperedField } from '../kubernetes/tampered-fields.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import { edit, remove, resume, suspend } from './edits.ts'
import type { Edit } from './move.ts'
import type { SmallWorld } from './small-world.ts'

const nameOf = ({ path }: TamperedField): string => (path.length === 0 ? 'status' : path.join('.'))

/** Both tamperings for each field: removed, and restored from a backup. */
const both = (fields: readonly TamperedField[]): readonly Tampering[] =>
  fields.flatMap(field => (['Default', 'Backup'] as const).map(to => ({ _tag: 'Field', field, to }) as const))

/** The fields that decide how a job starts. */
const decisive = readFields.filter(it =>
  /^(status|jobStatus(\.(jobId|state|upgradeSavepointPath|savepointInfo))?|reconciliationStatus(\.(state|lastReconciledSpec|lastStableSpec))?|operation|operatorRecord(\.(attempts|deployedAttempt|deployedSource|lastState|terminalSince))?)$/u
    .test(nameOf(it))
)
const others = readFields.filter(it => !decisive.includes(it))

/** Every pair of these fields at once: fields that can replace each other. */
const pairsTo = (targets: readonly (readonly ['Default' | 'Backup', 'Default' | 'Backup'])[]): readonly Tampering[] =>
  pairsOf(decisive.map(({ path }) => path)).flatMap(pair =>
    targets.map((to): Tampering => ({
      _tag: 'Fields',
      changes: decisive.filter(({ path }) => pair.includes(path)).map((field, at) => ({ field, to: to[at === 0 ? 0 : 1] })),
    }))
  )

/** Both fields are removed. */
export const decisivePairs: readonly Tampering[] = pairsTo([['Default', 'Default']])

/** Both fields are restored from a backup, or one is restored and the other removed. */
export const putBackPairs: readonly Tampering[] = pairsTo([['Backup', 'Backup'], ['Backup', 'Default'], ['Default', 'Backup']])

const recreated: readonly Tampering[] = [{ _tag: 'Finalizer' }, { _tag: 'Created anew', dependents: 'Background' }, {
  _tag: 'Created anew',
  dependents: 'Orphan',
}]

const restored: readonly Tampering[] = (['Background', 'Orphan'] as const).map(dependents => ({
  _tag: 'Created anew',
  dependents,
  restored: true,
}))

const written = (path: string, value: Json): Tampering => ({ _tag: 'Unreadable', path: path.split('.'), value })

/** Tags of a newer version, and unreadable content (F14). */
const unreadable: readonly Tampering[] = [
  written('operation.purpose', 'OfANewerVersion'),
  written('operation.kind', 'Migrate'),
  written('operation', 'garbage'),
  written('operatorRecord.lastState', { _tag: 'OfANewerVersion' }),
  written('operatorRecord', 'garbage'),
  written('reconciliationStatus.lastReconciledSpec', '{"spec":{"job":'),
  written('reconciliationStatus.state', 'OF_A_NEWER_VERSION'),
  written('jobStatus.state', 'OF_A_NEWER_VERSION'),
  written('jobStatus', 'garbage'),
  written('jobManagerDeploymentStatus', 'OF_A_NEWER_VERSION'),
]

/** Moments that matter only if they lie in the future, which they never do in other worlds. */
const momentsAhead: Horizons = {
  mintedAt: 5_000,
  triggerTimestamp: 5_000,
  reconciliationTimestamp: 5_000,
  time: 5_000,
  runningSince: 5_000,
}

const userEdits: readonly { readonly name: string; readonly edits: readonly Edit[] }[] = [
  { name: 'idle', edits: [] },
  { name: 'edit', edits: [edit] },
  { name: 'suspend-resume', edits: [suspend, resume] },
  { name: 'delete', edits: [remove] },
]

const bases = [['savepoint', false], ['savepoint', true], ['last-state', true], ['last-state', false], ['stateless', true]] as const

const tampered = (name: string, tamperings: readonly Tampering[], rest: Partial<SmallWorld> = {}): readonly SmallWorld[] =>
  bases.flatMap(([upgradeMode, highAvailability]) =>
    userEdits.map((story): SmallWorld => ({
      name: `tamper/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${story.name}/${name}`,
      upgradeMode,
      highAvailability,
      start: 'Resumed',
      edits: story.edits,
      faultKinds: ['Tamper'],
      tamperings,
      faults: 1,
      crashes: 0,
      ...rest,
    }))
  )

/** The fields that only this operator records, which a tool drops if it keeps only the status fields that it knows. */
const ownRecord: readonly Tampering[] = readFields.filter(it => nameOf(it) === 'operatorRecord').map(field => ({
  _tag: 'Field',
  field,
  to: 'Default',
}))

/** A user cancels the job past the operator, and its Deployment is deleted, too: only the status is left. */
const ended = tampered('ended', ownRecord, { faultKinds: ['Tamper', 'Cancelled', 'Deployment'], faults: 3 })
  .filter(({ upgradeMode, highAvailability, edits }) => upgradeMode !== 'stateless' && !highAvailability && edits[0] !== remove)

/** The whole status is removed, or only the record of the submitted job. */
export const lostRecord: readonly Tampering[] = readFields.filter(it =>
  ['status', 'reconciliationStatus.lastReconciledSpec'].includes(nameOf(it))
).map(field => ({ _tag: 'Field', field, to: 'Default' }))

type Group = readonly [name: string, tamperings: readonly Tampering[], rest?: Partial<SmallWorld>]

/** The tamperings of the status of any resource with a job. */
export const tamperGroups: readonly Group[] = [
  ['decisive', both(decisive)],
  ['unreadable', unreadable, { horizons: { deletingSince: 66_000, deletionTimestamp: 66_000 } }],
  ['clock', [6, -6].map(hours => ({ _tag: 'Clock', ahead: hours * 3_600_000 })), { horizons: momentsAhead }],
]

/** A user or tool changes the resource behind the operator's back, at any moment (P25). */
export const tamperWorlds: readonly SmallWorld[] = [
  ...tamperGroups.flatMap(group => tampered(...group)),
  ...tampered('anew', recreated),
  ...tampered('restored', restored),
]

/** The same for all other fields that decisions read. */
export const othersGroup: Group = ['others', both(others)]
export const moreTamperWorlds: readonly SmallWorld[] = [
  ...tampered(...othersGroup),
  ...ended,
  ...tampered('pairs', decisivePairs),
  ...tampered('pairs-put-back', putBackPairs),
  ...tampered('first-pairs', decisivePairs, { start: 'Fresh' }).filter(({ edits }) => edits.length === 0),
]
