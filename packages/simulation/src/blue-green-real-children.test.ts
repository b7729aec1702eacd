import { describe, expect, test } from 'vitest'
import type { BlueGreenObserved } from '@flink-operator/core/kind/flink-blue-green-deployment'
import { kindOf } from '@flink-operator/kinds'
import type { AnyRules } from '@flink-operator/core/round'
import { checkerEnv } from './checker/checker-env.ts'
import { verify, walkWorld } from './checker/verify.ts'
import { realSwitches } from './kind/flink-blue-green-deployment/blue-green-worlds.ts'

describe('P01 P02 B107 a switch whose children have an operator and a cluster each', () => {
  test.each(realSwitches.map(world => [world.name, world] as const))(
    '%s: P06 the operator dies somewhere, for all kinds, and the other colour serves in the end',
    (_name, world) => {
      const states = new Set<string | null>()
      const sound = kindOf('FlinkBlueGreenDeployment')
      const reported: AnyRules = {
        ...sound,
        reconcile: (desired, observed, env) => {
          states.add((observed as BlueGreenObserved).status.blueGreenState)
          return sound.reconcile(desired, observed, env)
        },
      }
      expect(walkWorld({ env: checkerEnv, kinds: { FlinkBlueGreenDeployment: reported } }, world, [1, 2, 3])).toBeNull()
      expect([...states]).toEqual(expect.arrayContaining(['ACTIVE_BLUE', 'TRANSITIONING_TO_GREEN', 'ACTIVE_GREEN']))
    },
    120_000,
  )

  test.each(realSwitches.map(world => [world.name, world] as const))('%s: the first 8,000 states', (_name, world) => {
    expect(verify({ env: checkerEnv, worlds: [world], limit: 8_000 }).violations.map(({ property, what }) => `${property} ${what}`))
      .toEqual([])
  }, 120_000)
})
