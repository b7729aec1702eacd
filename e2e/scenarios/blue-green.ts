import { abortSeconds, type BlueGreen, type Colour, createBlueGreen, otherColour } from '../harness/blue-green.ts'
import { eventually } from '../harness/eventually.ts'
import { jobArguments } from '../harness/manifest.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Story } from './story.ts'

const ingressLeadsTo = async (it: BlueGreen, colour: Colour): Promise<string> => {
  const backends = await it.backends()
  const wanted = `${it.child(colour).name}-rest`
  expect(backends.length > 0 && backends.every(name => name === wanted), `the ingress leads to ${backends.join(', ')}, not to ${wanted}`)
  return `the ingress leads to ${wanted}`
}

/** An edit of the template: the other colour comes up from a fresh savepoint of the job that counts, and then the first one goes. */
const switched = async (it: BlueGreen, from: Colour, jobName: string): Promise<Evidence> => {
  const to = otherColour(from)
  const before = await it.child(from).checkpointed()
  const began = Date.now()
  const generation = await it.edit({ job: { args: jobArguments(jobName) } })
  await it.serves(to, generation)
  const seconds = (Date.now() - began) / 1_000
  const { metadata } = await it.child(to).resource()
  await it.child(to).stable(metadata.generation, jobName)
  const text = await proveCarried(it.child(to), before, { by: 'savepoint' })
  let left: readonly string[] = []
  await eventually(`nothing of ${from} is left`, { within: 120_000, describe: () => left.join(', ') }, async () => {
    left = await it.child(from).leftovers()
    return left.length === 0
  })
  return { text: `${to} serves after ${seconds.toFixed(1)} s: ${text}; ${await ingressLeadsTo(it, to)}; nothing of ${from} is left` }
}

/** A job whose class is nowhere: the switch is given up, what served runs on as it was, and the next edit goes through. */
const givenUp = async (it: BlueGreen, serving: Colour): Promise<Evidence> => {
  const [child, other] = [it.child(serving), it.child(otherColour(serving))]
  const [run, { spec }] = [await child.run(), await child.resource()]
  await it.edit({ job: { entryClass: 'NoSuchClass' } })
  const error = await eventually(
    'the switch is given up',
    { within: (abortSeconds + 120) * 1_000, describe: async () => JSON.stringify((await it.resource()).status).slice(0, 1_000) },
    async () => {
      const { status } = await it.resource()
      const isOver = status.blueGreenState === `ACTIVE_${serving.toUpperCase()}` && status.operation == null
      return isOver && status.jobStatus.state === 'FAILING' ? String(status.error) : null
    },
  )
  expect(/Aborting deployment/.test(error), `the error is ${error}`)
  const [now, after] = [await child.run(), await child.resource()]
  expect(run !== null && JSON.stringify(now) === JSON.stringify(run), `${serving} did not run on: ${JSON.stringify(now)}`)
  expect(JSON.stringify(after.spec) === JSON.stringify(spec), `the spec of ${child.name} was changed`)
  const leads = await ingressLeadsTo(it, serving)
  await it.serves(serving, await it.edit({ job: { entryClass: null } }))
  await eventually(`${other.name} is gone`, { within: 120_000 }, async () => (await other.leftovers()).length === 0)
  expect(JSON.stringify(await child.run()) === JSON.stringify(run), `${serving} did not run on when the edit was taken back`)
  return { text: `${serving} ran on, ${leads}; told: "${error.slice(0, 160)}"; taken back: nothing of ${other.name} is left` }
}

/** In place, with a savepoint. */
const suspendedAndResumed = async (it: BlueGreen, serving: Colour): Promise<Evidence> => {
  const child = it.child(serving)
  const before = await child.checkpointed()
  await it.serves(serving, await it.edit({ job: { state: 'suspended' } }), 'SUSPENDED')
  expect((await child.run()) === null, 'the job still runs')
  await it.serves(serving, await it.edit({ job: { state: 'running' } }))
  const text = await proveCarried(child, before, { by: 'savepoint' })
  return { text: `${text}; ${await ingressLeadsTo(it, serving)}` }
}

/** Its children go by their own finalizers, jobs first. */
const deleted = async (it: BlueGreen): Promise<Evidence> => {
  const before = await it.leftovers()
  const began = Date.now()
  await it.remove()
  let left: readonly string[] = []
  await eventually('everything is gone', { within: 180_000, describe: () => left.join(', ') }, async () => {
    left = await it.leftovers()
    return left.length === 0
  })
  return { text: `${before.length} objects gone ${((Date.now() - began) / 1_000).toFixed(1)} s after the request` }
}

/** Two colours of a job that counts, behind one ingress. */
export const blueGreen: Story = {
  name: 'blue-green',
  short: ['1.20'],
  tell: async stage => {
    let it!: BlueGreen
    await stage.operate()
    await stage.step('first deployment', async () => {
      const since = Date.now()
      it = await createBlueGreen(stage, 'shop')
      await it.serves('blue', 1)
      const seconds = (Date.now() - since) / 1_000
      const { seen } = await it.child('blue').checkpointed()
      return { text: `blue serves after ${seconds.toFixed(1)} s, ${seen} seen; ${await ingressLeadsTo(it, 'blue')}` }
    }, { short: true })
    await stage.step('switch to green', () => switched(it, 'blue', 'second'), { short: true })
    await stage.step('a switch that is given up', () => givenUp(it, 'green'))
    await stage.step('suspend and resume', () => suspendedAndResumed(it, 'green'))
    await stage.step('switch back to blue', () => switched(it, 'green', 'third'))
    await stage.step('deletion', () => deleted(it), { short: true })
  },
}
