import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import { contradictedState, type LastState } from '../../../contract/resource/last-state.ts'
import { begunOf } from '../child/child.ts'
import type { BlueGreenRound, WholeSpec } from '../blue-green-round.ts'
import { newChild, operationOf, sourceOfNew } from './evidence.ts'
import { isStateless, namedPath, sourceBySpec, withoutPath, withoutState } from './transition-source.ts'

/**
 * The source for a change in place of the serving child: its spec keeps its path and it continues from its own state, unless the user names
 * a path.
 */
export const inPlaceSource = (serving: WholeSpec | null, wanted: WholeSpec, { spec }: FlinkDeploymentView): LastState => {
  const named = namedPath(serving, wanted)
  const kept = spec.job?.initialSavepointPath ?? null
  if (named !== null) return { _tag: 'Path', path: named, seen: 'Person' }
  return kept === null ? withoutPath : { _tag: 'Path', path: kept, seen: 'Source' }
}

/**
 * The last state of the only child, which was deleted from outside; null: unknown. The savepoint of its suspension counts only if the last
 * reconciled spec is suspended, too; otherwise that record is older (A13).
 */
export const leftSource = ({ desired: { wanted }, observed: { serving, status } }: BlueGreenRound): LastState | null => {
  if (wanted === null) return null
  const named = namedPath(serving, wanted)
  if (named !== null) return { _tag: 'Path', path: named, seen: 'Person' }
  const { suspendedPath } = status.operatorRecord
  return suspendedPath !== null && serving?.template.spec.job?.state === 'suspended'
    ? { _tag: 'Path', path: suspendedPath, seen: 'Stop' } : sourceBySpec(serving, wanted)
}

/** The source of the child of the transition after its target has changed; null: no transition is in progress. */
export const retargetedSource = (round: BlueGreenRound): LastState | null => {
  const { desired: { wanted }, observed: { target, serving } } = round
  const operation = operationOf(round)
  const source = sourceOfNew(round)
  if (wanted === null || operation === null || source === null) return null
  const named = namedPath(target, wanted)
  if (named !== null) return { _tag: 'Path', path: named, seen: 'Person' }
  switch (source._tag) {
    case 'Unknown':
      return isStateless(wanted) ? withoutState : source
    case 'None':
      if (isStateless(wanted) || begunOf(newChild(round)) !== null) return source
      return operation.kind === 'First' && serving === null ? { _tag: 'NeverStarted' }
        : contradictedState('the spec said stateless when the transition began, and does not say so any more')
    case 'Path':
    case 'NeverStarted':
    case 'InHighAvailability':
      return source
  }
}
