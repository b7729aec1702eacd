import { describe, expect, test } from 'vitest'
import { mayFail, type AdapterError } from '@flink-operator/core/action'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { operatorOptions } from '@flink-operator/core/operator-options'
import { checkerConfiguration } from './checker/checker-env.ts'
import type { Decision } from './checker/decision.ts'
import { breachesOfReading } from './checker/property/what-is-written-is-read.ts'
import { type AnyKind, checkerEnv, matrix, verify } from './index.ts'

/** Times that are no round numbers, and a multiplier that leaves fractions of a millisecond. */
const env = {
  ...checkerEnv,
  options: operatorOptions({
    ...checkerConfiguration,
    'kubernetes.operator.retry.initial.interval': '4999 ms',
    'kubernetes.operator.retry.interval.multiplier': '1.37',
  }).options,
}

const error = (it: Partial<AdapterError>): AdapterError => ({
  _tag: 'Unavailable',
  message: 'm',
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
  ...it,
})
const errors: readonly AdapterError[] = [
  error({ httpStatus: 503 }),
  error({ _tag: 'Invalid', httpStatus: 400, applied: 'Maybe' }),
  error({ _tag: 'Forbidden', httpStatus: 403 }),
  error({ _tag: 'Timeout', applied: 'Maybe' }),
  error({ httpStatus: 429, retryAfter: 12_345 }),
]

/** What a round writes after each of its effects that may fail, however often it failed before. */
const unreadable = (decision: Decision): readonly string[] => {
  const { kind, resource, desired, observed, actions, env: decided } = decision
  return actions.flatMap((failed, index) =>
    mayFail(failed) || failed._tag === 'Requeue' || failed._tag === 'Look' ? []
      : errors.flatMap(it =>
        [0, 1, 5].flatMap(consecutiveFailures => {
          const after = { ...decided, now: decided.now + 7, consecutiveFailures }
          const written = kind.rules.onFailure(desired, observed, actions.slice(0, index), failed, it, after)
          return breachesOfReading({ kind, resource, actions: written }).map(({ what }) => `${failed._tag} ${it._tag}: ${what}`)
        })
      )
  )
}

describe.each([
  ['savepoint/ha/edit/calm'],
  ['last-state/no-ha/delete/calm'],
  ['sessions/savepoint/no-ha/one/edit/calm'],
  ['sessions/stateless/no-ha/one/delete/calm'],
  ['snapshots/manual'],
  ['blue-green/switch/calm'],
])('%s', name => {
  test('P11 P17: what is written when a call fails is read back as it was', () => {
    const found = new Set<string>()
    let looked = 0
    const seen = new WeakSet<Decision>()
    verify({
      env,
      worlds: matrix.filter(it => it.name === name),
      limit: 2_000,
      onDecision: decision => {
        if (seen.has(decision)) return
        seen.add(decision)
        looked += 1
        for (const it of unreadable(decision)) found.add(it)
      },
    })
    expect(looked).toBeGreaterThan(10)
    expect([...found]).toEqual([])
  })
})

describe('the law of the checker', () => {
  test('P11 a round that writes a fraction of a millisecond is found', () => {
    const sound = flinkDeploymentKind as AnyKind
    const fraction: AnyKind = {
      ...sound,
      reconcile: (desired, observed, at) =>
        sound.reconcile(desired, observed, at).map(it => (it._tag === 'PersistStatus'
          ? { ...it, status: { ...it.status, operatorRecord: { ...it.status.operatorRecord, retryAt: at.now + 0.5 } } } : it)
        ),
    }
    const worlds = matrix.filter(it => it.name === 'savepoint/ha/edit/calm')
    const { violations } = verify({ env: checkerEnv, kinds: { FlinkDeployment: fraction }, worlds, limit: 200, stopAtFirst: true })
    expect(violations.map(({ property, what }) => `${property} ${what}`)).toContain(
      "P11 a status is written that can't be read: status.operatorRecord.retryAt",
    )
  })
})
