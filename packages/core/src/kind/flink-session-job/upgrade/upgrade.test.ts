import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { checkpointStatistics } from '../../../../fixtures/cluster-facts.ts'
import type { RunJar } from '../../../action/run-jar.ts'
import type { JobState } from '../../../resource/job-state.ts'
import { encodeRecordOf } from '../../../codec/recorded-spec.ts'
import type { UpgradeMode } from '../../../resource/flink-deployment-spec.ts'

const runs = ({ done }: SessionWorld): readonly RunJar[] => done.filter((it): it is RunJar => it._tag === 'RunJar')
const running = (upgradeMode: string): SessionWorld => new SessionWorld({ job: { upgradeMode } }).rounds(20)
const other = { job: { parallelism: 3 } }

/** As the operator before left it: nothing of it is in a record of ours. */
const taken = (
  world: SessionWorld,
  jobId: string | null,
  state: JobState,
  job: object,
  upgradeSavepointPath: string | null,
): SessionWorld => {
  const { spec, status } = world.resource
  const recorded = { ...spec, job: { ...spec.job, ...job } }
  world.resource = {
    ...world.resource,
    status: {
      ...new SessionWorld().status,
      jobStatus: { ...new SessionWorld().status.jobStatus, jobId, state, startTime: '1', upgradeSavepointPath },
      reconciliationStatus: {
        ...status.reconciliationStatus,
        state: 'UPGRADING',
        lastReconciledSpec: encodeRecordOf('FlinkSessionJob', { spec: recorded as never, firstDeployment: false }),
      },
    },
  }
  world.jobs = []
  world.done = []
  return world
}

describe('an edit of a session job that has ended (session-snapshot-bluegreen.md, section 2.6)', () => {
  test.each<JobState>(['CANCELED', 'FAILED'])(
    'F01 an edit of a session job that was %s: it goes on from the checkpoint that it left',
    state => {
      const world = running('savepoint')
      world.setState(world.alive[0] ?? '', state)
      world.edit(other).rounds(30)
      expect(runs(world).map(({ savepointPath }) => savepointPath)).toEqual([null, expect.stringMatching(/chk-7$/u)])
    },
  )

  test.each(['last-state', 'savepoint'])(
    'L2 a session job that FINISHED is not started empty by a stateful edit: a person is asked (%s)',
    mode => {
      const world = running(mode)
      world.setState(world.alive[0] ?? '', 'FINISHED')
      world.edit(other).rounds(30)
      expect(runs(world).length).toBe(1)
      expect(world.status.error).toContain('initialSavepointPath')
      world.edit({ job: { initialSavepointPath: 's3://b/named', savepointRedeployNonce: 1 } }).rounds(20)
      expect(runs(world).at(-1)?.savepointPath).toBe('s3://b/named')
    },
  )

  test('L2 a session job that comes to its end before it is cancelled for its last checkpoint is not run again from nowhere', () => {
    const world = running('last-state')
    world.checkpoints = checkpointStatistics({ completed: null })
    const [id = ''] = world.alive
    world.failing = { at: 'CancelJob', happens: false, error: { _tag: 'JobTerminated', applied: 'No' } }
    world.edit(other)
    for (let i = 0; i < 10 && world.failing !== null; i += 1) world.rounds(1)
    world.setState(id, 'FINISHED')
    world.rounds(30)
    expect(runs(world).length).toBe(1)
    expect(world.status.error).toContain('initialSavepointPath')
  })

  test.each(['stateless', 'last-state'])(
    'S-CANCEL-ERROR an error that Flink answers a cancel with is told, and the cancel is sent again (%s)',
    mode => {
      const world = running(mode)
      world.failing = { at: 'CancelJob', happens: false, error: { _tag: 'Other', applied: 'Maybe', message: 'Internal server error' } }
      world.edit(other)
      for (let i = 0; i < 10 && world.failing !== null; i += 1) world.rounds(1)
      expect(world.status.error).toContain('CancelJob: Internal server error')
      world.rounds(30)
      expect(world.effects('CancelJob').length).toBe(1)
      expect(world.status).toMatchObject({ error: null, jobStatus: { state: 'RUNNING' } })
    },
  )

  test.each<readonly [UpgradeMode, string | null]>([['last-state', null], ['last-state', 's3://b/sp-9'], ['savepoint', null]])(
    'F01 a stopped session job (%s) of which the status names no state to go on from is not started empty: a person is asked',
    (upgradeMode, path) => {
      for (const jobId of ['d'.repeat(32), null])
        for (const state of ['FINISHED', 'CANCELED'] as const) {
          const world = taken(running(upgradeMode), jobId, state, { state: 'suspended', upgradeMode }, path).rounds(30)
          expect(runs(world)).toEqual([])
          expect(world.status.error).toContain('initialSavepointPath')
          world.edit({ job: { initialSavepointPath: 's3://b/named', savepointRedeployNonce: 1 } }).rounds(20)
          expect(runs(world).map(({ savepointPath }) => savepointPath)).toEqual(['s3://b/named'])
        }
    },
  )
})
