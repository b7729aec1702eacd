import { describe, expect, test } from 'vitest'
import type { JsonObject } from '@flink-operator/core'
import { isNotice, type ObjectChange, phaseOf, sinceStart } from './phases.ts'

const metadata = { namespace: 'default', name: 'app' }
const inState = (lifecycleState: string): JsonObject => ({ metadata, status: { lifecycleState } })
const snapshot = (state: string): JsonObject => ({ metadata, status: { state, path: 'file:/savepoints/1' } })
const change = (store: string, previous: JsonObject | null, object: JsonObject, type: ObjectChange['type'] = 'MODIFIED'): ObjectChange => ({
  type,
  store,
  object,
  previous,
})
const deployments = 'flink.apache.org/flinkdeployments'

describe('the phases of the demo', () => {
  test.each<readonly [string, ObjectChange, RegExp | null]>([
    ['a new lifecycle state is a phase', change(deployments, inState('DEPLOYED'), inState('STABLE')), /^app is STABLE: the job runs/],
    ['the first one, too', change(deployments, null, inState('UPGRADING'), 'ADDED'), /^app is UPGRADING: /],
    ['the same state again is none', change(deployments, inState('STABLE'), inState('STABLE')), null],
    ['nor is a resource without a status', change(deployments, null, { metadata }, 'ADDED'), null],
    ['nor one that is gone', change(deployments, null, inState('DELETING'), 'DELETED'), null],
    ['a JobManager that starts is one', change('apps/deployments', null, { metadata }, 'ADDED'), /^Deployment app created/],
    ['and one that is gone', change('apps/deployments', { metadata }, { metadata }, 'DELETED'), /^Deployment app deleted/],
    ['but not each status of its Deployment', change('apps/deployments', { metadata }, { metadata }), null],
    [
      'a complete savepoint is one, with its path',
      change('flink.apache.org/flinkstatesnapshots', snapshot('IN_PROGRESS'), snapshot('COMPLETED')),
      /^savepoint complete: file:\/savepoints\/1$/,
    ],
    ['once', change('flink.apache.org/flinkstatesnapshots', snapshot('COMPLETED'), snapshot('COMPLETED')), null],
    ['other objects are details', change('/configmaps', null, { metadata }, 'ADDED'), null],
  ])('%s', (_rule, it, wanted) => {
    const phase = phaseOf(it)
    if (wanted === null) expect(phase).toBeNull()
    else expect(phase).toMatch(wanted)
  })

  test.each([
    ['waiting to lead: a holds the Lease', true],
    ['  did      ✗ create Deployment of app forbidden', true],
    ['  failed   Forbidden; again in 5 s', true],
    ['12:00:00.000 default/app STABLE', false],
    ['  decided  nothing is to be done', false],
    ['           more of it', false],
    ['  did      ✓ write status', false],
  ])('a line of the operator is shown with the phases if it is a failure, or of no round: %s', (line, shown) => {
    expect(isNotice(line)).toBe(shown)
  })

  test('times are in seconds since the start', () => expect(sinceStart(3_440)).toBe('   3.4 s  '))
})
