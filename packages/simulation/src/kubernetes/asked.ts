import { isAlive } from '../flink/job-manager-process.ts'
import { isOfJob } from '../world/jobs.ts'
import { jobResourceOf } from '../world/resources.ts'
import type { Asked, JobAction, SpecOfJob, World } from '../world/world.ts'

/** What a spec asks for, if it is valid. */
export const askedBy = (spec: SpecOfJob | null): Asked => {
  const { upgradeMode, savepointRedeployNonce: nonce, initialSavepointPath: path } = spec?.job
    ?? { upgradeMode: null, savepointRedeployNonce: null, initialSavepointPath: null }
  return { stateless: upgradeMode === 'stateless', redeploy: nonce === null || path === null ? null : { nonce: String(nonce), path } }
}

/**
 * Records the user's choice when an effect ends the job while the spec asks for another start, or starts its cluster while the spec
 * says stateless.
 */
export const chosenBy = (world: World, action: JobAction): World => {
  const { asked, redeployed } = world.ghost
  if (asked?.stateless === true && starts(action)) return { ...world, ghost: { ...world.ghost, chosen: { path: null } } }
  if (asked === null || !ends(action) || !world.pods.some(({ process }) => process?.jobs.some(it => isAlive(it) && isOfJob(world, it))))
    return world
  const path = asked.redeploy !== null && asked.redeploy.nonce !== redeployed ? asked.redeploy.path : null
  return path === null && !asked.stateless ? world : { ...world, ghost: { ...world.ghost, chosen: { path } } }
}

/** Does the job start some time after this effect? */
const starts = (action: JobAction): boolean =>
  action._tag === 'CreateObject' && action.manifest._tag === 'ClusterManifest' && action.manifest.part === 'JobManagerDeployment'

const ends = (action: JobAction): boolean =>
  action._tag === 'CancelJob' || action._tag === 'StopWithSavepoint'
  || ((action._tag === 'DeleteObject' || action._tag === 'PatchObject') && action.target.kind === 'Deployment')

/**
 * Records that an operator read the present spec and found it valid. A spec that suspends asks for something else than the spec under
 * which the job finished: when it is resumed, the job runs again (P13).
 */
export const heard = (world: World, spec: SpecOfJob): World => {
  const { ghost } = world
  if (jobResourceOf(world)?.spec !== spec) return world
  const next = askedBy(spec)
  const finished = spec.job?.state === 'suspended' ? null : ghost.finished
  return isSameWish(ghost.asked, next) && finished === ghost.finished ? world
    : { ...world, ghost: { ...ghost, asked: isSameWish(ghost.asked, next) ? ghost.asked : next, finished } }
}

const isSameWish = (asked: Asked | null, next: Asked): boolean =>
  asked !== null && asked.stateless === next.stateless && asked.redeploy?.nonce === next.redeploy?.nonce
  && asked.redeploy?.path === next.redeploy?.path
