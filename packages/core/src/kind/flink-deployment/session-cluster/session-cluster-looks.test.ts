import { describe, expect, test } from 'vitest'
import { aDeployment, aJob, restService } from '../../../../fixtures/cluster-facts.ts'
import { aDeploy } from '../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { type GivenCluster, runningSession, sessionRecord, sessionRound } from '../../../../fixtures/session-cluster-round.ts'
import { absent, known, unknown } from '../../../contract/fact/fact.ts'
import { missingFor } from '../../../contract/query/ask.ts'
import { allSeen } from './observe-session-cluster.ts'

const watchedUp = known(aDeployment(), t0, 'cache')
const watchedDown = known(aDeployment({ availableReplicas: 0 }), t0, 'cache')
const rolledBack: GivenCluster = {
  recorded: { image: 'flink:broken' },
  reconciliation: { state: 'ROLLED_BACK', lastStableSpec: sessionRecord() },
}
const comingUp: GivenCluster = { status: { jobManagerDeploymentStatus: 'DEPLOYING' } }
const jobs = known([aJob('RUNNING')], t0)
const noAnswer = unknown('Timeout', 'late', t0)

describe('what is looked at before anything is decided of a session cluster (P05, P14)', () => {
  test.each<readonly [string, GivenCluster, readonly string[]]>([
    ['nothing is known: what a watch told of its Deployment', {}, ['ReadDeployment']],
    ['B62 a cache that tells of none may be old', { facts: { deployment: absent(t0, 'cache') } }, ['ReadDeployment']],
    ['it was up: Flink alone', { facts: { deployment: watchedUp } }, ['GetJobsOverview']],
    ['it was up when it was seen last, whatever the watch told', { facts: { deployment: watchedDown } }, ['GetJobsOverview']],
    ['it is up by the watch', { ...comingUp, facts: { deployment: watchedUp } }, ['GetJobsOverview']],
    ['it comes up: its pods, and Flink is not asked', { ...comingUp, facts: { deployment: watchedDown } }, ['ListJobManagerPods']],
    ['it answers: nothing more', { facts: { deployment: watchedUp, jobs } }, []],
    ['it answers, and its version is not known: in the same look', { status: { clusterInfo: {} }, facts: { deployment: watchedUp } }, [
      'GetJobsOverview',
      'GetClusterOverview',
    ]],
    ['it answered before its version was asked', {
      ...comingUp,
      status: { ...comingUp.status, clusterInfo: {} },
      facts: { deployment: watchedDown, jobs },
    }, [
      'GetClusterOverview',
    ]],
    ['it does not answer: its pods', { facts: { deployment: watchedUp, jobs: noAnswer } }, ['ListJobManagerPods']],
    ['F16 it has not answered for long: its Service too', {
      record: { restMissedSince: t0 - 3_600_000 },
      facts: { deployment: watchedUp, jobs: noAnswer },
    }, ['ListJobManagerPods', 'ListServices']],
    ['F16 its Service was seen', {
      record: { restMissedSince: t0 - 3_600_000 },
      facts: { deployment: watchedUp, jobs: noAnswer, services: known([restService()], t0, 'cache') },
    }, ['ListJobManagerPods']],
    ['it does not answer, and its Deployment is gone', { facts: { deployment: absent(t0), jobs: noAnswer } }, []],
    ['it can not be seen', { ...comingUp, facts: { deployment: unknown('Timeout', 'late', t0) } }, []],
    ['what was rolled back is looked at as well', { ...rolledBack, facts: { deployment: watchedUp } }, ['GetJobsOverview']],
    ['B32 while it is put up on purpose what is seen says nothing', {
      status: { operation: aDeploy({ jobId: null, source: { _tag: 'NoJob', jobs: 'Gone', reason: '' } }) },
    }, []],
    ['B32 an upgrade that was begun', { reconciliation: { state: 'UPGRADING' } }, []],
    ['B32 a rollback that was begun', { reconciliation: { state: 'ROLLING_BACK' } }, []],
    ['nothing is deployed', { recorded: null, reconciliation: { state: 'DEPLOYED' } }, []],
  ])('%s', (_title, given, want) => {
    const { desired, observed, env } = sessionRound(given)
    expect(missingFor(allSeen({ desired, observed, env })).map(({ _tag }) => _tag)).toEqual(want)
  })
})

describe('what is seen of a session cluster is folded into its status', () => {
  const jobManagerOf = (given: GivenCluster) => sessionRound(given).observed.status.jobManagerDeploymentStatus
  const gone = { deployment: absent(t0), jobs: unknown('Unreachable', 'x', t0) } as const

  test.each<readonly [string, GivenCluster, string]>([
    ['it is lost', { facts: gone }, 'MISSING'],
    ['what was rolled back is lost', { ...rolledBack, facts: gone }, 'MISSING'],
    ['B32 not while an operation is under way', {
      status: { operation: aDeploy({ jobId: null, source: { _tag: 'NoJob', jobs: 'Gone', reason: '' } }) },
      facts: gone,
    }, 'READY'],
    ['B32 nor while an upgrade was begun', { reconciliation: { state: 'UPGRADING' }, facts: gone }, 'READY'],
    ['F14 it is lost, beside a record that can not be read', { reconciliation: { lastReconciledSpec: 'no json' }, facts: gone }, 'MISSING'],
  ])('%s', (_title, given, want) => {
    expect(jobManagerOf(given)).toBe(want)
  })

  test('F14 what was deployed stays as it is recorded', () => {
    const { observed } = sessionRound({
      reconciliation: { lastReconciledSpec: 'no json' },
      status: { jobStatus: { ...sessionRound().observed.status.jobStatus, state: 'FINISHED' } },
      facts: runningSession(),
    })
    expect(observed.status.reconciliationStatus).toEqual(observed.recorded.status.reconciliationStatus)
    expect(observed.status.jobStatus.state).toBe('FINISHED')
  })

  test.each<readonly [string, GivenCluster, boolean]>([
    ['as soon as REST answers', {}, true],
    ['not what was rolled back: its record is that of what failed', rolledBack, false],
  ])('sections 1.1/2 and 1.3/10 its spec is stable: %s', (_title, given, want) => {
    const before = { lastStableSpec: sessionRecord({ image: 'flink:old' }), ...given.reconciliation }
    const { reconciliationStatus } = sessionRound({ ...given, reconciliation: before, facts: runningSession() }).observed.status
    expect(reconciliationStatus.lastStableSpec === reconciliationStatus.lastReconciledSpec).toBe(want)
  })

  test('F15 moments that lie ahead are told', () => {
    expect(sessionRound({ record: { retryAt: t0 - 1 }, facts: runningSession() }).observed.ahead).toBeUndefined()
    expect(sessionRound({ record: { podTroubleSince: t0 + 3_600_000 }, facts: runningSession() }).observed.ahead).toEqual([
      'status.operatorRecord.podTroubleSince',
    ])
  })
})
