import { describe, expect, test } from 'vitest'
import { checkerEnv } from './checker/checker-env.ts'
import { dyingAfterEffects, type Pace } from './checker/die-after-effects.ts'
import { edit, ofSessionJob, remove, resume, suspend } from './checker/edits.ts'
import type { Edit } from './checker/move.ts'
import { rollbacks } from './checker/row-worlds.ts'
import { editCluster } from './checker/session-cluster-worlds.ts'
import type { SmallWorld } from './checker/small-world.ts'
import { applicationWorlds, largeApplicationWorlds, walkedApplicationWorlds } from './kind/flink-application/application-worlds.ts'
import { blueGreenWorlds } from './kind/flink-blue-green-deployment/blue-green-worlds.ts'

/** Somebody takes the JobManager's Deployment away: it is put up again. */
const loseDeployment: Edit = {
  name: 'lose the Deployment',
  event: ({ deployments: [deployment] }) => (deployment === undefined ? null : { _tag: 'LoseDeployment', deployment: deployment.uid }),
}

const first: Partial<SmallWorld> = { start: 'Fresh' }
const jobStories: readonly (readonly [string, Partial<SmallWorld>, readonly Edit[]])[] = [
  ['first-deploy', first, []],
  ['edit', {}, [edit]],
  ['suspend-resume', {}, [suspend, resume]],
  ['delete', {}, [remove]],
]
const more: readonly (readonly [string, Partial<SmallWorld>, readonly Edit[]])[] = [
  ['lost', {}, [loseDeployment]],
  ['edit-with-rollback', rollbacks, [edit]],
]
const clusterStories: readonly (readonly [string, Partial<SmallWorld>, readonly Edit[]])[] = [
  ['first-deploy', first, []],
  ['edit', {}, [editCluster]],
  ['delete', {}, [remove]],
  ['lost', {}, [loseDeployment]],
]

const world = (name: string, of: Partial<SmallWorld>, edits: readonly Edit[]): SmallWorld => ({
  name,
  upgradeMode: 'savepoint',
  highAvailability: true,
  start: 'Running',
  faultKinds: [],
  faults: 0,
  crashes: 0,
  edits,
  ...of,
})

const ha = (highAvailability: boolean): string => (highAvailability ? 'ha' : 'no-ha')
const modes = ['stateless', 'savepoint', 'last-state'] as const

const worlds: readonly SmallWorld[] = [true, false].flatMap(highAvailability => [
  ...modes.flatMap(upgradeMode => {
    const place = { upgradeMode, highAvailability }
    // without HA a person is asked what a lost job goes on from
    const stories = highAvailability ? [...jobStories, ...more] : jobStories
    return [
      ...stories.map(([name, of, edits]) =>
        world(`application/${upgradeMode}/${ha(highAvailability)}/${name}`, { ...place, ...of }, edits)
      ),
      ...jobStories.map(([name, of, edits]) =>
        world(
          `session-job/${upgradeMode}/${ha(highAvailability)}/${name}`,
          { ...place, ...of, sessionJobs: ['a'] },
          edits.map(it => ofSessionJob('a', it)),
        )
      ),
    ]
  }),
  ...clusterStories.map(([name, of, edits]) =>
    world(`session-cluster/${ha(highAvailability)}/${name}`, { highAvailability, upgradeMode: 'stateless', ...of, sessionJobs: [] }, edits)
  ),
]).concat(
  world('session-cluster/ha/edit-under-a-job', { sessionJobs: ['a'] }, [editCluster]),
  [...applicationWorlds, ...largeApplicationWorlds, ...walkedApplicationWorlds].filter(({ name }) =>
    /^applications\/(dual|blue-green)\/(first-deploy|edit|stateless|delete|in-place)\/calm$/u.test(name)
  ),
  blueGreenWorlds.filter(({ name }) => /^blue-green\/(create|switch|stateless|patch|redeploy)\/calm$/u.test(name)),
)

const dieAfterEffects = dyingAfterEffects({ env: checkerEnv })
const paces: readonly Pace[] = ['OneStep', 'AllSteps', 'Minute']

const runs = worlds.flatMap(it => paces.map(pace => [it.name, pace, it] as const))

describe.each([2, 3, 4, 5, 6])('P01 P02 P03 P05 P06 each operator process dies after effect %i, where an event is none', k => {
  test.each(runs)('%s arrives (%s)', (_name, pace, it) => {
    expect(dieAfterEffects(it, k, pace, 'WithoutEvents')).toMatchObject({ _tag: 'Arrived' })
  })
})

/**
 * Where events count, some lists of these kinds have a write and an event before their effect: a process that has time for two gets no
 * further, one that has time for three does (docs/adr/0029, Consequences). With `Minute` a limit of time leads a FlinkApplication on.
 */
const needsThree = (name: string, pace: Pace): boolean =>
  /^session-job\/.*\/delete$/u.test(name)
  || (pace !== 'Minute'
    && /^applications\/(?:dual\/(?:edit|first-deploy|in-place|stateless)|blue-green\/(?:edit|first-deploy|stateless))\//u.test(name))

describe.each([2, 3, 4, 5, 6])('P01 P02 P03 P05 P06 each operator process dies after effect %i, where an event is one, too', k => {
  const isStuck = ([name, pace]: (typeof runs)[number]): boolean => k === 2 && needsThree(name, pace)
  test.each(runs.filter(run => !isStuck(run)))('%s arrives (%s)', (_name, pace, it) => {
    expect(dieAfterEffects(it, k, pace)).toMatchObject({ _tag: 'Arrived' })
  })
  test.each(runs.filter(isStuck))('%s does not arrive yet, and nothing breaks (%s)', (_name, pace, it) => {
    expect(dieAfterEffects(it, k, pace)).toMatchObject({ _tag: 'Stuck' })
  })
})

/** A write of the status precedes each effect that can't be undone, also if nothing is new in it: who dies after it gets no further. */
test.each(runs)(
  'P01 P02 P03 P05 each operator process dies after its first effect: nothing of %s breaks (%s)',
  (_name, pace, it) => {
    expect(dieAfterEffects(it, 1, pace)).not.toMatchObject({ _tag: 'Broke' })
  },
)
