import { expect, test } from 'vitest'
import { attended } from './attention.ts'

const at = '2026-01-01T00:00:00Z'
const since = Date.parse(at)
const of = (...conditions: readonly (readonly [type: string, status: string, message?: string])[]) => ({
  conditions: conditions.map(([type, status, message = `${type}!`]) => ({ type, status, message, lastTransitionTime: at })),
})
const stable = { lifecycleState: 'STABLE', jobState: 'RUNNING', isAtRest: true }

test.each<readonly [string, unknown, Partial<typeof stable>, object]>([
  ['ready', of(['Ready', 'True'], ['Reconciling', 'False']), {}, { attention: 'Steady', since, message: '' }],
  ['stalled', of(['Ready', 'False'], ['Stalled', 'True', 'fix it']), {}, { attention: 'Person', since, message: 'fix it' }],
  ['stalled, and its job fails', of(['Stalled', 'True']), { jobState: 'FAILED' }, { attention: 'Person', since, message: 'Stalled!' }],
  ['rolled back', of(['Ready', 'True']), { lifecycleState: 'ROLLED_BACK' }, { attention: 'Person', since, message: 'Ready!' }],
  ['the job restarts', of(['Ready', 'True'], ['Running', 'False']), { jobState: 'RESTARTING' }, {
    attention: 'Failing',
    since,
    message: 'Ready!',
  }],
  ['the job failed while it is replaced', of(['Reconciling', 'True']), { jobState: 'FAILED' }, {
    attention: 'Failing',
    since: null,
    message: '',
  }],
  ['paused', of(['Paused', 'True'], ['Reconciling', 'True']), {}, { attention: 'Paused', since, message: 'Paused!' }],
  ['reconciling', of(['Reconciling', 'True']), {}, { attention: 'InProgress', since, message: 'Reconciling!' }],
  ['no condition, and not at rest', {}, { isAtRest: false }, { attention: 'InProgress', since: null, message: '' }],
  ['no status', null, { isAtRest: false }, { attention: 'InProgress', since: null, message: '' }],
  ['no condition, at rest', {}, {}, { attention: 'Steady', since: null, message: '' }],
  ['conditions of another writer', { conditions: [null, 7, { type: 'Stalled', status: true }] }, {}, {
    attention: 'Steady',
    since: null,
    message: '',
  }],
])('who has to act: %s', (_title, status, states, want) => {
  expect(attended(status, { ...stable, ...states })).toEqual(want)
})
