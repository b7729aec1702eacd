import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decidedIn, done, gone, later, savepointsDone, served } from '../../../packages/core/fixtures/blue-green.ts'
import { type Play, type PlayedChild, aPlay } from '../../../packages/core/fixtures/played-blue-green.ts'
import { type BlueGreen, parentUid } from '../../../packages/core/fixtures/a-blue-green.ts'
import { namespace } from '../../../packages/core/fixtures/flink-deployment-resource.ts'
import { decodeFlinkBlueGreenDeployment } from '../../../packages/core/src/kind/flink-blue-green-deployment/blue-green-codec.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { sessionView } from './corpus-world.ts'

/** A FlinkBlueGreenDeployment and its children at one moment, as the reference operator really wrote them. */
export interface BlueGreenEntry {
  readonly id: string
  /** What a person did last. */
  readonly situation: string
  readonly resource: JsonObject & { readonly metadata: JsonObject; readonly status?: JsonObject }
  readonly children: readonly (JsonObject & { readonly metadata: JsonObject })[]
}

/** By the names of the played world. */
const renamed = (line: string): string =>
  line.replaceAll('bb9a22e6-f3bb-4381-9aa4-97b953074cf7', parentUid).replaceAll('"bg-', '"app-').replaceAll('"name":"bg"', '"name":"app"')
    .replaceAll('"namespace":"bluegreen"', `"namespace":"${namespace}"`)

export const blueGreenCorpus: readonly BlueGreenEntry[] = gunzipSync(
  readFileSync(join(import.meta.dirname, '../../data/blue-green-corpus.jsonl.gz')),
).toString('utf8').split('\n').filter(line => line !== '').map(line => JSON.parse(renamed(line)) as BlueGreenEntry)

/** As its status says. */
export const phaseOf = ({ resource }: BlueGreenEntry): string => (resource.status?.['blueGreenState'] ?? 'no status') as string

const parentOf = (resource: JsonObject): BlueGreen => {
  const read = decodeFlinkBlueGreenDeployment(resource)
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  return read.right
}

const childOf = (child: JsonObject): PlayedChild => {
  const view = sessionView(child)
  const { jobId, state, startTime } = view.status.jobStatus
  const runs = jobId !== null && view.status.jobManagerDeploymentStatus === 'READY'
  return { view, job: runs ? { jobId, state: state ?? 'RUNNING', startTime: Number(startTime ?? 0) } : null }
}

const worldOf = ({ resource, children }: BlueGreenEntry): Play => {
  const parent = parentOf(resource)
  const { savepointTriggerId } = parent.status
  return {
    ...aPlay(parent),
    now: parent.meta.creationTimestamp + 120_000,
    children: Object.fromEntries(children.map(child => [child.metadata['name'] as string, childOf(child)])),
    savepoints: savepointTriggerId === null ? {} : { [savepointTriggerId]: null },
  }
}

const isServed = ({ view: { meta, status } }: PlayedChild): boolean =>
  status.lifecycleState === 'STABLE' && status.observedGeneration === meta.generation

/** What happens by itself: children come up or go, savepoints complete. */
const happened = (play: Play): Play =>
  Object.entries(play.children).reduce(
    (it, [name, child]) =>
      child === undefined ? it : child.view.meta.deletionTimestamp !== null ? gone(it, name) : isServed(child) ? it : served(it, name),
    later(savepointsDone(play), 5_000),
  )

export interface BlueGreenCourse {
  readonly end: string
  readonly effects: readonly string[]
  readonly quiet: boolean
  /** Was there a moment without any child that runs, though one ran at the beginning? */
  readonly everWithout: boolean
}

const hasRunning = ({ children }: Play): boolean =>
  Object.values(children).some(child => child !== undefined && child.job !== null && child.view.meta.deletionTimestamp === null)

/** Our rounds, until some of them have nothing new. */
export const blueGreenCourseOf = (entry: BlueGreenEntry): BlueGreenCourse => {
  const start = worldOf(entry)
  const ran = hasRunning(start)
  const go = (play: Play, idle: number, left: number, everWithout: boolean): BlueGreenCourse => {
    const after = decidedIn(play).actions.reduce(done, play)
    const isIdle = JSON.stringify({ ...after, now: 0 }) === JSON.stringify({ ...play, now: 0 })
    const without = everWithout || (ran && !hasRunning(after))
    if (idle === 30 || left === 0)
      return { end: endOf(after), effects: after.log, quiet: idle === 30, everWithout: without }
    return go(happened(after), isIdle ? idle + 1 : 0, left - 1, without)
  }
  return go(start, 0, 150, false)
}

const endOf = ({ parent, children }: Play): string =>
  parent === null ? 'gone'
    : `${parent.status.blueGreenState ?? 'no state'}, job ${parent.status.jobStatus.state ?? 'none'}, ${
      Object.keys(children).toSorted().join(' and ')
    }${parent.status.error === null ? '' : ` (${parent.status.error})`}`
