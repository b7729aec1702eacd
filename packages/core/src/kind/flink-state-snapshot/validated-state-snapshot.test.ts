import { expect, test } from 'vitest'
import { validateStateSnapshot, type StateSnapshotToValidate } from './validated-state-snapshot.ts'

const savepoint = { path: null, formatType: 'CANONICAL', disposeOnDelete: true, alreadyExists: false } as const
const spec = { jobReference: { kind: 'FlinkDeployment', name: 'app' }, savepoint, checkpoint: null, backoffLimit: -1 } as const

test.each<readonly [string, Partial<StateSnapshotToValidate>, string | null]>([
  ['a good one', {}, null],
  ['1 neither', { spec: { ...spec, savepoint: null } }, 'Exactly one of checkpoint or savepoint configurations has to be set.'],
  ['1 both', { spec: { ...spec, checkpoint: {} } }, 'Exactly one of checkpoint or savepoint configurations has to be set.'],
  [
    '2 it exists already',
    { spec: { ...spec, jobReference: null, savepoint: { ...savepoint, alreadyExists: true } }, targetFound: false },
    null,
  ],
  ['3', { spec: { ...spec, jobReference: null } }, 'Job reference must be supplied for this snapshot'],
  ['4 target gone before the trigger', { targetFound: false }, 'Target for snapshot ns/app was not found'],
  ['4 target gone afterwards', { targetFound: false, state: 'IN_PROGRESS' }, null],
])('FlinkStateSnapshot, row %s (api-and-config.md, section 13.4)', (_row, over, message) => {
  const found = validateStateSnapshot({ meta: { namespace: 'ns' }, spec, state: 'TRIGGER_PENDING', targetFound: true, ...over })
  expect(found.map(it => it.message)).toEqual(message === null ? [] : [message])
})
