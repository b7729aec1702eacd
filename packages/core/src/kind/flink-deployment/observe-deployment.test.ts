import { describe, expect, test } from 'vitest'
import { aDeployment, aJob, notAvailable } from '../../../fixtures/cluster-facts.ts'
import {
  aDeploy,
  aSuspend,
  aTearDown,
  freshStatus,
  operationId,
  runningStatus,
  type StatusChange,
  suspendedStatus,
} from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { seenRound } from '../../../fixtures/seen-round.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { missingFor } from '../../contract/query/ask.ts'
import { allSeen } from './observe-deployment.ts'
import { checkpointCacheMillis } from '../../job/observe/observe-last-state.ts'
import type { Round } from './application/application-round.ts'

const asked = (round: Round): readonly string[] =>
  missingFor(allSeen(round)).map(query =>
    `${'freshness' in query ? `${query.freshness ?? 'live'} ` : ''}${query._tag}${
      query._tag === 'ListJobManagerPods' && query.withMountEvents ? ' with events' : ''
    }`
  )
const cached = { deployment: known(aDeployment(), t0, 'cache') }
const up = { deployment: known(aDeployment(), t0) }
const late = unknown<never>('Timeout', 'late', t0)
const nobody = unknown<never>('NotSynced', 'not yet', t0, 'cache')
const goneInCache = { deployment: absent<never>(t0, 'cache') }

type Row = readonly [string, FlinkDeploymentStatus, FlinkDeploymentFacts, readonly string[]]

describe("while a cluster is taken away or put up, looks are the operation's own", () => {
  test.each<Row>([
    ['nothing was ever deployed', freshStatus, {}, []],
    ['UPGRADING, and its record says that nothing runs', suspendedStatus({ reconciliation: { state: 'UPGRADING' } }), {}, []],
    ['ROLLING_BACK, and its record says that nothing runs', suspendedStatus({ reconciliation: { state: 'ROLLING_BACK' } }), {}, []],
    ['ROLLED_BACK, and its record says that nothing runs', suspendedStatus({ reconciliation: { state: 'ROLLED_BACK' } }), {}, [
      'ReadDeployment',
    ]],
    ['DEPLOYED as a suspended one', suspendedStatus(), {}, ['ReadDeployment']],
    ['UPGRADING while it runs, as the reference operator leaves it', runningStatus({ reconciliation: { state: 'UPGRADING' } }), {}, [
      'ReadDeployment',
    ]],
    ['ROLLING_BACK while it runs', runningStatus({ reconciliation: { state: 'ROLLING_BACK' } }), {}, ['ReadDeployment']],
    ['a deploy', runningStatus({ operation: aDeploy() }), {}, []],
    ['a tear-down', runningStatus({ operation: aTearDown() }), {}, []],
    ['a suspend whose cluster goes', runningStatus({ operation: aSuspend({ step: 'TearDown' }) }), {}, []],
    ['a suspend whose job is being stopped', runningStatus({ operation: aSuspend() }), {}, ['ReadDeployment']],
    [
      'a suspend of what the operator before had begun to upgrade',
      suspendedStatus({ operation: aSuspend(), reconciliation: { state: 'UPGRADING' } }),
      {},
      ['ReadDeployment'],
    ],
  ])('%s', (_title, status, facts, want) => {
    expect(asked(seenRound({ status, facts }))).toEqual(want)
  })
})

