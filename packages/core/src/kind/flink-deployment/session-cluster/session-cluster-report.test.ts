import { describe, expect, test } from 'vitest'
import { aContainer, aDeployment, aPod, notAvailable, waiting } from '../../../../fixtures/cluster-facts.ts'
import { aDeploy, aTearDown } from '../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { errorMessageOf, eventsOf, requeueOf, written } from '../../../../fixtures/round.ts'
import {
  aSessionJob,
  type GivenCluster,
  goneSession,
  runningSession,
  sessionDecided,
  sessionExplained,
  sessionStatus,
} from '../../../../fixtures/session-cluster-round.ts'
import { known, unknown } from '../../../contract/fact/fact.ts'
import type { DeploymentView } from '../../../contract/fact/object-view.ts'
import type { Condition } from '../../../contract/resource/condition.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import { pauseAnnotation } from '../../../contract/round/pause.ts'

const conditions = (...since: readonly (readonly [type: string, ago: number])[]): readonly Condition[] =>
  since.map(([type, ago]) => ({
    type,
    status: 'True',
    reason: 'x',
    message: '',
    observedGeneration: 1,
    lastTransitionTime: new Date(t0 - ago).toISOString(),
  }))
const blocked: GivenCluster = {
  spec: { image: 'flink:next' },
  metadata: { generation: 2 },
  facts: runningSession({ flinkSessionJobs: unknown('Timeout', 'late', t0) }),
}
const deleted = { deletionTimestamp: '2023-11-14T22:13:20Z' }
const damaged: GivenCluster = { reconciliation: { lastReconciledSpec: 'no json' }, facts: runningSession() }

describe('explain: since when', () => {
  test.each<readonly [string, GivenCluster, number | null]>([
    [
      'what is under way was begun',
      { status: { operation: aTearDown({ jobId: null, purpose: 'Deletion', mintedAt: t0 - 5_000 }) } },
      5_000,
    ],
    ['its deletion waits for what can not be seen', { metadata: deleted, record: { deletingSince: t0 - 4_000 } }, 4_000],
    ['it is stalled by what can not be read', { ...damaged, status: { conditions: conditions(['Stalled', 3_000]) } }, 3_000],
    ['it is blocked, and stalled', { ...blocked, status: { conditions: conditions(['Reconciling', 1_000], ['Stalled', 2_000]) } }, 2_000],
    ['it is blocked, and goes on by itself', { ...blocked, status: { conditions: conditions(['Reconciling', 1_000]) } }, 1_000],
    ['it is blocked, and nothing tells', blocked, 600_000],
    ['a pod of it is in trouble', {
      record: { podTroubleSince: t0 - 7_000 },
      status: { jobManagerDeploymentStatus: 'DEPLOYING', conditions: conditions(['Ready', 9_000]) },
      facts: runningSession({
        jobs: unknown('NotReady', 'x', t0),
        deployment: known(aDeployment({ availableReplicas: 0 }), t0),
        jobManagerPods: known([aPod({ containers: [aContainer({ state: waiting('ErrImagePull', 'x') })] })], t0),
      }),
    }, 7_000],
    ['it is ready', { status: { conditions: conditions(['Ready', 9_000], ['Reconciling', 8_000]) }, facts: runningSession() }, 9_000],
    ['it becomes ready', { status: { conditions: conditions(['Reconciling', 8_000]) }, facts: runningSession() }, 8_000],
    ['nothing is known of it', { recorded: null, facts: goneSession() }, null],
  ])('%s', (_title, given, ago) => {
    expect(sessionExplained(given).since).toBe(ago === null ? null : t0 - ago)
  })
})

