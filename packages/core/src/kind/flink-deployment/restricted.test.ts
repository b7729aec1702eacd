import { describe, expect, test } from 'vitest'
import { goneCluster, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { freshStatus, runningStatus } from '../../../fixtures/deployment-status.ts'
import { type Given, roundOf, situationOf } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { pauseAnnotation } from '../../contract/round/pause.ts'

const spec = { rest: { podTemplate: { spec: { hostPID: true } } } }
const operator = { 'kubernetes.operator.security.forbidden-pod-fields': 'hostPID' }
const status = runningStatus({ recorded: { spec } })
const given: Given = { spec, operator, status, facts: runningCluster() }
const field = 'podTemplate.spec.hostPID'

describe('S13 a restriction that is switched on while a job runs with what it forbids', () => {
  test('what runs stays what is wanted, and the spec is told', () => {
    const { desired } = roundOf(given)
    expect([desired.invalid?.field, desired.wanted?.spec.podTemplate]).toEqual([field, spec.rest.podTemplate])
    expect(roundOf({ ...given, operator: {} }).desired.invalid).toBeNull()
  })

  const gone = goneCluster(t0, { configMaps: known([], t0) })
  test.each<readonly [what: string, given: Given, situation: string]>([
    ['the job runs on', given, 'Settled'],
    [
      'an edit of something else is not followed',
      { ...given, spec: { ...spec, job: { parallelism: 3 } }, metadata: { generation: 2 } },
      'Settled',
    ],
    ['an edit that asks for it no more is followed', { ...given, spec: {}, metadata: { generation: 2 } }, 'UpgradeDue'],
    ['a JobManager that is lost is brought back', { ...given, facts: goneCluster() }, 'Lost'],
    ['it is deleted', { ...given, metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' } }, 'Deleting'],
    ['it is paused by the annotation', { ...given, metadata: { annotations: { [pauseAnnotation]: 'true' } } }, 'Paused'],
    ['a new one does not begin', { ...given, status: freshStatus, facts: gone }, 'InvalidFromTheStart'],
  ])('%s', (_what, it, situation) => expect(situationOf(it)._tag).toBe(situation))
})
