import type { JobLifecycleStatus, LifecycleState } from '../../contract/resource/job-status.ts'

/** What a lifecycle state means, as a sentence without its period: it stands beside the state, and does not repeat it. */
export const lifecycleWords: Readonly<Record<LifecycleState, string>> = {
  CREATED: 'Nothing is deployed yet',
  SUSPENDED: 'The job is stopped, as the spec says',
  UPGRADING: 'The spec is being deployed',
  DEPLOYED: 'The spec is deployed; the operator waits until it runs',
  STABLE: 'The spec is deployed and was seen running',
  ROLLING_BACK: 'The new spec did not become stable; the operator deploys the last stable spec',
  ROLLED_BACK: 'The new spec did not become stable; the last stable spec is deployed',
  FAILED: 'The job or its cluster failed',
  DELETING: 'The resource is being deleted',
  DELETED: 'The resource is deleted',
}

/** True if the words of the state also say what an operation in it is for. */
const isGoing: Readonly<Record<LifecycleState, boolean>> = {
  CREATED: true,
  SUSPENDED: false,
  UPGRADING: true,
  DEPLOYED: false,
  STABLE: false,
  ROLLING_BACK: true,
  ROLLED_BACK: false,
  FAILED: false,
  DELETING: true,
  DELETED: false,
}

/**
 * The operation in progress, in words that change only with its steps. A condition that changed every second would need a status write
 * every second. Null: there is none.
 */
const progressOf = (operation: JobLifecycleStatus['operation']): string | null => {
  switch (operation?.kind) {
    case undefined:
      return null
    case 'Unreadable':
      return "the operation in progress can't be read"
    case 'Suspend':
      return operation.step === 'TearDown' ? 'the cluster is being deleted' : `the job is being stopped (${operation.mode})`
    case 'Deploy':
      // a first deployment has no previous cluster: the step only checks whether objects of that name exist
      return operation.step === 'TearDown' && operation.purpose !== 'FirstDeployment' ? 'the previous cluster is being deleted'
        : 'the cluster is being created'
    case 'Submit':
      return operation.step === 'Abandon' ? 'the operator gives up an attempt to run the job' : 'the job is being submitted'
    case 'TearDown':
      return 'the cluster is being deleted'
  }
}

export interface StateAround {
  /** The generation of an edit that was not acknowledged; null: there is none. */
  readonly pendingGeneration: number | null
  /** What that edit waits for. */
  readonly heldUpBy: string | null
  /** Why the JobManager is not ready; null: it is, or it does not matter. */
  readonly downFor: string | null
}

/** The message of Ready: what is missing before the resource is as its spec says. */
export const stateWords = (
  { lifecycleState, operation }: JobLifecycleStatus,
  { pendingGeneration, heldUpBy, downFor }: StateAround,
): string => {
  const progress = progressOf(operation)
  const edit = pendingGeneration === null ? null : `Generation ${String(pendingGeneration)}`
  const main = progress === null
    ? edit === null ? lifecycleWords[lifecycleState]
      : `${edit} is not deployed yet${heldUpBy === null ? '' : `. It waits for: ${heldUpBy}`}`
    : isGoing[lifecycleState] ? `${lifecycleWords[lifecycleState]}: ${progress}`
    : edit === null ? `${progress.charAt(0).toUpperCase()}${progress.slice(1)}`
    : `${edit} is being deployed: ${progress}`
  return downFor === null ? main : `${main}. The JobManager is not ready: ${downFor}`
}