describe('A8 a pause', () => {
  const paused = (value: string, change: GivenCluster = {}): GivenCluster => ({
    facts: runningSession(),
    spec: { image: 'flink:next' },
    ...change,
    metadata: { generation: 2, annotations: { [pauseAnnotation]: value } },
  })
  const until = (millis: number): string => `until=${new Date(t0 + millis).toISOString()}`

  test.each([['true', 60_000], [until(30_000), 30_000], [until(600_000), 60_000]])(
    '%s: looked at again after %d ms, and not before',
    (value, after) => {
      const actions = sessionDecided(paused(value))
      expect(requeueOf(actions)).toMatchObject({ after, atTheLatest: after })
      expect(requeueOf(actions).waitingFor).toContain('the end of the pause')
    },
  )

  test('nothing is done, what is under way included, and no edit is acknowledged', () => {
    const operation = aDeploy({ jobId: null, source: { _tag: 'NoJob', jobs: 'Gone', reason: '' } })
    for (const change of [{}, { status: { operation } }]) {
      const actions = sessionDecided(paused('true', change))
      expect(actions.filter(({ _tag }) => !['PersistStatus', 'EmitEvent', 'Requeue'].includes(_tag))).toEqual([])
      expect(written(actions)).toMatchObject({ observedGeneration: 1, operation: change.status?.operation ?? null })
    }
  })

  test('what was seen is told', () => {
    const crashing = aPod({ containers: [aContainer({ state: waiting('CrashLoopBackOff', 'back-off') })] })
    const facts = runningSession({
      jobs: unknown('NotReady', 'x', t0),
      deployment: known(aDeployment({ availableReplicas: 0 }), t0),
      jobManagerPods: known([crashing], t0),
    })
    expect(written(sessionDecided(paused('true', { facts })))?.jobManagerDeploymentStatus).toBe('ERROR')
  })
})

