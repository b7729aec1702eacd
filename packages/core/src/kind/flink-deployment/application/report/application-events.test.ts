import { describe, expect, test } from 'vitest'
import { aContainer, aPod, notAvailable, terminated, waiting } from '../../../../../fixtures/cluster-facts.ts'
import { aDeploy, freshStatus, runningStatus, type StatusChange, suspendedStatus } from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import type { Given } from '../../../../../fixtures/round.ts'
import { seenRound } from '../../../../../fixtures/seen-round.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import { statusErrorText } from '../../../../crd/status-error.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import type { Problem } from '../../../../contract/round/decision.ts'
import { isFailureToTell, validationProblem } from '../../../../job/report/job-problem.ts'
import { roundProblem } from './application-events.ts'

const problem = (status: FlinkDeploymentStatus, given: Given & { readonly before?: FlinkDeploymentStatus } = {}): Problem | null =>
  roundProblem(seenRound({ status, ...given }), status)
const late = unknown<never>('Timeout', 'late', t0)
const crash = aPod({
  containers: [
    aContainer({ state: waiting('CrashLoopBackOff', 'back-off'), restartCount: 2, lastState: terminated('Error', 1, 'no class') }),
  ],
})
const crashed: Problem = {
  owner: 'job-manager',
  type: 'DeploymentFailedException',
  message: '[flink-main-container] CrashLoop - no class',
  reason: 'CrashLoopBackOff',
}
const missing: Problem = {
  owner: 'job-manager',
  type: 'MissingJobManagerException',
  message: 'Missing JobManager deployment',
  reason: 'Missing',
}
const failed: Problem = {
  owner: 'job',
  type: 'JobFailed',
  message: 'The job failed, and Flink has not told why yet',
  reason: 'Error',
}

describe("the JobManager can't come up (control-flow.md, section 3.4, rows a to c)", () => {
  const facts = { deployment: known(notAvailable(), t0), jobManagerPods: known([crash], t0) }
  const inError = runningStatus({ jobManagerDeploymentStatus: 'ERROR', job: { state: 'RECONCILING' } })
  test.each<readonly [string, FlinkDeploymentStatus, FlinkDeploymentFacts, Problem | null]>([
    ['its pod crashes', inError, facts, crashed],
    [
      'it is not in ERROR: a failure that does not last is none (L4)',
      runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING' }),
      facts,
      null,
    ],
    ['nothing of it failed', inError, { ...facts, jobManagerPods: known([aPod()], t0) }, null],
    ["P14 its Deployment can't be read", inError, { ...facts, deployment: late }, null],
    ['its Deployment is gone', inError, { ...facts, deployment: absent(t0) }, null],
    ['its Deployment was not looked at', inError, { jobManagerPods: facts.jobManagerPods }, null],
    ["P14 its pods can't be read", inError, { ...facts, jobManagerPods: late }, null],
    ['its pods were not looked at', inError, { deployment: facts.deployment }, null],
  ])('%s', (_title, status, seen, want) => {
    expect(problem(status, { facts: seen })).toEqual(want)
  })
})

