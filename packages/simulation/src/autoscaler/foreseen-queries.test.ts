import { describe, expect, test } from 'vitest'
import { application, constant, minute, ran } from '../../fixtures/autoscaled-jobs.ts'
import { checkerEnv } from '../checker/checker-env.ts'
import { lookAndDecide } from '../checker/drive-process.ts'
import { memoryOf } from '../checker/memory.ts'
import { noLookFaults } from '../world/look-faults.ts'
import { flinkDeploymentOf } from '../world/resources.ts'
import { step } from '../world/step-world.ts'
import { foreseenQueries } from './foreseen-queries.ts'

describe('what a round of an autoscaled job is foreseen to ask', () => {
  test('P14 W46 metrics vanish and return: no answer is taken for that to another question', () => {
    const { base } = memoryOf({ env: checkerEnv })
    const foreseen = { ...foreseenQueries(), isSample: () => true }
    const sampled = step(ran(application(constant(50)), 3).world, { _tag: 'PassTime', millis: 2 * minute })
    const [kind] = base.kinds
    const asked = (['Missing', 'None', 'None'] as const).map(broken => {
      const world = step(sampled, { _tag: 'ChangeLoad', job: 'app', change: { broken }, name: broken })
      const decision = lookAndDecide(
        { ...base, foreseen, onDecision: () => undefined },
        kind!,
        world,
        flinkDeploymentOf(world)!,
        noLookFaults,
        0,
      )
      return [decision?.actions.map(({ _tag }) => _tag), foreseen.isHonest()]
    })
    expect(asked).toEqual([
      [['EmitEvent', 'Requeue'], true],
      [['WriteAutoscalerState', 'Requeue'], true],
      [['WriteAutoscalerState', 'Requeue'], true],
    ])
  })
})
