import { setTimeout as pause } from 'node:timers/promises'
import { type ApiProxy, startApiProxy } from '../harness/api-proxy.ts'
import { eventually } from '../harness/eventually.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { deployFleet, type Fleet } from './fleet.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const outageOf = (stage: Stage): number => (stage.short ? 15_000 : 60_000)

/** Once the operator has done something that it had not done before. */
const doneNow = async (operator: OperatorProcess, effect: RegExp, before: number): Promise<string> =>
  eventually(
    `the operator does ${String(effect)}`,
    { within: 120_000, every: 5 },
    async () => operator.effects().slice(before).find(it => effect.test(it)),
  )

interface Scene {
  readonly proxy: ApiProxy
  readonly operator: OperatorProcess
  readonly fleet: Fleet
}

/** The API server is away for the operator from the moment of an effect on; a further edit comes while it is. */
const outage = async (stage: Stage, { proxy, operator, fleet }: Scene, effect: RegExp): Promise<Evidence> => {
  const before = operator.effects().length
  for (const mode of fleet.modes) await fleet.edit(mode, 'rename')
  const seen = await doneNow(operator, effect, before)
  await proxy.refuse()
  const underWay = await fleet.underWay()
  await pause(outageOf(stage) / 2)
  await fleet.edit(fleet.modes[0]!, 'rename')
  await pause(outageOf(stage) / 2)
  await proxy.accept()
  const back = Date.now()
  await fleet.allArrived()
  return {
    text: `away for ${outageOf(stage) / 1_000} s after "${seen.replace(/[0-9a-f]{32}/g, '…').slice(0, 60)}", under way: ${
      underWay.join(', ')
    }; an edit meanwhile; all arrived ${((Date.now() - back) / 1_000).toFixed(0)} s later; ${fleet.account()}`,
  }
}

/** Edits must be noticed although the watches that would tell them are broken all the time. */
const cutWatches = async (stage: Stage, { proxy, operator, fleet }: Scene): Promise<Evidence> => {
  const cuts = stage.short ? 5 : 20
  const broken: number[] = []
  const [mode] = fleet.modes
  const before = operator.effects().length
  broken.push(proxy.cut())
  await fleet.edit(mode!, 'rename')
  const edited = Date.now()
  await doneNow(operator, /^write status/, before)
  const noticed = (Date.now() - edited) / 1_000
  for (const other of fleet.modes.slice(1)) await fleet.edit(other, 'rename')
  for (let cut = 1; cut < cuts; cut++) {
    await pause(1_000)
    broken.push(proxy.cut())
  }
  await fleet.allArrived()
  expect(broken.some(it => it > 0), 'no connection was there to be cut')
  return {
    text: `${
      broken.reduce((sum, it) => sum + it, 0)
    } connections broken in ${cuts} cuts; an edit right after the first was acted on after ${noticed.toFixed(1)} s; ${fleet.account()}`,
  }
}

/** The operator reaches its API server through a proxy that fails. Flink's own pods are not troubled. */
export const chaosApiServer: Story = {
  name: 'chaos-api-server',
  short: [],
  tell: async stage => {
    const proxy = await startApiProxy(stage.operatorKubeconfig, stage.folder)
    try {
      let scene: Scene
      await stage.step('deploy through a proxy', async () => {
        const operator = await stage.operate(undefined, proxy.kubeconfig)
        scene = { proxy, operator, fleet: await deployFleet(stage, { modes: ['savepoint', 'last-state'] }) }
        return { text: scene.fleet.modes.join(', ') }
      }, { short: true })
      await stage.step('watch connections cut again and again', () => cutWatches(stage, scene), { short: true })
      await stage.step('API server away from the stop on', () => outage(stage, scene, /^stop job|^patch Deployment/), { short: true })
      await stage.step('API server away between two creates', () => outage(stage, scene, /^create /))
      await stage.step('arrived', async () => {
        await scene.fleet.settle()
        return { text: `${scene.fleet.account()}; state never went back` }
      }, { short: true })
    } finally {
      await proxy.stop()
    }
  },
}
