import type { DeploymentView } from '../../contract/fact/object-view.ts'
import type { ContainerStateView, ContainerView, PodView } from '../../contract/fact/pod-view.ts'

/** Why the JobManager does not start (control-flow.md, section 3.4, rows a to c). `reason`: the event reason. */
export interface JobManagerFailure {
  readonly reason: string
  readonly message: string
  /** A mount may be late by a moment (L4), so this failure counts only if it lasts. */
  readonly onlyIfLasting: boolean
}

const waitingReasons: readonly string[] = [
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'ErrImagePull',
  'InvalidImageName',
  'RunContainerError',
  'CreateContainerConfigError',
  'OOMKilled',
]

const failure = (reason: string, message: string): JobManagerFailure => ({ reason, message, onlyIfLasting: false })

/** How a container's last run ended. OOMKilled is also reported where the reference operator never looks (D-22, B60). */
const deathReason = (last: ContainerStateView | null): string => (last?.reason === 'OOMKilled' ? 'OOMKilled' : 'CrashLoopBackOff')

const hasFailed = (state: ContainerStateView | null): boolean =>
  state?._tag === 'Terminated' && (state.reason === 'OOMKilled' || (state.exitCode ?? 0) !== 0)

const waitingFailure = (name: string, state: ContainerStateView, lastState: ContainerStateView | null): JobManagerFailure => {
  const died = lastState?.message ?? ''
  const text = state.reason === 'CrashLoopBackOff' && died !== '' ? `CrashLoop - ${died}` : state.message
  return failure(lastState?.reason === 'OOMKilled' ? 'OOMKilled' : state.reason, `[${name}] ${text}`)
}

const containerFailure = ({ name, state, lastState, restartCount }: ContainerView): JobManagerFailure | null => {
  if (state?._tag === 'Waiting' && waitingReasons.includes(state.reason)) return waitingFailure(name, state, lastState)
  if (hasFailed(state)) return failure(deathReason(state), `[${name}] terminated: ${state?.reason ?? ''} ${state?.message ?? ''}`.trim())
  // running for a moment between two crashes
  return restartCount > 1 && hasFailed(lastState)
    ? failure(deathReason(lastState), `[${name}] restarted ${String(restartCount)} times, last after ${lastState?.reason ?? 'an error'}`)
    : null
}

const podFailure = (pod: PodView): JobManagerFailure | null =>
  pod.deleting ? null
    : pod.containers.map(containerFailure).find(it => it !== null)
      ?? (pod.failedMount === null ? null : { reason: 'FailedMount', message: pod.failedMount, onlyIfLasting: true })

/**
 * The first failure, in the reference operator's order: the Deployment's, then the pods'. A pod that can't be created counts only while
 * none is available: otherwise it is a standby, or one that a node drain replaces, and the available one continues (control-flow.md,
 * section 3.4). With several JobManagers, a failing one is no failure while another one works: that one leads, or will.
 */
export const jobManagerFailure = (deployment: DeploymentView, pods: readonly PodView[]): JobManagerFailure | null => {
  const refused = deployment.availableReplicas > 0 ? undefined
    : deployment.conditions.find(({ type, reason, status }) => type === 'ReplicaFailure' && reason === 'FailedCreate' && status !== 'False')
  if (refused !== undefined) return failure('FailedCreate', refused.message)
  const failures = pods.map(podFailure)
  const isAnotherWell = deployment.wantedReplicas > 1 && pods.some(({ deleting }, index) => !deleting && failures[index] === null)
  return isAnotherWell ? null : (failures.find(it => it !== null) ?? null)
}
