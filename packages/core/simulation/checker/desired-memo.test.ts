import { describe, expect, it } from 'vitest'
import { flinkDeploymentKind } from '../../src/kind/flink-deployment/flink-deployment-kind.ts'
import { statusRead } from '../kind/flink-deployment/simulated-flink-deployment.ts'
import { simulatedKinds } from '../kinds.ts'
import { flinkDeploymentOf } from '../world/resources.ts'
import type { FlinkDeploymentResource } from '../world/world.ts'
import { canonicalHash } from './canonical-hash.ts'
import { checkerEnv } from './checker-env.ts'
import { breachesOfReading } from './property/what-is-written-is-read.ts'
import { decisionMemo } from './decision-memo.ts'
import { invalidStateless, ofJob } from './edits.ts'
import type { Operator } from './operator.ts'
import { startState } from './start-state.ts'
import { firstMatrix } from './worlds.ts'

const operator: Operator = {
  kinds: simulatedKinds,
  env: checkerEnv,
  tick: 5_000,
  desiredOf: (kind, resource, env): unknown => kind.rules.validate(resource, env),
  memo: decisionMemo(canonicalHash()),
  breachesOfReading,
  onDecision: () => undefined,
}
const env = { ...checkerEnv, now: 1_700_000_000_000, consecutiveFailures: 0 }
const settled = flinkDeploymentOf(startState(operator, firstMatrix.find(({ name }) => name === 'savepoint/ha/edit/calm')!)!.world)!

/** Which leaves of a value something reads. */
const readsOf = (value: object, read: (told: object) => unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  const told = (of: object, path: string): object =>
    new Proxy(of, {
      get: (target, key) => {
        const inner: unknown = Reflect.get(target, key)
        const place = path === '' ? String(key) : `${path}.${String(key)}`
        if (typeof inner === 'object' && inner !== null) return told(inner, place)
        found.add(place)
        return inner
      },
    })
  read(told(value, ''))
  return found
}

type Status = FlinkDeploymentResource['status']
const rollingBack = {
  ...settled.status,
  reconciliationStatus: { ...settled.status.reconciliationStatus, state: 'ROLLED_BACK' },
} satisfies Status
const deploying: Status = {
  ...settled.status,
  operation: {
    kind: 'Deploy',
    id: 'x',
    attempt: 2,
    mintedAt: 1,
    giveUpAt: 2,
    targetGeneration: 1,
    purpose: 'Upgrade',
    jobId: null,
    incarnation: null,
    source: { _tag: 'Empty', reason: 'x' },
    step: 'TearDown',
    abandonedAt: null,
  },
}

describe('the memory of validate', () => {
  it.each(
    [
      ['at rest', settled.spec, settled.status],
      ['with a spec that is refused', invalidStateless.change(settled.spec), settled.status],
      ['with another spec', ofJob({ parallelism: 2 })(settled.spec), settled.status],
      ['after a rollback', settled.spec, rollingBack],
      ['during a deploy', invalidStateless.change(settled.spec), deploying],
    ] as const,
  )('keeps apart whatever validate reads of the status: %s', (_, spec, status) => {
    const kept = readsOf(status, told => statusRead(told as Status))
    const read = readsOf(status, told => flinkDeploymentKind.validate({ ...settled, spec, status: told as Status }, env))
    expect([...read].filter(place => !kept.has(place))).toEqual([])
  })
})
