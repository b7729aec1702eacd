import { describe, expect, test } from 'vitest'
import { aDeployment, aJob, flinkConfigMap, jobId } from '../../../../fixtures/cluster-facts.ts'
import { aDeploy } from '../../../../fixtures/deployment-status.ts'
import { keptPlan, noReplica } from '../../../../fixtures/session-cluster-cases.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { effectsOf, queriesOf, written } from '../../../../fixtures/round.ts'
import {
  aSessionJob,
  type GivenCluster,
  goneSession,
  ha,
  runningSession,
  sessionDecided,
  sessionExplained,
} from '../../../../fixtures/session-cluster-round.ts'
import { attemptAnnotation } from '../../../contract/resource/annotations.ts'
import { known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'

const ofSessionJob: FlinkDeploymentFacts = {
  flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
  jobs: known([aJob('RUNNING')], t0),
}
const deleted: GivenCluster = { metadata: { deletionTimestamp: '2023-11-14T22:13:20Z' } }

describe('W25 P06 P25 the record of a session cluster was removed, and its jobs run: the status says that it is ready, so that they can be stopped', () => {
  test.each([['it stays', {}], ['it is deleted', deleted]])('%s: nothing is taken from its jobs', (_title, given) => {
    const decided = sessionDecided({ ...given, recorded: null, facts: runningSession(ofSessionJob) })
    expect(effectsOf(decided)).toEqual([])
    expect(written(decided)).toMatchObject({ jobManagerDeploymentStatus: 'READY', operation: null })
  })

  test('it is deleted: Flink is asked although session jobs hold up the deletion', () => {
    const { jobs: _jobs, ...facts } = runningSession(ofSessionJob)
    expect(queriesOf(sessionDecided({ ...deleted, recorded: null, facts }))).toEqual(['GetJobsOverview'])
  })

  test('no JobManager is up, so no suspended job would show that nothing is lost: that is not advised', () => {
    const facts = { ...runningSession(), deployment: known(aDeployment({ availableReplicas: 0 }), t0), jobManagerPods: known([], t0) }
    const { jobs: _jobs, ...down } = facts
    const { unblockedBy: { what } } = sessionExplained({ recorded: null, facts: down })
    expect(what).toMatch(/delete this resource.*block-on-stateful-jobs: false/u)
    expect(what).not.toMatch(/[Ss]uspend/u)
  })
})

describe('W38 P06 P25 the state of a session cluster was put back to that of an upgrade, and its cluster runs', () => {
  const upgrading: GivenCluster = {
    reconciliation: { state: 'UPGRADING' },
    status: { jobManagerDeploymentStatus: 'MISSING' },
    record: { attempts: 1 },
  }

  test('the status says that it is ready, so that its jobs can be suspended', () => {
    const decided = sessionDecided({ ...upgrading, facts: runningSession(ofSessionJob) })
    expect(effectsOf(decided)).toEqual([])
    expect(written(decided)).toMatchObject({ jobManagerDeploymentStatus: 'READY', reconciliationStatus: { state: 'UPGRADING' } })
  })

  test('W52 it is deleted: Flink is asked, so that its jobs can be stopped', () => {
    const { jobs: _jobs, ...facts } = runningSession(ofSessionJob)
    expect(queriesOf(sessionDecided({ ...deleted, ...upgrading, facts }))).toEqual(['GetJobsOverview'])
  })

  test('W52 P14 it is deleted in the middle of a deploy, and its session jobs can not be listed: nothing is created', () => {
    const operation = { ...aDeploy({ jobId: null, source: { _tag: 'NoJob', jobs: 'Gone', reason: 'x' } }), step: 'Create' } as const
    const facts = { ...goneSession(), flinkSessionJobs: unknown('Timeout', 'x', t0) }
    const decided = sessionDecided({ ...deleted, ...upgrading, status: { operation }, facts })
    expect(effectsOf(decided)).toEqual([])
    expect(written(decided)?.operation).toMatchObject({ step: 'Create' })
  })
})

test('W40 P06 the record is gone, no JobManager is up, and high availability keeps a session job: it is not advised to suspend it', () => {
  const { jobs: _jobs, ...facts } = runningSession({
    ...ofSessionJob,
    deployment: noReplica,
    jobManagerPods: known([], t0),
    configMaps: known([flinkConfigMap(), keptPlan], t0),
  })
  const { unblockedBy: { what } } = sessionExplained({ recorded: null, configuration: ha, facts })
  expect(what).toMatch(/delete this resource.*block-on-stateful-jobs: false/u)
})

test('W26 P06 P25 it is deleted in the middle of a deploy whose record was removed: the attempt is over, once, if its Deployment exists', () => {
  const operation = { ...aDeploy(), step: 'Create' } as const
  const deployment = known(aDeployment({ annotations: { [attemptAnnotation]: operation.id } }), t0)
  const given: GivenCluster = { ...deleted, recorded: null, status: { operation } }
  const decided = sessionDecided({ ...given, facts: { ...runningSession(ofSessionJob), deployment } })
  expect([effectsOf(decided), written(decided)?.operation]).toEqual([[], null])
})
