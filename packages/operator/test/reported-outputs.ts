import { Writable } from 'node:stream'
import type { AdapterError, Fact, JsonObject, Query } from '@flink-operator/core'
import { explainDecided } from '@flink-operator/core/round'
import { type KindName, kindOf } from '@flink-operator/kinds'
import type { Place } from '@flink-operator/simulation/plan'
import { checkerEnv } from '@flink-operator/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { createCrashSwitch } from '../src/effect/crash-switch.ts'
import { logRound, redactedLines } from '../src/log/logger.ts'
import { createNarrator } from '../src/log/narrate.ts'
import { planFileOffline, storedFile } from '../src/plan/plan-file.ts'

import { outputForms, printed } from '../src/plan/report/printed.ts'
import { conclude, type RoundReport, runRound } from '../src/round.ts'

export const merged = (a: JsonObject, b: JsonObject): JsonObject => {
  const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
  return Object.entries(b).reduce<JsonObject>((all, [name, value]) => {
    const before = all[name]
    return { ...all, [name]: isObject(before) && isObject(value) ? merged(before, value) : value }
  }, a)
}

export const resource = (spec: JsonObject, generation = 1): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: {
    namespace: 'a',
    name: 'app',
    uid: 'u',
    generation,
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['flinkdeployments.flink.apache.org/finalizer'],
  },
  spec: merged({
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    jobManager: { resource: { memory: '1g' } },
    taskManager: { resource: { memory: '1g' } },
    flinkConfiguration: { 'execution.checkpointing.savepoint-dir': 's3://b/sp' },
    job: { jarURI: 'local:///job.jar', parallelism: 1, upgradeMode: 'stateless' },
  }, spec),
})

export type Perform = (tag: string) => AdapterError | null

export const kindIn = (json: JsonObject): KindName => json['kind'] as KindName

/** What a round is answered where a test says nothing else: nothing is there, or Flink can't be reached. */
export const emptyWorld = (unseen: string | null) => (query: Query): Fact<unknown> =>
  unseen !== null && query._tag === 'GetJobsOverview'
    ? { _tag: 'Unknown', source: 'live', asOf: 0, reason: 'Unreachable', message: unseen }
    : query._tag.startsWith('List') ? { _tag: 'Known', source: 'live', asOf: 0, value: [] } : { _tag: 'Absent', source: 'live', asOf: 0 }

/** Rounds of a resource; each goes on from what the one before wrote. */
export const rounds = async (
  first: JsonObject,
  refuse: Perform,
  unseen: string | null,
  count: number,
  answer: (query: Query) => Fact<unknown> = emptyWorld(unseen),
): Promise<readonly RoundReport[]> => {
  const reports: RoundReport[] = []
  const kind = kindOf(kindIn(first))
  let json = first
  for (let round = 0; round < count; round++) {
    const report = await runRound(
      {
        kind,
        now: () => 1_700_000_000_000 + round * 20_000,
        answer: query => Promise.resolve(answer(query)),
        queryTimeout: () => 1_000,
        limit: 60_000,
        envAt: (now, consecutiveFailures) => ({ now, consecutiveFailures, ...checkerEnv }),
        initialFacts: () => ({}),
        executor: {
          now: () => 0,
          render: () => E.right({}),
          crashSwitch: createCrashSwitch(null),
          timeoutOf: () => 1_000,
          perform: effect => {
            const refused = refuse(effect._tag)
            if (refused !== null) return Promise.resolve(E.left(refused))
            if (effect._tag === 'PersistStatus') json = { ...json, status: kind.encodeStatus(effect.status, null) }
            return Promise.resolve(E.right({ written: null }))
          },
        },
      },
      { resource: json, source: 'cache' },
      0,
    )
    reports.push(report)
  }
  return reports
}

/** Everything that people or other systems are given of a round. */
export const reported = (report: RoundReport, kind: KindName = 'FlinkDeployment'): string => {
  const lines: string[] = []
  const logger = pino(
    { level: 'trace', ...redactedLines },
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  logRound(logger, kind, { namespace: 'a', name: 'app' }, report, { key: 'a/app', failures: 1, waited: 0 })
  createNarrator({ print: line => lines.push(line), colour: false, everything: true })({ namespace: 'a', name: 'app' }, report)
  for (const { action } of [...report.outcomes, ...report.recovery]) {
    if (action._tag === 'EmitEvent') lines.push(action.message)
    if (action._tag === 'PersistStatus') {
      const { error, conditions, message } = action.status as Readonly<Record<'error' | 'message', string | null> & { conditions: unknown }>
      lines.push(action.reason, error ?? '', message ?? '', JSON.stringify(conditions))
    }
  }
  return lines.join('\n')
}

export const explained = async (
  json: JsonObject,
  answer: (query: Query) => Fact<unknown> = emptyWorld(null),
): Promise<string> => {
  const kind = kindOf(kindIn(json))
  const decoded = kind.decode(json)
  if (E.isLeft(decoded)) return ''
  const { round: { of, decided } } = await conclude(
    {
      kind,
      now: () => 1_700_000_000_000,
      answer: query => Promise.resolve(answer(query)),
      queryTimeout: () => 1_000,
      envAt: (now, consecutiveFailures) => ({ now, consecutiveFailures, ...checkerEnv }),
      initialFacts: () => ({}),
    },
    decoded.right,
    0,
  )
  return JSON.stringify(explainDecided(kind, of, decided))
}

const placeOf = (): Place => ({ file: 'f.yaml', line: 1, column: 1 })

export const planned = (before: JsonObject | null, after: JsonObject): string => {
  const plan = planFileOffline(
    checkerEnv,
    storedFile({ file: 'f.yaml', kind: kindIn(after), name: 'app', namespace: 'a', json: after, placeOf }, before),
    before,
  )
  if (E.isLeft(plan)) return plan.left
  const report = { plans: [{ words: plan.right, placeOf }], passedOver: [], problems: [] }
  return [
    ...outputForms.map(output => printed(report, { output })),
    printed(report, { output: 'text', render: true }),
    printed(report, { output: 'json', render: true }),
  ].join('\n')
}
