import { afterEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { listNamingResources } from './list-naming-resources.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const list = async (answer: (call: Call) => void, paths: readonly string[] = ['s3://b/sp-1', 's3://b/sp-2']) => {
  const server = await scriptedApiServer(answer)
  open.push(server.close)
  const clock = fakeClock(5000)
  return listNamingResources(server.http({ clock }), clock)({ _tag: 'ListNamingResources', namespace: 'ns', paths })()
}

const ofKind = (call: Call, items: Readonly<Record<string, readonly object[]>>): void =>
  call.json(200, {
    metadata: {},
    items: Object.entries(items).find(([plural]) => call.path.includes(`/namespaces/ns/${plural}`))?.[1] ?? [],
  })

describe('resources of other kinds that name a path', () => {
  test('in the spec, in the status, and within a recorded text; of them nothing is kept but the paths', async () => {
    const template = { spec: { job: { initialSavepointPath: 's3://b/sp-1' } } }
    const recorded = JSON.stringify({ template: { spec: { job: { initialSavepointPath: 's3://b/sp-2' } } }, secret: 'p4ss' })
    expect(
      await list(call =>
        ofKind(call, {
          flinkbluegreendeployments: [
            { metadata: { name: 'a' }, spec: { template } },
            { metadata: { name: 'b' }, spec: {}, status: { lastReconciledSpec: recorded } },
            { metadata: { name: 'other' }, spec: {} },
          ],
          flinkstatesnapshots: [{ metadata: { name: 's' }, spec: { savepoint: { alreadyExists: true, path: 's3://b/sp-2' } } }],
          flinkapplications: [{
            metadata: { name: 'c' },
            spec: { savepointPath: 's3://b/sp-1' },
            status: { savepointPath: 's3://b/sp-2' },
          }],
        })
      ),
    ).toMatchObject({
      _tag: 'Known',
      source: 'live',
      value: [
        { kind: 'FlinkStateSnapshot', name: 's', paths: ['s3://b/sp-2'] },
        { kind: 'FlinkBlueGreenDeployment', name: 'a', paths: ['s3://b/sp-1'] },
        { kind: 'FlinkBlueGreenDeployment', name: 'b', paths: ['s3://b/sp-2'] },
        { kind: 'FlinkApplication', name: 'c', paths: ['s3://b/sp-1', 's3://b/sp-2'] },
      ],
    })
  })

  test('a path with a quote, in a spec and in a recorded text', async () => {
    const path = 's3://b/"sp"'
    const spec = { savepointPath: path }
    const items = [{ metadata: { name: 'a' }, spec }, { metadata: { name: 'b' }, status: { recorded: JSON.stringify(spec) } }]
    expect(await list(call => ofKind(call, { flinkapplications: items }), [path])).toMatchObject({ value: [{ name: 'a' }, { name: 'b' }] })
  })

  test('a kind that is not installed has none', async () => {
    const answer = (call: Call): void =>
      call.path.includes('flinkapplications') ? call.json(404, statusObject(404, 'NotFound', 'the server could not find it', {}))
        : ofKind(call, {})
    expect(await list(answer)).toMatchObject({ _tag: 'Known', value: [] })
  })

  test("P14 one kind that can't be listed makes the whole unknown", async () => {
    const answer = (call: Call): void =>
      call.path.includes('flinkapplications') ? call.json(403, statusObject(403, 'Forbidden', 'no', {})) : ofKind(call, {})
    expect(await list(answer)).toMatchObject({ _tag: 'Unknown', reason: 'Forbidden' })
  })
})
