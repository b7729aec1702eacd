import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { effectsOf, type Given, lookedAndDecided, reread, situationOf, written } from '../../../fixtures/round.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import type { RequestedScaling } from '../../contract/resource/operator-record.ts'
import { decodeRecordedSpec } from '../../crd/recorded-spec.ts'
import { arrivalPatience } from './requested-scaling.ts'

const vertexA = '0'.repeat(31) + 'a'
const vertexB = '0'.repeat(31) + 'b'
const key = 'pipeline.jobvertex-parallelism-overrides'

const adaptive = (overrides: string | null, parallelism?: number): SpecChange => ({
  configuration: { 'jobmanager.scheduler': 'Adaptive', ...(overrides === null ? {} : { [key]: overrides }) },
  ...(parallelism === undefined ? {} : { job: { parallelism } }),
})
const bounded = (upperA: number, upperB = 2) =>
  runningCluster(t0, {
    resourceRequirements: known({ [vertexA]: { lower: 1, upper: upperA }, [vertexB]: { lower: 1, upper: upperB } }, t0),
  })

/** The request that was recorded before it was sent. */
const sent = (request: Partial<RequestedScaling>): RequestedScaling => ({
  overrides: null,
  parallelism: null,
  taskManagers: null,
  sentAt: t0 - 1_000,
  ...request,
})

/** A job that runs as `recorded`, was asked to be scaled as `requested`, and whose spec is `spec` now. */
const given = (recorded: SpecChange, spec: SpecChange, requested: RequestedScaling | null): Given => ({
  spec,
  metadata: { generation: 2 },
  status: runningStatus({ recorded: { spec: recorded }, record: { requestedScaling: requested } }),
})

const recordedIn = (actions: Parameters<typeof written>[0]) => {
  const recorded = decodeRecordedSpec(written(actions)?.reconciliationStatus.lastReconciledSpec ?? '')
  return recorded._tag === 'Left' ? null
    : { overrides: recorded.right.spec.flinkConfiguration[key], parallelism: recorded.right.spec.job?.parallelism }
}

describe('P03 what Flink is asked for is recorded before it is sent', () => {
  const scaleUp = given(adaptive(`${vertexA}:2`), adaptive(`${vertexA}:4`), null)

  test('overrides: the write comes first, and survives the status', () => {
    const actions = lookedAndDecided(scaleUp, bounded(2))
    expect(actions.map(({ _tag }) => _tag).filter(it => it !== 'EmitEvent')).toEqual([
      'PersistStatus',
      'UpdateResourceRequirements',
      'Requeue',
    ])
    const status = written(actions) ?? expect.fail('nothing is written')
    expect(reread(status).operatorRecord.requestedScaling).toEqual({
      overrides: `${vertexA}:4`,
      parallelism: null,
      taskManagers: null,
      sentAt: t0,
    })
  })

  test('the parallelism of the job', () => {
    const actions = lookedAndDecided(given(adaptive(null, 2), adaptive(null, 4), null), bounded(2))
    expect(written(actions)?.operatorRecord.requestedScaling).toEqual({ overrides: null, parallelism: 4, taskManagers: null, sentAt: t0 })
  })

  test('it is cleared once the job is observed as scaled', () => {
    const actions = lookedAndDecided({
      ...scaleUp,
      ...given(adaptive(`${vertexA}:2`), adaptive(`${vertexA}:4`), sent({ overrides: `${vertexA}:4` })),
    }, bounded(4))
    expect(recordedIn(actions)).toMatchObject({ overrides: `${vertexA}:4` })
    expect(written(actions)?.operatorRecord.requestedScaling).toBe(null)
  })
})

