import type { Action } from '@flink-operator/core/action'
import type { ApplicationOperation } from '@flink-operator/lyft'
import { type JsonObject, type Operation, isSameJson } from '@flink-operator/core/resource'
import type { PlayEnd } from './play.ts'

/**
 * How risky an edit is, for the reviewer who approves it. `None`: the resource is deployed like this already. `Change`: the job keeps
 * its state, if the edit affects it at all. `Stateless`: a deployed job restarts from empty state, because the user asked for it.
 * `Risky`: state may be lost, now or with the next upgrade, or the edit does not finish automatically. `Unknown`: a query failed.
 * `Invalid`: a finding is an error, and the operator does not follow the edit (N03).
 */
export type Impact =
  | { readonly _tag: 'None' | 'Change' | 'Unknown' | 'Invalid' }
  | { readonly _tag: 'Stateless' | 'Risky'; readonly why: string }

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {}
}

const isWithin = (part: JsonObject, whole: JsonObject): boolean => Object.entries(part).every(([key, value]) => whole[key] === value)

/** Would the API server find no change? Labels and annotations of other writers stay. */
export const isDeployed = (wanted: JsonObject, deployed: JsonObject | null): boolean => {
  if (deployed === null) return false
  const [own, theirs] = [objectAt(wanted, 'metadata'), objectAt(deployed, 'metadata')]
  return isSameJson(objectAt(wanted, 'spec'), objectAt(deployed, 'spec'))
    && ['labels', 'annotations'].every(field => isWithin(objectAt(own, field), objectAt(theirs, field)))
}

/** The known rounds of a plan. */
export interface Course {
  readonly wanted: JsonObject
  readonly deployed: JsonObject | null
  readonly isKnown: boolean
  readonly isValid: boolean
  readonly diff: string | null
  /** The actions of every round. */
  readonly actions: readonly Action<unknown>[]
  /** Null: the rounds after the first are not known. */
  readonly end: PlayEnd | null
}

/** The operation in each status write: `Operation`, for a FlinkApplication `ApplicationOperation`. */
const operationsIn = <A extends Operation | ApplicationOperation>(actions: readonly Action<unknown>[]): readonly A[] =>
  actions.flatMap(action => {
    const operation = action._tag === 'PersistStatus' ? (action.status as { readonly operation?: A | null }).operation ?? null : null
    return operation === null ? [] : [operation]
  })

/**
 * Does the operation start from empty state? A new child of a FlinkBlueGreenDeployment is a first deployment, but its state is that of
 * the child that served.
 */
const startsEmpty = (operation: Operation, isChild: boolean): boolean =>
  (operation.kind === 'Deploy' || operation.kind === 'Submit') && operation.source._tag === 'Empty'
  && (isChild || operation.purpose !== 'FirstDeployment')

const isStateless = (operation: Operation, isChild: boolean): boolean =>
  (operation.kind === 'Suspend' && operation.mode === 'STATELESS' && operation.purpose !== 'Deletion') || startsEmpty(operation, isChild)

/** A FlinkApplication records what the new job is submitted with next to the intent. */
const isStatelessUpdate = ({ kind, isStateless, submit }: ApplicationOperation): boolean =>
  kind === 'Deploy' && (isStateless || submit?.source._tag === 'None' || submit?.source._tag === 'NeverStarted')

const losesState = ({ wanted, actions }: Pick<Course, 'wanted' | 'actions'>): boolean => {
  if (wanted['kind'] === 'FlinkApplication') return operationsIn<ApplicationOperation>(actions).some(isStatelessUpdate)
  const isChild = wanted['kind'] === 'FlinkBlueGreenDeployment'
  return operationsIn<Operation>(actions).some(operation => isStateless(operation, isChild))
}

const starts = (operation: Operation | ApplicationOperation): boolean => operation.kind === 'Deploy' || operation.kind === 'Submit'

/** The job of the document: its own, or that of a template; the spec of a FlinkApplication is a job. */
const jobIn = (wanted: JsonObject): JsonObject => {
  const spec = objectAt(wanted, 'spec')
  if (wanted['kind'] === 'FlinkApplication') return spec
  return { ...objectAt(objectAt(objectAt(spec, 'template'), 'spec'), 'job'), ...objectAt(spec, 'job') }
}

/** The upgrade mode of a job; a job without one is upgraded without its state. */
const upgradeModeIn = (document: JsonObject): string => {
  const { upgradeMode } = jobIn(document)
  return typeof upgradeMode === 'string' ? upgradeMode.toLowerCase() : 'stateless'
}

/** The upgrade mode that an edit leaves for `stateless` (N02); null: it does not. */
export const statefulModeLeft = (deployed: JsonObject | null, wanted: JsonObject): string | null => {
  if (deployed === null || Object.keys(jobIn(wanted)).length === 0 || Object.keys(jobIn(deployed)).length === 0) return null
  if (wanted['kind'] === 'FlinkApplication') return null
  const before = upgradeModeIn(deployed)
  return before !== 'stateless' && upgradeModeIn(wanted) === 'stateless' ? before : null
}

const risk = ({ wanted, deployed, actions, end }: Course): string | null => {
  const left = statefulModeLeft(deployed, wanted)
  if (left !== null) return `upgradeMode changes from ${left} to stateless: the next upgrade starts the job from empty state`
  if (jobIn(wanted)['allowNonRestoredState'] === true && operationsIn<Operation | ApplicationOperation>(actions).some(starts))
    return 'allowNonRestoredState: state that the new job does not restore is lost'
  switch (end?._tag) {
    case undefined:
      return 'what follows the first round is not known'
    case 'Waits':
      return `the change does not finish automatically: it waits for ${end.for}`
    case 'Failed':
      return `the change does not finish: ${end.message}`
    default:
      return null
  }
}

/** The gravest impact wins. */
export const impactOf = (course: Course): Impact => {
  const { wanted, deployed, isKnown, isValid, diff } = course
  if (!isValid) return { _tag: 'Invalid' }
  if (!isKnown) return { _tag: 'Unknown' }
  if (isDeployed(wanted, deployed)) return { _tag: 'None' }
  if (diff === 'SAVEPOINT_REDEPLOY')
    return { _tag: 'Risky', why: 'the job returns to the named savepoint; the state after it is lost' }
  if (deployed !== null && losesState(course))
    return { _tag: 'Stateless', why: 'the job restarts from empty state' }
  const why = risk(course)
  return why === null ? { _tag: 'Change' } : { _tag: 'Risky', why }
}
