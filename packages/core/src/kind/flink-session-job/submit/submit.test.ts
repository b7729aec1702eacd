import { describe, expect, test } from 'vitest'
import { haConfigMap } from '../../../../fixtures/cluster-facts.ts'
import { type Failing, SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, listed } from '../../../../fixtures/a-session-job.ts'
import type { RunJar } from '../../../contract/action/run-jar.ts'
import { mintJobIdIn } from '../../../contract/resource/mint-id.ts'

const runs = ({ done }: SessionWorld): readonly RunJar[] => done.filter((it): it is RunJar => it._tag === 'RunJar')
const ids = (world: SessionWorld): ReadonlySet<string> => new Set(runs(world).map(({ jobId }) => jobId))

const untilFailed = (world: SessionWorld, failing: Failing): SessionWorld => {
  world.failing = failing
  for (let i = 0; i < 20 && world.failing !== null; i += 1) world.rounds(1)
  return world
}

describe('a submit that is cut short, or whose answer is lost: never two jobs (B02)', () => {
  const boundaries = Array.from({ length: 6 }, (_, round) => [0, 1, 2].map(effects => [round, effects] as const)).flat()

  test.each(boundaries)('the process dies in round %i after %i effects: one job runs in the end, and no jar is left', (round, effects) => {
    const world = new SessionWorld().rounds(round).crash(effects).rounds(20)
    expect(world.alive.length).toBe(1)
    expect(world.status).toMatchObject({ operation: null, jobStatus: { state: 'RUNNING', jobId: world.alive[0] } })
    expect(ids(world).size).toBe(1)
    expect(world.jars).toEqual([])
  })

  test.each<readonly [string, Failing]>([
    ['the answer of the run is lost, and it happened', { at: 'RunJar', happens: true }],
    ['the answer of the run is lost, and it did not happen', { at: 'RunJar', happens: false }],
    ['the answer of the upload is lost, and it happened', { at: 'UploadJar', happens: true }],
    ['the upload fails', { at: 'UploadJar', happens: false, error: { _tag: 'Invalid', applied: 'No' } }],
    ['Flink refuses the run for sure', { at: 'RunJar', happens: false, error: { _tag: 'Invalid', applied: 'No' } }],
    ['Flink refuses the run, and the job may be there', { at: 'RunJar', happens: false, error: { _tag: 'Invalid', applied: 'Maybe' } }],
    ['Flink refuses the run, and the job is there', { at: 'RunJar', happens: true, error: { _tag: 'Invalid', applied: 'Maybe' } }],
    ['Flink knows the id already', { at: 'RunJar', happens: true, error: { _tag: 'DuplicateJob', applied: 'No' } }],
  ])('%s', (_title, failing) => {
    const world = untilFailed(new SessionWorld(), failing).rounds(40)
    expect(world.failing).toBeNull()
    expect(world.alive.length).toBe(1)
    expect(ids(world).size).toBe(1)
    expect(world.status).toMatchObject({ operation: null, error: null, jobStatus: { state: 'RUNNING' } })
    expect(world.jars).toEqual([])
  })

  test('a refusal is told until it is over', () => {
    const refused: Failing = { at: 'RunJar', happens: false, error: { _tag: 'Invalid', applied: 'Maybe', message: 'main threw' } }
    const world = untilFailed(new SessionWorld(), refused)
    expect(world.status).toMatchObject({ operation: { kind: 'Submit', step: 'Refused' }, operatorRecord: { errorOwner: 'operation' } })
    expect(world.status.error).toContain('main threw')
    expect(world.rounds(1).status.error).toContain('main threw')
  })

  test('P01 another life of the JobManager: it may have run there, and its old source is no proof: a person', () => {
    const world = untilFailed(new SessionWorld({ job: { initialSavepointPath: 's3://b/init' } }, aSession({ noHa: true })), {
      at: 'RunJar',
      happens: true,
    })
    world.restart().rounds(20)
    expect(runs(world).length).toBe(1)
    expect(world.situation.row).toBe('lost/job-state-unknown')
    expect(world.status.error).toContain('savepointRedeployNonce')
    world.edit({ job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/sp/known' } }).rounds(30)
    expect(runs(world).at(-1)).toMatchObject({ savepointPath: 's3://b/sp/known' })
    expect(world.alive.length).toBe(1)
  })

  test('the same of a stateless job: submitted again, under an id of its own (E-56)', () => {
    const world = untilFailed(new SessionWorld({ job: { upgradeMode: 'stateless' } }, aSession({ noHa: true })), {
      at: 'RunJar',
      happens: true,
    })
    world.restart().rounds(30)
    expect(world.alive.length).toBe(1)
    expect(ids(world).size).toBe(2)
  })

  test('P08 B02 sent, and its JobManager, elected again, lists nothing yet: HA metadata holds it, so it is awaited, and not sent again', () => {
    const world = untilFailed(new SessionWorld(), { at: 'RunJar', happens: true })
    const { jobs, alive } = world
    world.configMaps = [haConfigMap(alive[0] ?? '')]
    world.jobs = []
    world.jars = []
    const sent = world.effects('UploadJar', 'RunJar')
    world.rounds(50)
    expect(world.effects('UploadJar', 'RunJar')).toEqual(sent)
    world.jobs = jobs
    world.rounds(5)
    expect(world.status).toMatchObject({ operation: null, jobStatus: { state: 'RUNNING', jobId: alive[0] } })
    expect(world.effects('RunJar').length).toBe(1)
  })

  test('an edit while the jar is uploaded: nothing of the first spec is run', () => {
    const world = new SessionWorld().rounds(3)
    expect(world.status.operation).toMatchObject({ step: 'Upload' })
    world.edit({ job: { parallelism: 7 } }).rounds(20)
    expect(runs(world).map(({ parallelism }) => parallelism)).toEqual([7])
  })

  test('an edit after it was sent: given up only when it can not come any more, and cancelled where it comes late (B02)', () => {
    const world = untilFailed(new SessionWorld(), { at: 'RunJar', happens: false })
    world.edit({ job: { parallelism: 7 } }).rounds(3)
    expect(world.status.operation).toMatchObject({ step: 'Abandon' })
    world.rounds(100)
    expect(runs(world).at(-1)).toMatchObject({ parallelism: 7 })
    const [second] = world.alive
    world.jobs = [...world.jobs, listed(mintJobIdIn(world.resource.meta, 1, 1))]
    world.rounds(20)
    expect(world.alive).toEqual([second])
  })
})

describe('a job of this resource of which the status does not tell (P25)', () => {
  test('unrecorded-job the recorded one does not run: the other is stopped with its state, and goes on from it', () => {
    const world = new SessionWorld().rounds(20)
    world.setState(world.alive[0] ?? '', 'CANCELED')
    const orphan = mintJobIdIn(world.resource.meta, 9, 9)
    world.jobs = [...world.jobs, listed(orphan)]
    world.rounds(30)
    expect(world.effects('StopWithSavepoint')).toMatchObject([{ jobId: orphan }])
    expect(runs(world).at(-1)?.savepointPath).toMatch(/^s3:\/\/b\/sp/u)
    expect(world.alive.length).toBe(1)
  })

  test.each(['savepoint', 'last-state'])(
    'unrecorded-job A19 a job (%s) of an earlier attempt starts after the recorded one was suspended: cancelled, and its state replaces nothing',
    upgradeMode => {
      const world = new SessionWorld({ job: { upgradeMode } }).rounds(20).edit({ job: { state: 'suspended' } }).rounds(20)
      const { upgradeSavepointPath } = world.status.jobStatus
      const earlier = mintJobIdIn(world.resource.meta, 0, 9)
      world.jobs = [...world.jobs, listed(earlier)]
      world.rounds(5)
      expect(world.effects('CancelJob').at(-1)).toMatchObject({ jobId: earlier })
      expect(world.effects('StopWithSavepoint')).not.toContainEqual(expect.objectContaining({ jobId: earlier }))
      world.edit({ job: { state: 'running' } }).rounds(20)
      expect(runs(world).map(({ savepointPath }) => savepointPath)).toEqual([null, upgradeSavepointPath])
    },
  )

  test('record-lost/job-alive the record is lost and a job is alive: nothing is started beside it, and a person is told', () => {
    const world = new SessionWorld().rounds(20)
    world.resource = { ...world.resource, status: new SessionWorld().resource.status }
    const before = runs(world).length
    world.rounds(10)
    expect(runs(world).length).toBe(before)
    expect(world.situation.row).toBe('record-lost/job-alive')
    expect(world.status.error).toContain('is alive')
  })

  test('record-lost/job-alive what a person is told to do works at once, with the one nonce that it asks for', () => {
    const world = new SessionWorld().rounds(20)
    world.resource = { ...world.resource, status: new SessionWorld().resource.status }
    world.rounds(3)
    world.setState(world.alive[0] ?? '', 'FINISHED')
    world.edit({ job: { initialSavepointPath: 's3://b/by-hand', savepointRedeployNonce: 1 } }).rounds(20)
    expect(runs(world).at(-1)?.savepointPath).toBe('s3://b/by-hand')
    expect(world.alive.length).toBe(1)
    expect(world.status.error).toBeNull()
  })

  test('unrecorded-job one that is being cancelled already is not cancelled again and again (P08)', () => {
    const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }).rounds(20)
    const orphan = mintJobIdIn(world.resource.meta, 9, 9)
    world.jobs = [...world.jobs, listed(orphan, 'CANCELLING')]
    world.rounds(5)
    expect(world.effects('CancelJob')).toEqual([])
  })

  test.each(['savepoint', 'last-state', 'stateless'])(
    'unrecorded-job B26 a suspended job (%s) comes back under its id: cancelled, and resumed once',
    upgradeMode => {
      const world = new SessionWorld({ job: { upgradeMode } }).rounds(20)
      const [id = ''] = world.alive
      world.edit({ job: { state: 'suspended' } }).rounds(20)
      const { upgradeSavepointPath } = world.status.jobStatus
      world.jobs = [listed(id, 'RUNNING', world.now)]
      world.rounds(5)
      expect(world.alive).toEqual([])
      expect(world.status).toMatchObject({ lifecycleState: 'SUSPENDED', jobStatus: { upgradeSavepointPath } })
      world.edit({ job: { state: 'running' } }).rounds(20)
      expect(runs(world).map(({ savepointPath }) => savepointPath)).toEqual([null, upgradeSavepointPath])
      expect(world.alive.length).toBe(1)
    },
  )

  test('unrecorded-job P13 a job that had ended is alive again: cancelled, and nothing runs beside it', () => {
    const world = new SessionWorld().rounds(20)
    const [id = ''] = world.alive
    world.setState(id, 'FAILED')
    world.rounds(10)
    world.jobs = [listed(id, 'RUNNING', world.now)]
    world.edit({ job: { parallelism: 3 } }).rounds(1)
    expect(world.alive).toEqual([])
    expect(runs(world).length).toBe(1)
    world.rounds(20)
    expect(runs(world).at(-1)?.savepointPath).toMatch(/chk-7$/u)
    expect(world.alive.length).toBe(1)
  })

  test('suspended/recorded-job-alive an older record was put back: what a person is told to do works', () => {
    const world = new SessionWorld().rounds(20)
    const { status } = world
    const suspended = world.edit({ job: { state: 'suspended' } }).rounds(20).status
    world.edit({ job: { state: 'running' } }).rounds(20)
    const { reconciliationStatus } = suspended
    world.resource = { ...world.resource, status: { ...status, jobStatus: world.status.jobStatus, reconciliationStatus } }
    world.rounds(3)
    expect(world.situation.row).toBe('suspended/recorded-job-alive')
    expect(world.status.error).not.toContain('stateless')
    world.setState(world.alive[0] ?? '', 'FINISHED')
    world.edit({ job: { initialSavepointPath: 's3://b/by-hand', savepointRedeployNonce: 1 } }).rounds(20)
    expect(runs(world).at(-1)?.savepointPath).toBe('s3://b/by-hand')
    expect(world.alive.length).toBe(1)
    expect(world.status.error).toBeNull()
  })

  test("same-name-job a job of the resource's name runs before anything was ever submitted for it", () => {
    const world = new SessionWorld()
    world.jobs = [listed('c'.repeat(32))]
    world.rounds(10)
    expect(runs(world)).toEqual([])
    expect(world.situation).toMatchObject({ row: 'same-name-job', unblockedBy: { who: 'person' } })
    world.jobs = []
    world.rounds(12)
    expect(world.alive.length).toBe(1)
  })
})

