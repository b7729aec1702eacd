import { describe, expect, test } from 'vitest'
import { checkerEnv, type SmallWorld, verify, walkWorld } from './index.ts'
import { applicationWorlds, largeApplicationWorlds, walkedApplicationWorlds } from './kind/flink-application/application-worlds.ts'

const explored = { env: checkerEnv }
const worlds = [...applicationWorlds, ...largeApplicationWorlds, ...walkedApplicationWorlds]

/** Small enough to be explored whole in a moment. */
const isClosed = ({ name }: SmallWorld): boolean =>
  [
    /^applications\/(dual|blue-green)\/(tamper\/idle\/removed-(status|phase|deployHash|jobStatus|savepointPath|operation|operatorRecord|failedDeployHash)|first-deploy|delete)\/(no-fault|calm)$/u,
    /^applications\/dual\/delete\/answers$/u,
    /^applications\/dual\/(slow-first-deploy|slow-delete|broken-first-deploy|in-place|delete-cancel|delete-none|invalid|another-mode)\/no-fault$/u,
  ].some(pattern => pattern.test(name))
/** Too large to be explored whole here, so at random: edits, crashes and faults in the middle. */
const isWalked = (world: SmallWorld): boolean => !isClosed(world) && !/\/(no-fault|late|second-operator)$/u.test(world.name)

describe('a FlinkApplication', () => {
  test.each(worlds.filter(isClosed).map(world => [world.name, world] as const))(
    'P01 P02 P03 P05 P06 P08 P14 P19 hold in each state of %s',
    (_name, world) => {
      const { violations, worlds: [report] } = verify({ ...explored, worlds: [world], limit: 12_000 })
      expect(violations).toEqual([])
      expect(report?.closed).toBe(true)
    },
    120_000,
  )

  test.each(worlds.filter(isWalked).map(world => [world.name, world] as const))(
    'P01 P02 P03 P05 P06 P14 P19 hold on random walks through %s',
    (_name, world) => {
      expect(walkWorld(explored, world, [1, 2])).toBeNull()
    },
    120_000,
  )
})
