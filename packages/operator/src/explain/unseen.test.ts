import { absent, known, unknown } from '@flink-operator/core'
import { describe, expect, test } from 'vitest'
import { planText } from '../plan/plan-text.ts'
import { plannedOf } from '../plan/planned.ts'
import type { Concluded } from '../round.ts'
import { unseenIn, unseenText } from './unseen.ts'

describe('F19 a look that failed on its way is told, and no answer rests on it', () => {
  test.each(['Unreachable', 'Timeout', 'Forbidden', 'Undecodable'] as const)('%s', reason => {
    const unseen = unseenIn({ deployment: absent(0), jobs: unknown(reason, 'getaddrinfo ENOTFOUND https://u:marker@app-rest', 0) })
    expect(unseen).toMatchObject([{ fact: 'jobs', reason }])
    expect(unseenText(unseen)).toMatch(/^Flink could not be asked from here .* it is not known: jobs\./)
    expect(unseenText(unseen)).not.toContain('marker')
  })

  test('Flink that says it is not ready has answered; a look that was not made is none', () => {
    expect(unseenIn({ jobs: unknown('NotReady', 'leader election', 0), configMaps: known([], 0) })).toEqual([])
    expect(unseenText([])).toBeNull()
  })

  test('a plan tells no operation and no action then, whatever was decided', () => {
    const begun = {
      _tag: 'PersistStatus',
      reason: 'an edit',
      status: { operation: { kind: 'TearDown', deleteHaMetadata: true } },
    } as unknown as Concluded['decision']['actions'][number]
    const concluded: Concluded = {
      decision: {
        desired: { findings: [], diff: { type: 'UPGRADE', changes: [{ path: 'image', type: 'UPGRADE', from: 'a', to: 'b' }] } },
        observed: null,
        env: {} as never,
        actions: [begun, { _tag: 'RemoveFinalizer', finalizer: 'x' }, {
          _tag: 'Requeue',
          after: 0,
          waitingFor: 'the JobManager to come up',
        }],
      },
      looks: [],
      facts: { jobs: unknown('Unreachable', 'no route', 0) },
      tooManyLooks: null,
    }
    const planned = plannedOf(concluded, { file: 'f', resource: 'ns/app', deployed: 'cluster' }, { then: ['something'], rendered: [] })
    expect(planned).toMatchObject({ operation: null, actions: [], then: [], waitingFor: null })
    expect(planText(planned)).toMatch(
      /^ns\/app \(f\): UPGRADE: what would be done is not known\nnot known\n {2}Flink could not be asked from here/,
    )
  })
})
