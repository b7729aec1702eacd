import { describe, expect, test } from 'vitest'
import { aConfigMap, clusterConfigMap, haConfigMap } from '../../../../fixtures/cluster-facts.ts'
import { name, t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, aSessionJob, listed, type SessionJobChange } from '../../../../fixtures/a-session-job.ts'
import { allowsZooKeeper, inZooKeeper, zooKeeperJob, zooKeeperPlan, zooKeeperSpec } from '../../../../fixtures/zookeeper-facts.ts'
import { absent, unknown } from '../../../contract/fact/fact.ts'
import { mintJobIdIn } from '../../../contract/resource/mint-id.ts'

/** The resource that was before, of the same name. */
const old = mintJobIdIn({ namespace: 'ns', name: 'other', uid: '00000000-0000-4000-8000-0000000000ff' }, 1, 5)
const siblingUid = '00000000-0000-4000-8000-0000000000aa'
const siblings = mintJobIdIn({ namespace: 'ns', name: 'sibling', uid: siblingUid }, 1, 5)
const byHand = 'f'.repeat(32)

const planned = (...ids: readonly string[]) => [
  aConfigMap(`${name}-cluster-config-map`, { dataKeys: [...clusterConfigMap.dataKeys, ...ids.map(it => `executionPlan-${it}`)] }),
  ...ids.map(it => haConfigMap(it)),
]
const stateless: SessionJobChange = { job: { upgradeMode: 'stateless' } }

/** Created a moment ago; its JobManager was elected again, and lists nothing. */
const anew = (of: Partial<SessionWorld>, change: SessionJobChange = {}, session = aSession()): SessionWorld =>
  Object.assign(new SessionWorld(change, session), of)
/** As the operator before wrote it, whose ids tell nothing of ours. */
const youngerThatNames = (jobId: string) => {
  const { meta, spec, status } = aSessionJob({ metadata: { name: 'younger', uid: siblingUid, creationTimestamp: '2100-01-01T00:00:00Z' } })
  return { meta, spec, status: { ...status, jobStatus: { ...status.jobStatus, jobId } } }
}
const ran = (world: SessionWorld): number => world.effects('RunJar').length

