import { Writable } from 'node:stream'
import type { AdapterError, Fact, JsonObject, Query } from '@flink-operator/core'
import { replayRound } from '@flink-operator/core/explain'
import { flinkDeploymentKind, kindOf } from '@flink-operator/core/kinds'
import { checkerEnv } from '@flink-operator/core/simulation'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createCrashSwitch } from '../effect/crash-switch.ts'
import { planFileOffline } from '../plan/plan-file.ts'
import type { Place } from '../plan/problem.ts'
import { outputForms, printed } from '../plan/report/printed.ts'
import { recordingLine } from '../replay/recorder.ts'
import { conclude, type RoundReport, runRound } from '../round.ts'
import { logRound, redactedLines } from './logger.ts'
import { createNarrator } from './narrate.ts'

/** Where a person may have put a secret into a spec, and how. */
const places: Readonly<Record<string, (secret: string) => JsonObject>> = {
  'a key of the configuration': secret => ({ flinkConfiguration: { 's3.secret-key': secret } }),
  'a nested key': secret => ({ flinkConfiguration: { fs: { s3a: { secret: { key: secret } } } } }),
  'a key of any case': secret => ({ flinkConfiguration: { 'my.ApiKey': secret } }),
  'a JAAS text': secret => ({ flinkConfiguration: { 'x.login': `PlainLoginModule required username="u" password="${secret}";` } }),
  'a JDBC URL': secret => ({ flinkConfiguration: { 'x.url': `jdbc:postgresql://h/db?user=u&password=${secret}` } }),
  'user information': secret => ({ flinkConfiguration: { 'x.url': `https://u:${secret}@h/a` } }),
  'an option of the VM': secret => ({ flinkConfiguration: { 'env.java.opts.all': `-Dx=1 -Dfoo.Password=${secret}` } }),
  'a variable of the JobManager': secret => ({ flinkConfiguration: { 'containerized.master.env.FOO': secret } }),
  'an argument after its flag': secret => ({ job: { args: ['--db.password', secret] } }),
  'an argument behind an equals sign': secret => ({ job: { args: [`--password=${secret}`] } }),
  "the jar's URI": secret => ({ job: { jarURI: `https://u:${secret}@repo/a.jar` } }),
  "a savepoint's path": secret => ({ job: { initialSavepointPath: `s3://u:${secret}@b/x` } }),
  'a variable of a container': secret => ({
    podTemplate: { spec: { containers: [{ name: 'flink-main-container', env: [{ name: 'DSN', value: secret }] }] } },
  }),
  'a log configuration': secret => ({ logConfiguration: { 'log4j-console.properties': `appender.http.url=https://u:${secret}@x` } }),
  'an annotation of the ingress': secret => ({ ingress: { template: 'x.{{name}}', annotations: { 'auth-token': secret } } }),
}

const merged = (a: JsonObject, b: JsonObject): JsonObject => {
  const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
  return Object.entries(b).reduce<JsonObject>((all, [name, value]) => {
    const before = all[name]
    return { ...all, [name]: isObject(before) && isObject(value) ? merged(before, value) : value }
  }, a)
}

