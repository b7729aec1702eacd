import { type BlueGreen, type Colour, createBlueGreen, otherColour } from '../harness/blue-green.ts'
import { eventually } from '../harness/eventually.ts'
import { jobArguments } from '../harness/manifest.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** What is switched: its colours serve in turns. */
interface Switching {
  readonly it: BlueGreen
  readonly serving: Colour
}

const deployed = async (stage: Stage, name: string): Promise<Switching> => {
  const operator = await stage.operate()
  const it = await createBlueGreen(stage, name)
  await it.serves('blue', 1)
  await it.child('blue').checkpointed()
  await operator.stop()
  return { it, serving: 'blue' }
}

/** A switch in which the operator is killed after so many effects, those of the children's rounds among them; 0: not at all. */
const switchKilled = async (
  stage: Stage,
  { it, serving }: Switching,
  boundary: number,
): Promise<Evidence & { readonly effects: readonly string[] }> => {
  const next = otherColour(serving)
  const before = await it.child(serving).checkpointed()
  const doomed = await stage.operate(boundary === 0 ? undefined : `after:${boundary}`)
  const generation = await it.edit({ job: { args: jobArguments(`switch-${boundary}`) } })
  await eventually('the operator dies, or the switch ends before', { within: 300_000 }, async () => {
    const { status } = await it.resource()
    return doomed.exit() !== null || (status.observedGeneration === generation && status.jobStatus.state === 'RUNNING')
  })
  const death = doomed.exit()
  const effects = doomed.effects()
  if (death === null) await doomed.stop()
  else expect(death.signal === 'SIGKILL', `the operator ended by itself: ${JSON.stringify(death)}`)
  const successor = await stage.operate()
  await it.serves(next, generation)
  const text = await proveCarried(it.child(next), before, { by: 'savepoint' })
  await eventually(`nothing of ${serving} is left`, { within: 120_000 }, async () => (await it.child(serving).leftovers()).length === 0)
  await successor.stop()
  return { effects, text: `${death === null && boundary > 0 ? 'nothing was left to kill; ' : ''}${next} ${text}` }
}

/** An effect without what differs from run to run. */
const nameOf = (effect = ''): string =>
  effect.replace(/[0-9a-f]{32}/g, '…').replace(/^(event \w+): .*/s, '$1').replace(/^(write status: .{0,60}).*/s, '$1').slice(0, 100)

/** The operator killed at each boundary of a blue/green switch: one colour serves in the end, with the state of the other one. */
export const crashBlueGreen: Story = {
  name: 'crash-blue-green',
  short: [],
  tell: async stage => {
    let what!: Switching
    let effects: readonly string[] = []
    await stage.step('a switch without a crash', async () => {
      what = await deployed(stage, 'shop')
      const done = await switchKilled(stage, what, 0)
      effects = done.effects
      what = { ...what, serving: otherColour(what.serving) }
      return { text: `${effects.length} effects; ${done.text}` }
    })
    for (const boundary of stage.settings.boundaries ?? effects.map((_, index) => index + 1)) {
      const passed = await stage.step(
        `killed after effect ${boundary}: ${nameOf(effects[boundary - 1])}`,
        () => switchKilled(stage, what, boundary),
        { independent: true },
      )
      what = { ...what, serving: otherColour(what.serving) }
      if (!passed) {
        // where that one ended is not known: the next boundary begins on another one
        await stage.calm()
        what = await deployed(stage, `shop-${boundary}`)
      }
    }
  },
}
