import { ofSessionJob, remove } from '../checker/edits.ts'
import type { Edit, FaultKind } from '../checker/move.ts'
import type { SmallWorld } from '../checker/small-world.ts'
import type { JobLoad, LoadVertex } from './autoscaled.ts'
import {
  arrive,
  excluded,
  limited,
  metricsAreNaN,
  metricsIncomplete,
  metricsReturn,
  metricsVanish,
  off,
  on,
  reset,
  restarted,
  resumed,
  suspended,
  tamperWith,
  upgraded,
} from './load-edits.ts'
import { runOf } from './run-of.ts'

const source: LoadVertex = {
  id: `${'0'.repeat(31)}a`,
  name: 'in',
  inputs: [],
  capacity: 100,
  selectivity: 0,
  partitions: null,
}

/** One vertex, whose subtasks process 100 records per second each. */
export const oneVertex = (perSecond: number, more: Partial<LoadVertex> = {}): JobLoad => ({
  vertices: [{ ...source, ...more }],
  arrivals: [{ from: 0, perSecond }],
  lag: 0,
  mostLag: 4_000,
  broken: 'None',
})

/** Short windows: a decision rests on two samples. */
export const autoscaled = {
  'job.autoscaler.enabled': 'true',
  'job.autoscaler.stabilization.interval': '5 s',
  'job.autoscaler.metrics.window': '5 s',
  'job.autoscaler.scale-down.interval': '10 s',
  'job.autoscaler.restart.time': '15 s',
  'job.autoscaler.catch-up.duration': '1 min',
  'job.autoscaler.observed-true-processing-rate.lag-threshold': '1 d',
  'job.autoscaler.vertex.max-parallelism': '8',
  'job.autoscaler.history.max.count': '1',
}

interface LoadStory {
  readonly name: string
  readonly load: JobLoad
  readonly edits: readonly Edit[]
  readonly configuration?: Readonly<Record<string, string>>
}

const constant = { name: 'constant', load: oneVertex(150), edits: [] }

const stories: readonly LoadStory[] = [
  constant,
  { name: 'step-up', load: oneVertex(50), edits: [arrive(150)] },
  { name: 'step-down', load: oneVertex(400), edits: [arrive(50)] },
  { name: 'wave', load: oneVertex(50), edits: [arrive(150), arrive(50)] },
  { name: 'spike', load: oneVertex(50), edits: [arrive(500), arrive(50)] },
  { name: 'dead-source', load: oneVertex(150), edits: [arrive(0), arrive(150)] },
  { name: 'skew', load: oneVertex(150, { scalability: 0.5 }), edits: [] },
  { name: 'few-partitions', load: oneVertex(150, { partitions: 2 }), edits: [] },
  { name: 'metrics-vanish', load: oneVertex(150), edits: [metricsVanish, metricsReturn] },
  { name: 'metrics-nan', load: oneVertex(150), edits: [metricsAreNaN, metricsReturn] },
  { name: 'metrics-incomplete', load: oneVertex(150), edits: [metricsIncomplete, metricsReturn] },
  { name: 'state-removed', load: oneVertex(150), edits: [tamperWith('Removed', 1)] },
  { name: 'state-emptied', load: oneVertex(150), edits: [tamperWith('Emptied', 1)] },
  { name: 'state-put-back', load: oneVertex(150), edits: [tamperWith('BackedUp', 0), tamperWith('PutBack', 1)] },
  { name: 'state-unreadable', load: oneVertex(150), edits: [tamperWith('Unreadable', 0)] },
  { name: 'state-without-overrides', load: oneVertex(150), edits: [tamperWith('WithoutOverrides', 1)] },
  { name: 'state-without-history', load: oneVertex(150), edits: [tamperWith('WithoutHistory', 0)] },
  { name: 'state-too-large', load: oneVertex(150), edits: [tamperWith('TooLarge', 0)] },
  { name: 'off', load: oneVertex(150), edits: [off] },
  { name: 'state-removed-off', load: oneVertex(150), edits: [tamperWith('Removed', 1), off] },
  { name: 'off-on', load: oneVertex(150), edits: [off, on] },
  { name: 'limited', load: oneVertex(150), edits: [limited] },
  { name: 'excluded', load: oneVertex(150), edits: [excluded] },
  { name: 'reset', load: oneVertex(150), edits: [reset] },
  { name: 'upgrade', load: oneVertex(150), edits: [upgraded] },
  { name: 'suspend-resume', load: oneVertex(150), edits: [suspended, resumed] },
  { name: 'delete', load: oneVertex(150), edits: [remove] },
  { name: 'quota', load: oneVertex(150), edits: [], configuration: { 'job.autoscaler.quota.cpu': '2' } },
]

