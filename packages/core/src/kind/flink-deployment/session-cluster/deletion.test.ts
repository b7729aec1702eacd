import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { keptPlan as kept } from '../../../../fixtures/session-cluster-cases.ts'
import { aConfigMap, aDeployment, aJob, aPod, flinkConfigMap, jobId, ofNobody, restService } from '../../../../fixtures/cluster-facts.ts'
import { aDeploy, aTearDown } from '../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { effectsOf, eventsOf, queriesOf, requeueOf, written } from '../../../../fixtures/round.ts'
import {
  aSessionJob,
  type GivenCluster,
  goneSession,
  ha,
  runningSession,
  sessionDecided,
  sessionExplained,
  sessionLookedAndDecided,
  sessionRound,
} from '../../../../fixtures/session-cluster-round.ts'
import { absent, known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentAction } from '../flink-deployment-action.ts'
import { type DeletionHold, deletionHold } from './deletion-hold.ts'

type Facts = FlinkDeploymentFacts

const deleted: GivenCluster = { metadata: { deletionTimestamp: '2023-11-14T22:13:20Z' } }
const withoutCare = (option: string): GivenCluster => ({
  ...deleted,
  configuration: { [`kubernetes.operator.session.deletion.${option}`]: 'false' },
})
const down: Facts = {
  jobs: unknown('NotReady', 'late', t0),
  deployment: known(aDeployment({ availableReplicas: 0 }), t0),
  jobManagerPods: known([aPod({ containers: [] })], t0),
}
const tagsOf = (actions: readonly FlinkDeploymentAction[]): readonly string[] => actions.map(({ _tag }) => _tag)

/** All that it asks was looked at. */
const answerTo = (given: GivenCluster): DeletionHold => {
  const hold = deletionHold(sessionRound(given))
  return E.isRight(hold) ? hold.right : expect.fail(`it lacks ${JSON.stringify(hold.left)}`)
}

describe('rows X: what keeps a session cluster from being deleted (session clusters 1.3; E-3, P14)', () => {
  test.each<readonly [string, string, GivenCluster, Facts, string]>([
    ['deletion-hold/session-jobs-ignored No', 'an option lets session jobs go with it', withoutCare('block-on-session-jobs'), {
      flinkSessionJobs: unknown('Timeout', 'late', t0),
    }, 'its jobs are deleted with it, as the options say'],
    ['deletion-hold/session-jobs-unseen Unknown', 'FlinkSessionJobs could not be seen', deleted, {
      flinkSessionJobs: unknown('Timeout', 'late', t0),
    }, 'the Kubernetes API to list the FlinkSessionJobs: late'],
    ['deletion-hold/session-jobs Jobs', 'one refers to it, whatever its state', deleted, {
      flinkSessionJobs: known([aSessionJob('b', { state: 'FINISHED' }), aSessionJob('a')], t0),
    }, 'its session jobs to be deleted'],
    ['deletion-hold/session-jobs Jobs', 'also where unmanaged jobs are not cared for', withoutCare('block-on-unmanaged-jobs'), {
      flinkSessionJobs: known([aSessionJob('a')], t0),
    }, 'its session jobs to be deleted'],
    ['deletion-hold/other-jobs-ignored No', 'an option lets other jobs go with it', withoutCare('block-on-unmanaged-jobs'), {
      jobs: known([aJob('RUNNING')], t0),
    }, 'the session cluster has no FlinkSessionJobs'],
    ['deletion-hold/jobmanager-down No', 'no JobManager is up', deleted, down, 'no JobManager runs that could have a job'],
    [
      'deletion-hold/jobmanager-down No',
      'there is none',
      deleted,
      { ...down, deployment: absent(t0), jobManagerPods: known([], t0) },
      'no JobManager runs that could have a job',
    ],
    [
      'deletion-hold/other-jobs-unseen Unknown',
      'one may be up, by a cache alone',
      deleted,
      { ...down, jobManagerPods: unknown('Timeout', 'late', t0) },
      'Flink to list the jobs of the cluster: late',
    ],
    ['deletion-hold/other-jobs-unseen Unknown', 'none is up, and high availability keeps a job', { ...deleted, configuration: ha }, {
      ...down,
      configMaps: known([kept], t0),
    }, 'Flink to list the jobs of the cluster: late'],
    [
      'deletion-hold/other-jobs-unseen Unknown',
      'what high availability keeps could not be seen',
      deleted,
      { configMaps: unknown('Timeout', 'late', t0) },
      'the high-availability service to list the jobs that it keeps',
    ],
    [
      'deletion-hold/other-jobs Jobs',
      'Flink lists one',
      deleted,
      { jobs: known([aJob('RUNNING')], t0) },
      'the other jobs of the cluster to be cancelled',
    ],
    [
      'deletion-hold/other-jobs Jobs',
      'high availability keeps one',
      { ...deleted, configuration: ha },
      { configMaps: known([flinkConfigMap(), kept], t0) },
      'the other jobs of the cluster to be cancelled',
    ],
    ['deletion-hold/none No', 'none', deleted, {}, 'no job runs in the session cluster'],
    [
      'deletion-hold/none No',
      'those that there are have ended',
      deleted,
      { jobs: known([aJob('FINISHED')], t0) },
      'no job runs in the session cluster',
    ],
    ['deletion-hold/none No', 'it is kept, and Flink lists it as ended', { ...deleted, configuration: ha }, {
      jobs: known([aJob('CANCELED')], t0),
      configMaps: known([kept], t0),
    }, 'no job runs in the session cluster'],
  ])('%s %s', (row, _title, given, change, words) => {
    const hold = answerTo({ ...given, facts: runningSession(change) })
    expect(`${row.split(' ')[0]} ${hold._tag}`).toBe(row)
    expect(hold._tag === 'No' ? hold.reason : hold.waitingFor).toBe(words)
  })

  test.each<readonly [string, GivenCluster, readonly string[]]>([
    ['FlinkSessionJobs, its JobManager and what high availability keeps', { ...deleted, facts: {} }, [
      'ListFlinkSessionJobs',
      'ReadDeployment',
      'ListJobManagerPods',
      'ListConfigMaps',
    ]],
    ['then the jobs that Flink lists', { ...deleted, facts: { ...runningSession(), jobs: undefined } as never }, ['GetJobsOverview']],
  ])('it is looked for %s', (_title, given, want) => {
    expect(queriesOf(sessionDecided(given))).toEqual(want)
  })

  test('deletion-hold/other-jobs of a cluster that nothing is recorded of nobody can ask Flink: it waits', () => {
    const given: GivenCluster = { ...deleted, recorded: null, status: { operation: aDeploy({ jobId: null }) } }
    expect(answerTo({ ...given, facts: { ...runningSession(), jobs: undefined } as never })).toEqual({
      _tag: 'Unknown',
      waitingFor: 'Flink to list the jobs of the cluster: not queried yet',
    })
  })

  test.each<readonly [string, Facts]>([
    ['block-on-session-jobs', { flinkSessionJobs: known([aSessionJob('a')], t0) }],
    ['block-on-unmanaged-jobs', { jobs: known([aJob('RUNNING')], t0) }],
  ])('%s counts at once, for a cluster that was deployed without it, and for one that was never deployed', (option, change) => {
    for (const given of [{ recordedConfiguration: {} }, { recorded: null }])
      expect(answerTo({ ...withoutCare(option), ...given, facts: runningSession(change) })._tag).toBe('No')
  })
})

