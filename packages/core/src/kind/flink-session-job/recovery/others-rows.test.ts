import { describe, expect, test } from 'vitest'
import { adaptive, failed, stopped, wide } from '../../../../fixtures/session-job-cases.ts'
import { othersId, othersUid, steadyId as id, submit, suspend } from '../../../../fixtures/session-job-operations.ts'
import { aSessionJob, listed } from '../../../../fixtures/session-job-round.ts'
import { type GivenJob, jobWorld, steady } from '../../../../fixtures/session-job-rows.ts'

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
const inTheWay = 'job ID of the same name to be gone'

describe('row Q39: before anything is done to a job it is looked whose it is (P21, P25)', () => {
  test.each<readonly [string, GivenJob, situation: string]>([
    ['an upgrade', copied({ edit }), 'Disowned'],
    ['a suspension', copied({ edit: { job: { state: 'suspended' } } }), 'Disowned'],
    ['another path', copied({ edit: redeploy }), 'Disowned'],
    ['a stop that is under way', copied({ edit, status: { operation: { ...suspend, jobId: othersId } } }), 'Disowned'],
    ['a cancel of the operator before', copied({ edit, job: { state: 'CANCELLING' }, reconciliation: { state: 'UPGRADING' } }), 'Disowned'],
    ['scaling in place', copied({ from: adaptive, edit: { job: { parallelism: 3 } }, world: wide }), 'Disowned'],
    ['a submit that was minted for another resource', { status: { operation: { ...submit, jobId: othersId } } }, 'Disowned'],
    ['P14 the others can not be seen', { ...copied({ edit }), world: { blind: ['ListFlinkSessionJobs'] } }, 'Blocked'],
    ['an older resource names the same job', claimedBy({ creationTimestamp: '2020-01-01T00:00:00Z' }), 'Disowned'],
    ['a younger one does: that is the copy', claimedBy({ creationTimestamp: '2030-01-01T00:00:00Z' }), 'UpgradeDue'],
    ['one of the same second, with a smaller uid', claimedBy({ uid: '00000000-0000-4000-8000-000000000001' }), 'Disowned'],
    ['one of the same second, with a greater uid', claimedBy({}), 'UpgradeDue'],
    ['an older one names another job', claimedBy({ creationTimestamp: '2020-01-01T00:00:00Z' }, '2'.repeat(32)), 'UpgradeDue'],
  ])('%s', (_title, given, situation) => {
    const told = jobWorld(given).situation
    expect(told.situation).toBe(situation)
    expect(told.row.startsWith('Q39')).toBe(situation !== 'UpgradeDue')
    if (situation !== 'UpgradeDue') expect(jobWorld(given).next.map(({ _tag }) => _tag)).not.toContain('StopWithSavepoint')
  })
})

describe("row Q32: nothing is started beside a job of the resource's name that is nobody's (P02, P25)", () => {
  test.each<readonly [string, GivenJob, situation: string, waitingFor: string | null]>([
    ['a restore', beside(stopped), 'Blocked', inTheWay],
    ['a restart of a job that failed', beside(failed), 'Blocked', inTheWay],
    ['an upgrade, before its stop', beside({ edit }, own), 'Blocked', inTheWay],
    ['another path', beside({ edit: redeploy }, own), 'Blocked', inTheWay],
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
    ['P14 the others can not be seen', { ...beside(stopped), world: { blind: ['ListFlinkSessionJobs'] } }, 'Blocked', inTheWay],
  ])('%s', (_title, given, situation, waitingFor) => {
    const world = jobWorld(given)
    expect(world.situation.situation).toBe(situation)
    if (waitingFor === null) return
    expect([world.situation.row, world.situation.waitingFor.replaceAll(/[0-9a-f]{32}/gu, 'ID')]).toEqual(['Q32', waitingFor])
    const status = world.next.find(it => it._tag === 'PersistStatus')?.status
    expect([status?.error, status?.operatorRecord.errorOwner]).toEqual([expect.stringContaining('UpgradeFailureException'), 'upgrade'])
  })
})
