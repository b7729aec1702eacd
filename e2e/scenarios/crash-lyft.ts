import type { LyftApplication } from '../harness/lyft-application.ts'
import { crashStory, type Upgraded } from './crash.ts'

/** A FlinkApplication whose updates are crashed: it has arrived when nothing of the old cluster is left. */
export const lyftUpgraded = (application: LyftApplication): Upgraded => ({
  checkpointed: application.checkpointed,
  counted: application.counted,
  rename: application.rename,
  stable: application.stable,
  isStable: async generation => {
    if (!(await application.isQuiet(generation))) return false
    const { status: { deployHash } } = await application.resource()
    const left = (await application.leftovers()).filter(it => !it.startsWith('Pod/'))
    // two Deployments, a Service for each cluster, one for all of them, and the resource
    return left.length === 5 && left.includes(`Service/${application.name}-${deployHash as string}`)
  },
  describe: application.describe,
  asked: async () => ({
    generation: (await application.resource()).metadata.generation,
    jobName: await application.jobName(),
  }),
  downtime: application.downtime,
})

/** A status write, an event, and what is done to the world. */
export const lyftEffectsEach = 3

/** The operator killed at each boundary of a FlinkApplication's update. */
export const crashLyft = crashStory({
  name: 'crash-lyft',
  short: [],
  carried: { by: 'savepoint' },
  effectsEach: lyftEffectsEach,
  deploy: async stage => {
    const application = await stage.createLyft({ name: 'app' })
    await application.stable(1, 'first')
    return lyftUpgraded(application)
  },
})
