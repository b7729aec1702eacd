import type { FlinkSessionJobFacts } from '../../../src/kind/flink-session-job/flink-session-job-facts.ts'
import type { JobLifecycleStatus } from '../../../src/resource/job-lifecycle-status.ts'
import { isHard } from '../../../src/action/action-properties.ts'
import { isTerminal } from '../../../src/resource/job-state.ts'
import type { Breach, JobAction } from '../../world/world.ts'
import type { AnyResource, Decided } from '../any-kind.ts'

interface Decision {
  readonly facts: FlinkSessionJobFacts
  readonly actions: readonly JobAction[]
}

/** P03 intent-before-effect: at most one hard effect, a PersistStatus that names it before it, one Requeue, at the end. */
const intentBeforeEffect = ({ actions }: Decision): readonly string[] => {
  const hard = actions.filter(isHard)
  return [
    ...(hard.length > 1 ? [`${String(hard.length)} hard effects in one list`] : []),
    ...(actions.filter(({ _tag }) => _tag === 'Requeue').length !== 1 || actions.at(-1)?._tag !== 'Requeue'
      ? ['a list ends with exactly one Requeue'] : []),
    ...hard.flatMap(effect => {
      const intent = actions.slice(0, actions.indexOf(effect)).findLast(({ _tag }) => _tag === 'PersistStatus')
      return intent?._tag !== 'PersistStatus' ? [`${effect._tag} without a PersistStatus before it`]
        : isNamed(effect, intent.status) ? [] : [`${effect._tag} with an id that the status does not name`]
    }),
  ]
}

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
      // one that the status does not tell of, or not how far it came, is found again by its id alone
      return operation !== null || lifecycleState === 'DELETING' || jobStatus.jobId !== effect.jobId
        || (lastState._tag === 'Unknown'
          && (lastState.why === 'DeployUnderWay'
            || (lastState.why === 'Contradicted' && jobStatus.state === 'RECONCILING' && reconciliationStatus.state === 'UPGRADING')))
    default:
      return true
  }
}

/** P05 destructive-needs-fresh-evidence: what was looked at in this very round allows it. */
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
            : ['RunJar, and the session cluster was not looked at live']),
        ]
      case 'DeleteJar':
        return facts.jars?._tag === 'Known' && facts.jars.value.some(({ id }) => id === action.jarId) ? []
          : ['DeleteJar of a jar that was not seen in this round']
      default:
        return []
    }
  })

const isSeenAlive = ({ jobs }: FlinkSessionJobFacts, wanted: string): boolean =>
  jobs?._tag === 'Known' && jobs.value.some(({ jobId, state }) => jobId === wanted && !isTerminal(state))

/** Null: the jobs of the cluster were not seen. */
const isListed = ({ jobs }: FlinkSessionJobFacts, wanted: string): boolean | null =>
  jobs?._tag === 'Known' ? jobs.value.some(({ jobId }) => jobId === wanted) : null

/** Was its cluster seen, in this very round, to be gone, or to have no JobManager that is ready? */
const isClusterAway = ({ target }: FlinkSessionJobFacts): boolean =>
  target?._tag === 'Absent' ? target.source === 'live'
    : target?._tag === 'Known' && target.value.status.jobManagerDeploymentStatus !== 'READY'

/** P14, E-8: that the cluster is away is not hidden: what was recorded of the job while it was there is not told any more. */
const awayIsTold = ({ status }: AnyResource, { facts, actions }: Decision): readonly string[] => {
  if (!isClusterAway(facts) || actions.some(({ _tag }) => _tag === 'Look')) return []
  const last = actions.findLast(it => it._tag === 'PersistStatus')
  const { jobStatus: { state }, operation } = last?._tag === 'PersistStatus' ? last.status : (status as JobLifecycleStatus)
  const isOnItsWay = operation !== null && operation.kind !== 'Suspend'
  return isOnItsWay || state === null || isTerminal(state) || state === 'CANCELLING' || state === 'RECONCILING' ? []
    : [`the job is told to be ${state}, and its cluster is away`]
}

/** P24: a resource whose jar may have been uploaded does not go before it was looked for, where Flink answers. */
const jarIsLookedFor = ({ status }: AnyResource, { facts: { target, jobs, jars }, actions }: Decision): readonly string[] => {
  const { operation } = status as JobLifecycleStatus
  const mayHaveJar = operation?.kind === 'Submit' && operation.step === 'Upload' && jars?._tag !== 'Known' && jobs?._tag !== 'Unknown'
    && (target === undefined || (target._tag === 'Known' && target.value.status.jobManagerDeploymentStatus === 'READY'))
  return mayHaveJar && actions.some(({ _tag }) => _tag === 'RemoveFinalizer') ? ['the resource goes, and its jar may be left'] : []
}

/** Laws that every decided list has to keep, whatever the world does next. */
export const breachesOfList = ({ resource, facts, actions }: Decided): readonly Breach[] => [
  ...intentBeforeEffect({ facts, actions }).map(what => ({ property: 'P03', what })),
  ...freshEvidence({ facts, actions }).map(what => ({ property: 'P05', what })),
  ...awayIsTold(resource, { facts, actions }).map(what => ({ property: 'P14', what })),
  ...jarIsLookedFor(resource, { facts, actions }).map(what => ({ property: 'P24', what })),
]

/** What ends or begins a job, as a text to compare. */
export const destructive = (actions: readonly JobAction[]): readonly string[] =>
  actions.flatMap(({ _tag }) => (_tag === 'CancelJob' || _tag === 'StopWithSavepoint' || _tag === 'RunJar' ? [_tag] : []))
