import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../fixtures/session-job-round.ts'
import { aSession } from '../../../fixtures/a-session-job.ts'
import type { RunJar } from '../../contract/action/run-jar.ts'
import { isJobIdOf } from '../../contract/resource/mint-id.ts'

const runs = ({ done }: SessionWorld): readonly RunJar[] => done.filter((it): it is RunJar => it._tag === 'RunJar')
const deletionTimestamp = '2023-11-14T22:30:00Z'

describe('a session job in a cluster that is ready (session-snapshot-bluegreen.md, section 2)', () => {
  test('it is submitted once, from its jar, under an id that was written down before, and its jar is deleted again (B02, E-11)', () => {
    const world = new SessionWorld().rounds(12)
    expect(world.effects('UploadJar', 'RunJar', 'DeleteJar').map(({ _tag }) => _tag)).toEqual(['UploadJar', 'RunJar', 'DeleteJar'])
    const [run] = runs(world)
    if (run === undefined) return expect.fail('nothing was run')
    expect(run).toMatchObject({ savepointPath: null, parallelism: 2, flinkVersion: 'v1_20', entryClass: null })
    expect(isJobIdOf(world.resource.meta.uid, run.jobId)).toBe(true)
    const written = world.done.slice(0, world.done.indexOf(run)).findLast(({ _tag }) => _tag === 'PersistStatus')
    expect(written).toMatchObject({ status: { operation: { kind: 'Submit', step: 'Run', jobId: run.jobId, targetGeneration: 1 } } })
    expect(world.status).toMatchObject({
      operation: null,
      observedGeneration: 1,
      jobStatus: { state: 'RUNNING', jobId: run.jobId },
      reconciliationStatus: { state: 'DEPLOYED' },
    })
    expect(world.jars).toEqual([])
  })

  test.each(['UploadJar', 'RunJar'] as const)('B89 %s is refused once: the job is not stuck in UPGRADING, and runs once', at => {
    const world = new SessionWorld()
    world.failing = { at, happens: false, error: { _tag: 'Unavailable' } }
    world.rounds(60)
    expect(world.failing).toBeNull()
    expect(world.status).toMatchObject({ lifecycleState: 'STABLE', operation: null, error: null })
    expect(world.alive).toHaveLength(1)
  })

  test('B89 E-55 a cluster that is not ready is waited for however long, without a failure; then the job runs', () => {
    const world = new SessionWorld({}, aSession({}, { jobManagerDeploymentStatus: 'DEPLOYING' }))
    world.rounds(200)
    expect(world.effects('UploadJar', 'RunJar')).toEqual([])
    expect(world.status.error).toBeNull()
    world.session = aSession()
    world.rounds(40)
    expect(world.status.lifecycleState).toBe('STABLE')
    expect(world.alive).toHaveLength(1)
  })

  test('once stable nothing is written any more (P08)', () => {
    const world = new SessionWorld().rounds(40)
    expect(world.status.lifecycleState).toBe('STABLE')
    const before = world.done.length
    expect(world.rounds(5).done.length).toBe(before)
  })

  test('suspended with a savepoint, resumed from it under another id, deleted (B35, E-56)', () => {
    const world = new SessionWorld().rounds(12)
    world.edit({ job: { state: 'suspended' } }).rounds(8)
    expect(world.alive).toEqual([])
    expect(world.status).toMatchObject({ lifecycleState: 'SUSPENDED', observedGeneration: 2, operation: null })
    const path = world.status.jobStatus.upgradeSavepointPath
    expect(path).toMatch(/^s3:\/\/b\/sp\//u)
    world.edit({ job: { state: 'running' } }).rounds(12)
    const [first, second] = runs(world)
    expect(second).toMatchObject({ savepointPath: path })
    expect(second?.jobId).not.toBe(first?.jobId)
    expect(world.alive).toEqual([second?.jobId])
    world.edit({ metadata: { deletionTimestamp } }).rounds(8)
    expect(world.alive).toEqual([])
    expect(world.isGone).toBe(true)
  })

  test.each(['running', 'suspended'] as const)(
    'P16 a stateless job is cancelled, to be %s: it reads UPGRADING and CANCELLING until it has ended, and is cancelled once',
    state => {
      const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }).rounds(40)
      world.edit({ job: { state, parallelism: 3 } })
      const [id = ''] = world.alive
      world.rounds(1)
      const cancelling = { lifecycleState: 'UPGRADING', jobStatus: { jobId: id, state: 'CANCELLING' } }
      expect(world.status).toMatchObject({ ...cancelling, reconciliationStatus: { state: 'UPGRADING' } })
      world.setState(id, 'CANCELLING')
      world.rounds(3)
      expect(world.status).toMatchObject({ ...cancelling, reconciliationStatus: { state: 'UPGRADING' } })
      expect(world.effects('CancelJob').length).toBe(1)
      world.setState(id, 'CANCELED')
      world.rounds(20)
      expect(world.status).toMatchObject({
        lifecycleState: expect.stringMatching(state === 'running' ? 'STABLE|DEPLOYED' : 'SUSPENDED') as string,
      })
    },
  )

  test.each(['stateless', 'last-state', 'savepoint'])(
    'E-12 a redeploy of a job (%s) that is CANCELLING: nothing is submitted beside it',
    upgradeMode => {
      const world = new SessionWorld({ job: { upgradeMode } }).rounds(20)
      const [id = ''] = world.alive
      world.setState(id, 'CANCELLING')
      world.edit({ job: { initialSavepointPath: 's3://b/redeploy', savepointRedeployNonce: 1 } }).rounds(40)
      expect(runs(world).length).toBe(1)
      expect(world.effects('CancelJob')).toEqual([])
      world.setState(id, 'CANCELED')
      world.rounds(20)
      expect(runs(world).at(-1)?.savepointPath).toBe('s3://b/redeploy')
      expect(world.alive.length).toBe(1)
    },
  )

  test.each(['FAILED', 'FINISHED', 'CANCELED', null] as const)(
    'E-12 P05 a redeploy of a job that is %s: nothing is cancelled, and it starts from the path',
    state => {
      const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }).rounds(20)
      if (state === null) world.jobs = []
      else world.setState(world.alive[0] ?? '', state)
      world.rounds(10).edit({ job: { initialSavepointPath: 's3://b/redeploy', savepointRedeployNonce: 1 } }).rounds(40)
      expect(world.effects('CancelJob')).toEqual([])
      expect(runs(world).map(({ savepointPath }) => savepointPath)).toEqual([null, 's3://b/redeploy'])
    },
  )

  test('P05 a stateless job that Flink does not list is not cancelled: it is seen to be gone, and started anew', () => {
    const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }).rounds(20)
    world.jobs = []
    world.rounds(10).edit({ job: { parallelism: 3 } }).rounds(30)
    expect(world.effects('CancelJob')).toEqual([])
    expect(runs(world).map(({ parallelism }) => parallelism)).toEqual([2, 3])
    expect(world.alive.length).toBe(1)
  })
})
