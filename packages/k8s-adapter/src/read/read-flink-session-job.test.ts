import { afterEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { listFlinkSessionJobs, readFlinkSessionJob } from './read-flink-session-job.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const start = async (answer: (call: Call) => void) => {
  const server = await scriptedApiServer(answer)
  open.push(server.close)
  const clock = fakeClock(5000)
  return { clock, http: server.http({ clock }) }
}

const read = async (answer: (call: Call) => void) => {
  const { http, clock } = await start(answer)
  return readFlinkSessionJob(http, clock)({ _tag: 'ReadFlinkSessionJob', namespace: 'ns', name: 'job' })()
}

const list = async (answer: (call: Call) => void, deploymentName: string | null = 'cluster') => {
  const { http, clock } = await start(answer)
  return listFlinkSessionJobs(http, clock)({ _tag: 'ListFlinkSessionJobs', namespace: 'ns', deploymentName })()
}

const job = (name: string, deploymentName: string, status: object = {}) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkSessionJob',
  metadata: { name, namespace: 'ns', uid: `uid-${name}`, generation: 3, resourceVersion: '7', creationTimestamp: '2026-01-31T12:00:00Z' },
  spec: { deploymentName, job: { jarURI: 'https://repo.example/a.jar', parallelism: 2 } },
  status,
})

const answer = (body: unknown) => (call: Call) => call.json(200, body)
const notServed = (call: Call) => {
  call.response.writeHead(404)
  call.response.end('404 page not found')
}

describe('one FlinkSessionJob, as a snapshot of its job reads it', () => {
  test('its spec, status and metadata, live', async () => {
    expect(await read(answer(job('job', 'cluster', { jobStatus: { state: 'RUNNING' } })))).toMatchObject({
      _tag: 'Known',
      source: 'live',
      value: { meta: { uid: 'uid-job' }, spec: { deploymentName: 'cluster' }, status: { jobStatus: { state: 'RUNNING' } } },
    })
  })

  test('only its own 404 is its absence (P14)', async () => {
    expect(await read(call => call.json(404, statusObject(404, 'NotFound', 'no', { name: 'job' })))).toMatchObject({ _tag: 'Absent' })
    expect(await read(notServed)).toMatchObject({ _tag: 'Unknown', reason: 'Undecodable' })
  })

  test("P14 one that can't be read is unknown", async () => {
    expect(await read(answer(job('job', 'cluster', { operation: { kind: 'Other' } })))).toMatchObject({ _tag: 'Unknown' })
  })
})

describe('the session jobs of a cluster', () => {
  const items = [job('a', 'cluster'), job('b', 'other', { operation: { kind: 'Other' } })]

  test('those that name it; of another cluster nothing is asked', async () => {
    expect(await list(answer({ metadata: {}, items }))).toMatchObject({ _tag: 'Known', value: [{ meta: { name: 'a' } }] })
  })

  test('one whose deploymentName was edited, which is refused, is in the cluster that it was submitted to', async () => {
    const recorded = { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: job('c', 'cluster').spec }) } }
    const edited = [job('c', 'other', recorded)]
    expect(await list(answer({ metadata: {}, items: edited }))).toMatchObject({ value: [{ meta: { name: 'c' } }] })
    expect(await list(answer({ metadata: {}, items: edited }), 'other')).toMatchObject({ _tag: 'Known', value: [] })
  })

  test("P14 one of all that can't be read makes the list unknown", async () => {
    expect(await list(answer({ metadata: {}, items }), null)).toMatchObject({ _tag: 'Unknown', reason: 'Undecodable' })
    expect(await list(answer({ metadata: {}, items }), 'other')).toMatchObject({ _tag: 'Unknown', reason: 'Undecodable' })
  })

  test('without their CRD there are none, and that is known', async () => {
    expect(await list(notServed)).toMatchObject({ _tag: 'Absent' })
  })
})
