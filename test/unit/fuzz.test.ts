import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { fuzz } from '../../fuzz/fuzz.ts'
import type { Kind } from '../../fuzz/fuzz-case.ts'
import { material } from '../../fuzz/material.ts'
import { flinkDeploymentKind } from '../../packages/core/src/kind/flink-deployment/flink-deployment-kind.ts'
import type { DecodeError } from '../../packages/core/src/contract/resource/finding.ts'

const prepared = material()
const run = (kind: Kind, count: number, from = 0) => fuzz({ kind, material: prepared, seed: 5, count, from, limit: 60_000 })

describe('fuzz (P11): no throw, a bounded time, every refusal names its field', () => {
  test('the material is rich: real statuses, golden vectors, examples, operations under way', () => {
    expect(prepared.bases.length).toBeGreaterThan(1_000)
    for (const from of ['corpus', 'observe/', 'reconcile/', 'upgrade-mode/', 'examples/', 'round'])
      expect(prepared.bases.some(base => base.from.startsWith(from))).toBe(true)
  })

  test('the core as it is', () => {
    const report = run(flinkDeploymentKind, 400)
    expect(report.failure).toBeNull()
    expect([report.count, report.decoded + report.refused]).toEqual([400, 400])
    expect(Math.min(report.refused, report.invalid, report.decided)).toBeGreaterThan(20)
  }, 60_000)

  const planted: readonly (readonly [title: string, kind: Kind, problem: RegExp])[] = [
    ['a throw', {
      ...flinkDeploymentKind,
      validate: (resource, env) => {
        if (resource.spec.image === null) throw new Error('planted')
        return flinkDeploymentKind.validate(resource, env)
      },
    }, /^threw Error: planted/],
    ['a refusal that does not say what was found', {
      ...flinkDeploymentKind,
      decode: json => E.mapLeft((it: DecodeError) => ({ ...it, found: '' }))(flinkDeploymentKind.decode(json)),
    }, /^refused without/],
    ['a refusal for another field', {
      ...flinkDeploymentKind,
      decode: json => E.mapLeft((it: DecodeError) => ({ ...it, path: 'spec.job.args' }))(flinkDeploymentKind.decode(json)),
    }, /^refused for a field that nobody touched/],
    ['a list without its Requeue', {
      ...flinkDeploymentKind,
      reconcile: (desired, observed, env) => flinkDeploymentKind.reconcile(desired, observed, env).filter(({ _tag }) => _tag !== 'Requeue'),
    }, /^a list ends with its only Requeue/],
  ]
  test.each(planted)('%s is found, and its number alone repeats it', (_title, kind, problem) => {
    const { failure } = run(kind, 2_000)
    expect(failure?.problem).toMatch(problem)
    expect(run(kind, 1, failure?.index).failure).toEqual(failure)
    expect(run(flinkDeploymentKind, 1, failure?.index).failure).toBeNull()
  }, 60_000)

  test('of several wounds only those are told that make it fail', () => {
    const kind: Kind = {
      ...flinkDeploymentKind,
      decode: json => {
        if (JSON.stringify((json as { spec?: unknown }).spec ?? {}).includes('__proto__')) throw new Error('planted')
        return flinkDeploymentKind.decode(json)
      },
    }
    expect(run(kind, 5_000).failure?.mutations).toHaveLength(1)
  }, 60_000)
})
