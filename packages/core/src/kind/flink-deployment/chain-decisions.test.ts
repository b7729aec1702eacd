import { describe, expect, test } from 'vitest'
import { goneByTheWatch, goneCluster, haConfigMap, jobId } from '../../../fixtures/cluster-facts.ts'
import { runningStatus, aSuspend } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, type Given, roundOf } from '../../../fixtures/round.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { flinkDeploymentKind } from './flink-deployment-kind.ts'

const edited = (upgradeMode: 'stateless' | 'savepoint') => ({ rest: { image: 'flink:new' }, job: { upgradeMode } })
const nothingLeft = goneCluster(t0, { configMaps: known([], t0) })

/** The cluster of a stateless job was told to go. */
const goes = (change: Partial<Given> = {}): Given => ({
  metadata: { generation: 2 },
  spec: edited('stateless'),
  status: runningStatus({ operation: aSuspend({ mode: 'STATELESS', restoreMode: 'stateless', step: 'TearDown' }) }),
  facts: nothingLeft,
  ...change,
})

const tagsOf = (given: Given): readonly string[] => decided(given).map(({ _tag }) => _tag)
const writes = (given: Given): readonly FlinkDeploymentStatus[] =>
  decided(given).flatMap(it => (it._tag === 'PersistStatus' ? [it.status] : []))

describe('what nothing has to be durable between is one write, before its effects', () => {
  test('P03 a stateless job whose cluster was seen gone is stopped, recorded and put up again in one round', () => {
    expect(tagsOf(goes())).toEqual([
      'PersistStatus',
      'EmitEvent',
      'CreateObject',
      'CreateObject',
      'Requeue',
    ])
    const [intent] = writes(goes())
    expect(intent).toMatchObject({
      operation: { kind: 'Deploy', step: 'TearDown', source: { _tag: 'Empty' } },
      jobManagerDeploymentStatus: 'MISSING',
    })
    expect(intent!.operation?.jobId).not.toBe(jobId)
  })

  test('P14 what only the watches told is looked at first, as before', () => {
    expect(tagsOf(goes({ facts: goneByTheWatch() }))).toEqual(['Look'])
    expect(tagsOf(goes({ facts: { ...nothingLeft, services: unknown('Unreachable', 'no', t0) } }))).not.toContain('CreateObject')
  })

  test('P01 with state to lose each step is written by itself', () => {
    const stopped = goes({
      spec: edited('savepoint'),
      status: runningStatus({ operation: aSuspend({ mode: 'LAST_STATE', restoreMode: 'last-state', step: 'TearDown' }) }),
      facts: goneCluster(),
    })
    expect(tagsOf(stopped)).toEqual(['PersistStatus', 'Requeue'])
    expect(writes(stopped)[0]).toMatchObject({ operation: null, operatorRecord: { lastState: { _tag: 'InHighAvailability' } } })
  })

  test('its HA metadata goes first, so that nothing is restored from it', () => {
    expect(tagsOf(goes({ facts: goneCluster(t0, { configMaps: known([haConfigMap()], t0) }) }))).toContain('DeleteHaMetadata')
  })

  test('a job that is to stay suspended is only recorded', () => {
    const given = goes({ spec: { ...edited('stateless'), job: { upgradeMode: 'stateless', state: 'suspended' } } })
    expect(tagsOf(given)).not.toContain('CreateObject')
    expect(writes(given)[0]).toMatchObject({ operation: null })
  })

  test('P03 a create that was refused leaves the attempt where nothing of it was sent', () => {
    const { desired, observed, env } = roundOf(goes())
    const actions = flinkDeploymentKind.reconcile(desired, observed, env)
    const failed = actions.findIndex(({ _tag }) => _tag === 'CreateObject')
    const [reported] = flinkDeploymentKind.onFailure(desired, observed, actions.slice(0, failed), actions[failed]!, {
      _tag: 'Forbidden',
      message: 'no',
      applied: 'No',
      httpStatus: 403,
      retryAfter: null,
    }, env)
    expect(reported).toMatchObject({
      _tag: 'PersistStatus',
      status: { operation: { kind: 'Deploy', step: 'TearDown', id: writes(goes())[0]!.operation?.id } },
    })
  })
})
