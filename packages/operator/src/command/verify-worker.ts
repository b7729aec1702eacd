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
} from '@flink-operator/core/simulation'
import { electionWorlds, verifiedElection } from '@flink-operator/high-availability/simulation'

/** How far each world is looked at. */
export interface HowFar {
  readonly limit?: number
  readonly depth?: number
  /** Seeds of random runs behind the exploration: they find deep stories sooner than breadth-first exploration; they prove nothing. */
  readonly seeds: readonly number[]
}

export interface LookedAt extends Verified {
  /** The first random run that broke something. */
  readonly walked: Story | null
}

/** Looks at one world after the other, and remembers from each what was decided. */
const looker = ({ limit, depth, seeds }: HowFar): (world: SmallWorld) => LookedAt => {
  const explored = worldVerifier({
    env: checkerEnv,
    rows: decisionTableRows,
    ...(limit === undefined ? {} : { limit }),
    ...(depth === undefined ? {} : { depth }),
  })
  return world => ({ ...explored(world), walked: seeds.length === 0 ? null : walkWorld({ env: checkerEnv }, world, seeds) })
}

/** States live shortly: with room for young objects a sixth of the time is saved. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 }

/** A thread that answers the name of a world with what was found in it. It is this very file, or the bundle that holds it (main.ts). */
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
