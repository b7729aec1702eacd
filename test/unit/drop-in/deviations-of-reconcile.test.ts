import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { runRound } from '../../golden/scripted-rounds.ts'
import { advance } from '../../golden/scripted-start.ts'
import { checkpointAt, type ScriptedWorld } from '../../golden/scripted-world.ts'
import { settings, worldOf } from './corpus-world.ts'
import { after, edit, ends, entry, lose, settled, withHa, withoutHa } from './settled-world.ts'
import { calls, events, jobStatus, last, other, quiet, recorded, statuses, suspended, withStatus } from './reported.ts'

/** To keep its state, whatever it was suspended as. */
const edited = (world: ScriptedWorld): ScriptedWorld => {
  edit(world, { upgradeMode: 'savepoint' })
  return world
}

describe('reconcile: told otherwise', () => {
  test('S-ENDED a job that was cancelled for an upgrade reads CANCELED, not FINISHED', () => {
    const world = settled(withoutHa)
    after(world, () => {
      edit(world, { ...other, upgradeMode: 'stateless', state: 'suspended' })
    })
    expect(last(world).jobStatus.state).toBe('CANCELED')
  })

  test('S-CHANGED SpecChanged is told once, when the upgrade begins', () => {
    const world = settled(withoutHa)
    after(world, lose(world), () => {
      edit(world, other)
    })
    expect([last(world).error?.includes('Manual restore required'), events(world).includes('SpecChanged')]).toEqual([true, false])
    const upgraded = settled(withoutHa)
    after(upgraded, () => {
      edit(upgraded, other)
    })
    expect(events(upgraded).filter(reason => reason === 'SpecChanged')).toEqual(['SpecChanged'])
  })

  test('L16 a savepoint redeploy is stable only when its job was seen running', () => {
    const world = settled(withoutHa)
    const before = statuses(world).length
    after(world, () => {
      edit(world, { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/sp' })
    })
    const written = statuses(world).slice(before)
    expect(written.filter(({ jobStatus: { state }, lifecycleState }) => lifecycleState === 'STABLE' && state !== 'RUNNING')).toEqual([])
    expect(last(world).lifecycleState).toBe('STABLE')
  })

  test('S-PATH the path that is restored from is recorded', () => {
    const world = suspended(withoutHa, 'savepoint', null)
    withStatus(world, status => jobStatus(status, { savepointInfo: { lastSavepoint: { timeStamp: 1, location: 's3://b/sp-1' } } }))
    expect([calls(quiet(world)), last(world).jobStatus.upgradeSavepointPath]).toEqual([
      ['deployApplicationCluster from s3://b/sp-1'],
      's3://b/sp-1',
    ])
  })

  test('D-08 a job whose JobManager is lost does not read STABLE', () => {
    const world = settled(withoutHa)
    after(world, lose(world))
    expect(last(world).lifecycleState).toBe('DEPLOYED')
  })

  test('P09 an edit that changes nothing is acknowledged while a savepoint is pending', () => {
    const world = settled(withoutHa, { savepoint: { _tag: 'InProgress' } })
    edit(world, { savepointTriggerNonce: 1 })
    advance(world, runRound(world, settings).after)
    edit(world, { upgradeMode: 'last-state' })
    runRound(world, settings)
    expect([last(world).jobStatus.savepointInfo.triggerId === null, last(world).observedGeneration]).toEqual([
      false,
      (world.resource['metadata'] as JsonObject)['generation'],
    ])
  })

  test('D-09 B24 HA metadata goes before a start that is not from it', () => {
    expect(calls(quiet(suspended(withHa, 'savepoint', 's3://b/sp-1')))).toEqual([
      'deleteHaData',
      'deployApplicationCluster from s3://b/sp-1',
    ])
  })

  test('D-20 a resource that is created suspended is recorded', () => {
    const world = worldOf(entry('standalone-01'))
    edit(world, { state: 'suspended' })
    // created while this operator looks after it
    const { status: _status, ...created } = world.resource
    world.resource = { ...created, metadata: { ...(created['metadata'] as JsonObject), finalizers: [] } }
    expect([calls(quiet(world)), last(world).lifecycleState, last(world).observedGeneration]).toEqual([[], 'SUSPENDED', 2])
  })

  test('D-06 a rollback records that the job is stopped', () => {
    const world = settled(withHa)
    after(world, () => {
      edit(world, {}, { image: 'flink:nowhere' }, { 'kubernetes.operator.deployment.rollback.enabled': 'true' })
    }, () => {
      world.now += 600_000
    })
    const rollingBack = statuses(world).filter(({ reconciliationStatus: { state } }) => state === 'ROLLING_BACK')
    expect([
      ...new Set(
        rollingBack.map(({ reconciliationStatus: { lastReconciledSpec } }) => lastReconciledSpec?.includes('"state":"suspended"')),
      ),
    ]).toEqual([true])
  })
})

describe('reconcile: other calls', () => {
  test('L2 a path that the operator before read from a job that FINISHED is read again, else a person is asked', () => {
    const finished = (discarded: boolean): ScriptedWorld => {
      const world = worldOf(entry(withoutHa))
      withStatus(world, status => jobStatus(status, { state: 'FINISHED', upgradeSavepointPath: 'file:///data/chk-3' }))
      ends(world, 'FINISHED')()
      world.checkpoint = { ...checkpointAt('file:///data/chk-9', 1), discarded }
      edit(world, other)
      return world
    }
    const stopped = finished(false)
    stopped.checkpoint = { ...checkpointAt('file:///data/sp-9', 1), isSavepoint: true, isStop: true }
    expect(calls(quiet(stopped))).toEqual(['deleteCluster', 'deployApplicationCluster from file:///data/sp-9'])
    const lost = finished(false)
    lose(lost)()
    // F08: a checkpoint that is listed need not be the last state either
    for (const world of [finished(false), finished(true), lost]) {
      expect(calls(quiet(world))).toEqual([])
      expect(last(world).error).toContain('Manual restore required.')
    }
  })

  test('F01 a job that ended and of which no path is recorded is not started empty: its state is read, else a person is asked', () => {
    const ended = (checkpoint: string | null): ScriptedWorld => {
      const world = worldOf(entry(withoutHa))
      withStatus(
        world,
        status =>
          jobStatus(recorded(status, { state: 'running', upgradeMode: 'savepoint' }), { state: 'FAILED', upgradeSavepointPath: null }),
      )
      ends(world, 'FAILED')()
      world.checkpoint = checkpoint === null ? null : checkpointAt(checkpoint, 1)
      edit(world, other)
      return world
    }
    expect(calls(quiet(ended('file:///data/chk-9')))).toEqual(['deleteCluster', 'deployApplicationCluster from file:///data/chk-9'])
    const lost = ended('file:///data/chk-9')
    lose(lost)()
    for (const world of [ended(null), lost, edited(suspended(withoutHa, 'savepoint', null))]) {
      expect(calls(quiet(world))).toEqual([])
      expect(last(world).error).toContain('Manual restore required. Either set spec.job.initialSavepointPath')
    }
  })

  test('P25 a job that was suspended as stateless and has a path all the same is not started empty, unless it is to be stateless', () => {
    const world = quiet(edited(suspended(withoutHa, 'stateless', 'file:///data/sp-1')))
    expect([calls(world), last(world).error?.includes('The operator does not know what to restore the job from')]).toEqual([[], true])
    after(world, () => {
      edit(world, { upgradeMode: 'stateless' })
    })
    expect(calls(world)).toEqual(['deployApplicationCluster from null'])
  })

  test('F05 a rollback that the operator before had begun does not run a job again that Flink tells to be FINISHED', () => {
    const world = worldOf(entry('rollback-bad-image-01'))
    withStatus(world, status => jobStatus(status, { upgradeSavepointPath: null }))
    expect([calls(quiet(world)), last(world).jobStatus.state]).toEqual([[], 'FINISHED'])
  })

  test('S-NONCE a redeploy without a path is refused', () => {
    const world = settled(withoutHa)
    after(world, () => {
      edit(world, { savepointRedeployNonce: 1 })
    })
    expect([calls(world), last(world).error?.includes('ValidationException')]).toEqual([[], true])
  })

  test('L6 a rollback of a job that failed for good goes from the state that is known', () => {
    const world = settled(withHa)
    edit(world, { ...other, upgradeMode: 'savepoint' }, {}, { 'kubernetes.operator.deployment.rollback.enabled': 'true' })
    while (!calls(world).some(call => call.startsWith('deploy'))) advance(world, Math.max(1, runRound(world, settings).after))
    world.upAt = null
    const failed = world.process?.jobs.map(job => ({ ...job, state: 'FAILED' as const })) ?? []
    Object.assign(world, {
      process: { rest: null, jobs: failed, stops: new Map(), startedFrom: null },
      deployment: { ...(world.deployment ?? expect.fail('no Deployment')), availableReplicas: 1 },
      checkpoint: checkpointAt('file:///data/savepoint-ours', world.now),
    })
    quiet(world)
    after(world, () => {
      world.now += 600_000
    })
    expect([calls(world).at(-1), last(world).lifecycleState]).toEqual([
      'deployApplicationCluster from file:///data/savepoint-ours',
      'ROLLED_BACK',
    ])
  })

  test('D-06 a rollback that the operator before had begun is decided anew by what is there', () => {
    const world = quiet(worldOf(entry('rollback-bad-image-01')))
    // the reference operator had written FINISHED over the job that it took away
    expect([calls(world), last(world).lifecycleState]).toEqual([[
      'deployApplicationCluster from KUBERNETES_OPERATOR_LAST_STATE',
      'deleteCluster',
      'deployApplicationCluster from KUBERNETES_OPERATOR_LAST_STATE',
    ], 'ROLLED_BACK'])
  })

  test('S-UNSEEN a job whose JobManager is gone reads RECONCILING', () => {
    const world = settled(withoutHa)
    after(world, lose(world))
    expect([last(world).jobManagerDeploymentStatus, last(world).jobStatus.state]).toEqual(['MISSING', 'RECONCILING'])
  })

  test('D-09 B24 a lost stateless job is started empty, whatever HA metadata there is', () => {
    const world = settled(withHa)
    after(world, () => {
      edit(world, { upgradeMode: 'stateless' })
    }, lose(world))
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

  test('5.8 a stateless job that is being cancelled is not told so again, and goes all the same', () => {
    const world = settled(withoutHa)
    if (world.process !== null) world.process.jobs = world.process.jobs.map(job => ({ ...job, state: 'CANCELLING' }))
    after(world, () => {
      edit(world, { ...other, upgradeMode: 'stateless' })
    })
    expect(calls(world)).toEqual(['deleteCluster', 'deployApplicationCluster from null'])
  })
})