const resource = (spec: JsonObject, generation = 1): JsonObject => ({
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

type Perform = (tag: string) => AdapterError | null

/** Rounds in a world where nothing is there, or Flink can't be reached; each goes on from what the one before wrote. */
const rounds = async (first: JsonObject, refuse: Perform, unseen: string | null, count: number): Promise<readonly RoundReport[]> => {
  const reports: RoundReport[] = []
  let json = first
  const answer = (query: Query): Fact<unknown> =>
    unseen !== null && query._tag === 'GetJobsOverview'
      ? { _tag: 'Unknown', source: 'live', asOf: 0, reason: 'Unreachable', message: unseen }
      : query._tag.startsWith('List') ? { _tag: 'Known', source: 'live', asOf: 0, value: [] } : { _tag: 'Absent', source: 'live', asOf: 0 }
  for (let round = 0; round < count; round++) {
    const report = await runRound(
      {
        kind: flinkDeploymentKind,
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
            if (effect._tag === 'PersistStatus') json = { ...json, status: JSON.parse(JSON.stringify(effect.status)) }
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
const told = (report: RoundReport): string => {
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
  logRound(logger, 'FlinkDeployment', { namespace: 'a', name: 'app' }, report, { key: 'a/app', failures: 1, waited: 0 })
  createNarrator({ print: line => lines.push(line), colour: false, everything: true })({ namespace: 'a', name: 'app' }, report)
  for (const { action } of [...report.outcomes, ...report.recovery]) {
    if (action._tag === 'EmitEvent') lines.push(action.message)
    if (action._tag === 'PersistStatus') {
      const { error, conditions } = action.status as { readonly error: string | null; readonly conditions: unknown }
      lines.push(action.reason, error ?? '', JSON.stringify(conditions))
    }
  }
  return lines.join('\n')
}

const explained = async (json: JsonObject): Promise<string> => {
  const decoded = flinkDeploymentKind.decode(json)
  if (E.isLeft(decoded)) return ''
  const { decision: { desired, observed, env } } = await conclude(
    {
      kind: flinkDeploymentKind,
      now: () => 1_700_000_000_000,
      answer: query =>
        Promise.resolve(
          query._tag.startsWith('List') ? { _tag: 'Known', source: 'live', asOf: 0, value: [] }
            : { _tag: 'Absent', source: 'live', asOf: 0 },
        ),
      queryTimeout: () => 1_000,
      envAt: (now, consecutiveFailures) => ({ now, consecutiveFailures, ...checkerEnv }),
      initialFacts: () => ({}),
    },
    decoded.right,
    0,
  )
  return JSON.stringify(kindOf('FlinkDeployment').explain(desired, observed, env))
}

const placeOf = (): Place => ({ file: 'f.yaml', line: 1, column: 1 })

const planned = (before: JsonObject | null, after: JsonObject): string => {
  const plan = planFileOffline(
    checkerEnv,
    { file: 'f.yaml', kind: 'FlinkDeployment', name: 'app', namespace: 'a', json: after, placeOf },
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

const secrets = fc.stringMatching(/^[A-Za-z0-9]{3}[A-Za-z0-9_~!*]{5,20}$/).map(text => `Mk${text}`)

test('F18 P23 a secret in any place of a spec comes out of no event, status, log line, narration, recording, plan or explanation, whatever server repeats it', async () => {
  await fc.assert(
    fc.asyncProperty(
      secrets,
      secrets,
      fc.constantFrom(...Object.keys(places)),
      fc.constantFrom('', 'PersistStatus', 'CreateObject', 'AddFinalizer'),
      fc.boolean(),
      fc.boolean(),
      async (secret, next, place, failing, isInvalid, isRepeated) => {
        const put = places[place] ?? (() => ({}))
        const wrong: JsonObject = isInvalid ? { job: { parallelism: -1 } } : {}
        const [before, after] = [resource(put(secret)), resource(merged(put(next), wrong), 2)]
        const words = (of: string): string => `admission webhook denied it: ${isRepeated ? of : `password=${secret}`}: Invalid value`
        const refuse =
          (of: string): Perform =>
          tag => (tag === failing ? { _tag: 'Invalid', message: words(of), applied: 'No', httpStatus: 422, retryAfter: null } : null)
        const begun = await rounds(before, refuse(secret), words(secret), 3)
        const status = begun.flatMap(({ outcomes }) =>
          outcomes.flatMap((
            { action, result },
          ) => (action._tag === 'PersistStatus' && result === 'done' ? [JSON.parse(JSON.stringify(action.status)) as JsonObject] : []))
        ).at(-1)
        const edited = await rounds(status === undefined ? after : { ...after, status }, refuse(`"${next}" (${next})`), words(next), 2)
        const lines = [...begun, ...edited].map(report => recordingLine('FlinkDeployment', report)).filter(line => line !== null)
        const all = [
          ...[...begun, ...edited].map(told),
          ...lines,
          await explained(after),
          planned(null, after),
          planned(before, after),
        ]
        for (const text of all) {
          expect(text).not.toContain(secret)
          expect(text).not.toContain(next)
        }
        for (const line of lines) {
          const again = replayRound(JSON.parse(line) as never)
          expect(again._tag === 'Differs' ? again.first : again._tag).toBe('Same')
        }
      },
    ),
    { numRuns: Math.min(60, Number(process.env['FC_RUNS'] ?? 60)) },
  )
})
