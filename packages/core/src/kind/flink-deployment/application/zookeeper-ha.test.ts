import { describe, expect, test } from 'vitest'
import { aJob, goneCluster, jobId, runningCluster } from '../../../../fixtures/cluster-facts.ts'
import {
  aDeploy,
  aSuspend,
  aTearDown,
  recordedBeside,
  operationId,
  runningStatus,
  type StatusChange,
  suspendedStatus,
} from '../../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import {
  decided,
  effectsOf,
  errorMessageOf,
  type Given,
  lookedAndDecided,
  queriesOf,
  requeueOf,
  situationOf,
  written,
} from '../../../../fixtures/round.ts'
import {
  allowsZooKeeper,
  inZooKeeper,
  inZooKeeperOfApp,
  zooKeeperJob,
  zooKeeperPlaceOfApp,
  zooKeeperPlan,
  zooKeeperSpec,
} from '../../../../fixtures/zookeeper-facts.ts'
import type { ZooKeeperFact } from '../../../cluster/high-availability/zookeeper-metadata.ts'
import { absent, known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'
import { upgradeErrors } from '../../../job/upgrade/upgrade-answer.ts'
import { lastStateMarker, lateArrivalLimit, type DeployOperation, type RestoreSource } from '../../../contract/resource/operation.ts'

const other = 'b'.repeat(32)
const down = unknown<never>('Unreachable', 'nobody answers', t0)
const noConfigMaps = { configMaps: known([], t0) } as const
const withJob = (job: JsonObject, configuration: JsonObject = {}): SpecChange => ({
  ...zooKeeperSpec,
  job,
  configuration: { ...zooKeeperSpec.configuration, ...configuration },
})
const running = (facts: FlinkDeploymentFacts, spec: SpecChange, status: StatusChange = {}): Given => ({
  spec,
  metadata: { generation: 2 },
  operator: allowsZooKeeper,
  status: runningStatus({ recorded: { spec: zooKeeperSpec }, ...status }),
  facts,
})
const lastStateEdit = withJob({ upgradeMode: 'last-state', parallelism: 9 })
const seen = (zooKeeperHa: ZooKeeperFact, change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  runningCluster(t0, { ...noConfigMaps, ...inZooKeeperOfApp(zooKeeperHa), ...change })

describe('a last-state upgrade of a job whose HA metadata is in ZooKeeper (control-flow.md, sections 5.4 and 5.9)', () => {
  test.each<readonly [string, Given, object]>([
    ['its checkpoint is there: the cluster goes, and the next one reads it', running(seen(inZooKeeper()), lastStateEdit), {
      _tag: 'UpgradeDue',
      answer: { suspend: 'LAST_STATE', restoreMode: 'last-state' },
    }],
    [
      'before its first checkpoint: by what it was started from',
      running(
        seen(inZooKeeper({ jobs: [zooKeeperJob({ checkpoints: [], hadCheckpoints: false, counter: 1 })] })),
        lastStateEdit,
      ),
      { _tag: 'UpgradeDue', answer: { suspend: 'LAST_STATE' } },
    ],
    [
      'P01 its pointers are gone: the cancelled job tells',
      running(
        seen(inZooKeeper({ jobs: [zooKeeperJob({ checkpoints: [] })] })),
        lastStateEdit,
      ),
      { _tag: 'UpgradeDue', answer: { suspend: 'CANCEL' } },
    ],
    ['its metadata is gone: the cancelled job tells', running(seen(absent(t0)), lastStateEdit), {
      _tag: 'UpgradeDue',
      answer: { suspend: 'CANCEL' },
    }],
    ['H-D09 H40 ZooKeeper is not reached: it waits', running(seen(down), lastStateEdit), {
      _tag: 'Blocked',
      row: 'edit/not-available, checkpoint-age/no-limit',
    }],
    ['not looked at yet', running(seen(undefined), lastStateEdit), { _tag: 'NeedsFacts', row: 'edit/to-query, checkpoint-age/no-limit' }],
    [
      'F11 to another root: the next cluster would not read it',
      running(
        seen(inZooKeeper()),
        withJob({ upgradeMode: 'last-state' }, { 'high-availability.zookeeper.path.root': '/other' }),
      ),
      { _tag: 'UpgradeDue', answer: { suspend: 'CANCEL' } },
    ],
    [
      'F11 to another ensemble',
      running(
        seen(inZooKeeper()),
        withJob({ upgradeMode: 'last-state' }, { 'high-availability.zookeeper.quorum': 'zk-9.zk.svc' }),
      ),
      { _tag: 'UpgradeDue', answer: { suspend: 'CANCEL' } },
    ],
    ['an ensemble that the operator may not connect to: as before, by Flink alone', {
      ...running(seen(inZooKeeper()), lastStateEdit),
      operator: {},
    }, { _tag: 'UpgradeDue', answer: { suspend: 'CANCEL' } }],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)).toMatchObject(want)
  })

  test('pods are looked at before what they write', () => {
    expect(queriesOf(decided(running(seen(undefined), lastStateEdit)))).toEqual(['ReadZooKeeperHaMetadata'])
  })
})

