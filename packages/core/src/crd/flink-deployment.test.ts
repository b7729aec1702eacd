import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { FlinkDeploymentStatus } from '../contract/resource/flink-deployment-status.ts'
import type { Operation } from '../contract/resource/operation.ts'
import { describeDecodeError } from './decode-error.ts'
import { decodeFlinkDeployment, encodeStatus } from './flink-deployment.ts'
import { initialFlinkDeploymentStatus } from './flink-deployment-status-fields.ts'
import { initialOperatorRecord } from './operator-record-fields.ts'
import { decodeRecordedSpec } from './recorded-spec.ts'

const metadata = { name: 'app', namespace: 'ns' }
const decode = (parts: { readonly spec?: unknown; readonly status?: unknown; readonly metadata?: unknown }) =>
  decodeFlinkDeployment({ metadata, ...parts })
const found = (parts: Parameters<typeof decode>[0]) => {
  const decoded = decode(parts)
  if (E.isLeft(decoded)) return expect.fail(describeDecodeError(decoded.left))
  return decoded.right
}
/** What can't be read of the resource, or why nothing can. */
const message = (json: unknown): string =>
  E.match(
    describeDecodeError,
    (
      { unread = [] }: { readonly unread?: readonly DecodeError[] },
    ) => (unread.length === 0 ? 'decoded' : unread.map(describeDecodeError).join('; ')),
  )(decodeFlinkDeployment(json))

const operation: Operation = {
  kind: 'Deploy',
  id: '0'.repeat(32),
  attempt: 3,
  mintedAt: 5,
  targetGeneration: 2,
  purpose: 'Upgrade',
  jobId: null,
  incarnation: null,
  giveUpAt: 9,
  source: { _tag: 'Path', path: 's3://b/sp', reason: 'the savepoint of the upgrade' },
  step: 'Create',
  deployId: null,
  abandonedAt: null,
}

