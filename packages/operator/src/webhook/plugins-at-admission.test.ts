import type { JsonObject } from '@flink-operator/core'
import type { OperatorPlugin } from '@flink-operator/core/plugin'
import { kinds } from '@flink-operator/kinds'
import { expect, test } from 'vitest'
import { settingsOf } from '../configuration/live-settings.ts'
import { askPlugins } from '../plugin/ask-plugins.ts'
import { answerReview } from './answer-review.ts'

const { type } = kinds.FlinkDeployment
const deployment: JsonObject = {
  apiVersion: `${type.group}/${type.version}`,
  kind: type.kind,
  metadata: { namespace: 'a', name: 'x' },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    jobManager: { resource: { memory: '1024m', cpu: 1 } },
    taskManager: { resource: { memory: '1024m', cpu: 1 } },
    job: { jarURI: 'local:///x.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' },
  },
}

const answered = async (
  path: string,
  plugin: Omit<OperatorPlugin, 'name'>,
  object = deployment,
  operation = 'CREATE',
  configuration = {},
) => {
  const { settings } = settingsOf({ configuration, logConfiguration: {} })
  const answer = await answerReview({
    scope: () => ({ namespaces: null }),
    env: () => ({ now: 0, ...settings, consecutiveFailures: 0 }),
    look: () => Promise.resolve({ _tag: 'Absent', source: 'live', asOf: 0 }),
    admit: askPlugins({ plugins: [{ name: 'ours', ...plugin }], onFailure: () => undefined }).admit,
    onReviewed: () => undefined,
  })(
    path,
    JSON.stringify({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: {
        uid: 'u',
        kind: { group: type.group, version: type.version, kind: type.kind },
        resource: { group: type.group, version: type.version, resource: type.plural },
        namespace: 'a',
        name: 'x',
        operation,
        object: operation === 'DELETE' ? null : object,
        oldObject: operation === 'DELETE' ? object : null,
      },
    }),
  )
  const { response } = JSON.parse(answer.body) as {
    readonly response: { readonly allowed: boolean; readonly patch?: string; readonly status?: unknown }
  }
  const patchText = response.patch === undefined ? '[]' : atob(response.patch)
  return { ...response, patchText, patch: JSON.parse(patchText) as unknown }
}
const refuse = () => [{ severity: 'Error', field: 'spec.image', message: 'not of our registry' }] as const

test('a validator refuses what is about to be written, with its field and words; a deletion is never held up', async () => {
  const refused = await answered('/validate', { validate: refuse })
  expect([refused.allowed, JSON.stringify(refused.status)]).toEqual([false, expect.stringContaining('not of our registry (ours)')])
  expect((await answered('/validate', { validate: () => [] })).allowed).toBe(true)
  expect((await answered('/validate', { validate: refuse }, deployment, 'DELETE')).allowed).toBe(true)
})

test('U03: the patch of a mutator has numbers where the spec had them, beyond 2^53 too', async () => {
  const object = { ...deployment, spec: { ...(deployment['spec'] as JsonObject), restartNonce: '9223372036854775807' } }
  const mutate: OperatorPlugin['mutate'] = ({ resource }) => ({
    ...resource,
    spec: { ...(resource['spec'] as JsonObject), image: 'ours/flink:1.20' },
  })
  const { patchText } = await answered('/mutate', { mutate }, object)
  expect(patchText).toContain('"restartNonce":9223372036854775807')
})

test('a mutator is a patch of spec, labels and annotations; one that changes nothing, or gives no answer, is an empty one (B91)', async () => {
  const spec = { ...(deployment['spec'] as JsonObject), image: 'ours/flink:1.20' }
  const mutate: OperatorPlugin['mutate'] = ({ resource }) => ({ ...resource, spec })
  expect((await answered('/mutate', { mutate })).patch).toEqual([{ op: 'add', path: '/spec', value: spec }])
  expect((await answered('/mutate', { mutate }, { ...deployment, spec })).patch).toEqual([])
  const throws: OperatorPlugin['mutate'] = () => {
    throw new Error('away')
  }
  expect((await answered('/mutate', { mutate: throws })).patch).toEqual([])
  expect((await answered('/validate', { mutate: throws })).allowed).toBe(false)
})

test('S13 what a mutator makes of a spec is judged, also where /mutate was not asked before', async () => {
  const restricted = { 'kubernetes.operator.security.allowed-service-accounts': 'flink' }
  const withAccount = (serviceAccount: string): NonNullable<OperatorPlugin['mutate']> => ({ resource }) => ({
    ...resource,
    spec: { ...(resource['spec'] as JsonObject), serviceAccount },
  })
  const judged = (account: string, object = deployment) =>
    answered('/validate', { mutate: withAccount(account) }, object, 'CREATE', restricted)
  const refused = await judged('evil')
  expect([refused.allowed, JSON.stringify(refused.status)]).toEqual([false, expect.stringContaining('The ServiceAccount evil')])
  expect((await judged('flink', { ...deployment, spec: { ...(deployment['spec'] as JsonObject), serviceAccount: 'evil' } })).allowed).toBe(
    true,
  )
})
