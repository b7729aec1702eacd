import type { JsonObject } from '@flink-operator/core'
import { expect, test } from 'vitest'
import { jobRow } from '../top/job-row.ts'
import { jobPlaces } from '../top/job-places.ts'
import { makeEnv } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { fleetRow, type RowInputs } from './fleet-row.ts'

const secret = 'hunter2-of-the-bucket'
const resource = (status: JsonObject): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { namespace: 'jobs', name: 'app', uid: 'u', resourceVersion: '1' },
  spec: { image: 'flink:1.20', flinkVersion: 'v1_20', jobManager: {}, taskManager: {}, job: { jarURI: 'local:///a.jar', parallelism: 3 } },
  status,
})
const stalled = (message: string): JsonObject => ({
  lifecycleState: 'STABLE',
  jobStatus: { state: 'RUNNING', jobId: 'a'.repeat(32) },
  conditions: [{ type: 'Stalled', status: 'True', message, lastTransitionTime: '2026-01-01T00:00:00Z' }],
})
const row = (change: Partial<RowInputs> = {}) =>
  fleetRow({
    kind: 'FlinkDeployment',
    key: { namespace: 'jobs', name: 'app' },
    json: resource(stalled('what is wrong')),
    asked: null,
    unreadable: null,
    beside: () => ({ explanation: null, secrets: [secret] }),
    ...change,
  })

test('what a person has to do comes from the explanation, and why from the condition', () => {
  const explanation = { waitingFor: 'a round', unblockedBy: { who: 'person', what: 'an edit of the directory' } } as const
  expect(row({ beside: () => ({ explanation, secrets: [] }) })).toMatchObject({
    attention: 'Person',
    state: 'STABLE',
    isPaused: false,
    since: Date.parse('2026-01-01T00:00:00Z'),
    waitsFor: 'what is wrong',
    unblockedBy: { who: 'person', what: 'an edit of the directory' },
  })
})

test('a steady row waits for nothing, and nothing more is looked for', () => {
  const beside = () => expect.fail('asked')
  expect(row({ json: resource({ lifecycleState: 'STABLE' }), beside })).toMatchObject({
    attention: 'Steady',
    waitsFor: '',
    unblockedBy: null,
  })
})

test('what can not be read needs a person, whatever its status says', () => {
  expect(row({ json: resource({ lifecycleState: 'STABLE' }), unreadable: `spec.image: found ${secret}` }))
    .toMatchObject({ attention: 'Person', waitsFor: 'spec.image: found (hidden)', unblockedBy: { who: 'person' } })
})

test('P23 secrets are hidden before a text is cut', () => {
  const { waitsFor } = row({ json: resource(stalled(`${'x'.repeat(230)} ${secret}`)) })
  expect(waitsFor).not.toContain('hunter')
  expect(waitsFor.length).toBeLessThanOrEqual(240)
})

test.each([['Stalled'], ['Reconciling'], ['Ready']])(
  'A8 a paused resource is shown as paused, though its state stays STABLE: with %s',
  type => {
    const conditions = [type, 'Paused'].map(it => ({ type: it, status: 'True', message: 'so it is' }))
    expect(row({ json: resource({ lifecycleState: 'STABLE', conditions }) })).toMatchObject({ state: 'STABLE', isPaused: true })
  },
)

test('states are words: a text that somebody wrote in their place is not shown', () => {
  const json = resource({ lifecycleState: '<img src=x>', jobStatus: { state: 'a b' } })
  expect(row({ json })).toMatchObject({ state: 'Other', jobs: [{ job: 'Other' }] })
})

test('N06 the numbers are those of top', () => {
  const load = {
    state: 'RUNNING',
    startTime: 0,
    parallelism: 4,
    vertices: [],
    restarts: 2,
    checkpoint: { triggeredAt: 100_000, duration: 1, size: 1 },
    failedCheckpoints: 0,
    busy: null,
    backPressured: null,
    unseen: [],
  }
  const json = resource(stalled(''))
  const [place] = jobPlaces(
    { FlinkDeployment: [json], FlinkSessionJob: [], FlinkApplication: [] },
    { deployments: null, services: null },
    makeEnv({ now: 0 }),
  )
  if (place === undefined) expect.fail('no place')
  for (const answer of [load, null]) {
    const { job, parallelism, restarts, checkpointAt, savepointAt, flinkVersion } = jobRow(
      place,
      answer === null ? null : E.right(answer),
      200_000,
    )
    const asked = { at: 200_000, loads: [{ version: null, jobState: place.jobState, load: answer }] }
    expect(row({ json, asked }).jobs).toEqual([{ version: null, job, parallelism, restarts, checkpointAt, savepointAt, flinkVersion }])
  }
})
