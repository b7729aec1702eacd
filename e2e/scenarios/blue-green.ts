import type { JsonObject } from '@flink-operator/core'
import { type Any, paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { jobArguments, manifest } from '../harness/manifest.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const name = 'shop'
type Colour = 'blue' | 'green'

const pathOf = (stage: Stage): string => `${paths.flinkBlueGreenDeployments(stage.namespace)}/${name}`

const resourceOf = ({ settings, namespace, version }: Stage): JsonObject => {
  const { spec } = manifest(settings, { namespace, name, version, upgradeMode: 'savepoint', highAvailability: false, jobName: 'first' })
  return {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkBlueGreenDeployment',
    metadata: { namespace, name },
    spec: {
      configuration: {
        'kubernetes.operator.bluegreen.abort.grace-period': '60 s',
        'kubernetes.operator.bluegreen.reconciliation.reschedule-interval': '2 s',
      },
      template: { spec: spec as JsonObject },
    },
  }
}

const words = (resource: Any): string =>
  JSON.stringify({ state: resource?.status?.blueGreenState, job: resource?.status?.jobStatus?.state, error: resource?.status?.error })

/** That colour serves, and nothing is under way. */
const active = async (stage: Stage, colour: Colour, within = 240_000): Promise<Any> =>
  eventually(`${colour} is active`, { within, describe: async () => words(await stage.api.get(pathOf(stage))) }, async () => {
    const found = await stage.api.get(pathOf(stage))
    return found.status?.blueGreenState === `ACTIVE_${colour.toUpperCase()}` && found.status.jobStatus?.state !== 'RECONCILING' ? found
      : null
  })

const childIsGone = (stage: Stage, child: Application): Promise<unknown> =>
  eventually(
    `${child.name} is gone`,
    { within: 120_000, describe: async () => (await child.leftovers()).join(', ') },
    async () => (await stage.api.get(`${paths.flinkDeployments(stage.namespace)}/${child.name}`)) === null,
  )

/** An edit of the template: the other colour comes up from a fresh savepoint, and then the first one goes. */
const switched = async (stage: Stage, from: Application, to: Application, colour: Colour, jobName: string): Promise<Evidence> => {
  const before = await from.checkpointed()
  const began = Date.now()
  await stage.api.mergePatch(pathOf(stage), { spec: { template: { spec: { job: { args: jobArguments(jobName) } } } } })
  await active(stage, colour)
  const seconds = (Date.now() - began) / 1_000
  const text = await proveCarried(to, before, { by: 'savepoint' })
  await childIsGone(stage, from)
  return { text: `${colour} serves after ${seconds.toFixed(1)} s: ${text}; the other one is gone` }
}

/** A template that can't run: the switch is given up, and what served runs on. */
const aborted = async (stage: Stage, serving: Application, colour: Colour): Promise<Evidence> => {
  const before = await serving.run()
  await stage.api.mergePatch(pathOf(stage), { spec: { template: { spec: { image: 'localhost/none:1' } } } })
  const told = await eventually('the switch is given up', {
    within: 240_000,
    describe: async () => words(await stage.api.get(pathOf(stage))),
  }, async () => {
    const { status } = await stage.api.get(pathOf(stage))
    return status.jobStatus?.state === 'FAILING' && status.blueGreenState === `ACTIVE_${colour.toUpperCase()}` ? String(status.error) : null
  })
  const after = await serving.run()
  expect(before !== null && JSON.stringify(before) === JSON.stringify(after), `${colour} did not run on: ${JSON.stringify(after)}`)
  return { text: `${colour} ran on; told: "${told.slice(0, 160)}"` }
}

/** Two colours: a first deployment, a switch with its state, one that is given up, deletion. */
export const blueGreen: Story = {
  name: 'blue-green',
  short: [],
  tell: async stage => {
    await stage.operate()
    const [blue, green] = [stage.adopt(`${name}-blue`), stage.adopt(`${name}-green`)]
    await stage.step('first deployment', async () => {
      const since = Date.now()
      await stage.api.create(paths.flinkBlueGreenDeployments(stage.namespace), resourceOf(stage))
      await active(stage, 'blue')
      const { seen } = await blue.checkpointed()
      return { text: `blue serves after ${((Date.now() - since) / 1_000).toFixed(1)} s, ${seen} seen` }
    })
    await stage.step('switch to green', () => switched(stage, blue, green, 'green', 'second'))
    await stage.step('switch back to blue', () => switched(stage, green, blue, 'blue', 'third'))
    await stage.step('a switch that is given up', () => aborted(stage, blue, 'blue'))
    await stage.step('deletion', async () => {
      const began = Date.now()
      await stage.api.remove(pathOf(stage))
      await eventually(
        'both colours are gone',
        { within: 180_000 },
        async () => [...await blue.leftovers(), ...await green.leftovers()].length === 0 && (await stage.api.get(pathOf(stage))) === null,
      )
      return { text: `all gone ${((Date.now() - began) / 1_000).toFixed(1)} s after the request` }
    })
  },
}
