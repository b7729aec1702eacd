import type { EpochMillis } from '@flink-operator/core'
import { type JobLoad, type LoadVertex, passLoad, withRun, type World } from '@flink-operator/simulation'

/** The load of a job, which changes with time in a world of the sandbox. */
type LoadRun = NonNullable<NonNullable<World['pods'][number]['process']>['jobs'][number]['run']>

/** Subtasks of the widest vertex; null: no load is modelled, or the job does not run. */
export const widestIn = (run: LoadRun | undefined): number | null =>
  run === undefined ? null : Object.values(run.parallelism).reduce((most, it) => Math.max(most, it), 1)

/** The world after the jobs with a load have worked until now. */
export const loadPassed = (world: World, now: EpochMillis): World =>
  world.autoscaled === undefined || now <= world.now ? world : { ...passLoad(world, now - world.now), now }

const isNew = (world: World, name: string): boolean => world.autoscaled?.loads[name] === undefined

/** Jobs that run already have their load from now on. */
const running = (before: World): World =>
  before.pods.reduce(
    (world, pod) =>
      (pod.process?.jobs ?? []).filter(({ state }) => state === 'RUNNING').reduce((sofar, job) => withRun(sofar, pod, job), world),
    before,
  )

/** Gives a job of the cluster this load from now on. `name`: of its FlinkSessionJob; absent: the application's own job. */
export const withLoad = (world: World, load: JobLoad, name: string = world.clusterId): World => {
  const { states = [], loads = {} } = world.autoscaled ?? {}
  const loaded = { ...world, autoscaled: { states, loads: { ...loads, [name]: load } } }
  return isNew(world, name) ? running(loaded) : loaded
}

const idOf = (digit: string): string => digit.repeat(32)

/** A job whose middle vertex is the bottleneck: one subtask of it processes 100 records per second. */
const usualVertices: readonly LoadVertex[] = [
  { id: idOf('a'), name: 'orders', inputs: [], capacity: 2_000, selectivity: 1, partitions: null },
  {
    id: idOf('b'),
    name: 'work',
    inputs: [{ id: idOf('a'), shipStrategy: 'REBALANCE' }],
    capacity: 100,
    selectivity: 1,
    partitions: null,
  },
  {
    id: idOf('c'),
    name: 'sink',
    inputs: [{ id: idOf('b'), shipStrategy: 'REBALANCE' }],
    capacity: 1_500,
    selectivity: 0,
    partitions: null,
  },
]

/** Sets the records that arrive per second from now on; a job without a load gets one. */
export const withArrival = (world: World, perSecond: number, name: string = world.clusterId): World => {
  const load = world.autoscaled?.loads[name] ?? { vertices: usualVertices, lag: 0, broken: 'None' as const }
  return withLoad(world, { ...load, arrivals: [{ from: world.now, perSecond }] }, name)
}