describe('a lost JobManager (rows L)', () => {
  const lost = (zooKeeperHa: ZooKeeperFact, change: Partial<Given> = {}): Given => ({
    ...running(
      goneCluster(t0, { ...noConfigMaps, ...inZooKeeperOfApp(zooKeeperHa) }),
      withJob({ upgradeMode: 'last-state' }),
      { jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' }, recorded: { spec: withJob({ upgradeMode: 'last-state' }) } },
    ),
    metadata: { generation: 1 },
    ...change,
  })
  test.each<readonly [string, Given, object]>([
    ['its checkpoint is there', lost(inZooKeeper()), {
      _tag: 'Lost',
      row: 'lost/recover',
      source: { _tag: 'LastState', restorePath: lastStateMarker },
    }],
    ['not looked at yet', lost(undefined), { _tag: 'NeedsFacts', row: 'lost/to-query' }],
    ['H-D09 ZooKeeper is not reached: nothing is started', lost(down), { _tag: 'Blocked', row: 'lost/not-proved' }],
    ['P25 nothing is there: a person is asked', lost(absent(t0)), { _tag: 'Blocked', row: 'lost/ha-state-unusable' }],
    ['P25 only another job is there', lost(inZooKeeper({ jobs: [zooKeeperJob({ jobId: other })] })), {
      _tag: 'Blocked',
      row: 'lost/ha-state-unusable',
    }],
    ['P01 its pointers are gone', lost(inZooKeeper({ jobs: [zooKeeperJob({ unusable: ['0000000000000000007'] })] })), {
      _tag: 'Blocked',
      row: 'lost/ha-state-unusable',
    }],
    ['the operator may not look there', lost(inZooKeeper(), { operator: {} }), {
      _tag: 'Blocked',
      row: 'lost/ha-state-unusable',
      problem: { message: expect.stringContaining(upgradeErrors.unreadableHaLost) as string },
    }],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)).toMatchObject(want)
  })
})

