import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decodeRecordedSpec, encodeRecordedSpec } from '../../../packages/core/src/codec/recorded-spec.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../../packages/core/src/resource/json.ts'
import { observeToldOtherwise } from '../../golden/families/observe.told-otherwise.ts'
import { reconcileDeviations } from '../../golden/families/reconcile.deviations.ts'
import { toldOtherwise } from '../../golden/families/reconcile.told-otherwise.ts'
import { lookAndDecide, runRound, runUntilQuiet } from '../../golden/scripted-rounds.ts'
import type { ScriptedWorld } from '../../golden/scripted-world.ts'
import { settings, worldOf } from './corpus-world.ts'
import { after, edit, ends, entry, lose, settled, withHa, withoutHa } from './settled-world.ts'

const here = readFileSync(import.meta.filename, 'utf8')
const other = { args: ['--name', 'other'] }
const statuses = (world: ScriptedWorld): readonly FlinkDeploymentStatus[] => world.log.flatMap(it => (it._tag === 'Status' ? [it.status] : []))
const last = (world: ScriptedWorld): FlinkDeploymentStatus => statuses(world).at(-1) ?? expect.fail('nothing was written')
const events = (world: ScriptedWorld): readonly string[] => world.log.flatMap(it => (it._tag === 'Event' ? [it.reason] : []))
const calls = (world: ScriptedWorld): readonly string[] => world.calls().map(({ call, savepointPath }) => (savepointPath === undefined ? call : `${call} from ${String(savepointPath as string | null)}`))

/** The status as the reference operator would have written it. */
const withStatus = (world: ScriptedWorld, change: (status: JsonObject) => JsonObject): ScriptedWorld => {
  const { operation: _operation, operatorRecord: _record, ...status } = world.resource['status'] as JsonObject
  world.resource = { ...world.resource, status: change(status) }
  return world
}
const jobStatus = (status: JsonObject, change: JsonObject): JsonObject => ({ ...status, jobStatus: { ...(status['jobStatus'] as JsonObject), ...change } })
const reconciliation = (status: JsonObject, change: JsonObject): JsonObject => ({ ...status, reconciliationStatus: { ...(status['reconciliationStatus'] as JsonObject), ...change } })

/** The record with another job state or mode. */
const recorded = (status: JsonObject, job: { readonly state?: 'running' | 'suspended'; readonly upgradeMode?: 'stateless' | 'savepoint' | 'last-state' }, firstDeployment = false): JsonObject => {
  const record = decodeRecordedSpec((status['reconciliationStatus'] as JsonObject)['lastReconciledSpec'] as string)
  if (record._tag === 'Left' || record.right.spec.job === null) return expect.fail('no record')
  return reconciliation(status, { lastReconciledSpec: encodeRecordedSpec({ spec: { ...record.right.spec, job: { ...record.right.spec.job, ...job } }, firstDeployment }) })
}

/** Suspended by the reference operator, its cluster gone. */
const suspended = (id: string, upgradeMode: 'stateless' | 'savepoint' | 'last-state', path: string | null): ScriptedWorld => {
  const world = withStatus(worldOf(entry(id)), status => ({ ...jobStatus(recorded(status, { state: 'suspended', upgradeMode }), { state: 'FINISHED', upgradeSavepointPath: path }), jobManagerDeploymentStatus: 'MISSING' }))
  lose(world)()
  return world
}

const quiet = (world: ScriptedWorld): ScriptedWorld => {
  runUntilQuiet(world, settings)
  return world
}