describe('decode the spec (api-and-config.md, sections 1.1 and 2)', () => {
  test('absent fields take their defaults', () => {
    expect(found({ spec: { job: {}, jobManager: {}, taskManager: {}, ingress: {} } }).spec).toEqual({
      job: {
        jarURI: null,
        parallelism: 0,
        entryClass: null,
        args: [],
        state: 'running',
        savepointTriggerNonce: null,
        initialSavepointPath: null,
        checkpointTriggerNonce: null,
        upgradeMode: 'stateless',
        allowNonRestoredState: null,
        savepointRedeployNonce: null,
        autoscalerResetNonce: null,
      },
      restartNonce: null,
      flinkConfiguration: {},
      image: null,
      imagePullPolicy: null,
      serviceAccount: null,
      flinkVersion: null,
      ingress: { template: null, className: null, annotations: null, labels: null, tls: null },
      podTemplate: null,
      jobManager: { resource: null, resources: null, replicas: 1, podTemplate: null },
      taskManager: { resource: null, resources: null, replicas: null, podTemplate: null },
      logConfiguration: null,
      mode: null,
    })
  })

  test('C-D01 null is as absent, for whole numbers too', () => {
    const nulls = {
      job: { parallelism: null, args: null, state: null },
      jobManager: { replicas: null, resources: { requests: null } },
      flinkConfiguration: null,
    }
    expect(found({ spec: nulls }).spec).toEqual(found({ spec: { job: {}, jobManager: { resources: {} } } }).spec)
  })

  test('a resource without a spec is one with all defaults', () => {
    expect(found({}).spec).toEqual(found({ spec: {} }).spec)
  })

  test('B46 unknown fields are ignored', () => {
    expect(found({ spec: { newField: 1, job: { newField: { a: [] } } } }).spec).toEqual(found({ spec: { job: {} } }).spec)
  })

  test.each([
    ['number as text', { job: { jarURI: 5 } }, { job: { jarURI: '5' } }],
    ['text as number', { job: { parallelism: '4' }, jobManager: { resource: { cpu: '0.5' } } }, {
      job: { parallelism: 4 },
      jobManager: { resource: { cpu: 0.5 } },
    }],
    ['text as boolean', { job: { allowNonRestoredState: 'True' } }, { job: { allowNonRestoredState: true } }],
    ['boolean in a map of text', { logConfiguration: { a: true, b: null } }, { logConfiguration: { a: 'true' } }],
  ])("Jackson's coercion: %s", (_title, spec, wanted) => {
    expect(found({ spec }).spec).toMatchObject(wanted)
  })

  const main = (container: object, spec: object = {}): object => ({
    spec: { ...spec, containers: [{ name: 'flink-main-container', ...container }] },
  })
  test.each<readonly [string, object, object]>([
    [
      'a variable that is a number or a boolean',
      main({ env: [{ name: 'A', value: 1 }, { name: 'B', value: true }, { name: 'C', value: 'x' }] }),
      main({ env: [{ name: 'A', value: '1' }, { name: 'B', value: 'true' }, { name: 'C', value: 'x' }] }),
    ],
    ['arguments', main({ args: ['-n', 5, false] }), main({ args: ['-n', '5', 'false'] })],
    ['labels and annotations', { metadata: { labels: { a: 1 }, annotations: { 'prometheus.io/scrape': true } } }, {
      metadata: { labels: { a: '1' }, annotations: { 'prometheus.io/scrape': 'true' } },
    }],
    [
      'an option of DNS, a toleration, a term of an affinity',
      main({}, {
        dnsConfig: { options: [{ name: 'ndots', value: 2 }] },
        tolerations: [{ key: 'a', value: 7, tolerationSeconds: '30' }],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: [1, 'b'] }] }],
            },
          },
        },
      }),
      main({}, {
        dnsConfig: { options: [{ name: 'ndots', value: '2' }] },
        tolerations: [{ key: 'a', value: '7', tolerationSeconds: 30 }],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['1', 'b'] }] }],
            },
          },
        },
      }),
    ],
    [
      'a port and a flag that are texts',
      main({ ports: [{ containerPort: '80', name: 1 }], securityContext: { privileged: 'false' } }),
      main({ ports: [{ containerPort: 80, name: '1' }], securityContext: { privileged: false } }),
    ],
    [
      'what has no form that fits stays, to be told',
      main({ env: [{ name: 'A', value: [1] }], ports: [{ containerPort: 'http' }] }),
      main({ env: [{ name: 'A', value: [1] }], ports: [{ containerPort: 'http' }] }),
    ],
    [
      'what may be both stays: probes, amounts, unknown fields',
      main({ livenessProbe: { httpGet: { port: 80 } }, resources: { limits: { cpu: 1 } }, newField: 1 }),
      main({ livenessProbe: { httpGet: { port: 80 } }, resources: { limits: { cpu: 1 } }, newField: 1 }),
    ],
  ])("Jackson's coercion in pod templates, of all three: %s", (_title, podTemplate, want) => {
    const given = { podTemplate, jobManager: { podTemplate }, taskManager: { podTemplate } }
    expect(found({ spec: given }).spec).toMatchObject({
      podTemplate: want,
      jobManager: { podTemplate: want },
      taskManager: { podTemplate: want },
    })
  })

  test('pod templates and configuration are kept as they were written', () => {
    const free = { spec: { containers: [{ name: 'a', x: null }] }, kind: 'Pod' }
    expect(found({ spec: { podTemplate: free, flinkConfiguration: { a: { b: null } } } }).spec).toMatchObject({
      podTemplate: free,
      flinkConfiguration: { a: { b: null } },
    })
  })

  test.each([
    [7, 7],
    ['7', 7],
    ['-7', -7],
    ['007', 7],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
  ])('nonce %j is %j, exactly', (nonce, wanted) => {
    expect(found({ spec: { restartNonce: nonce } }).spec.restartNonce).toBe(wanted)
  })

  test.each([
    [{ job: { upgradeMode: 'x' } }, 'spec.job.upgradeMode: expected one of stateless, savepoint, last-state, found "x"'],
    [{ job: { state: 'RUNNING' } }, 'spec.job.state: expected one of running, suspended, found "RUNNING"'],
    [{ mode: 'Native' }, 'spec.mode: expected one of native, standalone, found "Native"'],
    [{ job: { parallelism: 1.5 } }, 'spec.job.parallelism: expected a whole number from -2147483648 to 2147483647, found 1.5'],
    [{ job: { parallelism: 3e9 } }, 'spec.job.parallelism: expected a whole number from -2147483648 to 2147483647, found 3000000000'],
    [{ restartNonce: '9223372036854775808' }, 'spec.restartNonce: expected a whole number of 64 bits, found "9223372036854775808"'],
    [{ job: { args: ['a', {}] } }, 'spec.job.args[1]: expected text, found {}'],
    [{ job: { args: 'a' } }, 'spec.job.args: expected a list, found "a"'],
    [{ job: [] }, 'spec.job: expected an object, found []'],
    [{ podTemplate: 'x' }, 'spec.podTemplate: expected an object, found "x"'],
    [{ logConfiguration: { 'log4j-console.properties': {} } }, 'spec.logConfiguration[log4j-console.properties]: expected text, found {}'],
    [{ jobManager: { resource: { cpu: 'many' } } }, 'spec.jobManager.resource.cpu: expected a number, found "many"'],
    [
      { jobManager: { resources: { limits: { cpu: true } } } },
      'spec.jobManager.resources.limits.cpu: expected a quantity, text or number, found true',
    ],
    ['text', 'spec: expected an object, found "text"'],
  ])('an error names path, value and what is allowed: %j', (spec, wanted) => {
    expect(message({ metadata, spec })).toBe(wanted)
  })

  test("what was found is cut: a long value doesn't fill the event", () => {
    expect(message({ metadata, spec: { mode: 'x'.repeat(1000) } }).length).toBeLessThan(150)
  })
})

