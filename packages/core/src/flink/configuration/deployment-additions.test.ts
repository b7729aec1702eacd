import { describe, expect, test } from 'vitest'
import { lastStateMarker } from '../../contract/resource/operation.ts'
import { deploymentAdditions, fixedJobId, sessionDeploymentAdditions, type DeploymentInputs } from './deployment-additions.ts'

const owner = { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', name: 'app', uid: 'u-1' }
const ownerText = 'apiVersion:flink.apache.org/v1beta1,blockOwnerDeletion:true,controller:false,kind:FlinkDeployment,name:app,uid:u-1'

const inputs = (overrides: Partial<DeploymentInputs> = {}): DeploymentInputs => ({
  configuration: {},
  source: { _tag: 'Empty', reason: 'first start' },
  owner,
  clusterId: 'app',
  jobId: 'job-1',
  attemptId: 'attempt-1',
  ...overrides,
})

const both = { 'execution.savepoint.path': 's3://old', 'execution.state-recovery.path': 's3://user' }
const plain = { 'kubernetes.jobmanager.owner.reference': ownerText, '$internal.pipeline.job-id': 'job-1' }

describe('what a deployment adds: api-and-config.md, section 10', () => {
  test.each<[string, Partial<DeploymentInputs>, Record<string, string>]>([
    ["C-D13 empty: every spelling of the user's path goes", { configuration: both }, plain],
    [
      'C-D13 from a path: that path under no other spelling',
      { configuration: both, source: { _tag: 'Path', path: 's3://sp', reason: '' } },
      { ...plain, 'execution.savepoint.path': 's3://sp' },
    ],
    ['B10 from HA metadata: a path that can not exist', {
      configuration: both,
      source: { _tag: 'LastState', restorePath: lastStateMarker, reason: '' },
    }, { ...plain, 'execution.savepoint.path': lastStateMarker }],
    [
      'HA metadata without a checkpoint: no path',
      { configuration: both, source: { _tag: 'LastState', restorePath: null, reason: '' } },
      plain,
    ],
    [
      'C-D22 job result store, by the attempt',
      { configuration: { 'high-availability.storageDir': 's3://ha' } },
      {
        ...plain,
        'high-availability.storageDir': 's3://ha',
        'job-result-store.delete-on-commit': 'false',
        'job-result-store.storage-path': 's3://ha/job-result-store/app/attempt-1',
      },
    ],
    [
      'job result store: old spelling of the directory, own choice of deletion',
      { configuration: { 'recovery.zookeeper.storageDir': 's3://ha', 'job-result-store.delete-on-commit': 'true' } },
      {
        ...plain,
        'recovery.zookeeper.storageDir': 's3://ha',
        'job-result-store.delete-on-commit': 'true',
        'job-result-store.storage-path': 's3://ha/job-result-store/app/attempt-1',
      },
    ],
    [
      'L2 results of applications, which Flink stores since 2.3, by the attempt, too',
      { configuration: { 'high-availability.storageDir': 's3://ha' }, flinkVersion: 'v2_3' },
      {
        ...plain,
        'high-availability.storageDir': 's3://ha',
        'job-result-store.delete-on-commit': 'false',
        'job-result-store.storage-path': 's3://ha/job-result-store/app/attempt-1',
        'application-result-store.storage-path': 's3://ha/application-result-store/app/attempt-1',
      },
    ],
    [
      'no results of applications before 2.3',
      { configuration: { 'high-availability.storageDir': 's3://ha' }, flinkVersion: 'v2_2' },
      {
        ...plain,
        'high-availability.storageDir': 's3://ha',
        'job-result-store.delete-on-commit': 'false',
        'job-result-store.storage-path': 's3://ha/job-result-store/app/attempt-1',
      },
    ],
    ["the user's job id stays", { configuration: { '$internal.pipeline.job-id': 'mine' } }, {
      ...plain,
      '$internal.pipeline.job-id': 'mine',
    }],
    ['no job id', { jobId: null }, { 'kubernetes.jobmanager.owner.reference': ownerText }],
    ['keys of the operator go', {
      configuration: { a: '1', 'kubernetes.operator.x': '1', 'job.autoscaler.enabled': 'true', 'kubernetes.operator-x': '1' },
    }, { ...plain, a: '1', 'kubernetes.operator-x': '1' }],
    [
      'C-D13 unclaimed state',
      { configuration: { 'execution.state-recovery.ignore-unclaimed-state': 'false' }, allowNonRestoredState: true },
      { ...plain, 'execution.savepoint.ignore-unclaimed-state': 'true' },
    ],
  ])('%s', (_title, given, want) => {
    expect(deploymentAdditions(inputs(given))).toEqual(want)
  })

  test('a session cluster: owner, and no keys of the operator', () => {
    expect(sessionDeploymentAdditions({ ...both, 'kubernetes.operator.x': '1' }, owner)).toEqual({
      ...both,
      'kubernetes.jobmanager.owner.reference': ownerText,
    })
  })

  test('the job id that the configuration fixes', () => {
    expect(fixedJobId({ '$internal.pipeline.job-id': 'mine' })).toBe('mine')
    expect(fixedJobId({})).toBeNull()
  })
})