describe('before a deploy', () => {
  const fromHa: RestoreSource = { _tag: 'LastState', restorePath: lastStateMarker, reason: 'test' }
  const deploying = (change: Partial<DeployOperation>, zooKeeperHa: ZooKeeperFact, rest: Given = {}): Given => ({
    spec: zooKeeperSpec,
    operator: allowsZooKeeper,
    status: suspendedStatus({
      operation: aDeploy(change),
      reconciliation: { state: 'UPGRADING' },
      ...recordedBeside(aDeploy(change)),
      recorded: { state: 'suspended', spec: zooKeeperSpec },
    }),
    facts: goneCluster(t0, { ...noConfigMaps, ingress: absent(t0), ...inZooKeeperOfApp(zooKeeperHa) }),
    ...rest,
  })
  const lastState = { source: fromHa, jobId }
  const noPlan = inZooKeeper({ plans: [] })
  /** What its Deployment needs comes first. */
  const creates = 'CreateObject FlinkConfig'

  test('it is looked at once nothing of the last cluster is left', () => {
    expect(effectsOf(decided(deploying(lastState, undefined)))).toEqual(['Look ReadZooKeeperHaMetadata'])
  })

  test('B21 H09 from its last state: the stored plan goes, pointers stay; then it is created', () => {
    const actions = decided(deploying(lastState, inZooKeeper()))
    expect(actions.find(({ _tag }) => _tag === 'PruneZooKeeperPlans')).toEqual({
      _tag: 'PruneZooKeeperPlans',
      place: zooKeeperPlaceOfApp,
      plans: [zooKeeperPlan()],
    })
    expect(effectsOf(actions)).toEqual(['PruneZooKeeperPlans'])
    expect(effectsOf(decided(deploying(lastState, noPlan)))).toContain(creates)
  })

  test.each<readonly [string, ZooKeeperFact]>([
    ['H23 B09 nothing is there', absent(t0)],
    ['H34 only another job', inZooKeeper({ jobs: [zooKeeperJob({ jobId: other })], plans: [] })],
  ])('from its last state, and %s: nothing is started, a person is told', (_title, fact) => {
    const actions = decided(deploying(lastState, fact))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation).toBeNull()
    expect(errorMessageOf(written(actions)!)).toContain('HA metadata is not available to restore from last state')
  })

  test.each<readonly [string, Partial<DeployOperation>]>([['a path', {}], ['empty', { source: { _tag: 'Empty', reason: '' } }]])(
    'B24 H38 from %s: what the last job left goes first, then it is created',
    (_title, change) => {
      const left = deploying({ ...change, jobId }, inZooKeeper())
      expect(effectsOf(decided(left))).toEqual(['DeleteZooKeeperHaMetadata'])
      expect(decided(left).find(({ _tag }) => _tag === 'DeleteZooKeeperHaMetadata')).toMatchObject({ cluster: null, nodes: { length: 2 } })
      expect(effectsOf(decided(deploying({ ...change, jobId }, inZooKeeper({ plans: [], jobs: [] }))))).toContain(creates)
      expect(effectsOf(decided(deploying({ ...change, jobId }, absent(t0))))).toContain(creates)
    },
  )

  test('P01 it was sent before, and its very job left HA metadata: it ran', () => {
    const actions = decided(deploying({ jobId, abandonedAt: t0 - 1 }, inZooKeeper()))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation).toBeNull()
  })

  test.each<readonly [string, Partial<DeployOperation>]>([['from its last state', lastState], ['from a path', {}]])(
    'H-D09 %s, and ZooKeeper is not reached: it waits, and tells that past its time',
    (_title, change) => {
      const actions = decided(deploying(change, down))
      expect(effectsOf(actions)).toEqual([])
      expect(requeueOf(actions).waitingFor).toContain('nobody answers')
      const late = decided(deploying({ ...change, giveUpAt: t0 - 1 }, down))
      expect(errorMessageOf(written(late)!)).toContain('nobody answers')
    },
  )

  test.each<readonly [string, Partial<DeployOperation>]>([['from its last state', lastState], ['from a path', { jobId }]])(
    'P02 B85 %s, and a JobManager still stands for election: nothing is pruned, deleted or created',
    (_title, change) => {
      const actions = decided(deploying(change, inZooKeeper({ candidates: 1 })))
      expect(effectsOf(actions)).toEqual([])
      expect(requeueOf(actions)).toMatchObject({
        after: 1_000,
        waitingFor: expect.stringContaining('1 JobManager(s) at /flink/app') as string,
      })
    },
  )

  test('P02 F09 what another job keeps at the same node is told, and waited for', () => {
    const actions = decided(deploying(lastState, inZooKeeper({ plans: [zooKeeperPlan(), zooKeeperPlan(other)] })))
    expect(effectsOf(actions)).toEqual([])
    expect(errorMessageOf(written(actions)!)).toContain(`ZooKeeper node /flink/app/jobgraphs/${other} blocks this resource`)
  })

  test('F02 a first deployment over what a job of that name left: nothing is started', () => {
    const actions = decided(deploying({ purpose: 'FirstDeployment', source: { _tag: 'Empty', reason: '' } }, inZooKeeper()))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({
      operation: null,
      operatorRecord: { lastState: { _tag: 'Unknown', reason: expect.stringContaining('ZooKeeper node /flink/app/jobgraphs/') as string } },
    })
  })

  describe('P01 an attempt that was given up, nothing of which can arrive any more', () => {
    const givenUp = (
      zooKeeperHa: ZooKeeperFact,
      change: Partial<DeployOperation> = {},
      rest: Given = {},
    ): Given =>
      deploying({ step: 'Abandon', abandonedAt: t0 - lateArrivalLimit, jobId, ...change }, zooKeeperHa, {
        metadata: { generation: 3 },
        ...rest,
      })
    const stateOf = (given: Given) => written(decided(given))?.operatorRecord.lastState

    test('ZooKeeper is looked at before it is said that it never arrived: its job may have run, and been taken away', () => {
      expect(effectsOf(decided(givenUp(undefined)))).toEqual(['Look ReadZooKeeperHaMetadata'])
    })

    test('its very job left HA metadata: it ran, and is lost like any other', () => {
      const after = written(decided(givenUp(inZooKeeper())))
      expect(after).toMatchObject({ operation: null, operatorRecord: { deployedAttempt: operationId } })
    })

    test.each<readonly [string, ZooKeeperFact]>([
      ['nothing is there', absent(t0)],
      ['only another job', inZooKeeper({ jobs: [zooKeeperJob({ jobId: other })], plans: [] })],
    ])('%s: it never arrived, and what it was to start from is what the next one starts from', (_title, fact) => {
      expect(written(decided(givenUp(fact)))).toMatchObject({ operation: null, operatorRecord: { deployedAttempt: null } })
      expect(stateOf(givenUp(fact))).toMatchObject({ _tag: 'Path' })
    })

    test.each<readonly [string, ZooKeeperFact, string]>([
      ['H-D09 ZooKeeper is not reached', down, 'nobody answers'],
      ['B85 a JobManager stands for election', inZooKeeper({ jobs: [], plans: [], candidates: 1 }), '1 JobManager(s)'],
    ])('%s: nobody can tell, so it waits, and tells that past its time', (_title, fact, words) => {
      expect(requeueOf(decided(givenUp(fact))).waitingFor).toContain(words)
      expect(written(decided(givenUp(fact)))?.operation).not.toBeNull()
      expect(errorMessageOf(written(decided(givenUp(fact, { giveUpAt: t0 - 1 })))!)).toContain(words)
    })

    test.each<readonly [string, Given]>([
      ['it was to start from there: that is still its state', givenUp(undefined, lastState)],
      [
        'the resource goes: nothing is restored any more',
        givenUp(undefined, {}, { metadata: { deletionTimestamp: '2023-11-14T22:00:00Z' } }),
      ],
    ])('nothing is looked at where %s', (_title, given) => {
      expect(written(decided(given))?.operation).toBeNull()
    })

    const unobservable: readonly (readonly [string, Given])[] = [
      ['no option names the ensemble', givenUp(undefined, {}, { operator: {} })],
      ['it lets the operator read nothing', givenUp(unknown('Forbidden', 'no auth', t0))],
    ]
    test.each(unobservable)('P14 P02 %s: nobody can tell that it never ran, so it is lost like any other', (_title, given) => {
      expect(written(decided(given))).toMatchObject({
        operation: null,
        jobStatus: { jobId },
        operatorRecord: { deployedAttempt: operationId, deployedSource: { _tag: 'Path' }, lastState: { _tag: 'Unknown' } },
      })
    })

    test.each(unobservable)('… and what it was to start from in high availability is its state as before, where %s', (_title, given) => {
      const fromHighAvailability = { ...given, status: { ...given.status!, operation: { ...given.status!.operation!, ...lastState } } }
      expect(written(decided(fromHighAvailability as Given))).toMatchObject({
        operation: null,
        operatorRecord: { deployedAttempt: null, lastState: { _tag: 'InHighAvailability' } },
      })
    })
  })

  test('an ensemble that the operator may not connect to: nothing is asked, nothing is deleted', () => {
    expect(effectsOf(decided(deploying({}, undefined, { operator: {} })))).toContain(creates)
  })
})

