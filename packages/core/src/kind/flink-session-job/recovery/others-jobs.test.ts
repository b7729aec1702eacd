import { describe, expect, test } from 'vitest'
import { adaptive, failed, stopped, wide } from '../../../../fixtures/session-job-cases.ts'
import { othersId, othersUid, steadyId as id, submit, suspend } from '../../../../fixtures/session-job-operations.ts'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, aSessionJob, listed, type SessionJobChange } from '../../../../fixtures/a-session-job.ts'
import { type GivenJob, jobWorld, steady } from '../../../../fixtures/session-job-rows.ts'
import { mintJobIdIn } from '../../../contract/resource/mint-id.ts'

/** Jobs of other people and resources in the cluster, whatever the status says of them. */
const siblingUid = '00000000-0000-4000-8000-0000000000aa'
const siblingsJob = mintJobIdIn({ namespace: 'ns', name: 'sibling', uid: siblingUid }, 1, 5)
const foreign = 'f'.repeat(32)
const deletion = { metadata: { deletionTimestamp: '2023-11-14T23:00:00Z', finalizers: ['flinksessionjobs.flink.apache.org/finalizer'] } }

const sibling = (metadata: object = {}, jobId: string | null = null) => {
  const it = aSessionJob({ metadata: { name: 'sibling', uid: siblingUid, ...metadata } })
  return { ...it, status: { ...it.status, jobStatus: { ...it.status.jobStatus, jobId } } }
}

const running = (change: SessionJobChange = {}): SessionWorld => new SessionWorld(change, aSession({ noHa: true })).rounds(20)

/** Its status says that this job is its own. */
const reported = (world: SessionWorld, jobId: string, name = 'sibling'): SessionWorld => {
  const { resource } = world
  world.resource = { ...resource, status: { ...resource.status, jobStatus: { ...resource.status.jobStatus, jobId } } }
  world.jobs = [{ ...listed(jobId), name }]
  return world
}

const touches = (world: SessionWorld) => world.effects('CancelJob', 'StopWithSavepoint', 'UpdateResourceRequirements')

