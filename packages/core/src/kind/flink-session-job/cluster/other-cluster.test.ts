import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, type SessionJobChange } from '../../../../fixtures/a-session-job.ts'
import { aResource } from '../../../../fixtures/flink-deployment-resource.ts'

/** The cluster that `deploymentName` names is not, or not any more, the one that the job was submitted to. */
const stateless: SessionJobChange = { job: { upgradeMode: 'stateless' } }
const running = (change: SessionJobChange = stateless): SessionWorld => new SessionWorld(change, aSession({ noHa: true })).rounds(20)
const deletion = { metadata: { deletionTimestamp: '2023-11-14T23:00:00Z', finalizers: ['flinksessionjobs.flink.apache.org/finalizer'] } }

const elsewhere = () => {
  const { meta, ...rest } = aSession({ noHa: true })
  return { ...rest, meta: { ...meta, name: 'other', uid: '00000000-0000-4000-8000-0000000000ff' } }
}

describe('deploymentName is edited, which is refused: the job is in the cluster that it was submitted to', () => {
  test('P02 nothing is run in the other cluster beside it, and it is looked after where it is', () => {
    const world = running()
    world.elsewhere = elsewhere()
    world.edit({ ...stateless, rest: { deploymentName: 'other' } }).rounds(100)
    expect(world.effects('RunJar').length).toBe(1)
    expect(world.status).toMatchObject({
      jobStatus: { state: 'RUNNING' },
      error: expect.stringContaining("deploymentName can't be changed"),
    })
  })

  test.each([['that there is not', null], ['that is another one', elsewhere()]] as const)(
    'P12 deleted with the name of a cluster %s: its job is cancelled before it goes',
    (_title, other) => {
      const world = running()
      const { alive } = world
      world.elsewhere = other
      world.edit({ ...stateless, rest: { deploymentName: 'other' } }).rounds(3)
      world.edit({ ...stateless, ...deletion, rest: { deploymentName: 'other' } }).rounds(30)
      expect(world.effects('CancelJob')).toMatchObject([{ jobId: alive[0] }])
      expect([world.isGone, world.alive]).toEqual([true, []])
    },
  )

  test('P12 deleted with the name taken away', () => {
    const world = running()
    world.edit({ ...stateless, ...deletion, rest: { deploymentName: null } }).rounds(30)
    expect([world.isGone, world.alive]).toEqual([true, []])
  })
})

describe('spec.job is added to the session cluster, which its own operator refuses: it runs on as it was deployed', () => {
  const asApplication = (world: SessionWorld): SessionWorld => {
    const { spec } = aResource({})
    world.session = { ...world.session!, spec: { ...world.session!.spec, job: spec.job } }
    return world
  }

  test('its jobs are looked after: an edit is followed', () => {
    const world = asApplication(running()).edit({ job: { upgradeMode: 'stateless', parallelism: 4 } }).rounds(20)
    expect(world.effects('RunJar').at(-1)).toMatchObject({ parallelism: 4 })
    expect(world.alive.length).toBe(1)
  })

  test('P12 and none is left behind by a deletion', () => {
    const world = asApplication(running()).edit({ ...stateless, ...deletion }).rounds(30)
    expect([world.isGone, world.alive, world.effects('CancelJob').length]).toEqual([true, [], 1])
  })
})

describe('an application took the name of the session cluster', () => {
  const taken = (world: SessionWorld): SessionWorld => {
    const { meta, spec, status } = aResource({ status: aSession().status })
    world.session = {
      meta: { ...meta, uid: '00000000-0000-4000-8000-0000000000fe' },
      spec,
      status: { ...status, reconciliationStatus: { ...status.reconciliationStatus, lastReconciledSpec: null, lastStableSpec: null } },
    }
    return world
  }

  test('session-job-deletion/application-of-that-name P12 a deletion waits while the JobManager that the job ran in is still there', () => {
    const world = taken(running()).edit({ ...stateless, ...deletion }).rounds(30)
    expect(world.isGone).toBe(false)
    world.pod = 'uid-of-the-application'
    world.rounds(30)
    expect(world.isGone).toBe(true)
  })
})