describe('P02 a job whose state is not kept', () => {
  const stateless = withJob({ upgradeMode: 'stateless', parallelism: 9 })
  const forbidden = unknown<never>('Forbidden', 'no auth', t0)
  const unended: Given = {
    spec: stateless,
    operator: allowsZooKeeper,
    metadata: { generation: 2 },
    status: runningStatus({ recorded: { spec: zooKeeperSpec }, jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }),
    facts: goneCluster(t0, { ...noConfigMaps }),
  }
  test('where ZooKeeper is in sight its JobManager need not come back, so that Flink ends it', () => {
    const deleted = { ...unended, facts: goneCluster(t0, { ...noConfigMaps, ...inZooKeeperOfApp(inZooKeeper()) }) }
    expect(situationOf({ ...deleted, operator: {} })).toMatchObject({ row: 'end-before-redeploy/deploy-again' })
    expect(situationOf(deleted)).toMatchObject({ _tag: 'UpgradeDue', row: 'edit/stop, upgrade-mode/stateless' })
  })

  test('where the new spec names an ensemble that is out of sight it may be the same one: Flink ends the job first', () => {
    const elsewhere = withJob({ upgradeMode: 'stateless' }, { 'high-availability.zookeeper.quorum': 'alias.zk.svc' })
    const facts = goneCluster(t0, { ...noConfigMaps, ...inZooKeeperOfApp(inZooKeeper()) })
    expect(situationOf({ ...unended, spec: elsewhere, facts })).toMatchObject({ row: 'end-before-redeploy/deploy-again' })
  })

  test.each<readonly [string, ZooKeeperFact, number, readonly string[]]>([
    ['it is looked at', undefined, 1, ['Look ReadZooKeeperHaMetadata']],
    ['what is there goes, and the node of the cluster stays', inZooKeeper(), 1, ['DeleteZooKeeperHaMetadata']],
    ['nothing is there: the next one is created in the same round', absent(t0), 1, [
      'CreateObject FlinkConfig',
      'CreateObject RestService',
    ]],
    ['it is not reached: it waits', down, 1, []],
    ['it is not reached in time: it waits, and that is told', down, -1, []],
  ])('B24 its cluster is gone, and %s', (_title, fact, patience, effects) => {
    const operation = aSuspend({ mode: 'STATELESS', step: 'TearDown', restoreMode: 'stateless', giveUpAt: t0 + patience })
    const actions = decided({
      ...unended,
      status: runningStatus({ recorded: { spec: zooKeeperSpec }, operation }),
      facts: goneCluster(t0, { ...noConfigMaps, ...inZooKeeperOfApp(fact) }),
    })
    expect(effectsOf(actions)).toEqual(effects)
    expect(actions.find(({ _tag }) => _tag === 'DeleteZooKeeperHaMetadata') ?? { cluster: null }).toMatchObject({ cluster: null })
    if (fact?._tag === 'Unknown')
      expect([requeueOf(actions).waitingFor, errorMessageOf(written(actions)!)?.includes('nobody answers') ?? false]).toEqual([
        'ZooKeeper to return the data of the cluster: nobody answers',
        patience < 0,
      ])
  })

  test.each<readonly [string, 'FINISHED' | 'RECONCILING', readonly string[]]>([
    ['its end was seen: Flink has taken its plan away', 'FINISHED', ['FlinkConfig']],
    ['its end was not seen: its plan may be there', 'RECONCILING', []],
  ])('an ensemble that lets the operator read nothing, and %s', (_title, state, created) => {
    const actions = decided({
      ...unended,
      status: suspendedStatus({
        operation: aDeploy({ source: { _tag: 'Empty', reason: '' } }),
        reconciliation: { state: 'UPGRADING' },
        recorded: { state: 'suspended', spec: stateless },
        job: { state },
        record: { lastState: { _tag: 'None', reason: '' } },
      }),
      facts: goneCluster(t0, { ...noConfigMaps, ingress: absent(t0), ...inZooKeeperOfApp(forbidden) }),
    })
    expect(effectsOf(actions).filter(it => it.includes('FlinkConfig'))).toEqual(created.map(it => `CreateObject ${it}`))
    expect(created.length > 0 || errorMessageOf(written(actions)!)?.includes('no auth') === true).toBe(true)
  })
})

