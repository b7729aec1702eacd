import { describe, expect, test } from 'vitest'
import { aJob, checkpointStatistics, jobId } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus } from '../../../fixtures/deployment-status.ts'
import { namespace, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { sessionSpecJson, sessionStatus } from '../../../fixtures/session-cluster-round.ts'
import { aTarget, type GivenSnapshot, snapshotActions, snapshotRound, underWay } from '../../../fixtures/state-snapshot.ts'
import { decodeFlinkDeployment } from '../../crd/flink-deployment.ts'
import { decodeFlinkSessionJob } from '../flink-session-job/flink-session-job-codec.ts'
import { encodeRecordOf } from '../../crd/recorded-spec.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentView, FlinkSessionJobView } from '../../contract/fact/custom-resource-views.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { classify } from './classify-state-snapshot.ts'

const now = t0
const path = 's3://b/sp/9'

const resource = (kind: string, name: string, spec: JsonObject): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind,
  metadata: { name, namespace, uid: `uid-${name}`, generation: 1, resourceVersion: '1', creationTimestamp: '2023-11-14T22:00:00Z' },
  spec,
})

/** The session job `app` in the cluster `shared`, whose savepoints go elsewhere than the cluster's. */
const sessionJob = (change: Partial<FlinkSessionJobStatus> = {}): FlinkSessionJobView => {
  const read = decodeFlinkSessionJob(resource('FlinkSessionJob', 'app', {
    deploymentName: 'shared',
    job: { jarURI: 'https://x/a.jar', parallelism: 2, upgradeMode: 'savepoint' },
    flinkConfiguration: { 'execution.checkpointing.savepoint-dir': 's3://b/of-the-job' },
  }))
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  const { meta, spec } = read.right
  const lastReconciledSpec = encodeRecordOf('FlinkSessionJob', { spec, firstDeployment: false })
  const { jobStatus, error, observedGeneration, lifecycleState, conditions, operation, operatorRecord, reconciliationStatus } =
    runningStatus()
  const status = { jobStatus, error, observedGeneration, lifecycleState, conditions, operation, operatorRecord }
  return {
    meta,
    spec,
    status: { ...status, reconciliationStatus: { ...reconciliationStatus, lastReconciledSpec, lastStableSpec: null }, ...change },
  }
}

const sessionCluster = (change: Partial<FlinkDeploymentStatus> = {}): FlinkDeploymentView => {
  const read = decodeFlinkDeployment(resource('FlinkDeployment', 'shared', sessionSpecJson()))
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  const { meta, spec } = read.right
  return { meta, spec, status: { ...sessionStatus(), ...change } }
}

const ofSessionJob = (given: GivenSnapshot): GivenSnapshot => ({
  ...given,
  spec: { savepoint: {}, jobReference: { kind: 'FlinkSessionJob', name: 'app' }, ...given.spec },
})
const looked = (change: FlinkStateSnapshotFacts = {}): FlinkStateSnapshotFacts => ({
  targetSessionJob: known(sessionJob(), now),
  target: known(sessionCluster(), now),
  jobs: known([aJob('RUNNING')], now),
  ...change,
})
const disposed = { state: 'COMPLETED', path } as const
const nobody = {
  flinkDeployments: known([], now),
  flinkSessionJobs: known([sessionJob()], now),
  namingResources: known([], now),
  snapshots: known([], now),
}
const deleted: JsonObject = { deletionTimestamp: new Date(now - 1_000).toISOString() }

