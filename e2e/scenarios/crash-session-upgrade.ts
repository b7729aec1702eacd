import { fetchesFromHere, sessionJobManifest, sessionManifest } from '../harness/session-manifest.ts'
import { crashStory, type Upgraded, upgraded } from './crash.ts'
import { aJarServer, clusterReady } from './session.ts'
import type { Stage } from './story.ts'

/** One session job; the server of its jar lives as long as this process. */
const deploy = (upgradeMode: 'savepoint' | 'last-state') => async (stage: Stage): Promise<Upgraded> => {
  const { namespace, version, settings } = stage
  const { url: jarURI } = await aJarServer(stage)
  const cluster = await stage.create(sessionManifest(settings, { namespace, version, highAvailability: false }))
  await clusterReady(cluster)
  const job = await stage.createSessionJob(sessionJobManifest({ namespace, name: 'job', upgradeMode, jarURI }))
  await job.stable(1, 'first')
  return upgraded(stage, job)
}

/** The operator killed at each boundary of a session job's upgrade. */
export const crashSessionSavepoint = crashStory({
  name: 'crash-session-savepoint',
  short: [],
  configuration: fetchesFromHere,
  deploy: deploy('savepoint'),
  carried: { by: 'savepoint' },
})
export const crashSessionLastState = crashStory({
  name: 'crash-session-last-state',
  short: [],
  configuration: fetchesFromHere,
  deploy: deploy('last-state'),
  carried: { by: 'checkpoint' },
})
