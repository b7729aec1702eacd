import type { JobDecision } from '../application-round.ts'
import { describe, expect, test } from 'vitest'
import {
  aDeployment,
  aJob,
  aPod,
  aStartingPod,
  checkpointStatistics,
  goneCluster,
  jobId,
  neverAvailable,
  notAvailable,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus, type StatusChange, neverSeenUp } from '../../../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, type Given, roundOf, situationOf, written } from '../../../../../fixtures/round.ts'
import { known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { JsonObject } from '../../../../contract/resource/json.ts'
import { continueStopBy } from '../../../../job/stop/continue-stop.ts'
import { ownCluster } from '../../own-cluster.ts'
import { untilCleanedUp } from '../observe/ended-by-flink.ts'

const zooKeeper: SpecChange = {
  noHa: true,
  configuration: { 'high-availability.type': 'zookeeper', 'high-availability.storageDir': 's3://b/ha' },
}
const kubernetes: SpecChange = { configuration: { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://b/ha' } }
const notThere = unknown<never>('NotReady', 'no', t0)
const fromPath = { _tag: 'Path', path: 's3://b/sp/0', reason: 'first' } as const

/** A person asks for a start that needs nothing of the job that runs. */
const stateless = { upgradeMode: 'stateless', parallelism: 3 }
const redeploy = { savepointRedeployNonce: 7, initialSavepointPath: 's3://b/init' }
const given = (job: JsonObject, facts: FlinkDeploymentFacts, change: StatusChange = {}, spec = zooKeeper): Given => ({
  spec: { ...spec, job },
  metadata: { generation: 2 },
  facts,
  status: runningStatus({ recorded: { spec }, ...change, record: { deployedSource: fromPath, ...change.record } }),
})
const coming = { jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' } } as const
const lost = { jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } } as const
const starting = runningCluster(t0, { deployment: known(notAvailable(), t0), jobs: notThere, jobManagerPods: known([aPod()], t0) })
const missing = (seconds: number): Partial<StatusChange> => ({
  record: { jobMissedSince: t0 - seconds * 1_000 },
  job: { state: 'RECONCILING' },
})
const listsNone = runningCluster(t0, { jobs: known([], t0) })

describe.each([['a stateless upgrade', stateless, 'UpgradeDue'], ['a savepoint redeploy', redeploy, 'RedeployDue']] as const)(
  'rows Z: %s of a job whose plan only Flink can take away (P02, F11)',
  (_title, job, due) => {
    test.each<readonly [string, Given, object]>([
      ['the job is listed: it is stopped', given(job, runningCluster()), { _tag: due }],
      [
        'it has ended: nothing is to be ended',
        given(
          job,
          runningCluster(t0, {
            jobs: known([aJob('FAILED')], t0),
            exceptions: known([], t0),
            checkpoints: known(checkpointStatistics(), t0),
          }),
          { job: { state: 'FAILED' }, record: { terminalSince: t0 - 60_000 } },
        ),
        { _tag: due },
      ],
      ['end-before-redeploy/jobmanager-awaited its JobManager has not come up: nothing is taken away', given(job, starting, coming), {
        _tag: 'Blocked',
        row: 'end-before-redeploy/jobmanager-awaited',
      }],
      ['end-before-redeploy/jobmanager-awaited it lists no job yet', given(job, listsNone, missing(60)), {
        _tag: 'Blocked',
        row: 'end-before-redeploy/jobmanager-awaited',
      }],
      ['it lists none for ten minutes: its result is stored', given(job, listsNone, missing(600)), { _tag: due }],
      ['end-before-redeploy/deploy-again its JobManager is gone: the same job is put up again', given(job, goneCluster(), lost), {
        _tag: 'Lost',
        row: 'end-before-redeploy/deploy-again',
        source: fromPath,
        keepsJob: true,
      }],
      [
        'end-before-redeploy/source-unknown and it is not known from where: a person',
        given(job, goneCluster(), { ...lost, record: { deployedSource: null } }),
        {
          _tag: 'Blocked',
          row: 'end-before-redeploy/source-unknown',
          problem: { owner: 'upgrade' },
        },
      ],
      [
        'its JobManager never started: it holds no plan',
        given(
          job,
          runningCluster(t0, { deployment: known(neverAvailable(), t0), jobs: notThere, jobManagerPods: known([aStartingPod()], t0) }),
          neverSeenUp,
        ),
        { _tag: due },
      ],
      ['in Kubernetes the operator takes it away itself', given(job, starting, coming, kubernetes), { _tag: due }],
    ])('%s', (_case, it, want) => {
      expect(situationOf(it)).toMatchObject(want)
    })

    test('end-before-redeploy/deploy-again the job keeps its id, and the attempt is not outdated by what it is put up for', () => {
      const it = given(job, goneCluster(), lost)
      const begun = written(decided(it))
      expect(begun?.operation).toMatchObject({ kind: 'Deploy', purpose: 'Recovery', jobId, source: fromPath })
      expect(roundOf({ ...it, status: begun! }).desired.attempt?.differs).toBe(false)
    })

    test('a JobManager that never started is not cancelled: its Deployment goes, only as it was seen', () => {
      const facts = runningCluster(t0, {
        deployment: known(neverAvailable(), t0),
        jobs: notThere,
        jobManagerPods: known([aStartingPod()], t0),
      })
      const actions = decided(given(job, facts, neverSeenUp))
      expect(written(actions)?.operation ?? null).toMatchObject({ kind: 'Suspend', mode: 'NOOP' })
      expect(actions.find(({ _tag }) => _tag === 'DeleteObject')).toMatchObject({ resourceVersion: '10' })
    })
  },
)

test('P02 an edit that keeps the state is none of it', () => {
  expect(situationOf(given({ parallelism: 3 }, starting, coming)).row).not.toContain('Z')
})

describe('a stateless stop where only Flink can take the plan away (P02)', () => {
  const go = (
    facts: FlinkDeploymentFacts,
    change: StatusChange = {},
    spec = zooKeeper,
    step: 'Requested' | 'TearDown' = 'Requested',
  ): JobDecision => {
    const operation = aSuspend({ mode: 'STATELESS', restoreMode: 'stateless', step })
    return continueStopBy(
      ownCluster,
      roundOf({ ...given(stateless, facts, change, spec), status: runningStatus({ recorded: { spec }, operation, ...change }) }),
      operation,
    )
  }
  const cancelled = runningCluster(t0, { jobs: known([aJob('CANCELED')], t0) })
  const restarted = runningCluster(t0, { jobs: known([aJob('RUNNING')], t0) })

  test.each<readonly [string, FlinkDeploymentFacts, StatusChange, object]>([
    ['it is seen CANCELED: its cluster goes', cancelled, {}, { status: { operation: { step: 'TearDown' } } }],
    ['Flink does not answer: it may run', { ...starting, deployment: known(aDeployment(), t0) }, {}, {
      effects: [],
      status: { operation: { step: 'Requested' } },
    }],
    ['it is not listed: it may come back', listsNone, missing(60), { effects: [], status: { operation: { step: 'Requested' } } }],
    ['it is not listed for ten minutes', listsNone, missing(600), { status: { operation: { step: 'TearDown' } } }],
    ['its JobManager restarted and runs it again: the cancel is sent again', restarted, {}, { effects: [{ _tag: 'CancelJob', jobId }] }],
    ['its JobManager is gone: how it is ended is decided anew', goneCluster(t0, { jobs: notThere }), lost, { status: { operation: null } }],
  ])('%s', (_title, facts, change, want) => {
    expect(go(facts, change)).toMatchObject(want)
  })

  test('after a while it is told', () => {
    expect(go(listsNone, { ...missing(60), operation: null })).toMatchObject({ _tag: 'Act' })
    const operation = aSuspend({ mode: 'STATELESS', restoreMode: 'stateless', giveUpAt: t0 - 1 })
    expect(
      continueStopBy(
        ownCluster,
        roundOf({ ...given(stateless, listsNone), status: runningStatus({ recorded: { spec: zooKeeper }, operation, ...missing(60) }) }),
        operation,
      ),
    ).toMatchObject({ problem: { owner: 'operation', reason: 'CleanupFailed' } })
  })

  test.each([[4_999, []], [5_000, ['PatchObject Deployment app']]] as const)(
    'its JobManager is left alone for five seconds after the end, so that Flink takes its plan away: after %s ms',
    (since, want) => {
      const change: StatusChange = { job: { state: 'CANCELED' }, record: { terminalSince: t0 - since } }
      const done = go(cancelled, change, zooKeeper, 'TearDown')
      expect(done._tag === 'Act' ? effectsOf(done.effects) : done).toEqual(want)
      const inKubernetes = go(cancelled, change, kubernetes, 'TearDown')
      expect(inKubernetes._tag === 'Act' ? effectsOf(inKubernetes.effects) : inKubernetes).toEqual(['PatchObject Deployment app'])
    },
  )
})

test('P02 the service is edited away: what ran before is the last stable spec, and its plan is waited for as well', () => {
  const after = (since: number, stable: SpecChange) =>
    untilCleanedUp(
      roundOf({
        ...given({}, runningCluster(t0, { jobs: known([aJob('FINISHED')], t0) })),
        spec: kubernetes,
        status: runningStatus({
          recorded: { spec: kubernetes },
          stable: { spec: stable },
          job: { state: 'FINISHED' },
          record: { terminalSince: t0 - since },
        }),
      }),
    )
  expect([after(1_000, zooKeeper), after(5_000, zooKeeper), after(1_000, kubernetes)]).toEqual([4_000, 0, 0])
})

describe('a stateless rollback under way (P13, F05)', () => {
  const go = (facts: FlinkDeploymentFacts, change: StatusChange = {}, purpose: 'Rollback' | 'Upgrade' = 'Rollback'): JobDecision => {
    const operation = aSuspend({ mode: 'STATELESS', restoreMode: 'stateless', purpose })
    return continueStopBy(
      ownCluster,
      roundOf({ ...given(stateless, facts, change, kubernetes), status: runningStatus({ operation, ...change }) }),
      operation,
    )
  }
  const unobservable = runningCluster(t0, { jobs: unknown('Timeout', 'no', t0) })
  test('the job came to its end before the cancel did: it is not run again', () => {
    expect(go(runningCluster(t0, { jobs: known([aJob('FINISHED')], t0) }))).toMatchObject({
      status: { operation: null, jobStatus: { state: 'FINISHED' } },
    })
    expect(go(runningCluster(t0, { jobs: known([aJob('CANCELED')], t0) }))).toMatchObject({ status: { operation: { step: 'TearDown' } } })
  })
  test('nobody sees how it ended: that is waited for, as by no other stop without state', () => {
    expect(go(unobservable)).toMatchObject({ status: { operation: { step: 'Requested' } } })
    expect(go(unobservable, {}, 'Upgrade')).toMatchObject({ status: { operation: { step: 'TearDown' } } })
  })
})
