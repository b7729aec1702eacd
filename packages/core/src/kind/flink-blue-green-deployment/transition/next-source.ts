import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import { contradictedState, type LastState } from '../../../resource/last-state.ts'
import { begunOf } from '../child/child.ts'
import type { BlueGreenRound, WholeSpec } from '../blue-green-round.ts'
import { newChild, operationOf, sourceOfNew } from './evidence.ts'
import { isStateless, namedPath, sourceBySpec, withoutPath, withoutState } from './transition-source.ts'

/** The child that serves is changed: its spec keeps its path, and it goes on from its own state, unless a person names a path. */
export const inPlaceSource = (serving: WholeSpec | null, wanted: WholeSpec, { spec }: FlinkDeploymentView): LastState => {
  const named = namedPath(serving, wanted)
  const kept = spec.job?.initialSavepointPath ?? null
  if (named !== null) return { _tag: 'Path', path: named, seen: 'Person' }
  return kept === null ? withoutPath : { _tag: 'Path', path: kept, seen: 'Source' }
}

/**
 * What the only child left that was deleted by hand; null: nobody knows it. What it left when it was suspended counts only where the spec
 * that was reconciled last says suspended, too: else that record is of an earlier time (A13).
 */
export const leftSource = ({ desired: { wanted }, observed: { serving, status } }: BlueGreenRound): LastState | null => {
  if (wanted === null) return null
  const named = namedPath(serving, wanted)
  if (named !== null) return { _tag: 'Path', path: named, seen: 'Person' }
  const { suspendedPath } = status.operatorRecord
  return suspendedPath !== null && serving?.template.spec.job?.state === 'suspended'
    ? { _tag: 'Path', path: suspendedPath, seen: 'Stop' } : sourceBySpec(serving, wanted)
}

/** What the child of the transition starts from once another spec is its target; null: there is no transition. */
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
