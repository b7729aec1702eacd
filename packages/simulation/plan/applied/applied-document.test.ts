import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '@flink-operator/core/resource'
import { appliedDocument } from './applied-document.ts'

const resource = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: 'app', ...metadata },
  spec,
})
const lastApplied = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(resource(spec, metadata)),
})
const onServer = (spec: JsonObject, metadata: JsonObject = {}): JsonObject =>
  resource(spec, { uid: 'u', resourceVersion: '7', ...metadata })
const applied = (manager: string, fields: Json, operation = 'Apply', time = '2026-01-01T00:00:00Z'): JsonObject => ({
  manager,
  operation,
  time,
  fieldsV1: { 'f:spec': fields },
})
const written = { image: 'flink:1.20', job: { parallelism: 2, args: ['a', 'b'] } }

describe('N01 what applying a document makes of the deployed resource', () => {
  test.each<[string, JsonObject, JsonObject, JsonObject, JsonObject]>([
    // deployed, document, the spec then, the patch
    [
      'a field that another writer set stays (an autoscaler, a nonce by a patch)',
      onServer({ ...written, taskManager: { replicas: 3 }, restartNonce: 1 }, { annotations: lastApplied(written) }),
      resource(written),
      { ...written, taskManager: { replicas: 3 }, restartNonce: 1 },
      {},
    ],
    [
      'a field that the document set before and lacks now is removed',
      onServer(written, { annotations: lastApplied(written) }),
      resource({ image: 'flink:1.20', job: { args: ['a', 'b'] } }),
      { image: 'flink:1.20', job: { args: ['a', 'b'] } },
      { spec: { job: { parallelism: null } } },
    ],
    [
      'a field of the document wins over that of another writer; lists are replaced',
      onServer({ ...written, image: 'flink:1.19' }, { annotations: lastApplied(written) }),
      resource({ ...written, job: { parallelism: 2, args: ['c'] } }),
      { ...written, job: { parallelism: 2, args: ['c'] } },
      { spec: { image: 'flink:1.20', job: { args: ['c'] } } },
    ],
    [
      'nobody says what was applied before: nothing is removed',
      onServer({ ...written, restartNonce: 1 }),
      resource({ image: 'flink:2.0' }),
      { ...written, image: 'flink:2.0', restartNonce: 1 },
      { spec: { image: 'flink:2.0' } },
    ],
    [
      'server-side apply: what its manager alone owned is removed, what others own stays',
      onServer({ ...written, restartNonce: 1, mode: 'native' }, {
        managedFields: [
          applied('kubectl', { 'f:image': {}, 'f:mode': {}, 'f:restartNonce': {}, 'f:job': { 'f:parallelism': {}, 'f:args': {} } }),
          applied('kubectl-patch', { 'f:restartNonce': {} }, 'Update'),
        ],
      }),
      resource({ image: 'flink:1.20', job: { args: ['a', 'b'] } }),
      { image: 'flink:1.20', job: { args: ['a', 'b'] }, restartNonce: 1 },
      { spec: { mode: null, job: { parallelism: null } } },
    ],
    [
      'an earlier version of the file: the document as it is',
      resource({ ...written, restartNonce: 1 }),
      resource({ image: 'flink:2.0' }),
      { image: 'flink:2.0' },
      { spec: { image: 'flink:2.0', job: null, restartNonce: null } },
    ],
  ])('%s', (_title, deployed, document, spec, patch) => {
    const result = appliedDocument(deployed, document)
    expect(result.document['spec']).toEqual(spec)
    expect(result.patch).toEqual(patch)
  })

  test.each<[string, JsonObject | null, object]>([
    ['nothing is deployed', null, { _tag: 'Nothing' }],
    ['kubectl apply', onServer(written, { annotations: lastApplied(written) }), { _tag: 'LastApplied' }],
    ['an annotation that is no JSON', onServer(written, { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{' } }), {
      _tag: 'Unmarked',
    }],
    [
      'the latest GitOps controller',
      onServer(written, {
        managedFields: [
          applied('argocd-controller', { 'f:image': {} }, 'Apply', '2026-01-01T00:00:00Z'),
          applied('kustomize-controller', { 'f:image': {} }, 'Apply', '2026-02-01T00:00:00Z'),
          applied('kubectl-edit', { 'f:image': {} }, 'Update', '2026-03-01T00:00:00Z'),
        ],
      }),
      { _tag: 'ManagedFields', manager: 'kustomize-controller' },
    ],
    [
      'kubectl before others',
      onServer(written, {
        managedFields: [
          applied('argocd-controller', { 'f:image': {} }, 'Apply', '2026-02-01T00:00:00Z'),
          applied('kubectl', { 'f:image': {} }),
        ],
      }),
      { _tag: 'ManagedFields', manager: 'kubectl' },
    ],
    ['a file', resource(written), { _tag: 'Document' }],
  ])('which fields were applied before: %s', (_title, deployed, before) => {
    expect(appliedDocument(deployed, resource(written)).before).toEqual(before)
  })

  test('labels and annotations are merged alike: an annotation that the document drops is removed, others stay', () => {
    const pause = { 'flinkdeployment.flink.apache.org/pause': 'true' }
    const deployed = onServer(written, {
      labels: { team: 'a', tool: 'x' },
      annotations: { ...pause, tool: 'y', ...lastApplied(written, { labels: { team: 'a' }, annotations: pause }) },
    })
    const { document: { metadata } } = appliedDocument(deployed, resource(written, { labels: { team: 'b' } }))
    expect(metadata).toMatchObject({ labels: { team: 'b', tool: 'x' }, annotations: { tool: 'y' } })
    expect(Object.keys((metadata as { annotations: object }).annotations)).toHaveLength(2)
  })
})