describe('P14 P29 nothing asks for it any more, and it was not recorded', () => {
  const lost = given(adaptive(null, 2), adaptive(null, 2), sent({ overrides: `${vertexA}:4` }))

  test('the job shows it: it is recorded as deployed, so that the next round takes it back', () => {
    const actions = lookedAndDecided(lost, bounded(4))
    expect(situationOf({ ...lost, facts: bounded(4) })).toMatchObject({ row: 'scaling-unrecorded', isShown: true })
    expect(effectsOf(actions)).toEqual([])
    expect(recordedIn(actions)).toEqual({ overrides: `${vertexA}:4`, parallelism: 2 })
    const status = written(actions) ?? expect.fail('nothing is written')
    expect(status.operatorRecord.requestedScaling).toBe(null)
    expect(situationOf({ ...lost, status, facts: bounded(4) })).toMatchObject({ _tag: 'UpgradeDue' })
  })

  test('an edit of the parallelism that is taken back: rescaled to what the spec says', () => {
    const backTaken = given(adaptive(null, 2), adaptive(null, 2), sent({ parallelism: 4 }))
    const actions = lookedAndDecided(backTaken, bounded(4, 4))
    expect(recordedIn(actions)).toMatchObject({ parallelism: 4 })
    const status = written(actions) ?? expect.fail('nothing is written')
    expect(lookedAndDecided({ ...backTaken, status }, bounded(4, 4)).find(({ _tag }) => _tag === 'UpdateResourceRequirements'))
      .toMatchObject({
        bounds: { [vertexA]: { upper: 2 }, [vertexB]: { upper: 2 } },
      })
  })

  test.each([['not yet', 1_000, true], ['a minute later', arrivalPatience, false]] as const)(
    'the job does not show it: it may still arrive, so it is forgotten %s',
    (_title, ago, isKept) => {
      const it = given(adaptive(null, 2), adaptive(null, 2), sent({ overrides: `${vertexA}:4`, sentAt: t0 - ago }))
      const actions = lookedAndDecided(it, bounded(2))
      expect(effectsOf(actions)).toEqual([])
      const status = written(actions)
      expect(status?.operatorRecord.requestedScaling === null).toBe(!isKept)
      expect(status?.reconciliationStatus.lastReconciledSpec ?? it.status?.reconciliationStatus.lastReconciledSpec)
        .toBe(it.status?.reconciliationStatus.lastReconciledSpec)
    },
  )

  test('the requirements are unknown: nothing is concluded, and it is kept', () => {
    const facts = runningCluster(t0, { resourceRequirements: unknown('Timeout', 'late', t0) })
    const actions = lookedAndDecided({
      ...lost,
      status: {
        ...lost.status!,
        operatorRecord: {
          ...lost.status!.operatorRecord,
          requestedScaling: sent({ overrides: `${vertexA}:4`, sentAt: t0 - arrivalPatience }),
        },
      },
    }, facts)
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operatorRecord.requestedScaling).not.toBe(null)
  })

  test('another parallelism is asked for meanwhile: the vertex that nothing asks for any more is not left behind', () => {
    const other = given(adaptive(null, 2), adaptive(`${vertexB}:3`, 2), sent({ overrides: `${vertexA}:4` }))
    expect(recordedIn(lookedAndDecided(other, bounded(4)))).toMatchObject({ overrides: `${vertexA}:4` })
    expect(effectsOf(lookedAndDecided(other, bounded(2)))).toEqual(['UpdateResourceRequirements'])
  })

  test.each([2, 4])('scaling while the edit still asks for it, the edit goes on, whatever the job shows: %i', upper => {
    const asked = given(adaptive(null, 2), adaptive(`${vertexA}:4`, 2), sent({ overrides: `${vertexA}:4` }))
    expect(situationOf({ ...asked, facts: bounded(upper) })).toMatchObject({ _tag: 'ScaleDue' })
    const wider = given(adaptive(null, 2), adaptive(null, 4), sent({ parallelism: 4 }))
    expect(situationOf({ ...wider, facts: bounded(upper, upper) })).toMatchObject({ _tag: 'ScaleDue' })
    const other = given(adaptive(null, 2), adaptive(null, 3), sent({ parallelism: upper }))
    expect(situationOf({ ...other, facts: bounded(upper, upper) })).toMatchObject({ row: 'scaling-unrecorded' })
  })

  test('what is deployed already is forgotten, and nothing else is written', () => {
    const same = given(adaptive(`${vertexA}:4`, 2), adaptive(`${vertexA}:4`, 2), sent({ overrides: `${vertexA}:4` }))
    const status = written(lookedAndDecided(same, bounded(4))) ?? expect.fail('nothing is written')
    expect(status.operatorRecord.requestedScaling).toBe(null)
    expect(status.reconciliationStatus).toEqual(same.status?.reconciliationStatus)
  })

  test('while the job is being stopped or started, the row asks nothing', () => {
    const { status } = lost
    if (status === undefined) expect.fail('no status')
    const rowOf = (change: Partial<typeof status>) => situationOf({ ...lost, status: { ...status, ...change }, facts: bounded(4) }).row
    expect(rowOf({})).toBe('scaling-unrecorded')
    expect(rowOf({ operation: aSuspend() })).not.toBe('scaling-unrecorded')
    expect(rowOf({ reconciliationStatus: { ...status.reconciliationStatus, state: 'UPGRADING' } })).not.toBe('scaling-unrecorded')
  })

  test('an edit that restarts the job needs no answer', () => {
    const it = given(adaptive(null, 2), { ...adaptive(null, 2), rest: { image: 'new' } }, sent({ overrides: `${vertexA}:4` }))
    expect(situationOf({ ...it, facts: bounded(4) })).toMatchObject({ _tag: 'UpgradeDue' })
  })
})