describe('reconcile: told otherwise', () => {
  test('S-ENDED a job that was cancelled for an upgrade reads CANCELED, not FINISHED', () => {
    const world = settled(withoutHa)
    after(world, () => { edit(world, { ...other, upgradeMode: 'stateless', state: 'suspended' }) })
    expect(last(world).jobStatus.state).toBe('CANCELED')
  })

  test('S-CHANGED SpecChanged is told once, when the upgrade begins', () => {
    const world = settled(withoutHa)
    after(world, lose(world), () => { edit(world, other) })
    expect([last(world).error?.includes('Manual restore required'), events(world).includes('SpecChanged')]).toEqual([true, false])
    const upgraded = settled(withoutHa)
    after(upgraded, () => { edit(upgraded, other) })
    expect(events(upgraded).filter(reason => reason === 'SpecChanged')).toEqual(['SpecChanged'])
  })

  test('L16 a savepoint redeploy is stable only when its job was seen running', () => {
    const world = settled(withoutHa)
    const before = statuses(world).length
    after(world, () => { edit(world, { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/sp' }) })
    const written = statuses(world).slice(before)
    expect(written.filter(({ jobStatus: { state }, lifecycleState }) => lifecycleState === 'STABLE' && state !== 'RUNNING')).toEqual([])
    expect(last(world).lifecycleState).toBe('STABLE')
  })

  test('S-PATH the path that is restored from is recorded', () => {
    const world = suspended(withoutHa, 'savepoint', null)
    withStatus(world, status => jobStatus(status, { savepointInfo: { lastSavepoint: { timeStamp: 1, location: 's3://b/sp-1' } } }))
    expect([calls(quiet(world)), last(world).jobStatus.upgradeSavepointPath]).toEqual([['deployApplicationCluster from s3://b/sp-1'], 's3://b/sp-1'])
  })

  test('D-09 B24 HA metadata goes before a start that is not from it', () => {
    expect(calls(quiet(suspended(withHa, 'savepoint', 's3://b/sp-1')))).toEqual(['deleteHaData', 'deployApplicationCluster from s3://b/sp-1'])
  })

  test('D-20 a resource that is created suspended is recorded', () => {
    const world = worldOf(entry('standalone-01'))
    edit(world, { state: 'suspended' })
    expect([calls(quiet(world)), last(world).lifecycleState, last(world).observedGeneration]).toEqual([[], 'SUSPENDED', 2])
  })

  test('D-06 a rollback records that the job is stopped', () => {
    const world = settled(withHa)
    after(world, () => { edit(world, {}, { image: 'flink:nowhere' }, { 'kubernetes.operator.deployment.rollback.enabled': 'true' }) }, () => { world.now += 600_000 })
    const rollingBack = statuses(world).filter(({ reconciliationStatus: { state } }) => state === 'ROLLING_BACK')
    expect([...new Set(rollingBack.map(({ reconciliationStatus: { lastReconciledSpec } }) => lastReconciledSpec?.includes('"state":"suspended"')))]).toEqual([true])
  })
})

describe('reconcile: other calls', () => {
  test('S-UNSEEN a job whose JobManager is gone reads RECONCILING', () => {
    const world = settled(withoutHa)
    after(world, lose(world))
    expect([last(world).jobManagerDeploymentStatus, last(world).jobStatus.state]).toEqual(['MISSING', 'RECONCILING'])
  })

  test('D-09 B24 a lost stateless job is started empty, whatever HA metadata there is', () => {
    const world = settled(withHa)
    after(world, () => { edit(world, { upgradeMode: 'stateless' }) }, lose(world))
    expect(calls(world)).toEqual(['deleteHaData', 'deployApplicationCluster from null'])
  })

  test('S-STATELESS a suspended job that was edited to be stateless starts empty', () => {
    const world = suspended(withHa, 'last-state', 'KUBERNETES_OPERATOR_LAST_STATE')
    edit(world, { upgradeMode: 'stateless' })
    expect(calls(quiet(world))).toEqual(['deleteHaData', 'deployApplicationCluster from null'])
  })

  test('B10 the marker is never a path to start from', () => {
    const world = quiet(suspended(withHa, 'savepoint', 'KUBERNETES_OPERATOR_LAST_STATE'))
    expect([calls(world), last(world).error?.includes('Manual restore required')]).toEqual([[], true])
  })

  test('S-CANCEL a stateless job that is being cancelled goes all the same', () => {
    const world = settled(withoutHa)
    if (world.process !== null) world.process.jobs = world.process.jobs.map(job => ({ ...job, state: 'CANCELLING' }))
    after(world, () => { edit(world, { ...other, upgradeMode: 'stateless' }) })
    expect(calls(world)).toEqual(['cancelJob', 'deleteCluster', 'deployApplicationCluster from null'])
  })
})

describe('observe: told otherwise', () => {
  test('P13 B26 a job that ended and comes back to life is stopped and told', () => {
    const world = settled(withoutHa)
    after(world, ends(world, 'FINISHED'), () => { if (world.process !== null) world.process.jobs = world.process.jobs.map(job => ({ ...job, state: 'RUNNING' })) })
    expect([calls(world), events(world).includes('StrayJob'), last(world).jobStatus.state]).toEqual([['deleteCluster'], true, 'FINISHED'])
  })

  test('S-FIRST a first deployment that was written down and not submitted is made from what was written', () => {
    const world = quiet(worldOf(entry('standalone-02')))
    expect(statuses(world).filter(({ reconciliationStatus: { lastReconciledSpec } }) => lastReconciledSpec === null)).toEqual([])
    expect(calls(world)).toEqual(['deployApplicationCluster from null'])
  })

  test('D-01 a job that somebody else cancelled is not started again by itself', () => {
    const world = settled(withHa)
    after(world, () => { if (world.process !== null) world.process.jobs = world.process.jobs.map(job => ({ ...job, state: 'CANCELED', endTime: world.now })) })
    expect([calls(world), last(world).jobStatus.state, last(world).jobStatus.upgradeSavepointPath]).toEqual([[], 'CANCELED', 'file:///data/chk-last'])
    after(world, () => { edit(world, other) })
    expect(calls(world)).toEqual(['deleteCluster', 'deleteHaData', 'deployApplicationCluster from file:///data/chk-last'])
  })

  test('D-07 a job that is not found leaves ROLLED_BACK as it is', () => {
    const world = quiet(worldOf(entry('rollback-bad-image-06')))
    after(world, () => { if (world.process !== null) world.process.jobs = [] })
    expect([last(world).reconciliationStatus.state, last(world).error, calls(world)]).toEqual(['ROLLED_BACK', 'Job Not Found', []])
  })

  test('D-08 an error stays until its cause is over', () => {
    const world = settled(withoutHa)
    const before = statuses(world).length
    after(world, lose(world))
    const errors = statuses(world).slice(before).map(({ error }) => error === null)
    expect(errors).toEqual(errors.map(() => false))
    expect(errors.length).toBeLessThanOrEqual(2)
  })

  test('S-READY a JobManager is READY when REST answers, and only then', () => {
    const world = settled(withHa)
    if (world.process !== null) world.process.rest = 'NotReady'
    world.now += 60_000
    expect(lookAndDecide(world, settings).observed.status.jobManagerDeploymentStatus).toBe('DEPLOYED_NOT_READY')
    if (world.process !== null) world.process.rest = null
    expect(lookAndDecide(world, settings).observed.status.jobManagerDeploymentStatus).toBe('READY')
  })

  test('L8 a JobManager Deployment that is gone is MISSING in the first look', () => {
    const world = settled(withoutHa)
    world.deployment = null
    runRound(world, settings)
    expect(last(world).jobManagerDeploymentStatus).toBe('MISSING')
  })

  test('S-FAILED a job that failed without a cause has an error', () => {
    const world = settled(withoutHa)
    after(world, ends(world, 'FAILED'))
    expect(last(world).error).toContain('The job failed')
  })

  test('S-CANCEL a cancel of the operator before that got lost does not hold up the upgrade', () => {
    const world = withStatus(worldOf(entry(withHa)), status => reconciliation(jobStatus(recorded(status, { upgradeMode: 'savepoint' }), { state: 'CANCELLING' }), { state: 'UPGRADING' }))
    if (world.process !== null) world.process.jobs = world.process.jobs.map(job => ({ ...job, state: 'RUNNING' }))
    expect([calls(quiet(world)), last(world).lifecycleState]).toEqual([['deleteCluster', 'deployApplicationCluster from KUBERNETES_OPERATOR_LAST_STATE'], 'STABLE'])
  })
})

describe('the tables of deviations', () => {
  test.each([...reconcileDeviations, ...toldOtherwise, ...observeToldOtherwise].map(({ id, test: title }) => [id, title] as const))('%s names a test that is here: %s', (id, title) => {
    expect([title.startsWith(id), here.includes(`test('${title}'`)]).toEqual([true, true])
  })
})
