import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'

const timeout = 'kubernetes.operator.deployment.readiness.timeout'
const rollback = { 'kubernetes.operator.deployment.rollback.enabled': 'true' }
const args = (world: SessionWorld) => world.effects('RunJar').map(it => ('args' in it ? it.args : []))

describe("what takes effect without a restart is read from a session job's newest spec (api-and-config.md, section 8)", () => {
  test('the time to become stable, edited while the job does not come up: rolled back by the new one', () => {
    const world = new SessionWorld({ rest: { flinkConfiguration: { ...rollback, [timeout]: '1 h' } }, job: { args: ['good'] } }).rounds(30)
    world.now += 3_600_000
    world.rounds(5)
    expect(world.status.reconciliationStatus.lastStableSpec).not.toBe(null)
    world.edit({ job: { args: ['bad'] } })
    for (let round = 0; round < 40; round++) {
      const [id = ''] = world.alive
      if (args(world).length > 1) world.setState(id, 'RESTARTING')
      world.rounds(1)
      if (round === 15) world.edit({ rest: { flinkConfiguration: { ...rollback, [timeout]: '1 s' } } })
    }
    expect(args(world)).toEqual([['good'], ['bad'], ['good']])
  })
})