describe('how a session cluster goes', () => {
  test('it is over as soon as our finalizer is gone: others are waited for', () => {
    const actions = sessionDecided({ metadata: { ...deleted.metadata, finalizers: ['of.others/finalizer'] }, facts: goneSession() })
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions)).toMatchObject({ after: 60_000, waitingFor: 'the other finalizers to be removed from the resource' })
  })

  test('tearing-down a tear-down without a deletion is given up: a session cluster is deleted only with its resource', () => {
    const actions = sessionDecided({ status: { operation: aTearDown({ jobId: null, purpose: 'Deletion' }) }, facts: goneSession() })
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation).toBeNull()
  })

  test('B83 a tear-down for something else is no deletion: what keeps the cluster is asked', () => {
    const operation = aTearDown({ jobId: null, purpose: 'ShutdownTtl' })
    const actions = sessionDecided({ ...deleted, status: { operation }, facts: runningSession({ jobs: known([aJob('RUNNING')], t0) }) })
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('CleanupFailed')
  })

  test('what it waits for is told by an event, once for each text', () => {
    const facts = runningSession({ flinkSessionJobs: known([aSessionJob('a')], t0) })
    const actions = sessionDecided({ ...deleted, facts })
    expect(eventsOf(actions)).toMatchObject([{ type: 'Warning', reason: 'CleanupFailed' }])
    const status = written(actions) ?? expect.fail('no write')
    expect(status.operatorRecord.errorOwner).toBe('operation')
    expect(status.error).toContain('ReconciliationException')
    expect(eventsOf(sessionDecided({ ...deleted, status, record: status.operatorRecord, facts }))).toEqual([])
  })

  test('E-3 the wait for what can not be seen begins anew once it was seen', () => {
    const facts = runningSession({ flinkSessionJobs: known([aSessionJob('a')], t0) })
    expect(written(sessionDecided({ ...deleted, record: { deletingSince: t0 - 60_000 }, facts }))?.operatorRecord.deletingSince).toBeNull()
  })

  test.each<readonly [string, number, number, 'reported' | 'not yet']>([
    ['before its bound', 299_999, 0, 'not yet'],
    ['at its bound', 300_000, 0, 'reported'],
    ['F15 and never before this process has looked as long', 3_600_000, t0 - 299_999, 'not yet'],
  ])('E-3 that nobody can tell is told: %s', (_title, waited, steadySince, want) => {
    const actions = sessionDecided({
      ...deleted,
      record: { deletingSince: t0 - waited },
      env: { steadySince },
      facts: runningSession({ jobs: unknown('Timeout', 'late', t0) }),
    })
    expect(
      eventsOf(actions).some(({ message }) =>
        message.includes('The operator cannot see whether jobs run in the cluster, and waits for Flink')
      ),
    )
      .toBe(want === 'reported')
    expect(requeueOf(actions)).toMatchObject({ after: 10_000, waitingFor: 'Flink to list the jobs of the cluster: late' })
    expect(effectsOf(actions)).toEqual([])
  })

  test('F14 what an operation that can not be read may have sent is waited for first', () => {
    const operation = {
      kind: 'Unreadable',
      json: { kind: 'Later' },
      error: { path: 'status.operation', found: 'x', expected: 'y' },
    } as const
    const at = (deletingSince: number | null): readonly FlinkDeploymentAction[] =>
      sessionDecided({ ...deleted, status: { operation }, record: { deletingSince }, facts: goneSession() })
    expect(effectsOf(at(null))).toEqual([])
    expect(requeueOf(at(null))).toMatchObject({
      after: 10_000,
      waitingFor: expect.stringContaining('the unreadable operation may have sent') as string,
    })
    expect(written(at(null))?.operatorRecord.deletingSince).toBe(t0)
    expect(requeueOf(at(t0 - 55_000)).after).toBe(5_000)
    expect(requeueOf(at(t0 - 59_999)).after).toBe(1)
    expect(written(at(t0 - 60_000))?.operation).toMatchObject({ kind: 'TearDown', purpose: 'Deletion' })
  })

  describe('B81 as long as its jobs are waited for', () => {
    const withJob = { flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) }

    test('P14 how its JobManager is, is looked at', () => {
      const facts = { ...runningSession(withJob), jobs: undefined, deployment: known(aDeployment(), t0, 'cache') } as never
      expect(sessionExplained({ ...deleted, facts }).waitingFor).toBe('does the cluster that is being deleted still have jobs?')
      const seen = { ...goneSession(withJob), deployment: known(aDeployment(), t0), jobs: undefined } as never
      expect(sessionExplained({ ...deleted, facts: seen }).waitingFor).toBe('is the JobManager up, so that it can end the jobs?')
    })

    test('P14 one that could not be seen is not brought back', () => {
      for (const deployment of [unknown('Timeout', 'late', t0), known(aDeployment(), t0)] as const) {
        const facts = goneSession({ ...withJob, deployment, jobs: known([], t0) })
        expect(written(sessionDecided({ ...deleted, configuration: ha, facts }))?.operation ?? null).toBeNull()
      }
    })

    test('P14 nor one of which it is not known whether it had state', () => {
      const facts = goneSession({ ...withJob, jobManagerPods: unknown('Timeout', 'late', t0) })
      const actions = sessionDecided({ ...deleted, configuration: ha, facts })
      expect(written(actions)?.operation ?? null).toBeNull()
      expect(requeueOf(actions).waitingFor).toBe('its session jobs to be deleted')
    })

    test.each<readonly [string, GivenCluster]>([
      ['F14 of which it can not be read what was deployed', { reconciliation: { lastReconciledSpec: 'no json' } }],
      ['B83 that is being taken away for something else', { status: { operation: aTearDown({ jobId: null, purpose: 'ShutdownTtl' }) } }],
    ])('one is not brought back %s', (_title, given) => {
      const actions = sessionDecided({ ...deleted, configuration: ha, ...given, facts: goneSession(withJob) })
      expect(effectsOf(actions)).toEqual([])
      expect((written(actions) ?? sessionRound({ ...deleted, ...given }).observed.status).operation?.kind).not.toBe('Deploy')
      expect(requeueOf(actions).waitingFor).toBe('its session jobs to be deleted')
    })

    test('one that comes back is told', () => {
      const actions = sessionDecided({ ...deleted, configuration: ha, facts: goneSession(withJob) })
      expect(eventsOf(actions).map(({ reason }) => reason)).toContain('RecoverDeployment')
    })
  })

  describe('when it is taken away', () => {
    const tearingDown = (change: object = {}): GivenCluster => ({
      ...deleted,
      configuration: ha,
      status: { operation: aTearDown({ jobId: null, purpose: 'Deletion', deleteHaMetadata: true, ...change }) },
    })

    test.each([[t0, 'not yet'], [t0 - 1, 'reported']] as const)('what takes longer than it may is told: until %d %s', (giveUpAt, want) => {
      const facts = goneSession({ jobManagerPods: known([aPod({ deleting: true })], t0) })
      const actions = sessionDecided({ ...tearingDown({ giveUpAt }), facts })
      expect(eventsOf(actions).some(({ message }) => message.startsWith('The cluster is still being deleted'))).toBe(want === 'reported')
    })

    test('nothing is left: the finalizer goes, and no more than that', () => {
      const actions = sessionDecided({ ...tearingDown(), facts: goneSession() })
      expect(tagsOf(actions).filter(tag => tag !== 'PersistStatus')).toEqual(['RemoveFinalizer', 'Requeue'])
      expect(requeueOf(actions).waitingFor).toBe('the resource to be gone')
    })

    test('a ConfigMap of somebody else stays', () => {
      const others = [aConfigMap('app-mine', { ...ofNobody }), aConfigMap('app-cluster-config-map')]
      const found = sessionDecided({ ...tearingDown(), facts: goneSession({ configMaps: known(others, t0) }) })
      expect(found.find(it => it._tag === 'DeleteHaMetadata')).toMatchObject({ configMaps: [{ name: 'app-cluster-config-map' }] })
    })

    test('P21 a Deployment of somebody else goes on by the HA metadata: it stays', () => {
      const theirs = known(aDeployment({ uid: 'uid-theirs', ownerUids: ['uid-other'], annotations: {} }), t0)
      const facts = goneSession({ deployment: theirs, configMaps: known([kept], t0), services: known([restService(null, ofNobody)], t0) })
      const actions = sessionDecided({ ...tearingDown(), facts })
      expect(tagsOf(actions)).toContain('RemoveFinalizer')
      expect(tagsOf(actions)).not.toContain('DeleteHaMetadata')
    })

    test('P21 the record says that HA metadata stays: it stays', () => {
      const actions = sessionDecided({ ...tearingDown({ deleteHaMetadata: false }), facts: goneSession({ configMaps: known([kept], t0) }) })
      expect(tagsOf(actions)).toContain('RemoveFinalizer')
      expect(tagsOf(actions)).not.toContain('DeleteHaMetadata')
    })

    test('P14 HA metadata that could not be seen is no word that there is none', () => {
      const actions = sessionLookedAndDecided(tearingDown(), goneSession({ configMaps: unknown('Timeout', 'late', t0) }))
      expect(tagsOf(actions)).not.toContain('RemoveFinalizer')
    })
  })
})

