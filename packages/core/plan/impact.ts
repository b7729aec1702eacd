import type { Action } from '../src/action/action.ts'
import type { ApplicationOperation } from '../src/kind/flink-application/status/application-operation.ts'
import type { JsonObject } from '../src/resource/json.ts'
import type { Operation } from '../src/resource/operation.ts'
import { isSameJson } from '../src/resource/same-json.ts'
import type { PlayEnd } from './play.ts'

/**
 * What an edit amounts to, for whoever lets it pass. `None`: the resource is deployed like this. `Change`: the job keeps its state, if it
 * is touched at all. `Stateless`: a job that was deployed goes on from empty state, because somebody asked for it. `Risky`: state may be
 * given up, or the edit does not come to its end by itself. `Unknown`: a look failed on its way.
 */
export type Impact =
  | { readonly _tag: 'None' | 'Change' | 'Unknown' }
  | { readonly _tag: 'Stateless' | 'Risky'; readonly why: string }

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {}
}

const isWithin = (part: JsonObject, whole: JsonObject): boolean => Object.entries(part).every(([key, value]) => whole[key] === value)

/** Would the API server find nothing to change? Labels and annotations of others stay. */
export const isDeployed = (wanted: JsonObject, deployed: JsonObject | null): boolean => {
  if (deployed === null) return false
  const [own, theirs] = [objectAt(wanted, 'metadata'), objectAt(deployed, 'metadata')]
  return isSameJson(objectAt(wanted, 'spec'), objectAt(deployed, 'spec'))
    && ['labels', 'annotations'].every(field => isWithin(objectAt(own, field), objectAt(theirs, field)))
}

/** What is known of the rounds of a plan. */
export interface Course {
  readonly wanted: JsonObject
  readonly deployed: JsonObject | null
  readonly isKnown: boolean
  readonly diff: string | null
  /** Of every round. */
  readonly actions: readonly Action<unknown>[]
  /** Null: what follows the first round is not known. */
  readonly end: PlayEnd | null
}

/** As each write of a status records it: `Operation`, of a FlinkApplication `ApplicationOperation`. */
const operationsIn = <A extends Operation | ApplicationOperation>(actions: readonly Action<unknown>[]): readonly A[] =>
  actions.flatMap(action => {
    const operation = action._tag === 'PersistStatus' ? (action.status as { readonly operation?: A | null }).operation ?? null : null
    return operation === null ? [] : [operation]
  })

/** A new child of a FlinkBlueGreenDeployment is a first deployment, whose state is that of the one that served. */
const startsEmpty = (operation: Operation, isChild: boolean): boolean =>
  (operation.kind === 'Deploy' || operation.kind === 'Submit') && operation.source._tag === 'Empty'
  && (isChild || operation.purpose !== 'FirstDeployment')

const isStateless = (operation: Operation, isChild: boolean): boolean =>
  (operation.kind === 'Suspend' && operation.mode === 'STATELESS' && operation.purpose !== 'Deletion') || startsEmpty(operation, isChild)

/** A FlinkApplication records beside the intent what the new job is submitted with. */
const isStatelessUpdate = ({ kind, isStateless, submit }: ApplicationOperation): boolean =>
  kind === 'Deploy' && (isStateless || submit?.source._tag === 'None' || submit?.source._tag === 'NeverStarted')

const losesState = ({ wanted, actions }: Pick<Course, 'wanted' | 'actions'>): boolean => {
  if (wanted['kind'] === 'FlinkApplication') return operationsIn<ApplicationOperation>(actions).some(isStatelessUpdate)
  const isChild = wanted['kind'] === 'FlinkBlueGreenDeployment'
  return operationsIn<Operation>(actions).some(operation => isStateless(operation, isChild))
}

const starts = (operation: Operation | ApplicationOperation): boolean => operation.kind === 'Deploy' || operation.kind === 'Submit'

/** The job of the document: its own, or that of a template; the spec of a FlinkApplication is one. */
const jobIn = (wanted: JsonObject): JsonObject => {
  const spec = objectAt(wanted, 'spec')
  if (wanted['kind'] === 'FlinkApplication') return spec
  return { ...objectAt(objectAt(objectAt(spec, 'template'), 'spec'), 'job'), ...objectAt(spec, 'job') }
}

const risk = ({ wanted, actions, end }: Course): string | null => {
  if (jobIn(wanted)['allowNonRestoredState'] === true && operationsIn<Operation | ApplicationOperation>(actions).some(starts))
    return 'allowNonRestoredState: state that the new job does not take is given up'
  switch (end?._tag) {
    case undefined:
      return 'what follows the first round is not known'
    case 'Waits':
      return `it does not come to its end by itself, it waits for ${end.for}`
    case 'Failed':
      return `it does not come to its end: ${end.message}`
    default:
      return null
  }
}

/** The gravest first. */
export const impactOf = (course: Course): Impact => {
  const { wanted, deployed, isKnown, diff } = course
  if (!isKnown) return { _tag: 'Unknown' }
  if (isDeployed(wanted, deployed)) return { _tag: 'None' }
  if (diff === 'SAVEPOINT_REDEPLOY')
    return { _tag: 'Risky', why: 'the job goes back to the savepoint that is named; what came after it is given up' }
  if (deployed !== null && losesState(course))
    return { _tag: 'Stateless', why: 'the job goes on from empty state' }
  const why = risk(course)
  return why === null ? { _tag: 'Change' } : { _tag: 'Risky', why }
}