interface FaultGroup {
  readonly name: string
  readonly kinds: readonly FaultKind[]
  readonly faults: number
  readonly crashes: number
}

const groups: readonly FaultGroup[] = [
  { name: 'no-fault', kinds: [], faults: 0, crashes: 0 },
  { name: 'calm', kinds: [], faults: 0, crashes: 1 },
  { name: 'answers', kinds: ['Effects'], faults: 1, crashes: 0 },
  { name: 'jobmanager', kinds: ['JobManager'], faults: 1, crashes: 0 },
  { name: 'rest', kinds: ['Rest'], faults: 1, crashes: 0 },
  { name: 'second-operator', kinds: ['Rival'], faults: 1, crashes: 0 },
]

interface Host {
  readonly name: string
  readonly upgradeMode: SmallWorld['upgradeMode']
  readonly highAvailability: boolean
  readonly configuration: Readonly<Record<string, string>>
}

const hosts: readonly Host[] = [
  { name: 'in-place', upgradeMode: 'savepoint', highAvailability: true, configuration: { 'jobmanager.scheduler': 'Adaptive' } },
  { name: 'savepoint', upgradeMode: 'savepoint', highAvailability: false, configuration: {} },
  { name: 'last-state', upgradeMode: 'last-state', highAvailability: true, configuration: {} },
  { name: 'stateless', upgradeMode: 'stateless', highAvailability: false, configuration: {} },
]

const applicationWorlds: readonly SmallWorld[] = hosts.flatMap(host =>
  stories.flatMap(story =>
    groups.map(({ name, kinds, faults, crashes }): SmallWorld => ({
      name: `autoscaler/${host.name}/${story.name}/${name}`,
      upgradeMode: host.upgradeMode,
      highAvailability: host.highAvailability,
      start: 'Running',
      edits: story.edits,
      faultKinds: kinds,
      faults,
      crashes,
      configuration: { ...autoscaled, ...host.configuration, ...story.configuration },
      loads: { app: story.load },
    }))
  )
)

const job = 'job'

/** The same for a FlinkSessionJob. */
const sessionStories: readonly LoadStory[] = [
  constant,
  { name: 'step-up', load: oneVertex(50), edits: [arrive(150, job)] },
  { name: 'wave', load: oneVertex(50), edits: [arrive(150, job), arrive(50, job)] },
  { name: 'state-removed', load: oneVertex(150), edits: [tamperWith('Removed', 1, job)] },
  { name: 'state-unreadable', load: oneVertex(150), edits: [tamperWith('Unreadable', 0, job)] },
  { name: 'off', load: oneVertex(150), edits: [{ ...ofSessionJob(job, off), restarts: 1 }] },
  { name: 'upgrade', load: oneVertex(150), edits: [{ ...ofSessionJob(job, restarted), restarts: 1 }] },
]

const sessionHosts = [
  { name: 'session-in-place', configuration: { 'jobmanager.scheduler': 'Adaptive' } },
  { name: 'session-savepoint', configuration: {} },
] as const

const sessionWorlds: readonly SmallWorld[] = sessionHosts.flatMap(host =>
  sessionStories.flatMap(story =>
    groups.map(({ name, kinds, faults, crashes }): SmallWorld => ({
      name: `autoscaler/${host.name}/${story.name}/${name}`,
      upgradeMode: 'savepoint',
      highAvailability: true,
      start: 'Running',
      sessionJobs: [job],
      edits: story.edits,
      faultKinds: kinds,
      faults,
      crashes,
      configuration: host.configuration,
      jobConfiguration: autoscaled,
      loads: { [job]: story.load },
    }))
  )
)

/** The edit, once the job was scaled: its restart begins narrow, so a second one scales it in place. */
const onceWide = (edit: Edit): Edit => ({
  ...edit,
  restarts: 2,
  event: world => Object.values(runOf(world, world.clusterId)?.parallelism ?? {}).some(it => it > 1) ? edit.event(world) : null,
})

/** W44: Flink 2.0 to 2.3 start a job with its own parallelism: only a scaling in place sets another one, again after each restart (W59). */
const flink23Worlds: readonly SmallWorld[] = [...applicationWorlds, ...sessionWorlds]
  .filter(({ name }) => /^autoscaler\/(?:in-place\/upgrade|(?:session-)?savepoint\/constant)\/no-fault$/u.test(name))
  .map(it => ({
    ...it,
    name: `${it.name}-2.3`,
    edits: it.edits.map(onceWide),
    created: created => ({ ...created, image: 'flink:2.3', flinkVersion: 'v2_3' }),
  }))

export const autoscalerWorlds: readonly SmallWorld[] = [...applicationWorlds, ...sessionWorlds, ...flink23Worlds]
