import { decodeAdmissionReview, queriesOf, reviewOf, validationResponse, verdictOf } from '@flink-operator/core/admission'
import { kinds } from '@flink-operator/kinds'
import type { JsonObject } from '@flink-operator/core'
import { checkerEnv } from '@flink-operator/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { plantedSecrets, plantedSpecs } from '../../test/planted-secrets.ts'
import { explained, merged, planned, resource, rounds, reported } from '../../test/reported-outputs.ts'
import { recordingLine } from '../replay/recorder.ts'
import { createMetrics } from '../server/operator-metrics.ts'

/** What a webhook answers to a spec with mistakes in it. */
const admitted = (object: JsonObject, oldObject: JsonObject): string => {
  const request = decodeAdmissionReview({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: 'u',
      kind: { group: 'flink.apache.org', version: 'v1beta1', kind: 'FlinkDeployment' },
      namespace: 'a',
      operation: 'UPDATE',
      object,
      oldObject,
    },
  })
  if (E.isLeft(request)) throw new Error(JSON.stringify(request.left))
  const env = { now: 0, consecutiveFailures: 0, ...checkerEnv }
  const review = reviewOf(kinds, request.right, { namespaces: null }, env)
  expect(queriesOf(review)).toEqual([])
  const answer = JSON.stringify(validationResponse(request.right, verdictOf(review, {}, env)))
  expect(answer).toContain('"allowed":false')
  return answer
}

const measured = (reports: Awaited<ReturnType<typeof rounds>>): Promise<string> => {
  const switches = { ...checkerEnv.options, jvmMetricsEnabled: false }
  const metrics = createMetrics({
    lines: () => [],
    watches: () => [],
    leases: () => [],
    unhealthy: () => null,
    quarantined: () => [],
    switches,
  })
  for (const report of reports)
    metrics.of('FlinkDeployment').round({ namespace: 'a', name: 'app' }, report, { key: 'a/app', failures: 0, waited: 0 })
  return metrics.text()
}

const wrong: JsonObject = { serviceAccount: null, jobManager: { resource: { memory: 'much' } } }

/** Each output, by its name; `words`: what a server says, which repeats what it was sent. */
const outputs = async (spec: JsonObject, words: string): Promise<Readonly<Record<string, string>>> => {
  const [bare, put] = [resource({}), resource(spec, 2)]
  const invalid = resource(merged(spec, wrong), 2)
  const refusal = { _tag: 'Invalid', message: words, applied: 'No', httpStatus: 422, retryAfter: null } as const
  const reports = [
    ...await rounds(put, tag => (tag === 'CreateObject' ? refusal : null), words, 2),
    ...await rounds(invalid, () => null, words, 1),
  ]
  return {
    'log, narration, events, status.error, conditions': reports.map(report => reported(report)).join('\n'),
    recording: reports.map(report => recordingLine('FlinkDeployment', report) ?? '').join('\n'),
    explain: await explained(put),
    'plan in every form, new': planned(null, put),
    'plan in every form, edited': planned(bare, put),
    'plan in every form, taken out': planned(put, resource({}, 3)),
    webhook: admitted(invalid, bare),
    metrics: await measured(reports),
  }
}

const specs = plantedSpecs()

describe('F18 P23 the corpus of planted secrets', () => {
  test('is of some two hundred, each in one spec', () => {
    expect(plantedSecrets.length).toBeGreaterThanOrEqual(200)
    const text = JSON.stringify(specs)
    expect(plantedSecrets.filter(({ secret }) => text.split(secret).length < 2)).toEqual([])
    expect(specs.length).toBeLessThan(8)
  })

  test.each(specs.map((spec, n) => [n, spec] as const))('spec %i: no output has any of them', async (_n, spec) => {
    const text = JSON.stringify(spec)
    const planted = plantedSecrets.filter(({ secret }) => text.includes(secret))
    const reported = Object.entries(await outputs(spec, `denied: ${planted.map(({ secret }) => `"${secret}"`).join(' ')} are not allowed`))
    for (const [name, output] of reported) expect([name, output.length > 20]).toEqual([name, true])
    const leaks = planted.flatMap(({ title, secret }) =>
      reported.flatMap(([name, output]) => (output.includes(secret) ? [`${title}: ${name}`] : []))
    )
    expect(leaks).toEqual([])
  })
})