describe('decode the metadata', () => {
  test('times are epoch milliseconds', () => {
    const given = {
      ...metadata,
      uid: 'u',
      generation: 3,
      resourceVersion: '77',
      creationTimestamp: '2026-11-21T13:12:20Z',
      deletionTimestamp: '2026-11-21T13:16:09Z',
      finalizers: ['f'],
      labels: { a: 'b' },
      managedFields: [{}],
    }
    expect(found({ metadata: given }).meta).toEqual({
      apiVersion: 'flink.apache.org/v1beta1',
      kind: 'FlinkDeployment',
      namespace: 'ns',
      name: 'app',
      uid: 'u',
      generation: 3,
      resourceVersion: '77',
      creationTimestamp: 1_795_266_740_000,
      deletionTimestamp: 1_795_266_969_000,
      finalizers: ['f'],
      labels: { a: 'b' },
      annotations: {},
    })
  })

  test.each([
    [{ metadata: {} }, 'metadata.name: expected a value of text, found null'],
    [
      { metadata: { ...metadata, deletionTimestamp: 'soon' } },
      'metadata.deletionTimestamp: expected a moment such as 2026-01-31T12:00:00Z, found "soon"',
    ],
    [{ metadata, kind: 'Deployment' }, 'kind: expected FlinkDeployment, found "Deployment"'],
    [{ metadata, apiVersion: 'flink.apache.org/v1' }, 'apiVersion: expected flink.apache.org/v1beta1, found "flink.apache.org/v1"'],
    [null, ': expected a FlinkDeployment, found null'],
    [undefined, ': expected a FlinkDeployment, found undefined'],
    [[], ': expected a FlinkDeployment, found []'],
  ])('%j', (json, wanted) => {
    expect(message(json)).toBe(wanted)
  })
})

