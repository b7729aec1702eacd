import type { JsonObject } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import type { FlinkQuery } from '@flink-operator/core/query'
import { checkerEnv } from '@flink-operator/simulation'
import { describe, expect, test } from 'vitest'
import type { RoundReport } from '../round.ts'
import { createExceptionTeller } from './tell-exceptions.ts'

const key = { namespace: 'a', name: 'app' }
const endpoint = { namespace: 'a', service: 'app-rest', port: 8081, tls: false }
const atOne = new Map([[null, endpoint]])
const now = 1_700_000_000_000
const resource: JsonObject = { status: { jobStatus: { jobId: 'j' } } }

const report = (lastModification: number, at = now): RoundReport => ({
  facts: { jobs: { source: 'live', asOf: at, _tag: 'Known', value: [{ jobId: 'j', state: 'RUNNING', startTime: 1, lastModification }] } },
  decided: { resource, env: { ...checkerEnv, now: at, consecutiveFailures: 0 }, actions: [] },
  written: null,
} as unknown as RoundReport)

const setting = () => {
  const asked: FlinkQuery[] = []
  const events: EmitEvent[] = []
  const state = { at: [] as readonly number[] }
  const teller = createExceptionTeller({
    ask: query => {
      asked.push(query)
      const value = state.at.map(timestamp => ({
        type: 't',
        stackTrace: String(timestamp),
        timestamp,
        taskName: null,
        endpoint: null,
        taskManagerId: null,
        failureLabels: {},
      }))
      return Promise.resolve({ source: 'live', asOf: now, _tag: 'Known', value })
    },
    emit: (_key, _resource, event) => {
      events.push(event)
      return Promise.resolve()
    },
  })
  return { teller, asked, events, state }
}

test('a job whose tasks do not change costs no request; one that Flink restarted is asked for its exceptions, once', async () => {
  const { teller, asked, events, state } = setting()
  await teller.after(key, resource, report(now - 3_600_000), atOne)
  await teller.after(key, resource, report(now - 3_600_000), atOne)
  expect(asked).toEqual([])
  state.at = [now + 5]
  await teller.after(key, resource, report(now + 10, now + 20), atOne)
  await teller.after(key, resource, report(now + 10, now + 30), atOne)
  expect(asked).toEqual([{ _tag: 'GetJobExceptions', endpoint, jobId: 'j' }])
  expect(events.map(({ message, repeat }) => [message, repeat])).toEqual([[String(now + 5), 'Count']])
})

test('Flink may show an exception some seconds after the change that came with it: it is asked once more, and then no more', async () => {
  const { teller, asked, events, state } = setting()
  await teller.after(key, resource, report(now - 3_600_000), atOne)
  await teller.after(key, resource, report(now + 10, now + 20), atOne)
  expect(events).toEqual([])
  state.at = [now + 5]
  for (const at of [1_000, 5_000, 7_000, 8_000, 60_000]) await teller.after(key, resource, report(now + 10, now + at), atOne)
  expect(asked.length).toBe(2)
  expect(events.map(({ message }) => message)).toEqual([String(now + 5)])
})

test('a new process looks back half an hour', async () => {
  const { teller, events, state } = setting()
  state.at = [now - 60_000]
  await teller.after(key, resource, report(now - 30_000), atOne)
  expect(events.map(({ repeat }) => repeat)).toEqual(['Once'])
  expect(teller.kept()).toBe(1)
  teller.forget(key)
  expect(teller.kept()).toBe(0)
})

test('a round that did not ask Flink, or has no such job, asks nothing', async () => {
  const { teller, asked } = setting()
  await teller.after(key, resource, report(now), new Map())
  await teller.after(key, { status: {} }, report(now), atOne)
  expect(asked).toEqual([])
})

describe('a FlinkApplication', () => {
  const job = (jobId: string, lastModification: number) => ({ jobId, state: 'RUNNING', startTime: 1, lastModification })
  const application = (both: boolean): JsonObject => ({
    apiVersion: 'flink.k8s.io/v1beta1',
    kind: 'FlinkApplication',
    metadata: { name: 'app', namespace: 'a', uid: 'u', resourceVersion: '1' },
    spec: {},
    status: {
      phase: both ? 'DualRunning' : 'Running',
      deploymentMode: 'BlueGreen',
      deployHash: 'aaaa',
      versionStatuses: ['aaaa', 'bbbb'].map(versionHash => ({ versionHash, jobStatus: { jobID: `job-${versionHash}`, state: 'RUNNING' } })),
    },
  })
  const asked = new Map(['aaaa', 'bbbb'].map(hash => [hash, { ...endpoint, service: `app-${hash}` }]))
  const round = (resource: JsonObject, changed: Readonly<Record<string, number>>, at: number): RoundReport => ({
    facts: Object.fromEntries(
      Object.entries(changed).map((
        [hash, time],
      ) => [`jobs@${hash}`, { source: 'live', asOf: at, _tag: 'Known', value: [job(`job-${hash}`, time)] }]),
    ),
    decided: { resource, env: { ...checkerEnv, now: at, consecutiveFailures: 0 }, actions: [] },
    written: null,
  } as unknown as RoundReport)

  test('each of its versions is asked where it runs, of its own job, and one that is steady costs nothing', async () => {
    const { teller, asked: queries, events, state } = setting()
    const both = application(true)
    await teller.after(key, both, round(both, { aaaa: 1, bbbb: 1 }, now), asked)
    expect(queries).toEqual([])
    state.at = [now + 5]
    await teller.after(key, both, round(both, { aaaa: 1, bbbb: now + 10 }, now + 20), asked)
    expect(queries).toEqual([{ _tag: 'GetJobExceptions', endpoint: asked.get('bbbb'), jobId: 'job-bbbb' }])
    expect(events.map(({ message }) => message)).toEqual([String(now + 5)])
  })

  test('what is kept of a version goes with it, and stays while its cluster does not answer', async () => {
    const { teller, asked: queries } = setting()
    const both = application(true)
    await teller.after(key, both, round(both, { aaaa: 1, bbbb: 1 }, now), asked)
    await teller.after(key, both, round(both, { aaaa: 1 }, now + 10), asked)
    await teller.after(key, both, round(both, { aaaa: 1, bbbb: 1 }, now + 20), asked)
    expect(queries).toEqual([])
    const one = application(false)
    await teller.after(key, one, round(one, { aaaa: now }, now + 30), asked)
    expect([queries.length, teller.kept()]).toEqual([1, 1])
  })
})
