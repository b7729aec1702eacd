import { afterEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { readClusterCapacity } from './read-cluster-capacity.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const node = (name: string, spec: object = {}, allocatable: unknown = { cpu: '3920m', memory: '16Gi' }, labels: object = {}) => ({
  metadata: { name, labels },
  spec,
  status: { allocatable },
})
const container = (cpu: string, memory: string) => ({ resources: { requests: { cpu, memory } } })
const pod = (nodeName: string, ...containers: readonly object[]) => ({ metadata: { name: 'p' }, spec: { nodeName, containers } })

const paths = {
  nodes: '/api/v1/nodes',
  pods: '/api/v1/pods',
  status: '/api/v1/namespaces/kube-system/configmaps/cluster-autoscaler-status',
} as const

type Answers = Partial<Record<keyof typeof paths, (call: Call) => void>>

const list = (...items: readonly object[]) => (call: Call): void => call.json(200, { metadata: {}, items })
const reasons: Readonly<Record<number, string>> = { 400: 'BadRequest', 403: 'Forbidden' }
const refused = (code: number) => (call: Call): void => call.json(code, statusObject(code, reasons[code] ?? '', 'refused'))

const read = async (answers: Answers) => {
  const server = await scriptedApiServer(call => {
    const name = (Object.keys(paths) as (keyof typeof paths)[]).find(it => paths[it] === call.path)
    const answer = name === undefined ? undefined : answers[name]
    if (answer === undefined) call.json(404, statusObject(404, 'NotFound', 'there is none', { name: 'x', kind: 'configmaps' }))
    else answer(call)
  })
  open.push(server.close)
  const clock = fakeClock(5_000)
  return { fact: await readClusterCapacity(server.http({ clock }), clock)()(), server }
}

describe('the nodes of the cluster, with what the pods on them request', () => {
  test('pods count on their node alone; a node without pods, a cordoned one and its group', async () => {
    const { fact, server } = await read({
      nodes: list(node('a'), node('b', { unschedulable: true }, undefined, { 'eks.amazonaws.com/nodegroup': 'small' })),
      pods: list(
        pod('a', container('500m', '1Gi'), container('1', '1Gi')),
        pod('a', container('1', '1Gi')),
        pod('gone', container('9', '9Gi')),
      ),
      status: call => call.json(200, { data: { status: 'NodeGroups:' } }),
    })
    expect(fact).toEqual({
      _tag: 'Known',
      source: 'live',
      asOf: 5_000,
      value: {
        nodes: [
          {
            group: null,
            unschedulable: false,
            allocatable: { cpu: '3920m', memory: '16Gi' },
            requested: { cpu: 2.5, memory: 3 * 1024 ** 3 },
          },
          { group: 'small', unschedulable: true, allocatable: { cpu: '3920m', memory: '16Gi' }, requested: { cpu: 0, memory: 0 } },
        ],
        clusterAutoscalerStatus: 'NodeGroups:',
        reserved: [],
      },
    })
    const asked = server.calls.find(({ path }) => path === paths.pods)
    expect(asked?.query.get('fieldSelector')).toBe('spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed')
  })

  test('both lists are read page by page', async () => {
    const paged = (first: object, second: object) => (call: Call): void =>
      call.json(
        200,
        call.query.get('continue') === 'next' ? { metadata: {}, items: [second] } : { metadata: { continue: 'next' }, items: [first] },
      )
    const { fact } = await read({
      nodes: paged(node('a'), node('b')),
      pods: paged(pod('a', container('1', '1')), pod('b', container('2', '1'))),
    })
    expect(fact).toMatchObject({ value: { nodes: [{ requested: { cpu: 1 } }, { requested: { cpu: 2 } }], clusterAutoscalerStatus: null } })
  })

  test.each(['nodes', 'pods', 'status'] as const)('P14 without %s all is unknown: neither forbidden nor broken is none', async name => {
    const answers = { nodes: list(), pods: list() }
    expect((await read({ ...answers, [name]: refused(403) })).fact).toMatchObject({ _tag: 'Unknown', reason: 'Forbidden' })
    expect((await read({ ...answers, [name]: refused(400) })).fact).toMatchObject({ _tag: 'Unknown' })
  })

  test('a server without a list of nodes is unknown, too', async () => {
    expect((await read({ pods: list() })).fact).toMatchObject({ _tag: 'Unknown' })
  })

  test('whatever stands in a node or a pod is read to an end: amounts that are none offer and take nothing', async () => {
    const { fact } = await read({
      nodes: list(node('a', {}, { cpu: '9'.repeat(100_000), memory: ['x'] }), node('__proto__', {}, 'none'), {}),
      pods: list(pod('a', container('-5', 'much')), pod('__proto__', container('1', '1')), { spec: { nodeName: 7, containers: 'none' } }),
    })
    expect(fact).toMatchObject({
      value: {
        nodes: [
          { allocatable: { cpu: 0, memory: 0 }, requested: { cpu: 0, memory: 0 } },
          { allocatable: { cpu: 0, memory: 0 }, requested: { cpu: 1 } },
          { requested: { cpu: 0 } },
        ],
      },
    })
  })
})
