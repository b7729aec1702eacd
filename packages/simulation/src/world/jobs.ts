import { type FlinkJob, ownerOf } from '../flink/job-manager-process.ts'
import { type Ghost, type JobLine, noGhost, type World } from './world.ts'

/** A job of which nothing exists. */
export const emptyJobLine = (owner: string | null): JobLine => ({
  owner,
  olderResource: null,
  foreignStatus: null,
  rawStatus: null,
  storage: [],
  ended: [],
  ghost: noGhost,
})

/** The current job, without the rest of the world. */
export const jobLineOf = ({ owner, olderResource, foreignStatus, rawStatus, storage, ended, ghost }: World): JobLine => ({
  owner,
  olderResource,
  foreignStatus,
  rawStatus,
  storage,
  ended,
  ghost,
})

/** Is it a run of the current job? */
export const isOfJob = (world: World, job: FlinkJob): boolean => ownerOf(job) === world.owner

/** The same world with this job of the current cluster as the current job: a FlinkSessionJob's, or (null) the FlinkDeployment's. */
export const fromJob = (world: World, owner: string | null): World => {
  if (world.owner === owner) return world
  const known = world.otherJobs.find(it => it.owner === owner)
  const left = jobLineOf(world)
  return {
    ...world,
    ...known ?? emptyJobLine(owner),
    otherJobs: known === undefined ? [...world.otherJobs, left] : world.otherJobs.map(it => (it === known ? left : it)),
  }
}

/** The world from the viewpoint of each job of the current cluster, the current job first. */
export const fromEachJob = (world: World): readonly World[] =>
  world.otherJobs.length === 0 ? [world] : [world, ...world.otherJobs.map(({ owner }) => fromJob(world, owner))]

/** Changes the world from the viewpoint of that job, and restores the current job after that. */
export const atJob = (world: World, owner: string | null, change: (world: World) => World): World => {
  if (world.owner === owner) return change(world)
  const turned = fromJob(world, owner)
  const made = change(turned)
  return made === turned ? world : fromJob(made, world.owner)
}

/** The world in which somebody did this behind the operator's back: all jobs are judged by it. */
export const withTampered = (world: World, tampered: Ghost['tampered']): World => ({
  ...world,
  ghost: { ...world.ghost, tampered },
  otherJobs: world.otherJobs.map(it => ({ ...it, ghost: { ...it.ghost, tampered } })),
})
