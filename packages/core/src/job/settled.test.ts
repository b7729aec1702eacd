import { describe, expect, test } from 'vitest'
import { aDeployment } from '../../fixtures/cluster-facts.ts'
import { whatAPersonCanDo } from './upgrade/upgrade-answer.ts'
import { aSuspend, runningStatus, freshStatus, type StatusChange, suspendedStatus } from '../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../fixtures/flink-deployment-resource.ts'
import type { Given } from '../../fixtures/round.ts'
import { seenRound } from '../../fixtures/seen-round.ts'
import { type GivenJob, jobWorld, steady } from '../../fixtures/session-job-rows.ts'
import { writtenBy } from '../../fixtures/session-job-written.ts'
import { known } from '../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../contract/resource/flink-deployment-status.ts'
import type { Problem } from '../contract/round/decision.ts'
import { absenceMillis, slowStartMillis } from './observe/observe-job.ts'
import { settled } from './settled.ts'
import { settling } from '../kind/flink-deployment/application/settling.ts'

const unreadable = runningStatus({ reconciliation: { lastReconciledSpec: '{' } })
const notValid: SpecChange = { job: { parallelism: -1 } }

describe('what is told of a round in which nothing is to be done', () => {
  const before = runningStatus()
  test.each<readonly [string, FlinkDeploymentStatus, string]>([
    ['nothing was seen to change', before, 'nothing is to be done'],
    [
      'something was',
      runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'CREATED' } }),
      'observed: JobManager DEPLOYING, job CREATED',
    ],
    [
      'something was, and no job is known',
      runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: null } }),
      'observed: JobManager MISSING, job not known',
    ],
  ])('%s', (_title, status, want) => {
    expect(settled(settling, seenRound({ status, before })).reason).toBe(want)
  })
})

describe('P09 an edit that changes nothing that matters is acknowledged (control-flow.md, section 1.3/3)', () => {
  const edit: Given = { metadata: { generation: 2 } }
  /** Which generation is acknowledged of an application, and of a session job, that is at generation 1 and has an edit, generation 2. */
  const application = (given: Given & { readonly status: FlinkDeploymentStatus }) => () =>
    settled(settling, seenRound(given)).status.observedGeneration
  const { generation } = steady.resource.meta
  const sessionJob = (given: GivenJob) => () => {
    const { observedGeneration } = writtenBy(jobWorld(given))
    return observedGeneration === null ? null : observedGeneration - generation + 1
  }
  test.each<readonly [string, () => number | null, number | null]>([
    ['application: nothing that matters', application({ ...edit, status: runningStatus() }), 2],
    ['session job: nothing that matters', sessionJob({ edit: { job: { upgradeMode: 'last-state' } } }), 2],
    [
      'application: something that matters',
      application({ ...edit, spec: { job: { parallelism: 3 } }, status: runningStatus() }),
      1,
    ],
    [
      'session job: something that matters, and is not carried out yet',
      sessionJob({ edit: { job: { entryClass: 'x' } }, record: { retryAt: steady.now + 5_000 } }),
      1,
    ],
    ['application: P10 it is not valid', application({ ...edit, spec: notValid, status: runningStatus() }), 1],
    ['session job: P10 it is not valid', sessionJob({ edit: { job: { parallelism: -1 } } }), 1],
    [
      'application: P10 it is not valid, and none was acknowledged before',
      application({ ...edit, spec: notValid, status: runningStatus({ observedGeneration: null }) }),
      null,
    ],
    ['application: nothing is deployed', application({ ...edit, status: freshStatus }), null],
    ["application: B41 what is deployed can't be read", application({ ...edit, status: unreadable }), 1],
  ])('%s', (_title, acknowledged, want) => {
    expect(acknowledged()).toBe(want)
  })
})

