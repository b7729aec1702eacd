import { describe, expect, it } from 'vitest'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { simulatedKinds } from '../kinds.ts'
import { type LookFaults, noLookFaults } from '../world/look-faults.ts'
import { step } from '../world/step-world.ts'
import { flinkDeploymentOf, withFlinkDeployment } from '../world/resources.ts'
import { canonicalHash } from './canonical-hash.ts'
import { checkerEnv } from './checker-env.ts'
import type { Decision } from './decision.ts'
import { breachesOfReading } from './property/what-is-written-is-read.ts'
import { decisionMemo } from './decision-memo.ts'
import { hashSeen } from './hash-state.ts'
import type { Operator } from './operator.ts'
import { quietMemo } from './quiet-memo.ts'
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

/** A world at rest, and the same one some time later. */
const hour = { _tag: 'PassTime', millis: 3_600_000 } as const
const settled = step(startState(operator, firstMatrix.find(({ name }) => name === 'savepoint/ha/edit/calm')!)!.world, hour)
const later = step(settled, hour)
const resource = flinkDeploymentOf(settled)!
const edited = withFlinkDeployment(settled, { ...resource, spec: { ...resource.spec, image: 'flink:2.0' } })

/** Deployed now, and its job was never seen since. */
const jobMissingSince = (jobMissedSince: number): typeof settled => {
  const { status } = resource
  return withFlinkDeployment(settled, {
    ...resource,
    status: {
      ...status,
      jobStatus: { ...status.jobStatus, state: 'RECONCILING' },
      operatorRecord: { ...status.operatorRecord, jobMissedSince },
      reconciliationStatus: { ...status.reconciliationStatus, reconciliationTimestamp: jobMissedSince },
    },
  })
}

const downSince = (since: Partial<typeof resource.status.operatorRecord>): typeof settled => {
  const { status } = resource
  return withFlinkDeployment(settled, {
    ...resource,
    status: { ...status, jobManagerDeploymentStatus: 'DEPLOYING', operatorRecord: { ...status.operatorRecord, ...since } },
  })
}

const waiting = (after: number): Decision =>
  ({ actions: [{ _tag: 'Requeue', after, waitingFor: 'the next look' }] as readonly FlinkDeploymentAction[] }) as Decision
const writing = {
  actions: [{ _tag: 'AddFinalizer', finalizer: 'x' }, { _tag: 'Requeue', after: 0, waitingFor: 'x' }] as readonly FlinkDeploymentAction[],
} as Decision

/** Rounds of one memory, with how often it decided. */
const rounds = () => {
  const memo = quietMemo(canonicalHash())
  let made = 0
  const round = (world: typeof settled, decision: Decision, faults: LookFaults = noLookFaults): Decision | null =>
    memo.round(hashSeen, world, flinkDeploymentOf(world)!, faults, 0, () => {
      made += 1
      return decision
    })
  return { round, made: () => made, isHonest: memo.isHonest }
}

describe('the memory of rounds that only wait', () => {
  it('one that differs only in time is not decided again', () => {
    const { round, made } = rounds()
    const first = round(settled, waiting(5_000))
    expect(round(later, waiting(5_000))).toBe(first)
    expect(made()).toBe(1)
  })

  it('a job that is missed, minutes after it was looked for first, is decided by itself', () => {
    const { round, made } = rounds()
    const missing = jobMissingSince(settled.now)
    round(step(missing, { ...hour, millis: 10_000 }), waiting(5_000))
    round(step(missing, { ...hour, millis: 20_000 }), waiting(5_000))
    expect(made()).toBe(1)
    round(step(missing, { ...hour, millis: 310_000 }), waiting(5_000))
    expect(made()).toBe(2)
  })

  it.each(['jobManagerDownSince', 'restMissedSince'] as const)('V05 one in which a person is told of %s is decided by itself', field => {
    const { round, made } = rounds()
    const down = downSince({ [field]: settled.now })
    for (const millis of [70_000, 200_000]) round(step(down, { ...hour, millis }), waiting(5_000))
    expect(made()).toBe(1)
    for (const millis of [300_000, 400_000]) round(step(down, { ...hour, millis }), waiting(5_000))
    expect(made()).toBe(2)
  })

  it('another spec is decided by itself', () => {
    const { round, made } = rounds()
    round(settled, waiting(5_000))
    round(edited, waiting(5_000))
    expect(made()).toBe(2)
  })

  it.each<Partial<LookFaults>>([{ rest: 'Timeout' }, { kubernetes: 'Unreachable' }, { zooKeeper: 'Unreachable' }, { oldStatistics: true }, {
    oldWatches: true,
  }, { tasksDeploying: true }])(
    'one that sees less is decided by itself: %j',
    faults => {
      const { round, made } = rounds()
      round(settled, waiting(5_000))
      round(settled, waiting(5_000), { ...noLookFaults, ...faults })
      expect(made()).toBe(2)
    },
  )

  it('one that does something is decided each time', () => {
    const { round, made } = rounds()
    round(settled, writing)
    round(settled, writing)
    expect(made()).toBe(2)
  })

  it('notices before long that rounds it takes for the same wait otherwise, or do something', () => {
    for (const other of [waiting(10_000), writing]) {
      const { round, isHonest } = rounds()
      round(settled, waiting(5_000))
      for (let count = 0; count < 1_000; count += 1) round(later, waiting(5_000))
      expect(isHonest()).toBe(true)
      for (let count = 0; count < 1_000; count += 1) round(later, other)
      expect(isHonest()).toBe(false)
      // told once: worlds that come later are no reason for it
      expect(isHonest()).toBe(true)
    }
  })
})
