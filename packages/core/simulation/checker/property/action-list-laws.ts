import type { Action } from '../../../src/action/action.ts'
import { isHard } from '../../../src/action/action-properties.ts'
import { isTerminal } from '../../../src/resource/job-state.ts'
import type { Breach } from '../../world/world.ts'
import type { Decision } from '../operator-round.ts'

const names = (action: Action): string => action._tag === 'DeleteObject' || action._tag === 'PatchObject' ? `${action._tag} ${action.target.kind}` : action._tag

/** The id of an effect that its intent has to name; null: the record of an operation is enough. */
const idOf = (action: Action): string | null => {
  switch (action._tag) {
    case 'StopWithSavepoint':
      return action.triggerId
    case 'CreateObject':
      return action.manifest._tag === 'ClusterManifest' ? action.manifest.input.attempt : null
    default:
      return null
  }
}

/**
 * P03 intent-before-effect, on one list: at most one hard effect, a PersistStatus that names it before it, exactly one Requeue, at the end. Manual and
 * periodic snapshots are named by their own fields.
 */
const intentBeforeEffect = ({ actions }: Decision): readonly string[] => {
  const problems: string[] = []
  const hard = actions.filter(isHard)
  if (hard.length > 1) problems.push(`${hard.length} hard effects in one list: ${hard.map(names).join(', ')}`)
  if (actions.filter(({ _tag }) => _tag === 'Requeue').length !== 1 || actions.at(-1)?._tag !== 'Requeue') problems.push('a list ends with exactly one Requeue')
  for (const effect of hard) {
    const intent = actions.slice(0, actions.indexOf(effect)).findLast(({ _tag }) => _tag === 'PersistStatus')
    if (intent?._tag !== 'PersistStatus') problems.push(`${names(effect)} without a PersistStatus before it`)
    else if (idOf(effect) !== null && intent.status.operation?.id !== idOf(effect)) problems.push(`${names(effect)} with an id that the status does not name`)
    else if (idOf(effect) === null && intent.status.operation === null && effect._tag !== 'TriggerSavepoint' && effect._tag !== 'TriggerCheckpoint' && effect._tag !== 'DisposeSavepoint' && intent.status.lifecycleState !== 'DELETING')
      problems.push(`${names(effect)} without a recorded operation`)
  }
  return problems
}

/** P05 destructive-needs-fresh-evidence, on one list: what was looked at in this very round allows it. */
const freshEvidence = ({ actions, facts }: Decision): readonly string[] => {
  const problems: string[] = []
  const podsGone = facts.jobManagerPods?._tag === 'Known' && facts.jobManagerPods.source === 'live' && facts.jobManagerPods.value.length === 0
  const deploymentGone = facts.deployment?._tag === 'Absent' && facts.deployment.source === 'live'
  for (const action of actions) {
    if (action._tag === 'CancelJob' || action._tag === 'StopWithSavepoint') {
      const job = facts.jobs?._tag === 'Known' ? facts.jobs.value.find(({ jobId }) => jobId === action.jobId) : undefined
      if (job === undefined || isTerminal(job.state)) problems.push(`${action._tag} of a job that was not seen alive in this round`)
    }
    if (action._tag === 'DeleteHaMetadata' && !(podsGone && deploymentGone)) problems.push('DeleteHaMetadata without having seen Deployment and pods gone')
    if (action._tag === 'PruneHaExecutionPlan' && !(podsGone && deploymentGone)) problems.push('PruneHaExecutionPlan without having seen Deployment and pods gone')
    if (action._tag === 'CreateObject' && action.manifest._tag === 'ClusterManifest' && action.manifest.part === 'JobManagerDeployment' && !(podsGone && deploymentGone))
      problems.push('a JobManager Deployment is created without having seen the last one and its pods gone')
    if (action._tag === 'DeleteObject' && action.target.kind === 'Deployment' && facts.deployment?.source !== 'live') problems.push('a Deployment is deleted that was not looked at live')
  }
  return problems
}

/** Laws that every decided list has to keep, whatever the world does next. */
export const breachesOfList = (decision: Decision): readonly Breach[] => [
  ...intentBeforeEffect(decision).map(what => ({ property: 'P03', what })),
  ...freshEvidence(decision).map(what => ({ property: 'P05', what })),
]
