import { readFields, type TamperedField } from '../kubernetes/tampered-fields.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import { edit, remove, resume, suspend } from './edits.ts'
import type { Edit } from './move.ts'
import type { SmallWorld } from './small-world.ts'

const nameOf = ({ path }: TamperedField): string => (path.length === 0 ? 'status' : path.join('.'))

/** Removed, and put back as a backup has it. */
const both = (fields: readonly TamperedField[]): readonly Tampering[] => fields.flatMap(field => (['Default', 'Backup'] as const).map(to => ({ _tag: 'Field', field, to }) as const))

/** What a start is decided by. */
const decisive = readFields.filter(it => /^(status|jobStatus(\.(jobId|state|upgradeSavepointPath|savepointInfo))?|reconciliationStatus(\.(state|lastReconciledSpec|lastStableSpec))?|operation|operatorRecord(\.(attempts|deployedAttempt|deployedSource|lastState|terminalSince))?)$/u.test(nameOf(it)))
const others = readFields.filter(it => !decisive.includes(it))

const anew: readonly Tampering[] = [{ _tag: 'Finalizer' }, { _tag: 'Created anew', dependents: 'Background' }, { _tag: 'Created anew', dependents: 'Orphan' }]

const people: readonly { readonly name: string; readonly edits: readonly Edit[] }[] = [
  { name: 'idle', edits: [] },
  { name: 'edit', edits: [edit] },
  { name: 'suspend-resume', edits: [suspend, resume] },
  { name: 'delete', edits: [remove] },
]

const bases = [['savepoint', false], ['savepoint', true], ['last-state', true], ['last-state', false], ['stateless', true]] as const

const tampered = (name: string, tamperings: readonly Tampering[]): readonly SmallWorld[] =>
  bases.flatMap(([upgradeMode, highAvailability]) => people.map((story): SmallWorld => ({
    name: `tamper/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${story.name}/${name}`, upgradeMode, highAvailability, start: 'Resumed', edits: story.edits,
    faultKinds: ['Tamper'], tamperings, faults: 1, crashes: 0,
  })))

/** Somebody changes the resource behind the operator's back, at any moment (P25). */
export const tamperWorlds: readonly SmallWorld[] = [...tampered('decisive', both(decisive)), ...tampered('anew', anew)]

/** The same with all other places that decisions read. */
export const moreTamperWorlds: readonly SmallWorld[] = tampered('others', both(others))