describe('what people read', () => {
  const after = (given: GivenCluster): FlinkDeploymentStatus => written(sessionDecided(given)) ?? sessionStatus(given)
  const noAnswer = { jobs: unknown('NotReady', 'x', t0) }

  test.each<readonly [string, GivenCluster, string | null]>([
    ['one of the operator before is over when the JobManager is there', { facts: runningSession() }, null],
    ['not while it is not', { status: { jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY' }, facts: runningSession(noAnswer) }, 'old'],
  ])('P16 %s', (_title, given, want) => {
    expect(after({ ...given, status: { error: 'old', ...given.status } }).error).toBe(want)
  })

  test('F16 that Flink is out of reach is told as what nobody knows', () => {
    const facts = runningSession({ jobs: unknown('Timeout', 'x', t0) })
    const status = after({ record: { restMissedSince: t0 - 3_600_000 }, facts })
    expect(errorMessageOf(status)).toContain("Flink's REST API can't be reached at Service app-rest")
    const ready = status.conditions.find(({ type }) => type === 'Ready')
    expect(ready?.status).not.toBe('True')
    expect(status.conditions.map(({ message }) => message).join()).toContain("Flink's REST API to answer at Service app-rest")
  })

  test('a resource that is being deleted tells what its deletion waits for, not how its JobManager is', () => {
    const facts = runningSession({
      jobs: unknown('Timeout', 'x', t0),
      flinkSessionJobs: known([aSessionJob('a')], t0),
    })
    const status = after({ metadata: deleted, record: { restMissedSince: t0 - 3_600_000 }, facts })
    expect(errorMessageOf(status)).toBe('The session jobs [a] should be deleted first')
    const quiet = after({
      metadata: deleted,
      record: { restMissedSince: t0 - 3_600_000, deletingSince: t0 - 1_000 },
      facts: runningSession({ jobs: unknown('Timeout', 'x', t0) }),
    })
    expect(quiet.error).toBeNull()
  })

  const jobManagerOf = (deployment: Partial<DeploymentView>, failedMount: string | null): GivenCluster => ({
    metadata: deleted,
    record: { podTroubleSince: t0 - 60_000 },
    facts: runningSession({
      deployment: known(notAvailable(deployment), t0),
      jobManagerPods: known(failedMount === null ? [] : [aPod({ phase: 'Pending', containers: [], failedMount })], t0),
      jobs: unknown('Unreachable', 'x', t0),
      flinkSessionJobs: known([aSessionJob('a')], t0),
    }),
  })
  test.each<readonly [string, GivenCluster, RegExp]>([
    ['a user scaled it to 0', jobManagerOf({ wantedReplicas: 0 }, null), /scale it up again/u],
    [
      'the status does not know its attempt',
      jobManagerOf({}, 'configmap references non-existent config key: attempt-1'),
      /delete Deployment app/u,
    ],
    ['it may still start', jobManagerOf({}, 'secret "s3" not found'), /session jobs \[a\] should be deleted first/u],
  ])(
    'W62 P06 the deletion waits for session jobs, which only the JobManager can end, and %s: the error says it first',
    (_title, given, says) => {
      expect(errorMessageOf(after(given))).toMatch(says)
    },
  )

  test('F15 moments that lie ahead are told by an event', () => {
    const actions = sessionDecided({ record: { podTroubleSince: t0 + 3_600_000 }, facts: runningSession() })
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('ClockSkew')
  })

  test('what is wrong with the JobManager is told by its own words: it is what READY rests on', () => {
    expect(after({ status: { jobManagerDeploymentStatus: 'DEPLOYING' }, facts: runningSession() })).toMatchObject({
      jobManagerDeploymentStatus: 'READY',
      lifecycleState: 'STABLE',
    })
  })
})

describe("not-renderable F12 what can't be rendered any more", () => {
  const spoilt = { 'blob.server.port': '1-2' }
  const lost: GivenCluster = { status: { jobManagerDeploymentStatus: 'MISSING' }, facts: goneSession() }
  const stuck: GivenCluster = {
    record: { attempts: 0, deployedAttempt: null, deployedSource: null },
    status: { jobManagerDeploymentStatus: 'DEPLOYING' },
    reconciliation: { lastStableSpec: null },
    facts: runningSession({
      jobs: unknown('NotReady', 'x', t0),
      deployment: known(
        aDeployment({
          annotations: {},
          availableReplicas: 0,
          conditions: [{ type: 'Available', status: 'False', reason: '', message: '', lastTransitionTime: t0 - 600_000 }],
        }),
        t0,
      ),
      jobManagerPods: known([aPod({ containers: [] })], t0),
      configMaps: known([], t0),
    }),
  }

  test.each<readonly [string, GivenCluster, string, string]>([
    ['a lost JobManager', lost, 'the spec that was deployed', 'job-manager'],
    ['a deploy that was begun', { reconciliation: { state: 'UPGRADING' }, facts: runningSession() }, 'the last valid spec', 'upgrade'],
    ['a submit that was not finished', stuck, 'the last valid spec', 'upgrade'],
  ])('%s stays as it is', (_title, given, words, owner) => {
    const all = { ...given, operator: spoilt }
    expect(sessionExplained(all).row).toBe('not-renderable')
    expect(sessionExplained(all).waitingFor).toBe("an edit of the spec, or of the operator's defaults")
    const status = written(sessionDecided(all)) ?? expect.fail('no write')
    expect(status.operation).toBeNull()
    expect(status.operatorRecord.errorOwner).toBe(owner)
    expect(errorMessageOf(status)).toContain(`The objects of ${words} can't be rendered any more`)
  })

  test('what can be rendered goes on', () => {
    expect(sessionExplained(lost).row).toBe('session-cluster-lost/recover')
  })

  test('a rollback to a stable spec that can not', () => {
    const rollback = {
      'high-availability.type': 'kubernetes',
      'high-availability.storageDir': 's3://b/ha',
      'kubernetes.operator.deployment.rollback.enabled': 'true',
    }
    const given = (stable: Readonly<Record<string, string>>): GivenCluster => ({
      configuration: rollback,
      recorded: { image: 'flink:broken' },
      spec: { image: 'flink:broken' },
      status: { jobManagerDeploymentStatus: 'DEPLOYING' },
      reconciliation: {
        lastStableSpec: sessionStatus({ recordedConfiguration: { ...rollback, ...stable } }).reconciliationStatus.lastReconciledSpec,
        reconciliationTimestamp: t0 - 600_000,
      },
      facts: runningSession({
        jobs: unknown('NotReady', 'x', t0),
        deployment: known(aDeployment({ availableReplicas: 0 }), t0),
        jobManagerPods: known([aPod({ containers: [] })], t0),
      }),
    })
    expect(sessionExplained(given({})).row).toBe('session-cluster/rollback, affected-jobs/kept-by-ha')
    const it = sessionExplained(given({ 'kubernetes.hostnetwork.enabled': 'maybe' }))
    expect(it.row).toBe('not-renderable')
    expect(it.error).toContain('The objects of the last stable spec')
  })
})