test('W10 P06 deleted after an upgrade was begun: the status reports the JobManager, for which its session jobs wait', () => {
  const given: GivenCluster = { ...deleted, status: { jobManagerDeploymentStatus: 'DEPLOYING' }, reconciliation: { state: 'UPGRADING' } }
  expect(written(sessionDecided({ ...given, facts: { ...runningSession(), flinkSessionJobs: known([aSessionJob('a')], t0) } })))
    .toMatchObject({
      jobManagerDeploymentStatus: 'READY',
      reconciliationStatus: { state: 'UPGRADING' },
    })
})

describe('W18 P01 the status was wiped between two clusters of an upgrade, and the resource is deleted', () => {
  const lost: GivenCluster = { ...deleted, recorded: null }
  const nothingUp = { ...goneSession(), flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) }

  test('a stateful session job may have run there: nothing is deleted, and the error says what to do', () => {
    const actions = sessionDecided({ ...lost, facts: nothingUp })
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.error).toContain('kubernetes.operator.session.deletion.block-on-session-jobs: false')
  })

  test.each<readonly [string, GivenCluster, Facts]>([
    ['the user lets its session jobs lose their state', { ...withoutCare('block-on-session-jobs'), recorded: null }, nothingUp],
    ['no session job ran', lost, { ...nothingUp, flinkSessionJobs: known([aSessionJob('a', { state: null })], t0) }],
  ])('%s: the deletion goes on', (_title, given, facts) => {
    expect(written(sessionDecided({ ...given, facts }))).toMatchObject({ operation: { kind: 'TearDown' } })
  })
})

test('W39 P06 its REST Service was deleted, and the deletion waits for Flink to list the jobs: the Service is created again', () => {
  const facts = runningSession({ jobs: unknown('Unreachable', 'x', t0), services: known([], t0) })
  const given: GivenCluster = { ...deleted, record: { restMissedSince: t0 - 3_600_000 }, facts }
  const effects = sessionDecided(given).filter(it => it._tag === 'CreateObject')
  expect(effects).toMatchObject([{ manifest: { part: 'RestService' } }])
})
