import { eventually } from '../harness/eventually.ts'
import { jobArguments } from '../harness/manifest.ts'
import { type BlueGreen, createBlueGreen } from '../harness/blue-green.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** A switch in which the operator is killed after so many effects, those of the children's rounds among them: it arrives all the same. */
const oneSwitch = async (stage: Stage, boundary: number): Promise<Evidence & { readonly effects: readonly string[] }> => {
  const first = await stage.operate()
  const it: BlueGreen = await createBlueGreen(stage, { upgradeMode: 'savepoint', of: `bg-${String(boundary)}` })
  await it.arrives('ACTIVE_BLUE', 1)
  const before = await it.child('blue').checkpointed()
  await first.stop()
  const doomed = await stage.operate(boundary === 0 ? undefined : `after:${boundary}`)
  const generation = await it.edit({ job: { args: jobArguments('second') } })
  await eventually(
    'the operator dies, or green serves',
    { within: 420_000 },
    async () => doomed.exit() !== null || (await it.resource()).status?.blueGreenState === 'ACTIVE_GREEN',
  )
  const died = doomed.exit() !== null
  const effects = doomed.effects()
  if (died) expect(doomed.exit()?.signal === 'SIGKILL', `the operator ended by itself: ${JSON.stringify(doomed.exit())}`)
  else await doomed.stop()
  const next = await stage.operate()
  await it.arrives('ACTIVE_GREEN', generation)
  const text = await proveCarried(it.child('green'), before, { by: 'savepoint' })
  expect((await it.child('blue').resource()) === null, 'blue is still there')
  await it.remove()
  await eventually('all is gone', { within: 180_000 }, async () => (await it.child('green').leftovers()).length === 0)
  await next.stop()
  return { effects, text: `${died ? 'killed' : 'nothing was left to kill'}; ${text}` }
}

/** An effect without what differs from run to run. */
const nameOf = (effect = ''): string => effect.replace(/[0-9a-f]{32}/g, '…').replace(/^(write status: .{0,60}).*/s, '$1').slice(0, 100)

/** The operator killed at each boundary of a blue/green switch. */
export const crashBlueGreen: Story = {
  name: 'crash-blue-green',
  short: [],
  tell: async stage => {
    let effects: readonly string[] = []
    await stage.step('a switch without a crash', async () => {
      const done = await oneSwitch(stage, 0)
      effects = done.effects
      return { text: `${effects.length} effects; ${done.text}` }
    })
    for (const boundary of stage.settings.boundaries ?? effects.map((_, index) => index + 1)) {
      await stage.step(
        `killed after effect ${boundary}: ${nameOf(effects[boundary - 1])}`,
        () => oneSwitch(stage, boundary),
        { independent: true },
      )
      await stage.calm()
    }
  },
}
