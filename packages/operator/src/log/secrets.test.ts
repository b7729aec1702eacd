import { Writable } from 'node:stream'
import { type JsonObject, operatorOptions } from '@flink-operator/core'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createCrashSwitch } from '../effect/crash-switch.ts'
import type { Effect } from '../port/cluster-port.ts'
import { type RoundReport, runRound } from '../round.ts'
import { logRound } from './logger.ts'
import { createNarrator } from './narrate.ts'

const planted = 'Hx7-planted-secret'
const key = { namespace: 'a', name: 'app' }

const resource = (job: JsonObject): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: {
    ...key,
    uid: 'u',
    generation: 1,
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['flinkdeployments.flink.apache.org/finalizer'],
  },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    jobManager: { resource: { memory: '1g' } },
    taskManager: { resource: { memory: '1g' } },
    flinkConfiguration: { 's3.secret-key': planted, 'security.ssl.internal.keystore-password': planted, 'fs.azure.account.key.x': planted },
    podTemplate: { spec: { containers: [{ name: 'flink-main-container', env: [{ name: 'DB_PASSWORD', value: planted }] }] } },
    job: { jarURI: 'local:///job.jar', parallelism: 1, args: ['--password', planted], ...job },
  },
})

/** One round whose every write is refused with `refusal`. */
const report = (json: JsonObject, refusal: string): Promise<RoundReport> =>
  runRound(
    {
      kind: flinkDeploymentKind,
      now: () => 0,
      answer: () => Promise.resolve({ source: 'live', asOf: 0, _tag: 'Absent' }),
      executor: {
        now: () => 0,
        render: () => E.right({}),
        crashSwitch: createCrashSwitch(null),
        timeoutOf: () => 1_000,
        perform: (effect: Effect) =>
          Promise.resolve(
            effect._tag === 'PersistStatus'
              ? E.left({ _tag: 'Invalid', message: refusal, applied: 'No', httpStatus: 422, retryAfter: null })
              : E.right({ written: null }),
          ),
      },
      envAt: now => ({
        now,
        consecutiveFailures: 0,
        options: operatorOptions({}).options,
        flinkDefaults: { configuration: {}, logConfiguration: {} },
        hasSnapshotController: false,
      }),
      initialFacts: () => ({ deployment: { source: 'cache', asOf: 0, _tag: 'Absent' } }),
      queryTimeout: () => 1_000,
      limit: 60_000,
    },
    { resource: json, source: 'cache' },
    0,
  )

/** All that the log says of a round at its lowest level, and all that is told to people. */
const reported = (of: RoundReport): string => {
  const lines: string[] = []
  const logger = pino(
    { level: 'trace' },
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  logRound(logger, 'FlinkDeployment', key, of, { key: 'a/app', failures: 1, waited: 0 })
  createNarrator({ print: line => lines.push(line), colour: false, everything: true })(key, of)
  return lines.join('\n')
}

test.each([
  ['a deployment', {}],
  ['an invalid spec', { parallelism: -1 }],
])('B108 P23 of %s whose configuration, environment and arguments hold secrets, log and narration hold none', async (_title, job) => {
  const text = reported(await report(resource(job), 'no'))
  expect(text.length).toBeGreaterThan(100)
  expect(text).not.toContain(planted)
})
