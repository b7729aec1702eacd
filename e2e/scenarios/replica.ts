import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiProxy, startApiProxy } from '../harness/api-proxy.ts'
import { eventually } from '../harness/eventually.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import type { Random } from '../harness/random.ts'
import type { Fleet } from './fleet.ts'
import { leadsSince, neverBoth, standIn } from './election.ts'
import { expect, type Stage } from './story.ts'

/** An operator, and the way by which it reaches its API server. */
export interface Replica {
  readonly process: OperatorProcess
  readonly proxy: ApiProxy
}

export interface Scene {
  readonly fleet: Fleet
  readonly random: Random
  replicas: readonly Replica[]
  /** How often one ended that could not renew its Lease in time, though nobody did anything to it: the machine was too busy. */
  gaveUp: number
}

let proxies = 0

/** Starts one. */
export const replica = async (stage: Stage, shards = 1): Promise<Replica> => {
  const folder = join(stage.folder, `proxy-${++proxies}`)
  mkdirSync(folder, { recursive: true })
  const proxy = await startApiProxy(stage.operatorKubeconfig, folder)
  return { proxy, process: await standIn(stage, proxy.kubeconfig, shards) }
}

export const leads = ({ process }: Replica): boolean => leadsSince(process) !== null && process.exit() === null

/** The only one that leads. */
export const theLeader = (replicas: readonly Replica[]): Promise<Replica> =>
  eventually('one of them leads', { within: 60_000, every: 50 }, async () => {
    const leading = replicas.filter(leads)
    expect(leading.length <= 1, `${leading.length} lead at once`)
    return leading[0]
  })

/** Whoever has ended is started again, as a Deployment does; what it was before did nothing once another led. */
export const complete = async (stage: Stage, scene: Scene): Promise<Replica> => {
  const ended = scene.replicas.filter(({ process }) => process.exit() !== null)
  scene.gaveUp += ended.length
  scene.replicas = scene.replicas.filter(it => !ended.includes(it))
  for (const { proxy } of ended) {
    await proxy.stop()
    scene.replicas = [...scene.replicas, await replica(stage)]
  }
  const leader = await theLeader(scene.replicas)
  for (const { process } of ended) neverBoth(process, leader.process, leadsSince(leader.process)!)
  return leader
}

/** `1.2 to 3.4 s (middle 2.0 s)`. */
export const range = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b)
  return `${sorted[0]?.toFixed(1) ?? ''} to ${sorted.at(-1)?.toFixed(1) ?? ''} s (middle ${sorted[sorted.length >> 1]?.toFixed(1) ?? ''} s)`
}