describe('the JobManager is missing (control-flow.md, section 3.4; P16)', () => {
  const gone = (change: StatusChange = {}) =>
    runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' }, ...change })
  test.each<readonly [string, FlinkDeploymentStatus, FlinkDeploymentStatus, Problem | null]>([
    ['it is seen now', gone(), runningStatus(), missing],
    ['it is seen now, as it came up', gone(), runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING' }), missing],
    ['it was told before', gone(), gone(), null],
    ['it is there', runningStatus(), runningStatus(), null],
    ['nothing is to run', suspendedStatus(), suspendedStatus({ jobManagerDeploymentStatus: 'READY' }), null],
    [
      'nothing was ever deployed',
      {
        ...freshStatus,
        jobManagerDeploymentStatus: 'MISSING',
        reconciliationStatus: { ...freshStatus.reconciliationStatus, state: 'DEPLOYED' },
      },
      { ...freshStatus, jobManagerDeploymentStatus: 'READY' },
      null,
    ],
    ["B41 what is deployed can't be read", gone({ reconciliation: { lastReconciledSpec: '{' } }), runningStatus(), null],
    ['an operation takes it away', gone({ operation: aDeploy() }), runningStatus({ operation: aDeploy() }), null],
    ['an operation that is over now took it away', gone(), runningStatus({ operation: aDeploy() }), null],
    ['an operation that begins now takes it away', gone({ operation: aDeploy() }), runningStatus(), null],
    [
      'it is being upgraded',
      gone({ reconciliation: { state: 'UPGRADING' } }),
      runningStatus({ reconciliation: { state: 'UPGRADING' } }),
      null,
    ],
    ['it is being rolled back', gone({ reconciliation: { state: 'ROLLING_BACK' } }), runningStatus(), null],
  ])('%s', (_title, status, before, want) => {
    expect(problem(status, { before })).toEqual(want)
  })
})

describe('the job failed (control-flow.md, sections 1.7 and 3.8)', () => {
  const status = runningStatus({ job: { state: 'FAILED' }, record: { terminalSince: t0, runningSince: null } })
  const exception = (stackTrace: string) => ({
    type: 'org.apache.flink.JobException',
    stackTrace,
    timestamp: t0,
    taskName: null,
    endpoint: null,
    taskManagerId: null,
    failureLabels: {},
  })
  const because = (...lines: readonly string[]): FlinkDeploymentFacts => ({
    exceptions: known([exception(lines.join('\n')), exception('an older one')], t0),
  })
  const reported = (message: string): Problem => ({ owner: 'job', type: 'org.apache.flink.JobException', message, reason: 'Error' })
  test.each<readonly [string, FlinkDeploymentFacts, Problem]>([
    ['why was not asked', {}, failed],
    ["P14 why can't be read", { exceptions: late }, failed],
    ['why is not told', { exceptions: known([], t0) }, failed],
    ['the newest exception', because('boom', '\tat a.b.C'), reported('boom')],
    ['its causes', because('boom', '\tat a', 'Caused by: first', '\tat b', 'Caused by: second'), reported('boom -> first -> second')],
    ['one cause', because('boom', 'Caused by: first'), reported('boom -> first')],
    [
      'of many causes the first and the innermost',
      because('boom', 'Caused by: first', 'Caused by: second', 'Caused by: third', 'Caused by: last'),
      reported('boom -> first -> last'),
    ],
    [
      'of three causes the first and the innermost',
      because('boom', 'Caused by: first', 'Caused by: second', 'Caused by: last'),
      reported('boom -> first -> last'),
    ],
    ['a cause begins its line', because('boom', ' Caused by: no', 'Caused by: yes'), reported('boom -> yes')],
  ])('%s', (_title, facts, want) => {
    expect(problem(status, { before: runningStatus(), facts })).toMatchObject(want)
  })
  test('its causes by class and message, and the whole trace, for whoever asks for them by exception options', () => {
    const trace = ['boom', '\tat a', 'Caused by: java.io.IOException: disk full', '\tat b', 'Caused by: Bare']
    expect(problem(status, { before: runningStatus(), facts: because(...trace) })).toMatchObject({
      causes: [{ type: 'java.io.IOException', message: 'disk full' }, { type: 'Bare', message: '' }],
      stackTrace: trace.join('\n'),
    })
  })

  const blank = {
    ...status,
    error: statusErrorText('JobFailed', 'The job failed, and Flink has not told why yet', 1_000),
    operatorRecord: { ...status.operatorRecord, errorOwner: 'job' as const },
  }
  test('why is told as soon as Flink tells it (its answers are up to 3 s old), and not twice that it is not told', () => {
    expect(problem(status, { before: blank, facts: because('boom', 'Caused by: inner') })).toMatchObject(reported('boom -> inner'))
    expect(problem(status, { before: blank, facts: { exceptions: known([], t0) } })).toBeNull()
    expect(problem(status, { before: blank, facts: { exceptions: late } })).toBeNull()
  })

  test.each<readonly [string, FlinkDeploymentStatus, FlinkDeploymentStatus, boolean]>([
    ['P16 it was told without a cause', blank, status, true],
    ['P16 it is first seen', runningStatus(), status, true],
    ['P16 it was told', status, status, false],
    [
      "P16 an operation's error that stood in its place is over",
      { ...status, operatorRecord: { ...status.operatorRecord, errorOwner: 'operation' } },
      status,
      true,
    ],
    ['P16 another error stands beside it', { ...status, operatorRecord: { ...status.operatorRecord, errorOwner: 'job' } }, status, false],
    ['it did not fail', runningStatus(), runningStatus({ job: { state: 'FINISHED' } }), false],
    ['it did not fail, whatever the operation said', runningStatus({ record: { errorOwner: 'operation' } }), runningStatus(), false],
  ])('is that to be told? %s', (_title, before, now, want) => {
    expect(isFailureToTell(before, now)).toBe(want)
  })
})

describe('what is told where several things are wrong (P10, P16)', () => {
  const spec = { job: { parallelism: -1 } }
  const invalid = {
    owner: 'validation',
    type: 'ValidationException',
    message: expect.stringContaining('parallelism') as unknown,
    reason: 'ValidationError',
  }

  test('nothing is wrong', () => {
    expect(problem(runningStatus())).toBeNull()
    expect(validationProblem(seenRound())).toBeNull()
  })

  test('P10 the spec is not valid', () => {
    expect(problem(runningStatus(), { spec })).toEqual(invalid)
    expect(validationProblem(seenRound({ spec }))).toEqual(invalid)
  })

  const deletionTimestamp = '2023-11-14T22:13:00Z'
  test.each<readonly [string, StatusChange, FlinkDeploymentFacts, object]>([
    ['the pods say most', { jobManagerDeploymentStatus: 'ERROR', job: { state: 'FAILED' } }, {
      deployment: known(notAvailable(), t0),
      jobManagerPods: known([crash], t0),
    }, crashed],
    ['a JobManager that is missing goes before the job', { jobManagerDeploymentStatus: 'MISSING', job: { state: 'FAILED' } }, {}, missing],
    ['the job goes before the spec', { job: { state: 'FAILED' } }, {}, failed],
  ])('%s; nothing of it while the resource is deleted', (_title, change, facts, want) => {
    expect(problem(runningStatus(change), { before: runningStatus(), spec, facts })).toEqual(want)
    expect(problem(runningStatus(change), { before: runningStatus(), spec, facts, metadata: { deletionTimestamp } })).toBeNull()
  })
})