describe('decode the status (B41, P11)', () => {
  test.each([[undefined], [null], [{}], ['x'], [[]], [{ jobStatus: null, reconciliationStatus: 7, conditions: {}, clusterInfo: [] }]])(
    '%j is the initial one',
    status => {
      expect(found({ status }).status).toEqual(initialFlinkDeploymentStatus)
    },
  )

  test('the initial one (api-and-config.md, sections 5.1 to 5.3)', () => {
    expect(initialFlinkDeploymentStatus).toEqual({
      jobStatus: {
        jobName: null,
        jobId: null,
        state: null,
        startTime: null,
        updateTime: null,
        upgradeSavepointPath: null,
        savepointInfo: {
          lastSavepoint: null,
          triggerId: null,
          triggerTimestamp: null,
          triggerType: null,
          formatType: null,
          savepointHistory: [],
          lastPeriodicSavepointTimestamp: 0,
        },
        checkpointInfo: {
          lastCheckpoint: null,
          triggerId: null,
          triggerTimestamp: null,
          triggerType: null,
          formatType: null,
          lastPeriodicCheckpointTimestamp: 0,
        },
      },
      error: null,
      observedGeneration: null,
      lifecycleState: 'CREATED',
      clusterInfo: {},
      jobManagerDeploymentStatus: 'MISSING',
      reconciliationStatus: { reconciliationTimestamp: 0, lastReconciledSpec: null, lastStableSpec: null, state: 'UPGRADING' },
      taskManager: null,
      conditions: [],
      operation: null,
      operatorRecord: initialOperatorRecord,
    })
  })

  test("a part that can't be read takes its default, the others stay", () => {
    const { status } = found({
      status: {
        lifecycleState: 'PAUSED',
        observedGeneration: 'x',
        error: 'e',
        jobStatus: { jobId: {}, startTime: 5 },
        conditions: [7, { type: 'A', status: 'True' }],
      },
    })
    expect(status).toMatchObject({
      lifecycleState: 'CREATED',
      observedGeneration: null,
      error: 'e',
      jobStatus: { jobId: null, startTime: '5' },
    })
    expect(status.conditions).toEqual([{ type: 'A', status: 'True', reason: '', message: '', lastTransitionTime: '' }])
  })

  test('P14 unknown is not absent: where the default would claim too much, another value stands', () => {
    const { status } = found({
      status: {
        jobStatus: { state: 'NEW_STATE', upgradeSavepointPath: { a: 1 } },
        jobManagerDeploymentStatus: 'NEW',
        reconciliationStatus: { lastReconciledSpec: { job: {} } },
      },
    })
    expect(status).toMatchObject({
      jobStatus: { state: 'RECONCILING', upgradeSavepointPath: '{"a":1}' },
      jobManagerDeploymentStatus: 'DEPLOYING',
      reconciliationStatus: { lastReconciledSpec: '{"job":{}}' },
    })
  })

  test('our records are read back', () => {
    const status: FlinkDeploymentStatus = {
      ...initialFlinkDeploymentStatus,
      operation,
      operatorRecord: {
        ...initialOperatorRecord,
        attempts: 3,
        runningSince: 8,
        askedMode: 'savepoint',
        lastState: { _tag: 'Path', path: 's3://b/sp', seen: 'Stop' },
      },
    }
    expect(found({ status: encodeStatus(status, null) }).status).toEqual(status)
  })

  test.each([
    [{ ...operation, kind: 'Other' }, 'status.operation.kind: expected one of Suspend, Deploy, TearDown, found "Other"'],
    [{ ...operation, step: 'Half' }, 'status.operation.step: expected one of TearDown, Create, Created, Abandon, found "Half"'],
    [{ ...operation, source: { _tag: 'Path', reason: 'r' } }, 'status.operation.source.path: expected a value of text, found null'],
    [
      { ...operation, incarnation: { restartCount: 'x' } },
      'status.operation.incarnation.restartCount: expected a whole number from -9007199254740991 to 9007199254740991, found "x"',
    ],
    [{}, 'status.operation.kind: expected one of Suspend, Deploy, TearDown, found null'],
    ['Deploy', 'status.operation: expected an object, found "Deploy"'],
  ])('P14 a write-ahead record that can\'t be read is not "nothing under way": %j', (broken, wanted) => {
    expect(message({ metadata, status: { operation: broken } })).toBe(wanted)
  })
})

