import { describe, expect, test } from 'vitest'
import { whatAPersonCanDo } from '../../../packages/core/src/job/upgrade/upgrade-answer.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/contract/resource/flink-deployment-status.ts'
import { lookAndDecide, runRound } from '../../golden/scripted-rounds.ts'
import { settings, worldOf } from './corpus-world.ts'
import { after, edit, ends, entry, lose, settled, withHa, withoutHa } from './settled-world.ts'
import { calls, events, jobStatus, last, other, quiet, recorded, reconciliation, statuses, withStatus } from './reported.ts'

describe('observe: told otherwise', () => {
  test('P13 B26 a job that ended and comes back to life is stopped and told', () => {
    const world = settled(withoutHa)
    after(world, ends(world, 'FINISHED'), () => {
      if (world.process !== null)
        world.process.jobs = world.process.jobs.map(job => ({ ...job, state: 'RUNNING', startTime: job.startTime + 1 }))
    })
    expect([calls(world), events(world).includes('OrphanJob'), last(world).jobStatus.state]).toEqual([['deleteCluster'], true, 'FINISHED'])
  })

  test('S-FIRST a first deployment that was written down and not submitted is made from what was written', () => {
    const world = quiet(worldOf(entry('standalone-02')))
    expect(statuses(world).filter(({ reconciliationStatus: { lastReconciledSpec } }) => lastReconciledSpec === null)).toEqual([])
    expect(calls(world)).toEqual(['deployApplicationCluster from null'])
  })

  test('D-01 a job that somebody else cancelled is not started again by itself', () => {
    const world = settled(withHa)
    after(world, () => {
      if (world.process !== null) world.process.jobs = world.process.jobs.map(job => ({ ...job, state: 'CANCELED', endTime: world.now }))
    })
    expect([calls(world), last(world).jobStatus.state, last(world).jobStatus.upgradeSavepointPath]).toEqual([
      [],
      'CANCELED',
      'file:///data/chk-last',
    ])
    after(world, () => {
      edit(world, other)
    })
    expect(calls(world)).toEqual(['deleteCluster', 'deleteHaData', 'deployApplicationCluster from file:///data/chk-last'])
  })

  test('D-07 a job that is not found leaves ROLLED_BACK as it is', () => {
    const world = quiet(worldOf(entry('rollback-bad-image-06')))
    after(world, () => {
      if (world.process !== null) world.process.jobs = []
    })
    expect([last(world).reconciliationStatus.state, last(world).error, calls(world)]).toEqual([
      'ROLLED_BACK',
      `Job Not Found. The JobManager lists no such job; if it does not come back: ${whatAPersonCanDo}`,
      [],
    ])
  })

  test('F01 a run that completed no checkpoint keeps the path that it was started from', () => {
    const world = settled(withoutHa)
    withStatus(world, status => jobStatus(status, { upgradeSavepointPath: 'file:///data/sp-1' }))
    world.checkpoint = null
    after(world, ends(world, 'FAILED'))
    expect([last(world).jobStatus.state, last(world).jobStatus.upgradeSavepointPath]).toEqual(['FAILED', 'file:///data/sp-1'])
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
    expect((lookAndDecide(world, settings).observed.status as FlinkDeploymentStatus).jobManagerDeploymentStatus).toBe('DEPLOYED_NOT_READY')
    if (world.process !== null) world.process.rest = null
    expect((lookAndDecide(world, settings).observed.status as FlinkDeploymentStatus).jobManagerDeploymentStatus).toBe('READY')
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

  test('L11 a savepoint by nonce leaves the spec stable', () => {
    const world = settled(withoutHa)
    const before = statuses(world).length
    after(world, () => {
      edit(world, { savepointTriggerNonce: 1 })
    })
    expect([calls(world), [...new Set(statuses(world).slice(before).map(({ lifecycleState }) => lifecycleState))]]).toEqual([[
      'triggerSavepoint',
    ], ['STABLE']])
  })

  test('S-CLOCK a savepoint of the history stays for as long as it may', () => {
    const world = quiet(worldOf(entry('periodic-legacy-01')))
    expect(last(world).jobStatus.savepointInfo.savepointHistory.length).toBe(2)
  })

  test('S-CANCEL a cancel of the operator before that got lost does not hold up the upgrade', () => {
    const world = withStatus(
      worldOf(entry(withHa)),
      status => reconciliation(jobStatus(recorded(status, { upgradeMode: 'savepoint' }), { state: 'CANCELLING' }), { state: 'UPGRADING' }),
    )
    if (world.process !== null) world.process.jobs = world.process.jobs.map(job => ({ ...job, state: 'RUNNING' }))
    expect([calls(quiet(world)), last(world).lifecycleState]).toEqual([[
      'deleteCluster',
      'deployApplicationCluster from KUBERNETES_OPERATOR_LAST_STATE',
    ], 'STABLE'])
  })
})