describe('others-job the status was copied from another resource: its job is left alone (P21, P25)', () => {
  test.each([['savepoint'], ['last-state'], ['stateless']] as const)('an edit, %s', upgradeMode => {
    const world = reported(running(), siblingsJob)
    world.siblings = [sibling()]
    world.edit({ job: { upgradeMode, parallelism: 4 } }).rounds(60)
    expect(touches(world)).toEqual([])
    expect(world.alive).toContain(siblingsJob)
    expect(world.status.jobStatus.jobId).not.toBe(siblingsJob)
  })

  test('with state a person is asked, who names it; the job of the other one runs on', () => {
    const world = reported(running(), siblingsJob)
    world.siblings = [sibling()]
    world.edit({ job: { parallelism: 4 } }).rounds(60)
    expect(world.status.error).toContain('savepointRedeployNonce')
    expect(world.effects('RunJar').length).toBe(1)
    world.edit({ job: { initialSavepointPath: 's3://b/named', savepointRedeployNonce: 1 } }).rounds(30)
    expect(world.effects('RunJar').at(-1)).toMatchObject({ savepointPath: 's3://b/named' })
    expect([world.alive.length, touches(world), world.status.error]).toEqual([2, [], null])
  })

  test('nothing is due: it is told, and does not read as one whose job runs', () => {
    const world = reported(running(), siblingsJob)
    world.siblings = [sibling()]
    world.rounds(60)
    expect([touches(world), world.alive, world.effects('RunJar').length]).toEqual([[], [siblingsJob], 1])
    expect(world.status.jobStatus.jobId).toBeNull()
    expect(world.status.error).toContain('savepointRedeployNonce')
  })

  test("the savepoints of its history are the other one's: they are forgotten, and none is disposed of", () => {
    const world = reported(running(), siblingsJob)
    world.siblings = [sibling()]
    const { resource } = world
    const { jobStatus } = resource.status
    const savepointHistory = [1, 2, 3].map(it => ({
      location: `s3://b/sibling-${it}`,
      timeStamp: it,
      triggerType: 'MANUAL' as const,
      formatType: 'CANONICAL' as const,
      triggerNonce: null,
    }))
    const savepointInfo = { ...jobStatus.savepointInfo, savepointHistory }
    world.resource = { ...resource, status: { ...resource.status, jobStatus: { ...jobStatus, savepointInfo } } }
    world.rounds(60)
    expect([world.status.jobStatus.savepointInfo.savepointHistory, world.effects('DisposeSavepoint')]).toEqual([[], []])
  })

  test('it has ended, stopped with a savepoint: that is not what this one goes on from', () => {
    const world = reported(running(), siblingsJob)
    world.siblings = [sibling()]
    world.setState(siblingsJob, 'FINISHED')
    world.edit({ job: { parallelism: 4 } }).rounds(60)
    expect(world.effects('RunJar').length).toBe(1)
    expect(world.status.error).toContain('savepointRedeployNonce')
  })

  test('session-job-deletion/others-job deleted while the other one is being submitted: its jar stays', () => {
    const world = new SessionWorld({}, aSession({ noHa: true })).rounds(3)
    const { resource } = world
    const { operation } = resource.status
    if (operation?.kind !== 'Submit') throw new Error('no submit')
    world.resource = { ...resource, status: { ...resource.status, operation: { ...operation, jobId: siblingsJob } } }
    world.siblings = [sibling()]
    world.edit(deletion).rounds(60)
    expect([world.effects('UploadJar').length, world.isGone, world.effects('DeleteJar')]).toEqual([1, true, []])
  })

  test('session-job-deletion/others-job deleted: it goes, and the job stays', () => {
    const world = reported(running(), siblingsJob)
    world.siblings = [sibling()]
    world.edit(deletion).rounds(60)
    expect([world.isGone, world.alive, touches(world)]).toEqual([true, [siblingsJob], []])
  })

  test('a submit of another resource is not gone on with', () => {
    const world = new SessionWorld({}, aSession({ noHa: true })).rounds(2)
    const { resource } = world
    const { operation } = resource.status
    if (operation?.kind !== 'Submit') throw new Error('no submit')
    world.resource = { ...resource, status: { ...resource.status, operation: { ...operation, jobId: siblingsJob } } }
    expect(world.situation.row).toBe('others-job')
    world.rounds(60)
    expect(world.effects('RunJar')).toEqual([])
  })

  test('the operator before chose the id: the others are asked once, and again before anything is done to the job', () => {
    const asked = (world: SessionWorld) => world.asked.filter(tag => tag === 'ListFlinkSessionJobs').length
    const world = reported(running(), foreign, 'wordcount')
    world.siblings = [sibling()]
    world.rounds(10)
    const once = asked(world)
    world.rounds(30)
    expect([once, asked(world), world.status.operatorRecord.adoptedJob?.jobId]).toEqual([1, 1, foreign])
    world.edit({ job: { parallelism: 4 } }).rounds(20)
    expect([asked(world) > 1, touches(world).length, world.status.operatorRecord.adoptedJob]).toEqual([true, 1, null])
  })

  test('what the original recorded of such a job is not what its copy goes by', () => {
    const world = reported(running(), foreign, 'wordcount').rounds(10)
    const { resource } = world
    const { adoptedJob } = resource.status.operatorRecord
    const operatorRecord = { ...resource.status.operatorRecord, adoptedJob: { jobId: adoptedJob?.jobId ?? '', uid: siblingUid } }
    world.resource = { ...resource, status: { ...resource.status, operatorRecord } }
    world.siblings = [sibling({ creationTimestamp: '2020-01-01T00:00:00Z' }, foreign)]
    world.rounds(20)
    expect([touches(world), world.alive, world.status.jobStatus.jobId]).toEqual([[], [foreign], null])
  })

  test('the operator before chose the id: of two that name it the older resource has it', () => {
    const before = '00000000-0000-4000-8000-000000000001'
    for (
      const [metadata, mine] of [
        [{ creationTimestamp: '2020-01-01T00:00:00Z' }, false],
        [{ creationTimestamp: '2024-01-01T00:00:00Z' }, true],
        [{ creationTimestamp: '2023-11-14T22:00:00Z' }, true],
        [{ creationTimestamp: '2023-11-14T22:00:00Z', uid: before }, false],
      ] as const
    ) {
      const world = reported(running(), foreign, 'wordcount')
      world.siblings = [sibling(metadata, foreign)]
      world.edit({ job: { parallelism: 4 } }).rounds(60)
      expect(touches(world).length).toBe(mine ? 1 : 0)
    }
  })
})