describe('the session cluster decides nothing about the job but when it can be seen (E-6, E-7, E-8, E-55)', () => {
  const condition = ({ status: { conditions } }: SessionWorld) => conditions.find(({ type }) => type === 'ClusterReady')

  test('E-6 it is missing: told as that, no failure, and the job starts when it is there', () => {
    const world = new SessionWorld({}, null).rounds(5)
    expect(condition(world)).toMatchObject({ status: 'False', reason: 'SessionClusterNotFound' })
    expect(world.status.error).toBeNull()
    world.session = aSession()
    world.rounds(12)
    expect(world.alive.length).toBe(1)
    expect(condition(world)).toMatchObject({ status: 'True' })
  })

  test('E-8 it goes away under a job: RECONCILING, and nothing is begun', () => {
    const world = new SessionWorld().rounds(20)
    const before = runs(world).length
    world.session = aSession({}, { jobManagerDeploymentStatus: 'DEPLOYING' })
    world.rounds(5)
    expect(world.status.jobStatus.state).toBe('RECONCILING')
    expect(condition(world)).toMatchObject({ status: 'False', reason: 'SessionClusterNotReady' })
    world.session = aSession()
    world.rounds(10)
    expect(world.status.jobStatus.state).toBe('RUNNING')
    expect(runs(world).length).toBe(before)
  })

  test('E-55 it is not ready in the middle of an upgrade: waited for, no failure (E-7)', () => {
    const world = new SessionWorld().rounds(20)
    world.edit({ job: { parallelism: 3 } }).rounds(2)
    world.session = aSession({}, { jobManagerDeploymentStatus: 'DEPLOYING' })
    world.rounds(30)
    expect(world.status.error).toBeNull()
    world.session = aSession()
    world.rounds(20)
    expect(world.alive.length).toBe(1)
    expect(runs(world).at(-1)).toMatchObject({ parallelism: 3 })
  })

  test('nothing is started in a cluster that is being changed, though it is ready still', () => {
    const world = new SessionWorld({}, aSession({}, { operation: { kind: 'TearDown' } as never })).rounds(10)
    expect(world.effects('UploadJar', 'RunJar')).toEqual([])
  })

  test('P14 Flink does not answer: the job is what it was, and nothing is done', () => {
    const world = new SessionWorld().rounds(20)
    const before = world.done.length
    world.rest = 'connect ECONNREFUSED'
    world.edit({ job: { upgradeMode: 'stateless', parallelism: 3 } }).rounds(10)
    expect(world.done.slice(before).filter(({ _tag }) => _tag !== 'PersistStatus')).toEqual([])
  })
})