describe('the resource is deleted', () => {
  const deleting = (zooKeeperHa: ZooKeeperFact, rest: Given = {}, giveUpAt = t0 + 1): Given => ({
    spec: zooKeeperSpec,
    operator: allowsZooKeeper,
    metadata: { deletionTimestamp: '2023-11-14T22:00:00Z' },
    status: suspendedStatus({
      operation: aTearDown({ purpose: 'Deletion', deleteHaMetadata: true, id: operationId, jobId, giveUpAt }),
      recorded: { state: 'suspended', spec: zooKeeperSpec },
    }),
    facts: goneCluster(t0, { ...noConfigMaps, ingress: absent(t0), ...inZooKeeperOfApp(zooKeeperHa) }),
    ...rest,
  })

  test.each<readonly [string, Given, readonly string[]]>([
    ['it is looked at', deleting(undefined), ['Look ReadZooKeeperHaMetadata']],
    ['what is there goes, before the finalizer', deleting(inZooKeeper()), ['DeleteZooKeeperHaMetadata']],
    ["the cluster's node goes, too", deleting(inZooKeeper({ jobs: [], plans: [] })), ['DeleteZooKeeperHaMetadata']],
    ['nothing is there', deleting(absent(t0)), ['RemoveFinalizer']],
    ['H-D09 it is not reached: it waits', deleting(down), []],
    ['B85 a JobManager stands for election: it waits', deleting(inZooKeeper({ candidates: 1 })), []],
    ['it is not reached, and its time is over: it stays there', deleting(down, {}, t0 - 1), ['RemoveFinalizer']],
    ['its time is over: it is still taken away', deleting(inZooKeeper(), {}, t0 - 1), ['DeleteZooKeeperHaMetadata']],
    ['its time is over, and ZooKeeper refuses', deleting(inZooKeeper(), { failures: 1 }, t0 - 1), ['RemoveFinalizer']],
    ['ZooKeeper refuses: it is tried again', deleting(inZooKeeper(), { failures: 1 }), ['DeleteZooKeeperHaMetadata']],
    ['P21 of another job nothing goes', deleting(inZooKeeper({ jobs: [zooKeeperJob({ jobId: other })], plans: [] })), ['RemoveFinalizer']],
    ['the operator may not connect to it', deleting(inZooKeeper(), { operator: {} }), ['RemoveFinalizer']],
  ])('%s', (_title, given, effects) => {
    expect(effectsOf(decided(given))).toEqual(effects)
  })
})