describe('same-name-job a job of the name of this resource, of which nothing tells, is alive', () => {
  /** Somebody cancelled the job, and ran its jar in the web interface. */
  const byHand = (world: SessionWorld): SessionWorld => {
    world.setState(world.alive[0] ?? '', 'CANCELED')
    world.rounds(5)
    world.jobs = [...world.jobs, listed(foreign)]
    return world
  }

  test.each([['stateless'], ['last-state']] as const)('P02 nothing is run beside it, %s; when it is gone the job goes on', upgradeMode => {
    const world = byHand(running({ job: { upgradeMode } })).edit({ job: { upgradeMode }, rest: { restartNonce: 1 } }).rounds(40)
    expect(world.effects('RunJar').length).toBe(1)
    expect(world.situation).toMatchObject({ row: 'same-name-job', unblockedBy: { who: 'person' } })
    expect(world.status.error).toContain(foreign)
    world.setState(foreign, 'CANCELED')
    world.rounds(40)
    expect(world.effects('RunJar').length).toBe(2)
    expect([world.alive.length, world.status.error]).toEqual([1, null])
  })

  test('a job that runs is not stopped where nothing could be started in its place; it may be suspended', () => {
    const world = running()
    world.jobs = [...world.jobs, listed(foreign)]
    world.edit({ job: { parallelism: 4 } }).rounds(20)
    expect([world.situation.row, touches(world)]).toEqual(['same-name-job', []])
    world.edit({ job: { state: 'suspended' } }).rounds(20)
    expect(world.effects('StopWithSavepoint').length).toBe(1)
  })

  test('another FlinkSessionJob may give its job this name by pipeline.name: both go on', () => {
    const world = running()
    world.siblings = [sibling()]
    world.jobs = [...world.jobs, listed(siblingsJob)]
    world.edit({ job: { parallelism: 4 } }).rounds(40)
    expect(world.effects('RunJar').length).toBe(2)
    expect(world.alive.length).toBe(2)
  })
})

