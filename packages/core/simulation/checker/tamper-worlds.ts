import type { Json } from '../../src/resource/json.ts'
import type { Horizons } from './hashed-fields.ts'
import { pairsOf, readFields, type TamperedField } from '../kubernetes/tampered-fields.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import { edit, remove, resume, suspend } from './edits.ts'
import type { Edit } from './move.ts'
import type { SmallWorld } from './small-world.ts'

const nameOf = ({ path }: TamperedField): string => (path.length === 0 ? 'status' : path.join('.'))

/** Removed, and put back as a backup has it. */
const both = (fields: readonly TamperedField[]): readonly Tampering[] =>
  fields.flatMap(field => (['Default', 'Backup'] as const).map(to => ({ _tag: 'Field', field, to }) as const))

/** What a start is decided by. */
const decisive = readFields.filter(it =>
  /^(status|jobStatus(\.(jobId|state|upgradeSavepointPath|savepointInfo))?|reconciliationStatus(\.(state|lastReconciledSpec|lastStableSpec))?|operation|operatorRecord(\.(attempts|deployedAttempt|deployedSource|lastState|terminalSince))?)$/u
    .test(nameOf(it))
)
const others = readFields.filter(it => !decisive.includes(it))

/** Every two of what a start is decided by, at once: fields that stand in for each other. */
const pairsTo = (targets: readonly (readonly ['Default' | 'Backup', 'Default' | 'Backup'])[]): readonly Tampering[] =>
  pairsOf(decisive.map(({ path }) => path)).flatMap(pair =>
    targets.map((to): Tampering => ({
      _tag: 'Fields',
      changes: decisive.filter(({ path }) => pair.includes(path)).map((field, at) => ({ field, to: to[at === 0 ? 0 : 1] })),
    }))
  )

/** Both are gone. */
export const decisivePairs: readonly Tampering[] = pairsTo([['Default', 'Default']])

/** Both are as a backup has them, or one is, and the other one is gone. */
export const putBackPairs: readonly Tampering[] = pairsTo([['Backup', 'Backup'], ['Backup', 'Default'], ['Default', 'Backup']])

const anew: readonly Tampering[] = [{ _tag: 'Finalizer' }, { _tag: 'Created anew', dependents: 'Background' }, {
  _tag: 'Created anew',
  dependents: 'Orphan',
}]

const restored: readonly Tampering[] = (['Background', 'Orphan'] as const).map(dependents => ({
  _tag: 'Created anew',
  dependents,
  restored: true,
}))

const written = (path: string, value: Json): Tampering => ({ _tag: 'Unreadable', path: path.split('.'), value })

/** Tags of a newer version, and what nobody can read (F14). */
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

/** Moments that only matter where they lie ahead: elsewhere none does. */
const momentsAhead: Horizons = {
  mintedAt: 5_000,
  triggerTimestamp: 5_000,
  reconciliationTimestamp: 5_000,
  time: 5_000,
  runningSince: 5_000,
}

const people: readonly { readonly name: string; readonly edits: readonly Edit[] }[] = [
  { name: 'idle', edits: [] },
  { name: 'edit', edits: [edit] },
  { name: 'suspend-resume', edits: [suspend, resume] },
  { name: 'delete', edits: [remove] },
]

const bases = [['savepoint', false], ['savepoint', true], ['last-state', true], ['last-state', false], ['stateless', true]] as const

const tampered = (name: string, tamperings: readonly Tampering[], rest: Partial<SmallWorld> = {}): readonly SmallWorld[] =>
  bases.flatMap(([upgradeMode, highAvailability]) =>
    people.map((story): SmallWorld => ({
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

/** What tools drop that keep only what they know of a status: all that this operator alone records. */
const ownRecord: readonly Tampering[] = readFields.filter(it => nameOf(it) === 'operatorRecord').map(field => ({
  _tag: 'Field',
  field,
  to: 'Default',
}))

/** A person cancels the job past the operator, and its Deployment goes, too: nothing but the status is left of it. */
const ended = tampered('ended', ownRecord, { faultKinds: ['Tamper', 'Cancelled', 'Deployment'], faults: 3 })
  .filter(({ upgradeMode, highAvailability, edits }) => upgradeMode !== 'stateless' && !highAvailability && edits[0] !== remove)

/** All that the status says is gone, or only what was submitted. */
export const lostRecord: readonly Tampering[] = readFields.filter(it =>
  ['status', 'reconciliationStatus.lastReconciledSpec'].includes(nameOf(it))
).map(field => ({ _tag: 'Field', field, to: 'Default' }))

type Group = readonly [name: string, tamperings: readonly Tampering[], rest?: Partial<SmallWorld>]

/** What may be done to the status of any resource with a job. */
export const tamperGroups: readonly Group[] = [
  ['decisive', both(decisive)],
  ['unreadable', unreadable, { horizons: { deletingSince: 66_000, deletionTimestamp: 66_000 } }],
  ['clock', [6, -6].map(hours => ({ _tag: 'Clock', ahead: hours * 3_600_000 })), { horizons: momentsAhead }],
]

/** Somebody changes the resource behind the operator's back, at any moment (P25). */
export const tamperWorlds: readonly SmallWorld[] = [
  ...tamperGroups.flatMap(group => tampered(...group)),
  ...tampered('anew', anew),
  ...tampered('restored', restored),
]

/** The same with all other places that decisions read. */
export const othersGroup: Group = ['others', both(others)]
export const moreTamperWorlds: readonly SmallWorld[] = [
  ...tampered(...othersGroup),
  ...ended,
  ...tampered('pairs', decisivePairs),
  ...tampered('pairs-put-back', putBackPairs),
  ...tampered('first-pairs', decisivePairs, { start: 'Fresh' }).filter(({ edits }) => edits.length === 0),
]
