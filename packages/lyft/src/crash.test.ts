import { describe, expect, test } from 'vitest'
import { aCheckpoint, anApplication, ApplicationWorld, running } from '../fixtures/flink-application-world.ts'

/** Stories that end in one way, whatever happens to the operator on the way. */
interface Story {
  readonly begin: () => ApplicationWorld
  /** What the world does by itself; asked after each round. */
  readonly goesOn?: (world: ApplicationWorld) => void
  readonly isOver: (world: ApplicationWorld) => boolean
}

const two = { image: 'lyft/flink:2' }
const isAt = (phase: string) => (world: ApplicationWorld): boolean =>
  world.phase === phase && world.status.operation === null && world.alive.length === 1
const isGone = ({ resource }: ApplicationWorld): boolean => resource === null

/** The first job of an update does not come up. */
const failing = (): ApplicationWorld => {
  const world = running().edit({ ...two, parallelism: 8 })
  world.jobsRun = false
  return world
}

const neverUp = (world: ApplicationWorld): void => {
  for (const job of world.alive) {
    if (job.tasks.total === 8) job.tasks = { total: 8, running: 0, finished: 0, failed: 1 }
    else job.tasks = { total: 4, running: 4, finished: 0, failed: 0 }
  }
}

const recovering = (): ApplicationWorld => {
  const world = running()
  const [job] = world.alive
  if (job !== undefined) [job.checkpoint, job.completed] = [aCheckpoint('s3://cp', world.now), 1]
  world.savepoints = 'failed'
  return world.edit(two)
}

const twoBeside = { ...two, deploymentMode: 'BlueGreen' }

const blueGreen = (): ApplicationWorld => {
  const world = new ApplicationWorld(anApplication({ deploymentMode: 'BlueGreen' }))
  world.most = 2
  return world.until('Running')
}

const isBoth = (world: ApplicationWorld): boolean =>
  world.phase === 'DualRunning' && world.status.operation === null && world.alive.length === 2

const stories: Readonly<Record<string, Story>> = {
  'a first deploy': { begin: () => new ApplicationWorld(), isOver: isAt('Running') },
  'an update with a savepoint': {
    begin: () => running().edit(two),
    isOver: world => isAt('Running')(world) && world.deployments.length === 2,
  },
  'an update whose job does not come up': { begin: failing, goesOn: neverUp, isOver: isAt('DeployFailed') },
  'an update from a checkpoint': { begin: recovering, isOver: isAt('Running') },
  'an update without state': {
    begin: () => {
      const world = running().edit({ ...two, savepointDisabled: true })
      world.mayLose = true
      return world
    },
    isOver: isAt('Running'),
  },
  'a scaling in place': {
    begin: () => running({ scaleMode: 'InPlace' }).edit({ scaleMode: 'InPlace', parallelism: 6 }),
    isOver: isAt('Running'),
  },
  'BlueGreen: an update': { begin: () => blueGreen().edit(twoBeside), isOver: isBoth },
  'BlueGreen: an update whose job does not come up': {
    begin: () => {
      const world = blueGreen().edit({ ...twoBeside, parallelism: 8 })
      world.jobsRun = false
      return world
    },
    goesOn: neverUp,
    isOver: isAt('DeployFailed'),
  },
  'BlueGreen: a tear-down': {
    begin: () => {
      const world = blueGreen().edit(twoBeside).until('DualRunning')
      return world.edit({ ...twoBeside, tearDownVersionHash: world.status.deployHash })
    },
    isOver: world => isAt('Running')(world) && world.deployments.length === 2,
  },
  'BlueGreen: a deletion': { begin: () => blueGreen().edit(twoBeside).until('DualRunning').delete(), isOver: isGone },
  'a deletion': { begin: () => running().delete(), isOver: isGone },
  'a deletion in the middle of an update': { begin: () => running().edit(two).until('SubmittingJob').delete(), isOver: isGone },
}

const most = 70

/** Rounds to the end; at each of them one job at most, which started from what the one before left (the world sees to it). */
const play = (story: Story, world: ApplicationWorld): ApplicationWorld => {
  for (let i = 0; i < most && world.resource !== null; i += 1) {
    world.rounds(1, 2_000)
    story.goesOn?.(world)
    if (i > 1 && story.isOver(world)) return world
  }
  return world
}

const boundaries = Array.from({ length: 4 }, (_, effects) => effects)

describe.each(Object.entries(stories))('P02 P03 %s', (_, story) => {
  test('comes to its end', () => {
    expect(story.isOver(play(story, story.begin()))).toBe(true)
  })

  test.each(boundaries)('the operator dies in each round in turn, after %i effects of it: the same end', effects => {
    for (let at = 0; at < 16; at += 1) {
      const world = story.begin()
      for (let i = 0; i < at && world.resource !== null && !(i > 1 && story.isOver(world)); i += 1) {
        world.rounds(1, 2_000)
        story.goesOn?.(world)
      }
      if (world.resource === null) return
      world.dieAfter = effects
      expect([at, story.isOver(play(story, world))]).toEqual([at, true])
    }
  })

  test.each([true, false])('the answer of each call in turn is lost, and it happened: %s: the same end', happens => {
    for (
      const tag of ['CreateObject', 'PatchObject', 'DeleteObject', 'RunJar', 'StopWithSavepoint', 'CancelJob', 'AddFinalizer'] as const
    ) {
      const world = story.begin()
      world.failing = { at: tag, happens }
      expect([tag, story.isOver(play(story, world))]).toEqual([tag, true])
    }
  })
})
