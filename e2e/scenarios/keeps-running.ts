import type { Any } from '../harness/api.ts'
import { type Application, describeResource, type Run } from '../harness/application.ts'
import { stays } from '../harness/eventually.ts'

/** Looks for some time that nothing of the running job restarts, and that the resource is as it should be. Answers that run. */
export const keepsRunning = async (
  application: Application,
  forMillis: number,
  isFine: (resource: Any) => boolean = () => true,
): Promise<Run> => {
  const before = await application.run()
  if (before === null) throw new Error('no job runs')
  await stays('the job runs on', forMillis, async () => {
    const [now, resource] = await Promise.all([application.run(), application.resource()])
    if (!isFine(resource)) return describeResource(resource)
    // no answer is no restart: the next look tells
    return now === null || JSON.stringify(now) === JSON.stringify(before) ? null
      : `it restarted: ${JSON.stringify(before)} became ${JSON.stringify(now)}`
  })
  return before
}
