import type { JsonObject } from '@flink-operator/core'
import { decodeAdmissionReview, queriesOf, reviewOf, validationResponse, verdictOf } from '@flink-operator/core/admission'
import { kindOf, kinds } from '@flink-operator/kinds'
import { checkerEnv } from '@flink-operator/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { plantedInKinds, type PlantedResource } from '../../test/planted-in-kinds.ts'
import { explained, merged, planned, rounds, reported } from '../../test/reported-outputs.ts'
import { shownHistory } from '../command/history.ts'
import { applicationKinds } from '../explain/job-spec-place.ts'
import { eventsOf, savepointsOf } from '../explain/history-text.ts'
import { newsOfRound } from '../plugin/news-of-round.ts'
import { recordingLine } from '../replay/recorder.ts'
import { roundSpan } from '../tracing/round-spans.ts'

const key = { namespace: 'a', name: 'app' }

const admitted = ({ kind }: PlantedResource, object: JsonObject, oldObject: JsonObject): string => {
  const { group, version } = kindOf(kind).type
  const review = { uid: 'u', namespace: 'a', name: 'app', kind: { group, version, kind }, operation: 'UPDATE', object, oldObject }
  const request = decodeAdmissionReview({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: review })
  if (E.isLeft(request)) throw new Error(JSON.stringify(request.left))
  const env = { now: 0, consecutiveFailures: 0, ...checkerEnv }
  const reviewed = reviewOf(kinds, request.right, { namespaces: null }, env)
  queriesOf(reviewed)
  return JSON.stringify(validationResponse(request.right, verdictOf(reviewed, {}, env)))
}

/** Kubernetes keeps what it said of an object that it refused. */
const historyOf = (json: JsonObject, words: string): string => {
  const events = eventsOf([{ type: 'Warning', reason: 'Failed', message: words, involvedObject: { uid: 'u' } }], 'u')
  const found = { savepoints: savepointsOf(json), snapshots: [], events }
  return (['text', 'json'] as const).map(output => shownHistory({ output }, 'a/app', json, found)).join('\n')
}

const outputs = async (of: PlantedResource): Promise<Readonly<Record<string, string>>> => {
  const words = `denied: ${of.secrets.map(({ secret }) => `"${secret}"`).join(' ')} are not allowed`
  const { kind, put, bare } = of
  const answer = of.answer(words)
  const invalid = merged(put, { spec: of.wrong, metadata: { generation: 2 } })
  const refusal = { _tag: 'Invalid', message: words, applied: 'No', httpStatus: 422, retryAfter: null } as const
  const isRefused = (tag: string): boolean => tag !== 'PersistStatus' && tag !== 'AddFinalizer' && tag !== 'EmitEvent'
  const reports = [
    ...await rounds(put, tag => (isRefused(tag) ? refusal : null), words, 4, answer),
    ...await rounds(put, tag => (tag === 'PersistStatus' ? refusal : null), words, 1, answer),
    ...await rounds(invalid, () => null, words, 2, answer),
  ]
  const news = reports.flatMap(report => newsOfRound(kind, key, report, 0)).filter(({ _tag }) => _tag === 'EventSent')
  return {
    'log, narration, events, status.error, conditions': reports.map(report => reported(report, kind)).join('\n'),
    recording: reports.map(report => recordingLine(kind, report) ?? '').join('\n'),
    traces: JSON.stringify(reports.map(report => roundSpan(kind, key, report))),
    'events to plugins': `events: ${JSON.stringify(news)}`,
    explain: await explained(put, answer),
    'plan, new': planned(null, put),
    'plan, edited': planned(bare, put),
    'plan, taken out': planned(put, merged(bare, { metadata: { generation: 2 } })),
    webhook: admitted(of, invalid, bare),
    ...(applicationKinds.includes(kind) ? { history: historyOf(put, words) } : {}),
  }
}

describe('F18 P23 the corpus of planted secrets in every kind', () => {
  const all = plantedInKinds()

  test('each of them has some', () => {
    const count = (kind: string): number =>
      new Set(all.filter(it => it.kind === kind).flatMap(({ secrets }) => secrets.map(({ secret }) => secret))).size
    expect(count('FlinkSessionJob')).toBeGreaterThan(150)
    expect(count('FlinkBlueGreenDeployment')).toBeGreaterThan(200)
    expect(count('FlinkApplication')).toBeGreaterThan(150)
    expect(count('FlinkStateSnapshot')).toBeGreaterThan(100)
  })

  test.each(all.map((of, n) => [of.kind, n, of] as const))('%s %i: no output has any', async (_kind, _n, of) => {
    const reported = Object.entries(await outputs(of))
    for (const [name, output] of reported) expect([name, output.length > 20]).toEqual([name, true])
    const leaks = of.secrets.flatMap(({ title, secret }) =>
      reported.flatMap(([name, output]) => {
        const at = output.indexOf(secret)
        return at < 0 ? [] : [`${title}: ${name}: ${output.slice(Math.max(0, at - 60), at + 20)}`]
      })
    )
    expect(leaks).toEqual([])
  })
})