const started = Number(steady.status.jobStatus.startTime)
const edit = { job: { entryClass: 'x' } }
const redeploy = { job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/x' } }
const another = (metadata: object = {}) => aSessionJob({ metadata: { name: 'another', uid: othersUid, ...metadata } })
/** The status names a job that was minted for another FlinkSessionJob, and that runs. */
const copied = (given: GivenJob): GivenJob => ({
  ...given,
  job: { ...given.job, jobId: othersId },
  jobs: [listed(othersId, 'RUNNING', started)],
  world: { ...given.world, siblings: [another()] },
})
/** An id that the operator before chose: it tells nothing of whose it is. */
const chosen = '1'.repeat(32)
const claimedBy = (metadata: object, jobId = chosen): GivenJob => ({
  edit,
  job: { jobId: chosen },
  jobs: [listed(chosen, 'RUNNING', started)],
  world: { siblings: [{ ...another(metadata), status: { ...steady.status, jobStatus: { ...steady.status.jobStatus, jobId } } }] },
})
/** A job of the resource's name runs beside what is listed, and is nobody's. */
const beside = (given: GivenJob, more: readonly ReturnType<typeof listed>[] = [], state: 'RUNNING' | 'FINISHED' = 'RUNNING'): GivenJob => ({
  ...given,
  jobs: [...more, listed(othersId, state)],
})
const own = [listed(id, 'RUNNING', started)]
const nameConflicts = 'job ID of the same name to be gone'

describe('row others-job: before anything is done to a job it is looked whose it is (P21, P25)', () => {
  test.each<readonly [string, GivenJob, situation: string]>([
    ['an upgrade', copied({ edit }), 'Disowned'],
    ['a suspension', copied({ edit: { job: { state: 'suspended' } } }), 'Disowned'],
    ['another path', copied({ edit: redeploy }), 'Disowned'],
    ['a stop that is under way', copied({ edit, status: { operation: { ...suspend, jobId: othersId } } }), 'Disowned'],
    ['a cancel of the operator before', copied({ edit, job: { state: 'CANCELLING' }, reconciliation: { state: 'UPGRADING' } }), 'Disowned'],
    ['scaling in place', copied({ from: adaptive, edit: { job: { parallelism: 3 } }, world: wide }), 'Disowned'],
    ['it ended, and nothing is due', { ...copied({}), jobs: [listed(othersId, 'FINISHED', started)] }, 'Disowned'],
    [
      'a restore, from what another one was stopped with',
      { ...copied(stopped), jobs: [listed(othersId, 'FINISHED', started)] },
      'Disowned',
    ],
    ['a savepoint', copied({ edit: { job: { savepointTriggerNonce: 7 } } }), 'Disowned'],
    ['a submit that was minted for another resource', { status: { operation: { ...submit, jobId: othersId } } }, 'Disowned'],
    ['P14 the others can not be seen', { ...copied({ edit }), world: { unobservable: ['ListFlinkSessionJobs'] } }, 'Blocked'],
    ['an older resource names the same job', claimedBy({ creationTimestamp: '2020-01-01T00:00:00Z' }), 'Disowned'],
    ['a younger one does: that is the copy', claimedBy({ creationTimestamp: '2030-01-01T00:00:00Z' }), 'UpgradeDue'],
    ['one of the same second, with a smaller uid', claimedBy({ uid: '00000000-0000-4000-8000-000000000001' }), 'Disowned'],
    ['one of the same second, with a greater uid', claimedBy({}), 'UpgradeDue'],
    ['an older one names another job', claimedBy({ creationTimestamp: '2020-01-01T00:00:00Z' }, '2'.repeat(32)), 'UpgradeDue'],
  ])('%s', (_title, given, situation) => {
    const reported = jobWorld(given).situation
    expect(reported.situation).toBe(situation)
    expect(reported.row.startsWith('others-job')).toBe(situation !== 'UpgradeDue')
    if (situation !== 'UpgradeDue') expect(jobWorld(given).next.map(({ _tag }) => _tag)).not.toContain('StopWithSavepoint')
  })
})

describe("row same-name-job: nothing is started beside a job of the resource's name that is nobody's (P02, P25)", () => {
  test.each<readonly [string, GivenJob, situation: string, waitingFor: string | null]>([
    ['a restore', beside(stopped), 'Blocked', nameConflicts],
    ['a restart of a job that failed', beside(failed), 'Blocked', nameConflicts],
    ['an upgrade, before its stop', beside({ edit }, own), 'Blocked', nameConflicts],
    ['another path', beside({ edit: redeploy }, own), 'Blocked', nameConflicts],
    ['a suspension starts nothing', beside({ edit: { job: { state: 'suspended' } } }, own), 'UpgradeDue', null],
    ['it has ended', beside(stopped, [], 'FINISHED'), 'RestoreDue', null],
    [
      'the spec gives the job another name, by which nothing can be told',
      beside({
        ...stopped,
        edit: { job: { state: 'running' }, rest: { flinkConfiguration: { 'pipeline.name': 'else' } } },
      }),
      'RestoreDue',
      null,
    ],
    ['it has another name', { ...stopped, jobs: [{ ...listed(othersId), name: 'else' }] }, 'RestoreDue', null],
    ["it is another FlinkSessionJob's", { ...beside(stopped), world: { siblings: [another()] } }, 'RestoreDue', null],
    ['P14 the others can not be seen', { ...beside(stopped), world: { unobservable: ['ListFlinkSessionJobs'] } }, 'Blocked', nameConflicts],
  ])('%s', (_title, given, situation, waitingFor) => {
    const world = jobWorld(given)
    expect(world.situation.situation).toBe(situation)
    if (waitingFor === null) return
    expect([world.situation.row, world.situation.waitingFor.replaceAll(/[0-9a-f]{32}/gu, 'ID')]).toEqual(['same-name-job', waitingFor])
    const status = world.next.find(it => it._tag === 'PersistStatus')?.status
    expect([status?.error, status?.operatorRecord.errorOwner]).toEqual([expect.stringContaining('UpgradeFailureException'), 'upgrade'])
  })
})
