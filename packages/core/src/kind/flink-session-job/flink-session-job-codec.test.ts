import { describe, expect, test } from 'vitest'
import type { FlinkSessionJobSpec } from '../../contract/resource/flink-session-job.ts'
import type { SubmitOperation } from '../../contract/resource/operation.ts'
import { decodeFlinkSessionJob, encodeSessionJobStatus, initialFlinkSessionJobStatus } from './flink-session-job-codec.ts'
import { decodeRecordedSessionJob, encodeRecordOf, withRecordedJob } from '../../crd/recorded-spec.ts'

const json = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkSessionJob',
  metadata: {
    name: 'wordcount',
    namespace: 'ns',
    uid: 'u',
    generation: 2,
    resourceVersion: '7',
    creationTimestamp: '2026-01-31T12:00:00Z',
  },
  spec: {
    deploymentName: 'cluster',
    job: { jarURI: 'https://repo.example/a.jar', parallelism: 2, upgradeMode: 'savepoint' },
    restartNonce: 4,
  },
}

const read = (resource: unknown) => {
  const decoded = decodeFlinkSessionJob(resource)
  if (decoded._tag === 'Left') throw new Error(JSON.stringify(decoded.left))
  return decoded.right
}

const operation: SubmitOperation = {
  kind: 'Submit',
  id: 'e'.repeat(32),
  attempt: 2,
  mintedAt: 5,
  targetGeneration: 2,
  purpose: 'Upgrade',
  jobId: 'a'.repeat(32),
  incarnation: { deploymentUid: 'd', podUid: 'p', restartCount: 0, jobStartTime: null },
  giveUpAt: 6,
  source: { _tag: 'Path', path: 's3://b/sp/1', reason: 'it was stopped with it' },
  step: 'Run',
  sentAt: 4,
}

describe('a FlinkSessionJob as the API server has it (api-and-config.md, section 5.4)', () => {
  test('its spec; what is absent has its default', () => {
    expect(read(json)).toMatchObject({
      meta: { kind: 'FlinkSessionJob', name: 'wordcount' },
      spec: { deploymentName: 'cluster', restartNonce: 4, flinkConfiguration: {}, job: { state: 'running', upgradeMode: 'savepoint' } },
      status: { lifecycleState: 'CREATED', operation: null, jobStatus: { state: null } },
      unread: [],
    })
  })

  test('B46 fields of a newer operator survive our writes', () => {
    const status = { jobStatus: { state: 'RUNNING', later: 1 }, newer: { a: [1] } }
    const resource = read({ ...json, status })
    expect(encodeSessionJobStatus({ ...resource.status, observedGeneration: 2 }, status)).toMatchObject({
      newer: { a: [1] },
      observedGeneration: 2,
      jobStatus: { later: 1, state: 'RUNNING' },
    })
  })

  test('P11 what is written is read again, the submit under way with it', () => {
    const status = { ...initialFlinkSessionJobStatus, operation }
    const written = encodeSessionJobStatus(status, null)
    expect(read({ ...json, status: written }).status).toEqual(status)
    expect(Object.keys(written as object)).not.toContain('jobManagerDeploymentStatus')
  })

  test('F14 an operation that a session job never has is kept and told, not taken for none', () => {
    const deploy = { ...operation, kind: 'Deploy', step: 'Create', incarnation: null, source: { _tag: 'Empty', reason: 'x' } }
    const { status, unread } = read({ ...json, status: { operation: deploy } })
    expect(status.operation?.kind).toBe('Unreadable')
    expect(unread?.length).toBe(1)
    expect(encodeSessionJobStatus(status, { operation: deploy })).toMatchObject({ operation: deploy })
  })

  test('the first word of the operator before: nothing was started yet', () => {
    expect(read({ ...json, status: { lifecycleState: 'CREATED' } }).status.operatorRecord.lastState).toEqual({ _tag: 'NeverStarted' })
  })
})

describe('the record of its spec (control-flow.md, section 1.2)', () => {
  const { spec } = read(json)
  const text = encodeRecordOf('FlinkSessionJob', { spec, firstDeployment: true })

  test('what it shares with a FlinkDeployment comes first, in its order', () => {
    const keys = Object.keys((JSON.parse(text) as { spec: FlinkSessionJobSpec }).spec)
    expect(keys).toEqual(['job', 'restartNonce', 'flinkConfiguration', 'deploymentName'])
    expect(text).toMatch(/"resource_metadata":\{"apiVersion":"flink.apache.org\/v1beta1","firstDeployment":true\}\}$/u)
  })

  test('it is read again', () => {
    expect(decodeRecordedSessionJob(text)).toEqual({ _tag: 'Right', right: { spec, firstDeployment: true } })
  })

  test('fields of its job are changed in it', () => {
    const changed = withRecordedJob('FlinkSessionJob', text, { savepointTriggerNonce: 7 })
    expect(decodeRecordedSessionJob(changed ?? '')).toMatchObject({ right: { spec: { job: { savepointTriggerNonce: 7 } } } })
  })
})