describe('when it is looked at next, and what for (control-flow.md, section 2.4)', () => {
  const window = (text: string): SpecChange => ({ configuration: { 'kubernetes.operator.deployment.stability.window': text } })
  const running = (spec: SpecChange, runningSince: number, change: StatusChange = {}): Given => ({
    spec,
    status: runningStatus({ recorded: { spec }, stable: null, record: { runningSince }, ...change }),
  })
  const ended = (jobManagerDeploymentStatus: 'READY' | 'MISSING' | 'DEPLOYING'): Given => ({
    status: runningStatus({
      jobManagerDeploymentStatus,
      job: { state: 'FAILED' },
      record: { terminalSince: t0 - 1_000, runningSince: null },
    }),
  })
  const state = (change: StatusChange): Given => ({ status: runningStatus(change) })
  const unseen = { job: { state: 'RECONCILING' }, record: { jobMissedSince: t0 - slowStartMillis - absenceMillis } } as const

  test.each<readonly [string, Given, number, string]>([
    ['nothing was ever deployed', { status: freshStatus }, 60_000, 'a change'],
    [
      'nothing was ever deployed, whatever else the status says',
      state({ reconciliation: { lastReconciledSpec: null }, jobManagerDeploymentStatus: 'DEPLOYING' }),
      60_000,
      'a change',
    ],
    ['it runs', state({}), 60_000, 'a change'],
    [
      '2.4 the JobManager comes up, whatever was last known of its job',
      state({ jobManagerDeploymentStatus: 'DEPLOYING' }),
      1_000,
      'the JobManager to come up',
    ],
    [
      'the JobManager comes up, not ready yet',
      state({ jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY', job: { state: 'RECONCILING' } }),
      1_000,
      'the JobManager to come up',
    ],
    ['the JobManager fails', state({ jobManagerDeploymentStatus: 'ERROR', job: { state: 'RECONCILING' } }), 10_000, 'the JobManager'],
    [
      'the JobManager is missing',
      state({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }),
      10_000,
      'the JobManager',
    ],
    [
      'B45 it was created suspended: no JobManager is to come',
      {
        spec: { job: { state: 'suspended' } },
        status: runningStatus({
          jobManagerDeploymentStatus: 'MISSING',
          recorded: { spec: { job: { state: 'suspended' } }, state: 'suspended', firstDeployment: true },
          job: { state: 'RECONCILING', jobId: null, startTime: null },
          record: { lastState: { _tag: 'NeverStarted' }, runningSince: null, deployedAttempt: null, deployedSource: null },
        }),
      },
      60_000,
      'a change',
    ],
    ['B58 the JobManager does not list the job', state(unseen), 10_000, 'the JobManager to list the job'],
    [
      "a JobManager that comes up can't list it",
      state({ ...unseen, jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY' }),
      1_000,
      'the JobManager to come up',
    ],
    ['its tasks come up', state({ job: { state: 'CREATED' } }), 1_000, 'all tasks of the job to run'],
    ['3.7 it ended a moment ago', ended('READY'), 2_500, 'Flink to show the last checkpoint of the job'],
    ['3.7 it ended, and its JobManager is gone', ended('MISSING'), 60_000, 'a change'],
    ['3.7 it ended, and its JobManager comes up', ended('DEPLOYING'), 60_000, 'a change'],
    ['D-17 until its spec is stable', running(window('30 s'), t0 - 10_000), 20_000, 'the job to run for the stability window'],
    ['D-17 never sooner than a poll', running(window('30 s'), t0 - 29_999), 1_000, 'the job to run for the stability window'],
    ['D-17 its time is over', running(window('30 s'), t0 - 30_000), 60_000, 'a change'],
    [
      'D-17 its spec is stable, though it has not run for long',
      running(window('30 s'), t0 - 10_000, { stable: { spec: window('30 s') } }),
      60_000,
      'a change',
    ],
    ["B41 what is deployed can't be read", { status: unreadable }, 60_000, 'a change'],
  ])('%s', (_title, given, after, waitingFor) => {
    expect(settled(settling, seenRound(given))).toMatchObject({ after, waitingFor })
  })

  const periodic = (interval: string): SpecChange => ({ configuration: { 'kubernetes.operator.periodic.savepoint.interval': interval } })
  const pending = {
    savepointInfo: {
      ...freshStatus.jobStatus.savepointInfo,
      triggerId: 'abc',
      triggerTimestamp: t0 - 1_000,
      triggerType: 'MANUAL',
      formatType: 'CANONICAL',
    },
  } as const
  test.each<readonly [string, Given, number, string]>([
    ['L13 a savepoint is pending', state({ job: pending }), 1_000, 'savepoint abc'],
    [
      'what is to be waited for as long goes first',
      running(window('30 s'), t0 - 29_999, { job: pending }),
      1_000,
      'the job to run for the stability window',
    ],
    [
      '6.3 the next one is far away',
      {
        spec: periodic('2 h'),
        status: runningStatus({ recorded: { spec: periodic('2 h') }, record: { lastPeriodicSavepointTrigger: t0 } }),
      },
      60_000,
      'a change',
    ],
    [
      '6.3 the next one is near',
      {
        spec: periodic('20 s'),
        status: runningStatus({ recorded: { spec: periodic('20 s') }, record: { lastPeriodicSavepointTrigger: t0 } }),
      },
      20_001,
      'the time of the next savepoint',
    ],
  ])('snapshots: %s', (_title, given, after, waitingFor) => {
    expect(settled(settling, seenRound(given))).toMatchObject({ after, waitingFor })
  })
})

describe('what is wrong though nothing is to be done (control-flow.md, section 1.7)', () => {
  const missed = (since: number): StatusChange => ({ record: { jobMissedSince: since }, job: { updateTime: String(t0) } })
  const cancelled: Problem = {
    owner: 'job',
    type: 'ReconciliationException',
    message: `The job was cancelled, and its last state is unknown. ${whatAPersonCanDo}`,
    reason: 'JobCancelled',
  }
  const notFound: Problem = {
    owner: 'job',
    type: 'ReconciliationException',
    message: `Job Not Found. The JobManager lists no such job; if it does not come back: ${whatAPersonCanDo}`,
    reason: 'Missing',
  }
  test.each<readonly [string, Given, Problem | null]>([
    ['nothing', { status: runningStatus() }, null],
    ['B58 the job is not listed', { status: runningStatus(missed(t0 - absenceMillis)) }, notFound],
    ['B58 it is not listed for a moment', { status: runningStatus(missed(t0 - absenceMillis + 1)) }, null],
    ['D-01 somebody cancelled it', { status: runningStatus({ job: { state: 'CANCELED' } }) }, cancelled],
    ['it failed: that is for others to tell', { status: runningStatus({ job: { state: 'FAILED' } }) }, null],
    ['it was cancelled to be suspended', { status: suspendedStatus({ job: { state: 'CANCELED' } }) }, null],
    ["B41 it was cancelled, and what is deployed can't be read", {
      status: runningStatus({ job: { state: 'CANCELED' }, reconciliation: { lastReconciledSpec: '{' } }),
    }, null],
    ['nothing was ever deployed', { status: { ...freshStatus, jobStatus: { ...freshStatus.jobStatus, state: 'CANCELED' } } }, null],
  ])('%s', (_title, given, want) => {
    expect(settled(settling, seenRound(given)).problem).toEqual(want)
  })

  test('P10 the spec is not valid: that goes first', () => {
    const { problem } = settled(settling, seenRound({ spec: notValid, status: runningStatus(missed(t0 - absenceMillis)) }))
    expect(problem).toEqual({
      owner: 'validation',
      type: 'ValidationException',
      message: expect.stringContaining('parallelism') as unknown,
      reason: 'ValidationError',
    })
  })
})

describe('P06 the Deployment of a job that is to run was scaled to 0 replicas, and nothing under way did that', () => {
  const scaled = (change: object = {}): FlinkDeploymentFacts => ({
    deployment: known(aDeployment({ wantedReplicas: 0, replicas: 0, availableReplicas: 0, ...change }), t0),
  })
  const coming: StatusChange = { jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' } }

  test('it is told, with what a person can do', () => {
    const problem = settled(settling, seenRound({ status: runningStatus(coming), facts: scaled() })).problem
    expect(problem).toMatchObject({
      owner: 'job-manager',
      message: expect.stringMatching(
        /^Deployment app is scaled to 0 replicas.*kubectl scale deployment app -n ns --replicas=1.*delete Deployment app/u,
      ) as unknown,
    })
  })

  test.each<readonly [string, FlinkDeploymentStatus, FlinkDeploymentFacts]>([
    ['an operation is under way, which does so itself', runningStatus({ ...coming, operation: aSuspend() }), scaled()],
    ['it is being deleted', runningStatus(coming), scaled({ deleting: true })],
    ['it wants a replica', runningStatus(coming), scaled({ wantedReplicas: 1 })],
    ['the job has ended', runningStatus({ ...coming, job: { state: 'FINISHED' } }), scaled()],
    ['the job is to be suspended', suspendedStatus(coming), scaled()],
  ])('not where %s', (_title, status, facts) => {
    expect(settled(settling, seenRound({ status, facts })).problem).toBeNull()
  })
})
