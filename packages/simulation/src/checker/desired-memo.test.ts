import { describe, expect, it } from 'vitest'
import { flinkDeploymentKind } from '@flink-operator/core/kind/flink-deployment'
import { statusRead } from '../kind/flink-deployment/simulated-flink-deployment.ts'
import { simulatedKinds } from '../kinds.ts'
import { flinkDeploymentOf, resourcesOf, sessionJobsOf } from '../world/resources.ts'
import { step } from '../world/step-world.ts'
import type { FlinkDeploymentResource, World } from '../world/world.ts'
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
const worldOf = (world: string) => firstMatrix.find(({ name }) => name === world)!
const startOf = (world: string): World => startState(operator, worldOf(world))!.world
const afterFirstEdit = (world: string): World => step(startOf(world), worldOf(world).edits[0]!.event(startOf(world))!)
const settled = flinkDeploymentOf(startOf('savepoint/ha/edit/calm'))!

/** Which leaves of a value something reads. The worlds hold no secrets: those are not looked for. */
const readsOf = (value: object, read: (reported: object) => unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  const reported = (of: object, path: string): object =>
    new Proxy(of, {
      get: (target, key) => {
        const inner: unknown = Reflect.get(target, key)
        const place = path === '' ? String(key) : `${path}.${String(key)}`
        if (typeof inner === 'object' && inner !== null) return reported(inner, place)
        found.add(place)
        return inner
      },
    })
  read(reported(value, ''))
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
    deployId: null,
    abandonedAt: null,
  },
}

const [sessionJob] = sessionJobsOf(startOf('sessions/savepoint/no-ha/one/edit/calm'))!
const unreadable = { kind: 'Unreadable', error: { path: 'status.operation.kind', found: 'x', expected: 'y' } }
const [parent] = resourcesOf(afterFirstEdit('blue-green/create/calm'), 'FlinkBlueGreenDeployment')

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
    const kept = readsOf(status, reported => statusRead(reported as Status))
    const read = readsOf(status, reported => flinkDeploymentKind.validate({ ...settled, spec, status: reported as Status }, env, []))
    expect([...read].filter(place => !kept.has(place))).toEqual([])
  })

  it.each(
    [
      ['a session job', 'FlinkSessionJob', sessionJob, {}],
      ['a session job whose operation nobody can read', 'FlinkSessionJob', sessionJob, { operation: unreadable }],
      ['a blue/green deployment', 'FlinkBlueGreenDeployment', parent, {}],
      ['one in a transition', 'FlinkBlueGreenDeployment', parent, { lastReconciledSpec: '{}', operation: { target: '{}' } }],
    ] as const,
  )('the same of %s', (_, name, resource, change) => {
    const { rules, validateReads } = simulatedKinds.find(kind => kind.name === name)!
    const status = { ...resource!.status as object, ...change }
    const kept = readsOf(status, reported => validateReads!({ ...resource!, status: reported }))
    const read = readsOf(status, reported => rules.validate({ ...resource!, status: reported }, env, []))
    expect(read.size).toBeGreaterThan(0)
    expect([...read].filter(place => !kept.has(place))).toEqual([])
  })
})
