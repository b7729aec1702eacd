import { describe, expect, test } from 'vitest'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, type SessionJobChange } from '../../../../fixtures/a-session-job.ts'
import { allowsZooKeeper, inZooKeeper, zooKeeperJob, zooKeeperPlan, zooKeeperSpec } from '../../../../fixtures/zookeeper-facts.ts'
import { initialFlinkSessionJobStatus } from '../flink-session-job-codec.ts'
import { absent, type Fact, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { ZooKeeperHaView } from '../../../contract/fact/zookeeper-ha-view.ts'

const other = 'b'.repeat(32)
const down = unknown<never>('Unreachable', 'nobody answers', t0)
const forbidden = unknown<never>('Forbidden', 'no auth', t0)
const nothing = absent(t0)
const finalizers = ['flinksessionjobs.flink.apache.org/finalizer']
const deletion = { metadata: { deletionTimestamp: '2023-11-14T23:00:00Z', finalizers } }
const stateless: SessionJobChange = { job: { upgradeMode: 'stateless' } }
const plansOf = (...ids: readonly string[]): Fact<ZooKeeperHaView> => inZooKeeper({ jobs: [], plans: ids.map(zooKeeperPlan) })
const pointersOf = (jobId: string): Fact<ZooKeeperHaView> => inZooKeeper({ jobs: [zooKeeperJob({ jobId })], plans: [] })

const inSession = (change: SessionJobChange, operator: Readonly<Record<string, string>>, session?: FlinkDeploymentView): SessionWorld => {
  const world = new SessionWorld(change, session ?? aSession(zooKeeperSpec))
  world.operator = operator
  return world
}
/** It runs; then its JobManager, elected again, lists nothing. */
const unlisted = (change: SessionJobChange, kept: (jobId: string) => Fact<ZooKeeperHaView>, operator = allowsZooKeeper): SessionWorld => {
  const world = inSession(change, operator).rounds(20)
  const [jobId = expect.fail('it runs')] = world.alive
  world.jobs = []
  world.zooKeeper = kept(jobId)
  return world
}

describe('P14 P02 a job that is not listed is gone only once nothing of it is in ZooKeeper', () => {
  const tenSeconds = 15
  test.each<readonly [string, (jobId: string) => Fact<ZooKeeperHaView>, boolean]>([
    ['its plan is kept', plansOf, false],
    ['its pointers are kept', pointersOf, false],
    ['nothing of it is kept', () => nothing, true],
    ['another job is kept', () => plansOf(other), true],
    ['ZooKeeper is not reached', () => down, false],
    ['it may not be read: as if no option named it', () => forbidden, false],
  ])('session-job-deletion/job-gone it is deleted: %s', (_title, kept, isGone) => {
    const world = unlisted(stateless, kept)
    world.edit({ ...stateless, ...deletion }).rounds(tenSeconds)
    expect(world.isGone).toBe(isGone)
  })

  test.each<readonly [string, Fact<ZooKeeperHaView>, number]>([
    ['it may not be read', forbidden, 800],
    ['no option names the ensemble', down, 800],
  ])('session-job-deletion/job-gone %s: it is taken for gone after ten minutes, as before', (_title, kept, rounds) => {
    const world = unlisted(stateless, () => kept, kept === forbidden ? allowsZooKeeper : {} as typeof allowsZooKeeper)
    world.edit({ ...stateless, ...deletion }).rounds(tenSeconds)
    expect(world.isGone).toBe(false)
    world.rounds(rounds)
    expect(world.isGone).toBe(true)
  })

  test('E-12 an edit of a stateless job waits for what ZooKeeper brings back, and starts nothing beside it', () => {
    const world = unlisted(stateless, plansOf)
    const edit = { job: { upgradeMode: 'stateless', parallelism: 7 } }
    world.edit(edit).rounds(100)
    expect(world.effects('RunJar')).toHaveLength(1)
    world.zooKeeper = down
    world.rounds(100)
    expect(world.effects('RunJar')).toHaveLength(1)
  })

  test('P08 B02 sent, and not listed: ZooKeeper holds it, so it is awaited, and not sent again', () => {
    const world = inSession({}, allowsZooKeeper)
    world.failing = { at: 'RunJar', happens: true }
    for (let round = 0; round < 20 && world.failing !== null; round += 1) world.rounds(1)
    const { jobs, alive } = world
    world.zooKeeper = plansOf(alive[0] ?? '')
    Object.assign(world, { jobs: [], jars: [] })
    const sent = world.effects('UploadJar', 'RunJar')
    world.rounds(50)
    expect(world.effects('UploadJar', 'RunJar')).toEqual(sent)
    world.zooKeeper = down
    world.rounds(50)
    expect(world.effects('UploadJar', 'RunJar')).toEqual(sent)
    world.jobs = jobs
    world.rounds(5)
    expect(world.status).toMatchObject({ operation: null, jobStatus: { state: 'RUNNING', jobId: alive[0] } })
  })

  test.each(
    [['its plan is kept', plansOf, 1], ['ZooKeeper is not reached', () => down, 1], ['nothing is kept', () => nothing, 2]] as const,
  )(
    'record-lost/job-alive P25 the record is taken away, and %s',
    (_title, kept, runs) => {
      const world = unlisted(stateless, kept)
      world.resource = {
        ...world.resource,
        status: { ...initialFlinkSessionJobStatus, jobStatus: { ...world.status.jobStatus, jobId: null } },
      }
      world.rounds(30)
      expect(world.effects('RunJar')).toHaveLength(runs)
    },
  )

  test('while the session cluster is edited nobody knows where its JobManager looks: that nothing is there tells nothing', () => {
    const world = unlisted(stateless, () => nothing)
    const session = world.session ?? expect.fail('there is one')
    world.session = {
      ...session,
      status: { ...session.status, reconciliationStatus: { ...session.status.reconciliationStatus, state: 'UPGRADING' } },
    }
    world.edit({ ...stateless, ...deletion }).rounds(tenSeconds)
    expect(world.isGone).toBe(false)
  })
})