describe('a job that was suspended with its last state in ZooKeeper (rows R)', () => {
  const resumed = (
    zooKeeperHa: ZooKeeperFact,
    spec: SpecChange = withJob({ upgradeMode: 'last-state' }),
    change: FlinkDeploymentFacts = {},
  ): Given => ({
    spec,
    metadata: { generation: 2 },
    operator: allowsZooKeeper,
    status: suspendedStatus({
      job: { upgradeSavepointPath: lastStateMarker, state: 'FINISHED' },
      record: { lastState: { _tag: 'InHighAvailability', jobId } },
      recorded: { state: 'suspended', used: 'last-state', spec: withJob({ upgradeMode: 'last-state' }) },
    }),
    facts: goneCluster(t0, { ...noConfigMaps, ...inZooKeeperOfApp(zooKeeperHa), ...change }),
  })
  const elsewhere = withJob({ upgradeMode: 'last-state' }, { 'high-availability.zookeeper.path.root': '/other' })

  test.each<readonly [string, Given, object]>([
    ['it is there', resumed(inZooKeeper()), { _tag: 'RestoreDue', source: { _tag: 'LastState', restorePath: lastStateMarker } }],
    ['not looked at yet', resumed(undefined), { _tag: 'NeedsFacts', row: 'restore/to-query' }],
    ['H-D09 ZooKeeper is not reached', resumed(down), { _tag: 'Blocked', row: 'restore/wait' }],
    ['P25 it is gone', resumed(absent(t0)), { _tag: 'Blocked', row: 'restore/user-decides' }],
    ['F11 the new spec looks elsewhere', resumed(inZooKeeper(), elsewhere), {
      _tag: 'Blocked',
      row: 'restore/user-decides',
      problem: { message: expect.stringContaining(upgradeErrors.otherZooKeeper) as string },
    }],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)).toMatchObject(want)
  })
})

test('an upgrade looks at most as often as a round may', () => {
  const world = goneCluster(t0, { ...noConfigMaps, ...inZooKeeperOfApp(inZooKeeper()), jobs: known([aJob('RUNNING')], t0) })
  const given = running({}, lastStateEdit)
  expect(() =>
    lookedAndDecided(given, {
      ...world,
      ...runningCluster(t0, { ...noConfigMaps, ...inZooKeeperOfApp(inZooKeeper()) }),
      ingress: absent(t0),
      snapshots: absent(t0),
    })
  ).not.toThrow()
})
