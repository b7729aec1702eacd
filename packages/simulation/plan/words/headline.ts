import type { Action } from '@flink-operator/core/action'
import type { DeploySource, FlinkDeploymentStatus, OperationPurpose, SuspendMode } from '@flink-operator/core/resource'
import type { Transition } from '@flink-operator/core/kind/flink-blue-green-deployment'
import type { ApplicationOperation } from '@flink-operator/lyft'
import type { Planned, PlannedRound } from '../planned.ts'

type Operation = NonNullable<FlinkDeploymentStatus['operation']>
type AnyOperation = Operation | Transition | ApplicationOperation

const isOf = (a: PlannedRound['of'], b: PlannedRound['of']): boolean => a.kind === b.kind && a.name === b.name

/** The operations that the planned resource records, each once, in order. */
const operationsIn = ([first, ...later]: readonly PlannedRound[]): readonly AnyOperation[] => {
  if (first === undefined) return []
  const written = [first, ...later].filter(({ of }) => isOf(of, first.of)).flatMap(({ actions }) => actions).flatMap(action => {
    const { operation } = (action._tag === 'PersistStatus' ? action.status : {}) as { readonly operation?: AnyOperation | null }
    return operation === undefined || operation === null ? [] : [operation]
  })
  return written.filter(({ id }, index) => written.findIndex(other => other.id === id) === index)
}

/** How a job is stopped, and what stays of it if nothing is started afterwards. */
const stops: Readonly<Record<SuspendMode, readonly [stop: string, stays: string]>> = {
  NOOP: ['no job runs', ''],
  STATELESS: ['cancel the job', ''],
  SAVEPOINT: ['stop with a savepoint', ''],
  CANCEL: ['cancel the job', ', keep its last checkpoint'],
  LAST_STATE: ['stop', ', keep the last checkpoint'],
}

const purposes: Readonly<Record<OperationPurpose, string>> = {
  FirstDeployment: 'New',
  Upgrade: 'Upgrade',
  Suspend: 'Suspend',
  Resume: 'Resume',
  Rollback: 'Roll back',
  Recovery: 'Recover',
  RestartFailed: 'Restart',
  RestartUnhealthy: 'Restart',
  SavepointRedeploy: 'Redeploy',
  ShutdownTtl: 'Shut down',
  Deletion: 'Delete',
  StopOrphan: 'Stop an orphaned job',
}

const pathWords = (path: string, before: Operation | undefined): string => {
  if (before?.kind !== 'Suspend') return `start from ${path}`
  return before.mode === 'SAVEPOINT' ? 'start from it' : before.mode === 'CANCEL' ? 'start from its last checkpoint' : `start from ${path}`
}

const starts = (source: DeploySource, before: Operation | undefined): string => {
  switch (source._tag) {
    case 'Empty':
      return 'start from empty state'
    case 'Path':
      return pathWords(source.path, before)
    case 'LastState':
      return 'start from the last checkpoint'
    case 'NoJob':
      return source.jobs === 'Kept' ? 'deploy the session cluster; its jobs are restored' : 'deploy the session cluster'
  }
}

const stepWords = (operation: Operation, before: Operation | undefined, isLast: boolean): string => {
  switch (operation.kind) {
    case 'Suspend': {
      const [stop, stays] = stops[operation.mode]
      return isLast ? `${stop}${stays}` : stop
    }
    case 'Deploy':
    case 'Submit':
      return starts(operation.source, before)
    case 'TearDown':
      return 'delete the cluster'
    case 'Unreadable':
      return 'an operation that this version of the operator cannot read is in progress'
  }
}

const ofJob = (operations: readonly Operation[]): string | null => {
  const [first] = operations
  if (first === undefined) return null
  const subject = first.kind === 'Unreadable' ? 'Not known' : purposes[first.purpose]
  const steps = operations.map((operation, index) => stepWords(operation, operations[index - 1], index === operations.length - 1))
  return `${subject}: ${steps.join(', ')}`
}

const ofColours = ({ kind, colour, step }: Transition): string => {
  const name = colour.toLowerCase()
  switch (kind) {
    case 'First':
      return `New: start the ${name} deployment`
    case 'InPlace':
      return `Change in place: upgrade the ${name} deployment, no switch`
    case 'Switch':
      return `Switch to ${name}: start it${
        step === 'Savepoint' ? ' from a savepoint that is taken now' : ''
      }, then delete the deployment that serves now`
  }
}

const ofApplication = ({ kind, isStateless, version }: ApplicationOperation, isNew: boolean): string => {
  switch (kind) {
    case 'Deploy':
      if (isNew) return 'New: start a cluster and its job'
      return version === ''
        ? `Upgrade: start a new cluster, ${
          isStateless ? 'cancel the job, start it there from empty state' : 'stop with a savepoint, start from it'
        }`
        : `Upgrade: start version ${version} beside the running one`
    case 'Rescale':
      return 'Rescale in place: the cluster stays'
    case 'Teardown':
      return 'Delete one of two versions: the other one runs on'
    case 'Delete':
      return 'Delete: the job ends as deleteMode says'
  }
}

const isOperation = (operation: AnyOperation): operation is Operation => !('colour' in operation) && !('phase' in operation)

/** What is done without an operation: the job is not restarted. */
const withoutOperation = (actions: readonly Action<unknown>[], isChanged: boolean): string => {
  const has = (tag: Action<unknown>['_tag']): boolean => actions.some(({ _tag }) => _tag === tag)
  if (has('UpdateResourceRequirements')) return 'Rescale in place: no restart'
  if (has('TriggerSavepoint') || has('TriggerCheckpoint') || has('CreateStateSnapshot')) return 'Snapshot: the job runs on'
  if (has('ApplyObject') || has('PatchObject') || has('DeleteObject')) return 'Change in place: the job runs on'
  return isChanged ? 'Recorded only: what runs is not affected' : 'No change'
}

/** What an edit does, in one sentence for the person who approves it (N04). */
export const headlineOf = (
  { impact, diff, pending, rounds, unseen }: Pick<Planned, 'impact' | 'diff' | 'pending' | 'rounds' | 'unseen'>,
  isNew: boolean,
): string => {
  if (unseen.length > 0) return 'Not known: a query failed that the decision depends on'
  if (impact._tag === 'Invalid') return isNew ? 'Not valid: nothing is deployed' : 'Not valid: what is deployed stays as it is'
  const operations = operationsIn(rounds)
  const [first] = operations
  const edit = first === undefined ? withoutOperation(rounds.flatMap(({ actions }) => actions), (diff?.changes.length ?? 0) > 0)
    : 'colour' in first ? ofColours(first)
    : 'phase' in first ? ofApplication(first, isNew)
    : ofJob(operations.filter(isOperation)) ?? 'No change'
  if (isNew && first === undefined) return 'New: no job is started'
  if (impact._tag !== 'None') return edit
  if (first === undefined) return edit
  return pending.length > 0 ? `No change by this document; an earlier edit is not rolled out yet (${edit})`
    : `No change by this document (${edit})`
}