describe('A02 P02 a session job that is created again past its finalizer waits for what HA metadata brings back', () => {
  test.each<readonly [string, Partial<SessionWorld>, string]>([
    ['its plan is stored', { configMaps: planned(old) }, `key executionPlan-${old} of ConfigMap ${name}-cluster-config-map`],
    [
      'where plans are stored is not there, and its ConfigMap is',
      { configMaps: [haConfigMap(old)] },
      `ConfigMap ${name}-${old}-config-map`,
    ],
    ["one of several is nobody's", {
      configMaps: planned(siblings, old),
      siblings: [aSessionJob({ metadata: { name: 'sibling', uid: siblingUid } })],
    }, old],
  ])('%s: told, and gone on with once the JobManager does not bring it back', (_title, of, where) => {
    const world = anew(of).rounds(20)
    expect([world.situation.row, world.situation.unblockedBy.who, ran(world)]).toEqual(['unclaimed-job', 'cluster', 0])
    expect(world.status.error).toContain(`delete ${where.startsWith('key') || where.startsWith('ConfigMap') ? where : 'key'}`)
    expect(world.status.error).toContain(old)
    expect(world.status.conditions.find(({ type }) => type === 'Stalled')?.status).toBe('True')
    world.configMaps = planned()
    world.rounds(20)
    expect([ran(world), world.alive.length, world.status.error]).toEqual([1, 1, null])
  })

  test.each(['stateless', 'savepoint', 'last-state'])('%s: once it is listed, nothing is started beside it: same-name-job', upgradeMode => {
    const world = anew({ configMaps: planned(old) }, { job: { upgradeMode } }).rounds(20)
    world.jobs = [listed(old)]
    world.rounds(20)
    expect([world.situation.row, ran(world), world.alive]).toEqual(['same-name-job', 0, [old]])
    expect(world.status.error).toContain(`flink stop ${old}`)
  })

  test.each<readonly [string, Partial<SessionWorld>]>([
    ['HA metadata could not be seen', { unobservable: ['ListConfigMaps'] }],
    ['nor whose the job is', { configMaps: planned(siblings), unobservable: ['ListFlinkSessionJobs'] }],
  ])('P14 %s: waited for', (_title, of) => {
    const world = anew(of).rounds(20)
    expect([world.situation.row, ran(world)]).toEqual(['unclaimed-job', 0])
    world.unobservable = []
    world.configMaps = []
    world.rounds(20)
    expect([ran(world), world.status.error]).toEqual([1, null])
  })

  test.each<readonly [string, Partial<SessionWorld>]>([
    ['a new cluster holds nothing', { configMaps: [] }],
    ['a cluster without jobs', { configMaps: planned() }],
    ["what it holds is another FlinkSessionJob's, which is not listed yet", {
      configMaps: planned(siblings),
      siblings: [aSessionJob({ metadata: { name: 'sibling', uid: siblingUid } })],
    }],
    ['it is listed as ended', { configMaps: planned(old), jobs: [listed(old, 'FINISHED')] }],
    ['a job by hand, which is listed under another name', { configMaps: planned(byHand), jobs: [{ ...listed(byHand), name: 'else' }] }],
    ['a job that ended has left its ConfigMap, and no plan', { configMaps: [...planned(), haConfigMap(old)] }],
    ['a ConfigMap of another cluster', { configMaps: [aConfigMap(`${name}-x-${old}-config-map`)] }],
  ])('not held up: %s', (_title, of) => {
    const world = anew(of, stateless).rounds(20)
    expect([ran(world), world.status.error]).toEqual([1, null])
  })

  test('P25 its first status is put back while its own job is not listed yet: waited for as well', () => {
    const world = new SessionWorld().rounds(1)
    const first = world.status
    world.rounds(20)
    const { jobs, alive: [own = ''] } = world
    world.jobs = []
    world.configMaps = planned(own)
    world.resource = { ...world.resource, status: first }
    world.rounds(20)
    expect([world.situation.row, ran(world)]).toEqual(['record-lost/held-by-ha', 1])
    world.jobs = jobs
    world.rounds(20)
    expect([world.situation.row, ran(world), world.alive.length]).toEqual(['record-lost/job-alive', 1, 1])
  })

  test('P01 restored with the status of a backup, which names an older state: not from that beside what comes back', () => {
    const world = new SessionWorld().rounds(30).edit({ job: { state: 'suspended' } }).rounds(20)
    const { status } = world
    world.edit({ job: { state: 'running' } }).rounds(20)
    const { jobs, alive: [later = ''] } = world
    const before = ran(world)
    world.jobs = []
    world.configMaps = planned(later)
    world.resource = { ...world.resource, meta: { ...world.resource.meta, uid: '00000000-0000-4000-8000-0000000000ee' }, status }
    world.rounds(20)
    expect([world.situation.row, ran(world)]).toEqual(['unclaimed-job', before])
    world.jobs = jobs
    world.rounds(20)
    expect([world.situation.row, ran(world)]).toEqual(['same-name-job', before])
  })

  test.each([['a restart after it failed', 'FAILED'], ['another path, while it is suspended', 'FINISHED']] as const)(
    '%s',
    (_title, state) => {
      const world = new SessionWorld({ rest: { flinkConfiguration: { 'kubernetes.operator.job.restart.failed': 'true' } } }).rounds(30)
      const [own = ''] = world.alive
      world.configMaps = planned(old)
      world.setState(own, state)
      if (state === 'FINISHED')
        world.edit({ job: { state: 'suspended' } }).rounds(10).edit({
          job: { state: 'running', initialSavepointPath: 's3://b/named', savepointRedeployNonce: 1 },
        })
      world.rounds(20)
      expect([world.situation.row, ran(world)]).toEqual(['unclaimed-job', 1])
      world.configMaps = []
      world.rounds(20)
      expect([ran(world), world.alive.length]).toEqual([2, 1])
    },
  )

  test('it was created suspended: asked when it is resumed', () => {
    const world = anew({ configMaps: planned(old) }, { job: { state: 'suspended' } }).rounds(10)
    expect(world.status.lifecycleState).toBe('SUSPENDED')
    world.edit({ job: { state: 'running' } }).rounds(20)
    expect([world.situation.row, ran(world)]).toEqual(['unclaimed-job', 0])
  })
})

