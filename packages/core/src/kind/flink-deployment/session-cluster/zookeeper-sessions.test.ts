import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { aConfigMap, aJob, flinkConfigMap, jobId, prepared } from '../../../../fixtures/cluster-facts.ts'
import { aDeploy, aTearDown } from '../../../../fixtures/deployment-status.ts'
import { finalizer, t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { effectsOf, errorMessageOf, queriesOf, requeueOf, written } from '../../../../fixtures/round.ts'
import {
  aSessionJob,
  type GivenCluster,
  goneSession,
  ha,
  runningSession,
  sessionDecided,
  sessionExplained,
  sessionRound,
} from '../../../../fixtures/session-cluster-round.ts'
import {
  allowsZooKeeper,
  inZooKeeper,
  inZooKeeperOfApp,
  zooKeeperJob,
  zooKeeperPlan,
  zooKeeperSpec,
} from '../../../../fixtures/zookeeper-facts.ts'
import type { ZooKeeperFact } from '../../../cluster/high-availability/zookeeper-metadata.ts'
import { absent, known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import type { ZooKeeperHaView } from '../../../contract/fact/zookeeper-ha-view.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'
import type { Asked } from '../../../contract/query/ask.ts'
import { deletionHold } from './deletion-hold.ts'
import { affectedJobs } from './jobs-at-stake.ts'
import { keptByOthers, keptWithoutState } from './kept-by-others.ts'

const other = 'b'.repeat(32)
const down = unknown<never>('Unreachable', 'nobody answers', t0)
const forbidden = unknown<never>('Forbidden', 'no auth', t0)
const zooKeeper = zooKeeperSpec.configuration as JsonObject
const bare = { checkpoints: [], hadCheckpoints: false, counter: 1 } as const
const jobA = (change: Parameters<typeof aSessionJob>[1] = {}): FlinkDeploymentFacts => ({
  flinkSessionJobs: known([aSessionJob('a', { jobId, ...change })], t0),
})
const seen = (fact: ZooKeeperFact, change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts => ({
  ...jobA(),
  ...inZooKeeperOfApp(fact),
  ...change,
})
const edited = (facts: FlinkDeploymentFacts, change: GivenCluster = {}): GivenCluster => ({
  spec: { image: 'flink:next' },
  metadata: { generation: 2 },
  configuration: zooKeeper,
  operator: allowsZooKeeper,
  facts: runningSession({ jobs: known([aJob('RUNNING')], t0), configMaps: known([flinkConfigMap()], t0), ...facts }),
  ...change,
})

/** The answer, or the queries that it lacks. */
const orQueries = <A>(
  answer: Asked<A>,
) => (E.isLeft(answer) ? { _tag: 'Lacks', row: 'affected-jobs/unseen', queries: answer.left } as const : answer.right)

describe('E-1 what an edit costs, where ZooKeeper keeps the jobs', () => {
  const stakeOf = (given: GivenCluster) => {
    const round = sessionRound(given)
    const { deployed, wanted } = round.desired
    return orQueries(affectedJobs(round, deployed._tag === 'Deployed' ? [deployed.running] : [], wanted ?? expect.fail('invalid')))
  }
  test.each<readonly [string, string, GivenCluster]>([
    ['affected-jobs/kept-by-ha Nothing', 'plan and pointer are kept', edited(seen(inZooKeeper()))],
    [
      'affected-jobs/kept-by-ha Nothing',
      'B07 before its first checkpoint, as its counter tells',
      edited(seen(inZooKeeper({ jobs: [zooKeeperJob(bare)] }))),
    ],
    ['affected-jobs/stateful Jobs', 'P01 its plan alone is kept', edited(seen(inZooKeeper({ jobs: [] })))],
    [
      'affected-jobs/stateful Jobs',
      'P01 no pointer, and no counter',
      edited(seen(inZooKeeper({ jobs: [zooKeeperJob({ ...bare, counter: null })] }))),
    ],
    [
      'affected-jobs/stateful Jobs',
      'P01 its pointers are gone',
      edited(seen(inZooKeeper({ jobs: [zooKeeperJob({ ...bare, hadCheckpoints: true })] }))),
    ],
    [
      'affected-jobs/stateful Jobs',
      'H31 a pointer that can not be read',
      edited(seen(inZooKeeper({ jobs: [zooKeeperJob({ unusable: ['0000000000000000007'] })] }))),
    ],
    ['affected-jobs/stateful Jobs', 'its pointers alone are kept, without a plan', edited(seen(inZooKeeper({ plans: [] })))],
    ['affected-jobs/stateful Jobs', 'P01 the cluster has no node', edited(seen(absent(t0)))],
    [
      'affected-jobs/stateful Jobs',
      'another job is kept',
      edited(seen(inZooKeeper({ jobs: [zooKeeperJob({ jobId: other })], plans: [zooKeeperPlan(other)] }))),
    ],
    [
      'affected-jobs/unmanaged Jobs',
      "a job that is nobody's, without its state",
      edited(seen(inZooKeeper({ jobs: [] }), { flinkSessionJobs: known([], t0) })),
    ],
    ['affected-jobs/unseen Unknown', 'P14 it is not reached', edited(seen(down))],
    ['affected-jobs/unseen Lacks', 'it was not looked at', edited(jobA())],
    ['affected-jobs/kept-by-ha Nothing', 'it may not be read: as if no option named it', edited(seen(forbidden))],
    ['affected-jobs/kept-by-ha Nothing', 'no option names it: as before', edited(jobA(), { operator: {} })],
    [
      'affected-jobs/kept-by-ha Nothing',
      'jobs may be lost',
      edited(seen(down), {
        configuration: { ...zooKeeper, 'kubernetes.operator.session.upgrade.block-on-stateful-jobs': 'false' },
        recordedConfiguration: zooKeeper,
      }),
    ],
    [
      'affected-jobs/kept-by-ha Nothing',
      'plans that ConfigMaps keep of an earlier spec are none of it',
      edited(seen(inZooKeeper(), { configMaps: known([aConfigMap('app-cluster-config-map', { dataKeys: [`jobGraph-${other}`] })], t0) })),
    ],
  ])('%s %s', (row, _title, given) => {
    const affected = stakeOf(given)
    expect(`${affected.row} ${affected._tag}`).toBe(row)
    if (affected._tag === 'Unknown') expect(affected.waitingFor).toBe('ZooKeeper to list the jobs that it keeps: nobody answers')
    if (affected._tag === 'Lacks') expect(affected.queries.map(({ _tag }) => _tag)).toEqual(['ReadZooKeeperHaMetadata'])
  })

  const nothingUp = { deployment: absent(t0), jobManagerPods: known([], t0), jobs: down, clusterOverview: down } as const
  test.each<readonly [string, string, GivenCluster]>([
    ['affected-jobs/jobmanager-down Nothing', 'it keeps no job', edited(seen(absent(t0), nothingUp))],
    ['affected-jobs/stateful Jobs', 'it keeps one', edited(seen(inZooKeeper(), nothingUp))],
    ['affected-jobs/unseen Unknown', 'P14 it is not reached', edited(seen(down, nothingUp))],
    ['affected-jobs/stateful Jobs', 'it may not be read: nobody can tell', edited(seen(forbidden, nothingUp))],
    ['affected-jobs/stateful Jobs', 'no option names it: nobody can tell, as before', edited(seen(undefined, nothingUp), { operator: {} })],
  ])('%s its high availability moves, no JobManager is up, and %s', (row, _title, given) => {
    const affected = stakeOf({ ...given, configuration: ha, recordedConfiguration: zooKeeper })
    expect(`${affected.row} ${affected._tag}`).toBe(row)
  })

  test.each<readonly [string, string, FlinkDeploymentFacts]>([
    ['affected-jobs/stateful Jobs', 'lists nothing: it may not have recovered its jobs yet', { jobs: known([], t0) }],
    ['affected-jobs/under-way UnderWay', 'U09 lists it as ended, which is not recorded yet', { jobs: known([aJob('FINISHED')], t0) }],
    ['affected-jobs/none Nothing', 'lists nothing, and no session job has state', {
      jobs: known([], t0),
      ...jobA({ upgradeMode: 'stateless' }),
    }],
  ])('P01 P14 %s out of sight, its place is changed, and the JobManager %s', (row, _title, facts) => {
    const affected = stakeOf(edited({ ...jobA(), ...facts }, { operator: {}, configuration: ha, recordedConfiguration: zooKeeper }))
    expect(`${affected.row} ${affected._tag}`).toBe(row)
  })

  test('session-cluster/edit, affected-jobs/stateful it is told, and nothing is taken away', () => {
    expect(sessionExplained(edited(seen(inZooKeeper({ jobs: [] })))).row).toBe('session-cluster/edit, affected-jobs/stateful')
    expect(effectsOf(sessionDecided(edited(seen(inZooKeeper({ jobs: [] })))))).toEqual([])
  })
})

describe('P01 H23 H31 what the next JobManager would run again from its beginning', () => {
  const mayBeLost = { ...zooKeeper, 'kubernetes.operator.session.upgrade.block-on-stateful-jobs': 'false' }
  test.each<readonly [string, GivenCluster, FlinkDeploymentFacts, readonly string[]]>([
    ['its plan alone is kept', {}, seen(inZooKeeper({ jobs: [] })), [`/flink/app/jobgraphs/${jobId}`]],
    ['what it points to is not usable', {}, seen(inZooKeeper({ jobs: [zooKeeperJob({ unusable: ['0000000000000000007'] })] })), [
      `/flink/app/jobgraphs/${jobId}`,
    ]],
    ['it has a checkpoint', {}, seen(inZooKeeper()), []],
    ['it has none yet', {}, seen(inZooKeeper({ jobs: [zooKeeperJob(bare)] })), []],
    ['nothing of it is kept', {}, seen(absent(t0)), []],
    ['the plan of another job is kept', {}, seen(inZooKeeper({ jobs: [], plans: [zooKeeperPlan(other)] })), []],
    ['it has no state', {}, seen(inZooKeeper({ jobs: [] }), jobA({ upgradeMode: 'stateless' })), []],
    ['it has ended', {}, seen(inZooKeeper({ jobs: [] }), jobA({ state: 'FINISHED' })), []],
    ['it is being submitted', {}, seen(inZooKeeper({ jobs: [] }), jobA({ submit: 'Empty' })), []],
    ['it was not seen', {}, seen(down), []],
    ['it may be lost', { configuration: mayBeLost }, seen(inZooKeeper({ jobs: [] })), []],
    ['no option names the ensemble', { operator: {} }, seen(inZooKeeper({ jobs: [] })), []],
  ])('%s', (_title, given, facts, want) => {
    const round = sessionRound({ configuration: zooKeeper, operator: allowsZooKeeper, ...given, facts: goneSession(facts) })
    const found = keptWithoutState(round, round.desired.wanted ?? expect.fail('invalid'))
    expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual(want.map(name => `ZooKeeper node ${name}`))
    for (const { remedy } of found)
      expect(remedy).toMatch(/put back \/flink\/app\/jobs\/.*, or delete \/flink\/app\/jobgraphs\/.* there .*savepointRedeployNonce/u)
  })

  test('P02 F09 jobs that no FlinkSessionJob names are told, and left', () => {
    const round = sessionRound({
      configuration: zooKeeper,
      operator: allowsZooKeeper,
      facts: goneSession(seen(inZooKeeper({ jobs: [zooKeeperJob(), zooKeeperJob({ jobId: other })], plans: [zooKeeperPlan(other)] }))),
    })
    const found = keptByOthers(round, round.desired.wanted ?? expect.fail('invalid'))
    expect(found.map(({ name }) => name)).toEqual([`/flink/app/jobgraphs/${other}`, `/flink/app/jobs/${other}`])
    expect(found[0]?.what).toContain('which no FlinkSessionJob names; a new cluster of that id')
  })
})

describe('a deploy of the cluster', () => {
  const deploy = (
    fact: ZooKeeperFact,
    change: Partial<GivenCluster> & { readonly jobs?: 'Kept' | 'Gone'; readonly patience?: number } = {},
  ) =>
    sessionDecided({
      configuration: zooKeeper,
      operator: allowsZooKeeper,
      status: {
        jobManagerDeploymentStatus: 'MISSING',
        operation: aDeploy({
          jobId: null,
          purpose: 'Recovery',
          step: 'TearDown',
          source: { _tag: 'NoJob', jobs: change.jobs ?? 'Kept', reason: '' },
          giveUpAt: t0 + (change.patience ?? 1),
        }),
      },
      facts: goneSession(seen(fact)),
      ...change,
    })
  /** What its Deployment needs comes first. */
  const created = ['CreateObject FlinkConfig', 'CreateObject RestService']

  test.each<readonly [string, ZooKeeperFact, readonly string[], string | null]>([
    ['it is looked at first', undefined, ['Look ReadZooKeeperHaMetadata'], null],
    ['plan and state are there: it comes', inZooKeeper(), created, null],
    ['nothing is there: it comes, and starts no job', absent(t0), created, null],
    ['P14 it is not reached: it waits', down, [], 'ZooKeeper to list the jobs that it keeps: nobody answers'],
    [
      'B85 a JobManager stands for election: it waits',
      inZooKeeper({ candidates: 1 }),
      [],
      '1 JobManager(s) at /flink/app in ZooKeeper to end: a session that has not expired yet, or another cluster of that name',
    ],
    [
      'P01 a plan without its state: it waits',
      inZooKeeper({ jobs: [] }),
      [],
      `foreign ZooKeeper node /flink/app/jobgraphs/${jobId} to be deleted or renamed`,
    ],
    ['it may not be read: as if no option named it', forbidden, created, null],
  ])('%s', (_title, fact, effects, waitingFor) => {
    const actions = deploy(fact)
    expect(effectsOf(actions)).toEqual(effects)
    if (waitingFor !== null) expect(requeueOf(actions).waitingFor).toBe(waitingFor)
  })

  test.each(['ConfigMaps', 'ZooKeeper'])(
    'P06 nothing is left of its JobManager, and a plan in %s holds it up: session jobs are told',
    where => {
      const status = {
        jobManagerDeploymentStatus: 'READY',
        operation: aDeploy({ jobId: null, purpose: 'Upgrade', step: 'TearDown', source: { _tag: 'NoJob', jobs: 'Kept', reason: '' } }),
      } as const
      const plan = aConfigMap('app-cluster-config-map', { dataKeys: [`jobGraph-${jobId}`] })
      const actions = where === 'ZooKeeper' ? deploy(undefined, { status, facts: goneSession(seen(inZooKeeper({ jobs: [] }))) })
        : deploy(undefined, { status, configuration: ha, facts: goneSession({ ...jobA(), configMaps: known([plan], t0) }) })
      expect(effectsOf(actions)).toEqual([])
      expect(written(actions)).toMatchObject({ jobManagerDeploymentStatus: 'MISSING', error: expect.stringContaining(jobId) })
    },
  )

  test('whose the jobs are is asked, where it keeps any', () => {
    const { flinkSessionJobs: _unasked, ...facts } = goneSession(seen(inZooKeeper()))
    expect(queriesOf(deploy(undefined, { facts }))).toEqual(['ListFlinkSessionJobs'])
  })

  test('past its time it is told what it waits for', () => {
    expect([down, inZooKeeper({ candidates: 1 })].map(fact => errorMessageOf(written(deploy(fact, { patience: -1 }))!))).toEqual([
      expect.stringContaining('nobody answers'),
      expect.stringContaining('1 JobManager(s)'),
    ])
  })

  test('P02 a cluster that reads it for the first time brings no job of others back', () => {
    const others = inZooKeeper({ jobs: [zooKeeperJob({ jobId: other })], plans: [] })
    expect(effectsOf(deploy(others, { jobs: 'Gone' }))).toEqual([])
    expect(effectsOf(deploy(others, { jobs: 'Kept' }))).toEqual(created)
  })

  test('P01 P14 what an operator began hours ago does not go on as it was: everything is looked at again (A19)', () => {
    const status = {
      jobManagerDeploymentStatus: 'MISSING',
      operation: aDeploy({ jobId: null, purpose: 'Recovery', step: 'Create', source: { _tag: 'NoJob', jobs: 'Kept', reason: '' } }),
    } as const
    const facts = prepared(status.operation.id, goneSession({ names: known([], t0) }))
    expect(effectsOf(deploy(undefined, { status, facts }))).toEqual(['Look ReadZooKeeperHaMetadata'])
    expect(effectsOf(deploy(undefined, { status, facts: { ...facts, ...seen(inZooKeeper({ candidates: 1 })) } }))).toEqual([])
    const actions = deploy(undefined, { status, facts: { ...facts, ...seen(inZooKeeper()) } })
    expect(effectsOf(actions)).toEqual(['CreateObject JobManagerDeployment'])
    expect(written(actions)).toMatchObject({ operation: { step: 'Create', purpose: 'Recovery', source: { jobs: 'Kept' } } })
    expect(written(actions)?.operation?.id).not.toBe(status.operation.id)
  })
})

describe('the cluster is deleted', () => {
  const deleted: GivenCluster = {
    metadata: { deletionTimestamp: '2023-11-14T22:00:00Z', finalizers: [finalizer] },
    configuration: zooKeeper,
    operator: allowsZooKeeper,
  }
  test.each<readonly [string, string, GivenCluster, FlinkDeploymentFacts, string]>([
    [
      'deletion-hold/other-jobs Jobs',
      'ZooKeeper keeps a job',
      deleted,
      inZooKeeperOfApp(inZooKeeper()),
      'the other jobs of the cluster to be cancelled',
    ],
    ['deletion-hold/none No', 'it keeps none', deleted, inZooKeeperOfApp(absent(t0)), ''],
    [
      'deletion-hold/other-jobs-unseen Unknown',
      'P14 it is not reached',
      deleted,
      inZooKeeperOfApp(down),
      'ZooKeeper to list the jobs that it keeps: nobody answers',
    ],
    ['deletion-hold/none No', 'it may not be read', deleted, inZooKeeperOfApp(forbidden), ''],
    ['deletion-hold/none No', 'no option names it: as before', { ...deleted, operator: {} }, {}, ''],
    ['X Lacks', 'it was not looked at', deleted, {}, ''],
  ])('%s %s', (row, _title, given, change, words) => {
    const hold = orQueries(deletionHold(sessionRound({ ...given, facts: runningSession(change) })))
    expect(hold._tag).toBe(row.split(' ')[1])
    expect('waitingFor' in hold ? hold.waitingFor : '').toBe(words)
  })

  const leaving = (change: Partial<ZooKeeperHaView> | ZooKeeperFact, patience = 1, facts: FlinkDeploymentFacts = {}) =>
    sessionDecided({
      ...deleted,
      status: { operation: aTearDown({ jobId: null, purpose: 'Deletion', deleteHaMetadata: true, giveUpAt: t0 + patience }) },
      facts: goneSession({
        ...jobA(),
        ...inZooKeeperOfApp(change !== undefined && '_tag' in change ? change : change === undefined ? undefined : inZooKeeper(change)),
        ...facts,
      }),
    })

  test('what it keeps of its session jobs goes with it, and the node; then the finalizer', () => {
    expect(queriesOf(leaving(undefined))).toEqual(['ReadZooKeeperHaMetadata'])
    const [effect] = leaving({}).filter(({ _tag }) => _tag === 'DeleteZooKeeperHaMetadata')
    expect(effect).toMatchObject({
      nodes: [{ path: `/jobgraphs/${jobId}` }, { path: `/jobs/${jobId}` }],
      cluster: '0000000000000010',
    })
    expect(effectsOf(leaving(absent(t0)))).toEqual(['RemoveFinalizer'])
  })

  test('P21 B08 what no FlinkSessionJob names stays, with the node, and is told', () => {
    const both = { jobs: [zooKeeperJob(), zooKeeperJob({ jobId: other })] }
    expect(leaving(both).find(({ _tag }) => _tag === 'DeleteZooKeeperHaMetadata')).toMatchObject({
      nodes: [{ path: `/jobgraphs/${jobId}` }, { path: `/jobs/${jobId}` }],
      cluster: null,
    })
    const actions = leaving({ jobs: [zooKeeperJob({ jobId: other })], plans: [] })
    expect(effectsOf(actions)).toEqual(['RemoveFinalizer'])
    expect(actions.find(({ _tag }) => _tag === 'EmitEvent')).toMatchObject({
      reason: 'CleanupFailed',
      message: expect.stringContaining(`: ${other}`),
    })
  })

  test('B85 P14 it waits for an ensemble, and for JobManagers that stand for election, until its time is over', () => {
    expect([down, inZooKeeper({ candidates: 1 })].map(fact => effectsOf(leaving(fact)))).toEqual([[], []])
    expect([down, inZooKeeper({ candidates: 1 })].map(fact => effectsOf(leaving(fact, -1)))).toEqual([['RemoveFinalizer'], [
      'RemoveFinalizer',
    ]])
  })

  test('P21 whose the jobs are has to be seen, until its time is over; then nothing of them goes', () => {
    expect(effectsOf(leaving({}, 1, { flinkSessionJobs: down }))).toEqual([])
    expect(effectsOf(leaving({}, -1, { flinkSessionJobs: down }))).toEqual(['RemoveFinalizer'])
  })

  test('no option names the ensemble: it is not asked, and the finalizer goes, as before', () => {
    const actions = sessionDecided({
      ...deleted,
      operator: {},
      status: { operation: aTearDown({ jobId: null, purpose: 'Deletion', deleteHaMetadata: true }) },
      facts: goneSession(),
    })
    expect(effectsOf(actions)).toEqual(['RemoveFinalizer'])
  })
})
