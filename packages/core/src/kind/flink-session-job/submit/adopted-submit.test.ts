import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, listed } from '../../../../fixtures/a-session-job.ts'
import type { RunJar } from '../../../contract/action/run-jar.ts'
import { encodeRecordOf } from '../../../crd/recorded-spec.ts'

const runs = ({ done }: SessionWorld): readonly RunJar[] => done.filter((it): it is RunJar => it._tag === 'RunJar')
const submittedId = 'd'.repeat(32)

/** The operator before died where it had written the id of its submit down: its job may have been sent, and may not. */
const writtenAhead = (upgradeMode: string, path: string | null = null): SessionWorld => {
  const world = new SessionWorld({ job: { upgradeMode } }, aSession({ noHa: true })).rounds(20)
  const { spec, status } = world.resource
  const suspended = { ...spec, job: { ...spec.job, state: 'suspended' as const } }
  world.resource = {
    meta: new SessionWorld().resource.meta,
    spec,
    status: {
      ...new SessionWorld().status,
      jobStatus: { ...status.jobStatus, jobId: submittedId, state: 'RECONCILING', upgradeSavepointPath: path },
      reconciliationStatus: {
        ...status.reconciliationStatus,
        state: 'UPGRADING',
        lastReconciledSpec: encodeRecordOf('FlinkSessionJob', { spec: suspended as never, firstDeployment: false }),
      },
    },
  }
  world.jobs = []
  world.done = []
  return world
}

const minutes = (world: SessionWorld, many: number): SessionWorld => {
  const until = world.now + many * 60_000
  while (world.now < until) world.rounds(1)
  return world
}

describe('started-before the operator before wrote the id of its submit down, and died (E-11, B02)', () => {
  test('Flink lists the job: it is taken over', () => {
    const world = writtenAhead('savepoint', 's3://b/sp-9')
    world.jobs = [listed(submittedId)]
    world.rounds(10)
    expect(runs(world)).toEqual([])
    expect(world.status).toMatchObject({ error: null, jobStatus: { jobId: submittedId, state: 'RUNNING' } })
  })

  test('B02 with state: nothing is started beside it, and both ways out that a person is told work', () => {
    const reported = minutes(writtenAhead('savepoint', 's3://b/sp-9'), 30)
    expect(runs(reported)).toEqual([])
    expect(reported.situation).toMatchObject({ row: 'started-before' })
    expect(reported.status.error).toContain('upgradeMode: stateless')
    const named = minutes(writtenAhead('savepoint', 's3://b/sp-9'), 1)
    named.edit({ job: { initialSavepointPath: 's3://b/named', savepointRedeployNonce: 1 } }).rounds(20)
    expect(runs(named).map(({ savepointPath }) => savepointPath)).toEqual(['s3://b/named'])
    expect(named.status.error).toBeNull()
    const givenUp = reported.edit({ job: { upgradeMode: 'stateless' } }).rounds(20)
    expect(runs(givenUp).map(({ savepointPath }) => savepointPath)).toEqual([null])
    expect(givenUp.alive.length).toBe(1)
    expect(givenUp.status.error).toBeNull()
  })

  test('B02 stateless: not beside one that may still come, and then without a person', () => {
    const world = minutes(writtenAhead('stateless'), 9)
    expect(runs(world)).toEqual([])
    expect(world.status.error).toContain('ten minutes')
    minutes(world, 3)
    expect(runs(world).length).toBe(1)
    expect(world.status).toMatchObject({ error: null, jobStatus: { state: 'RUNNING', jobId: world.alive[0] } })
  })

  test('B02 stateless: one that comes late is taken over', () => {
    const world = minutes(writtenAhead('stateless'), 5)
    world.jobs = [listed(submittedId)]
    minutes(world, 20)
    expect(runs(world)).toEqual([])
    expect(world.status).toMatchObject({ error: null, jobStatus: { jobId: submittedId, state: 'RUNNING' } })
  })
})
