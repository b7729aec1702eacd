import { isHard } from '@flink-operator/core/action'
import type { FlinkSessionJobFacts } from '@flink-operator/core/kind/flink-session-job'
import { type JobLifecycleStatus, isTerminal } from '@flink-operator/core/resource'
import type { Breach, JobAction, SpecOfJob } from '../../world/world.ts'
import type { AnyResource, Decided } from '../any-kind.ts'
import { areNamingSeen } from '../naming-seen.ts'

interface Decision {
  readonly facts: FlinkSessionJobFacts
  readonly actions: readonly JobAction[]
}

/** P03 intent-before-effect: at most one hard effect, a PersistStatus before it that names it, one Requeue, at the end. */
const intentBeforeEffect = (resource: AnyResource, { actions }: Decision): readonly string[] => {
  const hard = actions.filter(isHard)
  return [
    ...(hard.length > 1 ? [`${String(hard.length)} hard effects in one list`] : []),
    ...(actions.filter(({ _tag }) => _tag === 'Requeue').length !== 1 || actions.at(-1)?._tag !== 'Requeue'
      ? ['a list ends with exactly one Requeue'] : []),
    ...hard.flatMap(effect => {
      const intent = actions.slice(0, actions.indexOf(effect)).findLast(({ _tag }) => _tag === 'PersistStatus')
      return intent?._tag !== 'PersistStatus' ? [`${effect._tag} without a PersistStatus before it`]
        : isNamed(effect, intent.status) || (effect._tag === 'CancelJob' && isWithoutState(resource)) ? []
        : [`${effect._tag} with an id that the status does not name`]
    }),
  ]
}

/** Whatever is known of its end, nothing is lost if such a job is cancelled without a record: the next round finds it again. */
const isWithoutState = ({ spec }: AnyResource): boolean => (spec as Partial<SpecOfJob>).job?.upgradeMode === 'stateless'

const isNamed = (
  effect: JobAction,
  { operation, lifecycleState, jobStatus, reconciliationStatus, operatorRecord: { lastState } }: JobLifecycleStatus,
): boolean => {
  switch (effect._tag) {
    case 'RunJar':
      return operation?.kind === 'Submit' && operation.step === 'Run' && operation.jobId === effect.jobId
    case 'StopWithSavepoint':
      return operation?.id === effect.triggerId
    case 'CancelJob':
      // a job that the status does not report, or not with its state, can be found again only by its id
      return operation !== null || lifecycleState === 'DELETING' || jobStatus.jobId !== effect.jobId
        || (lastState._tag === 'Unknown'
          && (lastState.why === 'DeployUnderWay'
            || (lastState.why === 'Contradicted' && jobStatus.state === 'RECONCILING' && reconciliationStatus.state === 'UPGRADING')))
    default:
      return true
  }
}

/** P05 destructive-needs-fresh-evidence: the queries of this very round allow the effect. */
const freshEvidence = ({ facts, actions }: Decision): readonly string[] =>
  actions.flatMap(action => {
    switch (action._tag) {
      case 'CancelJob':
      case 'StopWithSavepoint':
        return isSeenAlive(facts, action.jobId) ? [] : [`${action._tag} of a job that was not seen alive in this round`]
      case 'RunJar':
        return [
          ...(isListed(facts, action.jobId) === false ? [] : ['RunJar of a job that was not seen absent in this round']),
          ...(facts.jars?._tag === 'Known' && facts.jars.value.some(({ id }) => id === action.jarId) ? []
            : ['RunJar of a jar that was not seen in this round']),
          ...(facts.target?._tag === 'Known' && facts.target.source === 'live' ? []
            : ['RunJar, and the session cluster was not queried live']),
        ]
      case 'DeleteJar':
        return facts.jars?._tag === 'Known' && facts.jars.value.some(({ id }) => id === action.jarId) ? []
          : ['DeleteJar of a jar that was not seen in this round']
      case 'DisposeSavepoint':
        return areNamingSeen(facts) ? [] : ['DisposeSavepoint without having seen who may need the savepoint']
      default:
        return []
    }
  })

const isSeenAlive = ({ jobs }: FlinkSessionJobFacts, wanted: string): boolean =>
  jobs?._tag === 'Known' && jobs.value.some(({ jobId, state }) => jobId === wanted && !isTerminal(state))

/** Null: the jobs of the cluster were not observed. */
const isListed = ({ jobs }: FlinkSessionJobFacts, wanted: string): boolean | null =>
  jobs?._tag === 'Known' ? jobs.value.some(({ jobId }) => jobId === wanted) : null

/** Did this very round observe that its cluster is deleted, or has no ready JobManager? */
const isClusterAway = ({ target }: FlinkSessionJobFacts): boolean =>
  target?._tag === 'Absent' ? target.source === 'live'
    : target?._tag === 'Known' && target.value.status.jobManagerDeploymentStatus !== 'READY'

/** P14, E-8: the operator reports that the cluster is missing: the status no longer shows the job's last known values. */
const awayIsReported = ({ status }: AnyResource, { facts, actions }: Decision): readonly string[] => {
  if (!isClusterAway(facts) || actions.some(({ _tag }) => _tag === 'Look')) return []
  const last = actions.findLast(it => it._tag === 'PersistStatus')
  const { jobStatus: { state }, operation } = last?._tag === 'PersistStatus' ? last.status : (status as JobLifecycleStatus)
  const isOnItsWay = operation !== null && operation.kind !== 'Suspend'
  return isOnItsWay || state === null || isTerminal(state) || state === 'CANCELLING' || state === 'RECONCILING' ? []
    : [`the job is reported as ${state}, but its cluster is missing`]
}

/**
 * P24: if the resource's jar may have been uploaded, the resource is not removed before the operator has looked for the jar, provided
 * that Flink answers.
 */
const jarIsLookedFor = ({ status }: AnyResource, { facts: { target, jobs, jars }, actions }: Decision): readonly string[] => {
  const { operation } = status as JobLifecycleStatus
  const mayHaveJar = operation?.kind === 'Submit' && operation.step === 'Upload' && jars?._tag !== 'Known' && jobs?._tag !== 'Unknown'
    && (target === undefined || (target._tag === 'Known' && target.value.status.jobManagerDeploymentStatus === 'READY'))
  return mayHaveJar && actions.some(({ _tag }) => _tag === 'RemoveFinalizer') ? ['the resource is removed, but its jar may be left'] : []
}

/** Laws for every decided list, whatever the world does next. */
export const breachesOfList = ({ resource, facts, actions }: Decided): readonly Breach[] => [
  ...intentBeforeEffect(resource, { facts, actions }).map(what => ({ property: 'P03', what })),
  ...freshEvidence({ facts, actions }).map(what => ({ property: 'P05', what })),
  ...awayIsReported(resource, { facts, actions }).map(what => ({ property: 'P14', what })),
  ...jarIsLookedFor(resource, { facts, actions }).map(what => ({ property: 'P24', what })),
]

/** Effects that end or start a job, as a text to compare. */
export const destructive = (actions: readonly JobAction[]): readonly string[] =>
  actions.flatMap(({ _tag }) => (_tag === 'CancelJob' || _tag === 'StopWithSavepoint' || _tag === 'RunJar' ? [_tag] : []))