describe('the Deployment (control-flow.md, sections 3.1, 3.4 and 12)', () => {
  const missing = (change: StatusChange = {}) => runningStatus({ jobManagerDeploymentStatus: 'MISSING', ...change })
  const finished = { job: { state: 'FINISHED' } } as const
  test.each<Row>([
    ['it is not known', runningStatus(), {}, ['ReadDeployment']],
    ['the cache is not synced', runningStatus(), { deployment: nobody }, ['ReadDeployment']],
    ['P05 B62 its absence is proved by a live look alone', runningStatus(), goneInCache, ['ReadDeployment']],
    ['P05 also where it is missing, while a job is to run', missing({ job: { state: 'RECONCILING' } }), goneInCache, ['ReadDeployment']],
    ['where nothing is to be there the cache is enough: suspended', suspendedStatus({ job: { state: 'RECONCILING' } }), goneInCache, []],
    ['where nothing is to be there the cache is enough: its job ended', missing(finished), goneInCache, []],
    ['where nothing is to be there the cache is enough: suspended, its job ended', suspendedStatus(), goneInCache, []],
    ['that it is not there has to be said', suspendedStatus(), {}, ['ReadDeployment']],
    ['P14 a cache that says nothing does not say so', suspendedStatus(), { deployment: nobody }, ['ReadDeployment']],
    ['it is there, though the record says that nothing is', suspendedStatus(), cached, ['GetJobsOverview']],
    ['it was there the last time: suspended', suspendedStatus({ jobManagerDeploymentStatus: 'DEPLOYING' }), goneInCache, [
      'ReadDeployment',
    ]],
    ['it was there the last time: its job ended', runningStatus(finished), goneInCache, ['ReadDeployment']],
    [
      'it is gone by a live look, while it comes up',
      runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING' }),
      { deployment: absent(t0) },
      [],
    ],
    ["P14 it can't be read", runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING' }), { deployment: late }, []],
  ])('%s', (_title, status, facts, want) => {
    expect(asked(seenRound({ status, facts }))).toEqual(want)
  })
})

describe('REST and pods (control-flow.md, section 12; P08 a steady job costs one request)', () => {
  const comesUp = runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING' })
  test.each<Row>([
    ['it is READY: its jobs', runningStatus(), cached, ['GetJobsOverview']],
    [
      'it is READY: its jobs, whatever the Deployment says of its pod',
      runningStatus(),
      { deployment: known(notAvailable(), t0, 'cache') },
      ['GetJobsOverview'],
    ],
    ["it is READY: its jobs, also where its Deployment can't be read", runningStatus(), { deployment: late }, ['GetJobsOverview']],
    ['it comes up and has a replica: its jobs', comesUp, cached, ['GetJobsOverview']],
    ['it comes up and has none: why is that so?', comesUp, { deployment: known(notAvailable(), t0) }, [
      'watched ListJobManagerPods with events',
    ]],
    ['F17 it comes up and has none, by the cache: why is that so? The watches know', comesUp, {
      deployment: known(notAvailable(), t0, 'cache'),
    }, ['watched ListJobManagerPods with events']],
    ['F17 its REST does not answer: why is that so? The watches know', runningStatus(), { ...cached, jobs: late }, [
      'watched ListJobManagerPods with events',
    ]],
    ['its REST does not answer, its pods were seen', runningStatus(), { ...up, jobs: late, jobManagerPods: known([], t0) }, []],
    ['its REST does not answer, it is gone', runningStatus(), { deployment: absent(t0), jobs: late }, []],
    ['its job runs: that is all', runningStatus(), { ...cached, jobs: known([aJob('RUNNING')], t0) }, []],
  ])('%s', (_title, status, facts, want) => {
    expect(asked(seenRound({ status, facts }))).toEqual(want)
  })
})

describe('details of the job, in one look (control-flow.md, section 12)', () => {
  const listed = (state: 'RUNNING' | 'FAILED' = 'RUNNING', startTime?: number): FlinkDeploymentFacts => ({
    ...cached,
    jobs: known([aJob(state, startTime === undefined ? {} : { startTime })], t0),
  })
  const ended = (terminalSince: number | null, isLeft = false) =>
    runningStatus({ job: { state: 'FAILED' }, record: { terminalSince, left: isLeft, runningSince: null } })
  const longAgo = t0 - 60_000
  test.each<Row>([
    ['3.3 its cluster was not described yet', runningStatus({ clusterInfo: {} }), listed(), ['GetClusterOverview']],
    ['3.3 it was described now', runningStatus({ clusterInfo: {} }), { ...listed(), clusterOverview: late }, []],
    ['3.3 not before its job runs', runningStatus({ clusterInfo: {}, job: { state: 'CREATED' } }), listed(), []],
    ['no job is known to ask for', runningStatus({ clusterInfo: {}, job: { jobId: null } }), listed(), []],
    ['3.7 its last state, once Flink shows it', ended(t0 - checkpointCacheMillis), listed('FAILED'), [
      'GetCheckpoints',
      'watched ListJobManagerPods',
      'watched ListServices',
    ]],
    ['3.7 not a moment sooner', ended(t0 - checkpointCacheMillis + 1), listed('FAILED'), []],
    ['3.7 it is known already', ended(longAgo, true), listed('FAILED'), []],
    ['3.7 it is not known since when it ended', ended(null), listed('FAILED'), []],
    ['3.7 another run has its id', ended(longAgo), listed('FAILED', 1), []],
    ['3.7 it lives', runningStatus({ record: { terminalSince: longAgo } }), listed(), []],
  ])('%s', (_title, status, facts, want) => {
    expect(asked(seenRound({ status, facts }))).toEqual(want)
  })

  test('3.8 why it failed, when that is first seen', () => {
    expect(asked(seenRound({ status: ended(t0), before: runningStatus(), facts: listed('FAILED') }))).toEqual(['GetJobExceptions'])
  })

  test('3.9 its health, where it is watched', () => {
    const spec = { configuration: { 'kubernetes.operator.cluster.health-check.enabled': 'true' } }
    expect(asked(seenRound({ spec, status: runningStatus({ recorded: { spec } }), facts: listed() }))).toEqual(['GetJobMetrics'])
  })

  test('V03 5.8 after HA metadata, what a cancel asks comes with the details: one by one would make five looks', () => {
    const round = (given: Parameters<typeof seenRound>[0]): readonly string[] =>
      asked(seenRound({ status: runningStatus({ clusterInfo: {} }), ...given }))
    const edited = { spec: { job: { parallelism: 7 } } }
    const withHa = { ...listed(), configMaps: known([], t0) }
    expect(round({ ...edited, facts: withHa })).toEqual(['GetClusterOverview', 'GetCheckpointConfiguration'])
    expect(round({ ...edited, facts: listed() })).toEqual(['GetClusterOverview'])
    expect(round({ facts: withHa })).toEqual(['GetClusterOverview'])
  })

  const stopping = (change: StatusChange = {}) => runningStatus({ operation: aSuspend(), ...change })
  test('5.8 while it is stopped, what came of that comes with the details', () => {
    const round = seenRound({ status: stopping({ clusterInfo: {} }), facts: listed() })
    expect(asked(round)).toEqual(['GetClusterOverview', 'GetSavepointOperation'])
    expect(missingFor(allSeen(round)).at(-1)).toMatchObject({ triggerId: operationId, for: 'stopOperation' })
  })

  test('5.8 where there are no details the operation asks for itself', () => {
    expect(asked(seenRound({ status: stopping(), facts: listed() }))).toEqual([])
  })
})