describe('a FlinkStateSnapshot of a FlinkSessionJob (session-snapshot-bluegreen.md, section 3)', () => {
  test.each<readonly [title: string, given: GivenSnapshot, row: string, tag: string]>([
    ['state-snapshot/job-unobservable the session job was not looked at', {}, 'state-snapshot/job-unobservable', 'NeedsFacts'],
    [
      'state-snapshot/job-unobservable its cluster was not looked at',
      { facts: { targetSessionJob: known(sessionJob(), now) } },
      'state-snapshot/job-unobservable',
      'NeedsFacts',
    ],
    [
      'state-snapshot/job-unobservable P14 the session job could not be seen',
      { facts: { targetSessionJob: unknown('Timeout', 'late', now) } },
      'state-snapshot/job-unobservable',
      'Waiting',
    ],
    [
      'E-5 a FlinkDeployment of its name is not its job',
      { facts: { target: known(aTarget(), now) } },
      'state-snapshot/job-unobservable',
      'NeedsFacts',
    ],
    [
      'state-snapshot/job-missing there is no session job of that name',
      { facts: { targetSessionJob: absent(now) } },
      'state-snapshot/job-missing',
      'Invalid',
    ],
    [
      'state-snapshot/job-ended its job has failed',
      { facts: looked({ targetSessionJob: known(sessionJob({ jobStatus: { ...sessionJob().status.jobStatus, state: 'FAILED' } }), now) }) },
      'state-snapshot/job-ended',
      'JobEnded',
    ],
    [
      'state-snapshot/job-unsettled P14 its cluster could not be seen',
      { facts: looked({ target: unknown('Timeout', 'late', now) }) },
      'state-snapshot/job-unsettled',
      'Waiting',
    ],
    [
      'state-snapshot/job-unsettled its cluster is gone: that is no end of the job',
      { facts: looked({ target: absent(now) }) },
      'state-snapshot/job-unsettled',
      'Waiting',
    ],
    [
      'state-snapshot/job-unsettled the JobManager of its cluster is not ready',
      { facts: looked({ target: known(sessionCluster({ jobManagerDeploymentStatus: 'DEPLOYING' }), now) }) },
      'state-snapshot/job-unsettled',
      'Waiting',
    ],
    [
      'state-snapshot/job-stopping it is being stopped',
      { facts: looked({ targetSessionJob: known(sessionJob({ operation: aSuspend() }), now) }) },
      'state-snapshot/job-stopping',
      'Waiting',
    ],
    [
      'state-snapshot/job-not-running Flink does not list it',
      { facts: looked({ jobs: known([], now) }) },
      'state-snapshot/job-not-running',
      'Waiting',
    ],
    ['state-snapshot/trigger it runs', { facts: looked() }, 'state-snapshot/trigger', 'TriggerDue'],
    ['state-snapshot/invalid a job without a kind', { spec: { jobReference: { name: 'app' } } }, 'state-snapshot/invalid', 'Invalid'],
  ])('%s', (_title, given, row, tag) => {
    const situation = classify(snapshotRound(ofSessionJob(given)))
    expect([situation.row, situation._tag]).toEqual([row, tag])
  })

  test('B76 the savepoint goes where the job says, not to the directory of its cluster, and is asked of the cluster', () => {
    expect(snapshotActions(ofSessionJob({ facts: looked() }))).toMatchObject([
      { _tag: 'PersistStatus' },
      { _tag: 'TriggerSavepoint', jobId, targetDirectory: 's3://b/of-the-job', endpoint: { namespace, service: 'shared-rest' } },
      { _tag: 'Requeue' },
    ])
  })

  test('each round asks for what is missing, and never for the same twice', () => {
    const asked = (facts: FlinkStateSnapshotFacts): unknown => {
      const [first] = snapshotActions(ofSessionJob({ facts }))
      return first?._tag === 'Look' ? first.queries : first?._tag
    }
    const cluster = { _tag: 'ReadFlinkDeployment', namespace, name: 'shared' }
    expect(asked({})).toEqual([{ _tag: 'ReadFlinkSessionJob', namespace, name: 'app' }])
    expect(asked({ targetSessionJob: known(sessionJob(), now) })).toEqual([cluster])
    const renamed = sessionJob()
    expect(asked({ targetSessionJob: known({ ...renamed, spec: { ...renamed.spec, deploymentName: 'other' } }, now) })).toEqual([cluster])
  })

  test('what became of it is asked of the cluster, and a savepoint is complete with its path', () => {
    const facts = looked({
      savepointOperation: known({ _tag: 'Completed', location: path, checkpointId: null }, now),
      checkpoints: known(checkpointStatistics(), now),
    })
    expect(snapshotRound(ofSessionJob({ status: underWay(), facts })).observed.status).toMatchObject({ state: 'COMPLETED', path })
  })

  test.each<readonly [title: string, facts: FlinkStateSnapshotFacts, row: string, tag: string]>([
    ['state-snapshot-deletion/delete-files nobody needs it', looked(nobody), 'state-snapshot-deletion/delete-files', 'DisposalDue'],
    [
      'state-snapshot-deletion/path-needed P04 B03 a session job may be restored from it',
      looked({
        ...nobody,
        flinkSessionJobs: known([sessionJob({ jobStatus: { ...sessionJob().status.jobStatus, upgradeSavepointPath: path } })], now),
      }),
      'state-snapshot-deletion/path-needed',
      'DisposalBlocked',
    ],
    [
      'state-snapshot-deletion/references-unobservable P14 session jobs could not be seen',
      looked({ ...nobody, flinkSessionJobs: unknown('Timeout', 'late', now) }),
      'state-snapshot-deletion/references-unobservable',
      'DisposalBlocked',
    ],
    [
      'state-snapshot-deletion/delete-files where their kind is not installed there are none',
      looked({ ...nobody, flinkSessionJobs: absent(now) }),
      'state-snapshot-deletion/delete-files',
      'DisposalDue',
    ],
    [
      'state-snapshot-deletion/job-missing E-15 its session job is gone',
      looked({ ...nobody, targetSessionJob: absent(now) }),
      'state-snapshot-deletion/job-missing',
      'Releasable',
    ],
    [
      'state-snapshot-deletion/job-not-running its cluster is gone',
      looked({ ...nobody, target: absent(now) }),
      'state-snapshot-deletion/job-not-running',
      'DisposalBlocked',
    ],
  ])('deleted: %s', (_title, facts, row, tag) => {
    const situation = classify(snapshotRound(ofSessionJob({ metadata: deleted, status: disposed, facts })))
    expect([situation.row, situation._tag]).toEqual([row, tag])
  })
})
