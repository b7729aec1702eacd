import type { JobAction } from '../../world/world.ts'
import { actionText as ofDeployment } from '../flink-deployment/action-text.ts'

/** One action in a few words. */
export const actionText = (action: JobAction): string => {
  switch (action._tag) {
    case 'UploadJar':
      return `UploadJar(${action.name.slice(0, 6)})`
    case 'RunJar':
      return `RunJar(job ${action.jobId.slice(-6)}, from ${action.savepointPath ?? 'nothing'})`
    case 'DeleteJar':
      return 'DeleteJar'
    default:
      return ofDeployment(action)
  }
}
