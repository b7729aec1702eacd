import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import {
  allWorlds,
  checkerEnv,
  decisionTableRows,
  type SmallWorld,
  type Story,
  type Verified,
  walkWorld,
  worldVerifier,
} from '@flink-operator/simulation'
import { electionWorlds, verifiedElection } from '@flink-operator/high-availability/simulation'

/** How far each world is explored. */
export interface HowFar {
  readonly limit?: number
  readonly depth?: number
  /** Seeds of random runs after the exploration. They find deep stories sooner than breadth-first exploration, but prove nothing. */
  readonly seeds: readonly number[]
}

export interface LookedAt extends Verified {
  /** The first random run that violated a property. */
  readonly walked: Story | null
}

/** Explores one world after the other, and reuses the decisions of earlier worlds. */
const looker = ({ limit, depth, seeds }: HowFar): (world: SmallWorld) => LookedAt => {
  const explored = worldVerifier({
    env: checkerEnv,
    rows: decisionTableRows,
    ...(limit === undefined ? {} : { limit }),
    ...(depth === undefined ? {} : { depth }),
  })
  return world => ({ ...explored(world), walked: seeds.length === 0 ? null : walkWorld({ env: checkerEnv }, world, seeds) })
}

/** Most states are short-lived: a larger young generation saves a sixth of the time. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 }

/** A thread that gets the name of a world and answers with the findings. It runs this file, or the bundle (main.ts). */
export const verifyWorker = (howFar: HowFar): Worker =>
  new Worker(new URL(import.meta.url), { workerData: { verify: howFar }, resourceLimits })

if (!isMainThread && parentPort !== null) {
  const port = parentPort
  const { verify: howFar } = workerData as { readonly verify: HowFar }
  const look = looker(howFar)
  const byName = new Map(allWorlds.map(world => [world.name, world]))
  port.on('message', (name: string) => {
    const election = electionWorlds.find(it => it.name === name)
    if (election !== undefined) {
      port.postMessage({ ...verifiedElection(election, howFar.limit, howFar.depth), walked: null } satisfies LookedAt)
      return
    }
    const world = byName.get(name)
    if (world === undefined) throw new Error(`there is no world ${name}`)
    port.postMessage(look(world))
  })
}
