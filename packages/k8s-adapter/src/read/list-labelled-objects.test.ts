import { afterEach, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { answerQuery } from './answer-query.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const ask = async (answer: (call: Call) => void) => {
  const server = await scriptedApiServer(answer)
  open.push(server.close)
  const clock = fakeClock(5000)
  const fact = await answerQuery(server.http({ clock }), clock)({
    _tag: 'ListLabelledObjects',
    namespace: 'ns',
    labels: { 'flink-app': 'app' },
  })()
  return { server, fact }
}

const metadata = (name: string, labels: object) => ({
  name,
  namespace: 'ns',
  uid: `uid-${name}`,
  resourceVersion: '1',
  creationTimestamp: '2026-01-31T12:00:00Z',
  labels,
  ownerReferences: [{ apiVersion: 'flink.k8s.io/v1beta1', kind: 'FlinkApplication', name: 'app', uid: 'u', controller: true }],
})

const labels = { 'flink-app': 'app', 'flink-app-hash': '752c76d3' }
const pods = { 'flink-app': 'app', 'pod-deployment-selector': 'abcd1234' }

const deployment = {
  metadata: metadata('app-752c76d3-jm', labels),
  spec: { replicas: 2, selector: { matchLabels: pods }, template: { metadata: { annotations: { 'flink-app-hash': '752c76d3' } } } },
  status: { replicas: 2, availableReplicas: 1 },
}
const service = { metadata: metadata('app-752c76d3', labels), spec: { selector: pods } }
const ingress = { metadata: { ...metadata('app', labels), deletionTimestamp: '2026-01-31T12:00:01Z' } }

const objects = [['/deployments', deployment], ['/services', service], ['/ingresses', ingress]] as const

const all = (call: Call): void => {
  call.json(200, { metadata: {}, items: objects.flatMap(([path, object]) => (call.path.endsWith(path) ? [object] : [])) })
}

test('Deployments, Services and Ingresses of an application by their labels, each with what it binds (FA29)', async () => {
  const { server, fact } = await ask(all)
  expect(server.calls.map(({ path, query }) => [path, query.get('labelSelector')])).toEqual([
    ['/apis/apps/v1/namespaces/ns/deployments', 'flink-app=app'],
    ['/api/v1/namespaces/ns/services', 'flink-app=app'],
    ['/apis/networking.k8s.io/v1/namespaces/ns/ingresses', 'flink-app=app'],
  ])
  expect(fact).toMatchObject({
    _tag: 'Known',
    source: 'live',
    asOf: 5000,
    value: {
      deployments: [{
        name: 'app-752c76d3-jm',
        labels,
        matchLabels: pods,
        podAnnotations: { 'flink-app-hash': '752c76d3' },
        wantedReplicas: 2,
        availableReplicas: 1,
        ownerUids: ['u'],
      }],
      services: [{ name: 'app-752c76d3', labels, selector: pods }],
      ingresses: [{ name: 'app', deleting: true, labels }],
    },
  })
})

test('none of any is known to be none', async () => {
  const { fact } = await ask(call => call.json(200, { metadata: {}, items: [] }))
  expect(fact).toMatchObject({ _tag: 'Known', value: { deployments: [], services: [], ingresses: [] } })
})

test.each(['/deployments', '/services', '/ingresses'])(
  'P14 where %s can not be listed nothing is known of the others either',
  async path => {
    const { fact } = await ask(call => (call.path.endsWith(path) ? call.json(403, statusObject(403, 'Forbidden', 'no', {})) : all(call)))
    expect(fact).toMatchObject({ _tag: 'Unknown', reason: 'Forbidden' })
  },
)