describe('A02 P02 the spec gives the job a name of its own', () => {
  const called = (pipelineName: string): SessionJobChange => ({ rest: { flinkConfiguration: { 'pipeline.name': pipelineName } } })
  const beside = (pipelineName: string) => anew({ jobs: [{ ...listed(old), name: 'mine' }] }, called(pipelineName)).rounds(20)

  test('the job of before runs under that name: nothing is started beside it; another name leads out', () => {
    const world = beside('mine')
    expect([world.situation.row, ran(world)]).toEqual(['same-name-job', 0])
    world.edit(called('another')).rounds(20)
    expect([ran(world), world.status.error]).toEqual([1, null])
  })

  test('it runs under another one', () => {
    expect(ran(beside('yours'))).toBe(1)
  })
})

describe('A02 the same where HA metadata is in ZooKeeper', () => {
  test.each<readonly [string, Partial<SessionWorld>, boolean]>([
    ['its plan is stored', { operator: allowsZooKeeper, zooKeeper: inZooKeeper({ jobs: [], plans: [zooKeeperPlan(old)] }) }, false],
    ['ZooKeeper is not reached', { operator: allowsZooKeeper, zooKeeper: unknown('Unreachable', 'nobody answers', t0) }, false],
    ['nothing is there', { operator: allowsZooKeeper, zooKeeper: absent(t0) }, true],
    [
      'a job that ended has left its node, and no plan',
      { operator: allowsZooKeeper, zooKeeper: inZooKeeper({ jobs: [zooKeeperJob({ jobId: old })], plans: [] }) },
      true,
    ],
    ['it may not be read: no look can tell', { operator: allowsZooKeeper, zooKeeper: unknown('Forbidden', 'no auth', t0) }, true],
    ['no option names the ensemble', { zooKeeper: inZooKeeper({ jobs: [], plans: [zooKeeperPlan(old)] }) }, true],
  ])('%s', (_title, of, starts) => {
    const world = anew(of, {}, aSession(zooKeeperSpec)).rounds(20)
    expect([ran(world), world.situation.row === 'unclaimed-job']).toEqual(starts ? [1, false] : [0, true])
  })

  test('its node is named', () => {
    const zooKeeper = inZooKeeper({ jobs: [], plans: [zooKeeperPlan(old)] })
    const world = anew({ operator: allowsZooKeeper, zooKeeper }, {}, aSession(zooKeeperSpec)).rounds(20)
    expect(world.status.error).toMatch(new RegExp(`delete /flink/${name}/\\S+/${old} in ZooKeeper`, 'u'))
  })
})

describe('A02 a duplicate that shows up later is told, and left alone', () => {
  const beside = (id: string, of: Partial<SessionWorld> = {}) => {
    const world = anew(of, {}, aSession({ noHa: true })).rounds(40)
    world.jobs = [...world.jobs, listed(id, 'RUNNING', world.now)]
    return world
  }
  const eventsOf = (world: SessionWorld) => world.next.flatMap(it => (it._tag === 'EmitEvent' ? [it.reason] : []))

  test('an unclaimed job of the same name', () => {
    const world = beside(old)
    expect(eventsOf(world)).toEqual(['OrphanJob'])
    world.rounds(5)
    expect([world.status.error?.includes(`flink stop ${old}`), world.effects('CancelJob', 'StopWithSavepoint')]).toEqual([true, []])
    expect(eventsOf(world), 'once').toEqual([])
    world.setState(old, 'CANCELED')
    world.rounds(5)
    expect(world.status.error).toBeNull()
  })

  test.each<readonly [string, string, Partial<SessionWorld>, (world: SessionWorld) => void]>([
    ["another FlinkSessionJob's", siblings, { siblings: [aSessionJob({ metadata: { name: 'sibling', uid: siblingUid } })] }, () => {}],
    ['its id was chosen by the operator before, and the status of a younger FlinkSessionJob names it', old, {
      siblings: [youngerThatNames(old)],
    }, () => {}],
    ['the others can not be seen', siblings, { unobservable: ['ListFlinkSessionJobs'] }, () => {}],
    ['it has another name', old, {}, world => {
      world.jobs = world.jobs.map(it => (it.jobId === old ? { ...it, name: 'else' } : it))
    }],
    ['the jar gives both its own name', old, {}, world => {
      world.jobs = world.jobs.map(it => ({ ...it, name: 'of the jar' }))
    }],
    ['it has ended', old, {}, world => {
      world.setState(old, 'FINISHED')
    }],
  ])('not told: %s', (_title, id, of, change) => {
    const world = beside(id, of)
    change(world)
    world.rounds(10)
    expect(world.status.error).toBeNull()
  })
})
