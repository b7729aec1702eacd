import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import { environment } from '../../../fixtures/environment.ts'
import { aResource, specJson } from '../../../fixtures/flink-deployment-resource.ts'
import { clusterParts } from '../../manifest/cluster-parts.ts'
import { clusterInput } from '../../manifest/renderable.ts'
import { nativeTaskManagerPod } from '../../manifest/native-task-manager-pod.ts'
import { renderManifest } from '../../manifest/render-manifest.ts'
import { decodeFlinkDeployment } from '../../crd/flink-deployment.ts'
import { flatten } from '../../flink/configuration/layers.ts'
import { validate } from '../../kind/flink-deployment/validated-deployment.ts'
import { podRights } from '../../options/security-options.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'

const operator = {
  'kubernetes.operator.security.allowed-service-accounts': 'flink',
  'kubernetes.operator.security.forbidden-pod-fields': podRights.join(';'),
}

const inMain = (container: JsonObject): JsonObject => ({ containers: [{ name: 'flink-main-container', ...container }] })

/** Half of them are harmless. */
const template = fc.constantFrom<JsonObject | null>(
  ...[
    null,
    null,
    null,
    { serviceAccountName: 'flink' },
    { serviceAccount: 'flink', hostNetwork: false, hostPID: null },
    { volumes: [{ name: 'v', emptyDir: {} }], ...inMain({ securityContext: { privileged: false, runAsUser: 9999 } }) },
    inMain({ ports: [{ containerPort: 1 }], securityContext: { capabilities: { drop: ['ALL'] } } }),
    { serviceAccountName: 'evil' },
    { serviceAccount: 'evil' },
    { hostNetwork: true },
    { hostPID: true },
    { volumes: [{ name: 'v', hostPath: { path: '/' } }] },
    inMain({ ports: [{ containerPort: 1, hostPort: 80 }] }),
    inMain({ securityContext: { privileged: true } }),
    inMain({ securityContext: { runAsUser: 0, capabilities: { add: ['SYS_ADMIN'] } } }),
  ].map(spec => (spec === null ? null : { spec })),
)

const accountKey = 'kubernetes.taskmanager.service-account'
const configuration = fc.constantFrom<JsonObject>(
  {},
  {},
  { [accountKey]: 'flink' },
  { 'kubernetes.hostnetwork.enabled': 'false' },
  { 'kubernetes.operator.pod-template.merge-arrays-by-name': 'true' },
  { [accountKey]: 'evil' },
  { [accountKey]: '' },
  { kubernetes: { 'jobmanager.service-account': 'evil' } },
  { 'kubernetes.service-account': 'evil' },
  { 'kubernetes.hostnetwork.enabled': 'TRUE' },
  { [` ${accountKey}`]: 'evil' },
  { [`a: b\n${accountKey}`]: 'evil' },
  { [`${accountKey}: evil #`]: 'x' },
)

const specs = fc.record({
  configuration,
  podTemplate: template,
  jobManager: template,
  taskManager: template,
  mode: fc.constantFrom('native', 'standalone'),
  flinkVersion: fc.constantFrom('v1_18', 'v1_20', 'v2_0'),
  serviceAccount: fc.constantFrom('flink', 'flink', 'flink', ''),
}).map(({ configuration: own, jobManager, taskManager, ...rest }) => {
  const resource = { memory: '1g', cpu: 1 }
  return decodeFlinkDeployment({
    metadata: { name: 'app' },
    spec: specJson({
      configuration: own,
      rest: { ...rest, jobManager: { resource, podTemplate: jobManager }, taskManager: { resource, podTemplate: taskManager } },
    }),
  })
}).filter(it => it._tag === 'Right').map(({ right }) => right.spec)

/** What no object may have, wherever it stands in it: looked for without knowing what a pod is. */
const wrongIn = (json: Json, key = ''): readonly string[] => {
  const own = key === 'hostPath' || (['hostNetwork', 'hostPID', 'privileged'].includes(key) && json === true)
      || (key === 'hostPort' && json !== 0) || (key === 'runAsUser' && json === 0) || (key === 'add' && Array.isArray(json))
      || ((key === 'serviceAccountName' || key === 'serviceAccount') && json !== 'flink')
    ? [`${key}: ${JSON.stringify(json)}`] : []
  if (typeof json !== 'object' || json === null) return own
  return [...own, ...Object.entries(json as Readonly<Record<string, Json>>).flatMap(([name, it]) => wrongIn(it, name))]
}

/** As Flink 1 reads its file of lines, and Flink 2 its YAML. */
const entriesIn = ([file, text]: readonly [string, string]): readonly (readonly [string, string])[] =>
  file === 'config.yaml' ? Object.entries(flatten(parse(text) as JsonObject)) : text.split('\n').map(line => {
    const [key = '', ...value] = (line.split('#')[0] ?? '').split(': ')
    return [key.trim(), value.join(': ').trim()] as const
  })

const wrongEntries = (file: readonly [string, string]): readonly (readonly [string, string])[] =>
  entriesIn(file).filter(([key, value]) =>
    (key.endsWith('service-account') && value !== 'flink') || (key.includes('hostnetwork') && value !== 'false')
  )

describe('S13', () => {
  let taken = 0
  test.prop([specs], { numRuns: 600 })('what is taken renders no pod, and no configuration, with what is forbidden', spec => {
    const { meta, invalid, wanted, mode } = validate({ ...aResource(), spec }, environment(undefined, operator))
    if (invalid !== null || wanted === null) return
    taken += 1
    const input = clusterInput(meta, mode, wanted, { source: { _tag: 'Empty', reason: '' }, id: 'a'.repeat(32), jobId: 'a'.repeat(32) })
    if (input._tag === 'Left') throw new Error(input.left)
    for (const part of clusterParts(input.right)) {
      const object = renderManifest({ _tag: 'ClusterManifest', part, input: input.right })
      if (object._tag === 'Left') throw new Error(object.left.message)
      expect(wrongIn(object.right)).toEqual([])
      if (part === 'FlinkConfig') {
        const files = Object.entries(object.right['data'] as Readonly<Record<string, string>>)
        expect(files.filter(([file]) => file.endsWith('.yaml')).flatMap(wrongEntries)).toEqual([])
      }
    }
    const pod = mode === 'native' ? nativeTaskManagerPod(input.right, 'app-taskmanager-1-1') : null
    if (pod?._tag === 'Right') expect(wrongIn(pod.right)).toEqual([])
  })
  test('and some are taken', () => {
    expect(taken).toBeGreaterThan(5)
  })
})
