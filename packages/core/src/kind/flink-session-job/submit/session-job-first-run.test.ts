import { describe, expect, test } from 'vitest'
import { checkpointStatistics } from '../../../../fixtures/cluster-facts.ts'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, listed } from '../../../../fixtures/a-session-job.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'

const source = 's3://b/init'

/** Sent, and not recorded as submitted yet: the process went after it, or the answer was lost. */
const sent = (configuration: JsonObject = {}): SessionWorld => {
  const cluster = aSession(Object.keys(configuration).length === 0 ? {} : { configuration })
  const world = new SessionWorld({ job: { initialSavepointPath: source } }, cluster)
  world.failing = { at: 'RunJar', happens: true }
  for (let i = 0; i < 20 && world.failing !== null; i += 1) world.rounds(1)
  expect(world.status.operation).toMatchObject({ kind: 'Submit', step: 'Run' })
  return world
}

/** Its last run failed before it told anything of a checkpoint; then the spec is mended. */
const mended = (world: SessionWorld, startTime = world.jobs[0]?.startTime): SessionWorld => {
  const [job] = world.jobs
  world.checkpoints = checkpointStatistics({})
  world.jobs = [listed(job?.jobId ?? '', 'FAILED', startTime)]
  return world.rounds(10).edit({ job: { parallelism: 4 } }).rounds(40)
}

const submitted = (): SessionWorld => sent().rounds(1)

describe('F03 with HA, a session job that failed before its first checkpoint: where it was started from, if that was surely its first run', () => {
  test('the run that was listed at once: it goes on from where it was started from', () => {
    const world = mended(submitted())
    expect(world.effects('RunJar').slice(1)).toMatchObject([{ savepointPath: source, parallelism: 4 }])
  })

  test.each<readonly [string, () => SessionWorld]>([
    ['another run in the same process, or in a standby: leadership was lost, and HA metadata brought the job back', () => {
      const world = submitted()
      return mended(world, (world.jobs[0]?.startTime ?? 0) + 30_000)
    }],
    ['it was first listed so late that a leader may have changed before', () => {
      const world = sent()
      world.now += 11_000
      return mended(world.rounds(1))
    }],
    ['the same where leadership is lost sooner', () => {
      const world = sent({ 'high-availability.kubernetes.leader-election.renew-deadline': '6 s' })
      world.now += 2_000
      return mended(world.rounds(1))
    }],
    [
      'nobody can read how soon it is lost',
      () => mended(sent({ 'high-availability.kubernetes.leader-election.renew-deadline': 'soon' }).rounds(1)),
    ],
    ['HA metadata in ZooKeeper, where that takes no time', () => mended(sent({ 'high-availability.type': 'zookeeper' }).rounds(1))],
    ['it was first listed in another pod', () => {
      const world = sent()
      world.pod = 'uid-next'
      return mended(world.rounds(1))
    }],
  ])('P01 %s: what it left is not known, and a person is asked', (_title, given) => {
    const world = given()
    expect(world.effects('RunJar').length).toBe(1)
    expect(world.status.error).toContain('savepointRedeployNonce')
  })
})
