import { type Any, paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { type BlueGreen, createBlueGreen } from '../harness/blue-green.ts'
import { eventually } from '../harness/eventually.ts'
import { jobArguments } from '../harness/manifest.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const often = 50

/** Removes the path of the savepoint from the operation in progress as soon as it is there. */
const pathRemoved = (stage: Stage, it: BlueGreen): Promise<string> =>
  eventually('the operation has a savepoint', { within: 120_000, every: often }, async () => {
    const { status, metadata } = await it.resource()
    const path = (status?.operation?.savepointPath ?? null) as string | null
    if (path === null) return null
    await stage.api.mergePatch(`${paths.flinkBlueGreenDeployments(stage.namespace)}/${it.name}/status`, {
      metadata: { resourceVersion: metadata.resourceVersion },
      status: { operation: { savepointPath: null } },
    })
    return path
  })

/** A13: without the path of the savepoint, the other colour is not started from nothing. */
const withoutPath = async (stage: Stage, it: BlueGreen): Promise<Evidence> => {
  const before = await it.child('blue').checkpointed()
  const generation = await it.edit({ job: { args: jobArguments('second') } })
  const path = await pathRemoved(stage, it)
  await it.serves('green', generation)
  const { metadata } = await it.child('green').resource()
  await it.child('green').stable(metadata.generation, 'second')
  return {
    text: `${path.replace(/^.*\//u, '')} was removed from the record; ${await proveCarried(it.child('green'), before, {
      by: 'savepoint',
    })}`,
  }
}

const ownersPatched = (stage: Stage, child: Application, ownerReferences: readonly Any[] | null): Promise<Any> =>
  stage.api.mergePatch(`${paths.flinkDeployments(stage.namespace)}/${child.name}`, { metadata: { ownerReferences } })

/** A01: in the middle of a switch the child that serves loses its owner reference: it is named, and the switch waits. */
const ownerStripped = async (stage: Stage, it: BlueGreen): Promise<Evidence> => {
  const [old, next] = [it.child('green'), it.child('blue')]
  const { metadata: { ownerReferences } } = await old.resource()
  const generation = await it.edit({ job: { args: jobArguments('third') } })
  await eventually('the other colour is created', { within: 120_000, every: often }, async () => (await next.resource()) !== null)
  await ownersPatched(stage, old, null)
  const told = await eventually('the child without an owner is reported', { within: 240_000 }, async () => {
    const { status } = await it.resource()
    const ready = status.conditions.find(({ type }: Any) => type === 'Ready')
    expect(ready?.status !== 'True' || status.observedGeneration !== generation, 'the switch is over, and the old child was left running')
    const text = `${status.error ?? ''} ${ready?.message ?? ''}`
    return text.includes(old.name) ? text : null
  })
  await ownersPatched(stage, old, ownerReferences)
  await it.serves('blue', generation)
  let left: readonly string[] = []
  await eventually('nothing of green is left', { within: 180_000, describe: () => left.join(', ') }, async () => {
    left = await old.leftovers()
    return left.length === 0
  })
  return { text: `told: "${told.slice(0, 200)}"; with the owner reference put back the switch ended` }
}

/** Records of a blue/green deployment are lost in the middle of a switch. */
export const tamperedBlueGreen: Story = {
  name: 'tampered-blue-green',
  short: [],
  tell: async stage => {
    let it!: BlueGreen
    await stage.operate()
    await stage.step('first deployment', async () => {
      it = await createBlueGreen(stage, 'shop')
      await it.serves('blue', 1)
      const { seen } = await it.child('blue').checkpointed()
      return { text: `blue serves, ${seen} seen` }
    })
    await stage.step('A13 the path of the savepoint is removed in a switch', () => withoutPath(stage, it))
    await stage.step('A01 the owner reference of the old child is removed in a switch', () => ownerStripped(stage, it))
  },
}