describe('encode the status', () => {
  test('every key is there, absent values as null (control-flow.md, section 1.1)', () => {
    const json = encodeStatus(initialFlinkDeploymentStatus, null)
    expect(json).toEqual(initialFlinkDeploymentStatus)
    expect(Object.keys(json as object)).toContain('operation')
  })

  test('B46 unknown fields of what was read stay, at every level', () => {
    const original = {
      extra: 1,
      conditions: [{ type: 'Running', status: 'True', severity: 'none' }, { type: 'Other', status: 'False', severity: 'high' }],
      jobStatus: {
        extra: [2],
        savepointInfo: {
          extra: {},
          savepointHistory: [{ timeStamp: 1, location: 'a', extra: 'a' }, { timeStamp: 2, location: 'b', extra: 'b' }],
        },
      },
      reconciliationStatus: { extra: null },
      operatorRecord: { extra: 5 },
    }
    const { status } = found({ status: original })
    const info = status.jobStatus.savepointInfo
    const pruned = {
      ...status,
      jobStatus: { ...status.jobStatus, savepointInfo: { ...info, savepointHistory: info.savepointHistory.slice(1) } },
    }
    expect(encodeStatus(pruned, original)).toMatchObject({
      ...original,
      jobStatus: { extra: [2], savepointInfo: { extra: {}, savepointHistory: [{ timeStamp: 2, location: 'b', extra: 'b' }] } },
    })
  })

  test("unknown fields belong to one thing: another savepoint doesn't inherit them", () => {
    const original = { jobStatus: { savepointInfo: { lastSavepoint: { timeStamp: 1, location: 'a', extra: 1 } } } }
    const { status } = found({ status: original })
    const next = {
      ...status.jobStatus.savepointInfo,
      lastSavepoint: { timeStamp: 2, location: 'b', triggerType: null, formatType: null, triggerNonce: null },
    }
    const json = encodeStatus({ ...status, jobStatus: { ...status.jobStatus, savepointInfo: next } }, original)
    expect(json).toMatchObject({ jobStatus: { savepointInfo: { lastSavepoint: next.lastSavepoint } } })
    expect(JSON.stringify(json)).not.toContain('extra')
  })
})

describe('nesting (the API server takes 10,000 levels; a walk through them would leave the stack)', () => {
  const nested = (levels: number): object => Array.from({ length: levels }).reduce<object>(inner => ({ a: inner }), {})

  test.each([
    [
      'spec',
      { spec: { podTemplate: nested(9_000) } },
      'spec.podTemplate.a.a.a.a: expected at most 100 levels of nesting, found more than 100 levels',
    ],
    [
      'an unknown field of the status, which is written back',
      { status: { 'of another': nested(9_000) } },
      'status[of another].a.a.a.a: expected at most 100 levels of nesting, found more than 100 levels',
    ],
  ])('P11 %s is refused by its path', (_title, parts, wanted) => {
    expect(message({ metadata, ...parts })).toBe(wanted)
  })

  test('what a pod template may need is read', () => {
    expect(found({ spec: { podTemplate: nested(90) } }).spec.podTemplate).not.toBeNull()
  })

  test("B41 a recorded spec that deep is one that can't be read", () => {
    expect(E.isLeft(decodeRecordedSpec(`{"spec":{"podTemplate":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}`))).toBe(true)
  })
})

test("P11 whatever a container's restart count is, the record of an operation that holds it is read again", () => {
  const seen: Operation = { ...operation, incarnation: { deploymentUid: null, podUid: 'p', restartCount: 2 ** 40, jobStartTime: null } }
  const written = encodeStatus({ ...initialFlinkDeploymentStatus, operation: seen }, null)
  expect(found({ status: written }).status.operation).toEqual(seen)
})
