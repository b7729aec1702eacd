import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import type { Transition } from '../blue-green-resource.ts'
import { contradictedState, type LastState, nothingRecorded } from '../../../resource/last-state.ts'
import { sourceMarkOf } from '../../../resource/source-mark.ts'
import { isBlank } from '../../../validation/rule.ts'
import { isOfTransition } from '../child/child.ts'
import type { WholeSpec } from '../blue-green-round.ts'

type Recorded = Pick<Transition, 'savepointPath' | 'source' | 'sourceMark'>

/** What the child is to start from, as three fields of the record that have to agree. */
export const recordedSource = (id: string, source: LastState | null): Recorded => ({
  savepointPath: source?._tag === 'Path' ? source.path : null,
  source,
  sourceMark: source === null ? null : sourceMarkOf(id, source),
})

const pathOf = (path: string | null, seen: 'Person' | 'Adopted'): LastState | null => path === null ? null : { _tag: 'Path', path, seen }

/** Nothing is lost by a start from empty state: the spec says so. */
export const isStateless = ({ template }: WholeSpec): boolean => template.spec.job?.upgradeMode === 'stateless'

export const withoutState: LastState = { _tag: 'None', reason: 'upgradeMode is stateless' }

/** The path that a new nonce names, beside the nonce of `before`; null: none is named, so that what is started from stays what it is. */
export const namedPath = (before: WholeSpec | null, { template: { spec: { job } } }: WholeSpec): string | null =>
  job === null || job.savepointRedeployNonce === null || isBlank(job.initialSavepointPath)
    || job.savepointRedeployNonce === (before?.template.spec.job?.savepointRedeployNonce ?? null)
    ? null : job.initialSavepointPath

/** What a spec alone says that a start goes on from, in a person's words; null: it says nothing, so the state of the job before counts. */
export const sourceBySpec = (serving: WholeSpec | null, target: WholeSpec): LastState | null =>
  pathOf(namedPath(serving, target), 'Person') ?? (isStateless(target) ? withoutState : null)

/** What is known beside the record. */
interface Beside {
  readonly target: WholeSpec
  readonly serving: WholeSpec | null
  /** The child that the transition makes or changes, where it is there. */
  readonly child: FlinkDeploymentView | null
}

interface Row {
  readonly row: string
  readonly answer: (operation: Transition, beside: Beside) => LastState | null
}

const isWhole = ({ id, source, sourceMark, savepointPath }: Transition): boolean =>
  source !== null && sourceMark === sourceMarkOf(id, source) && savepointPath === (source._tag === 'Path' ? source.path : null)

/** A version before this one wrote the path alone. */
const isOlderRecord = ({ source, sourceMark }: Transition): boolean => source === null && sourceMark === null

/**
 * What the child of a transition starts from, by all that tells of it: the first row that answers.
 *
 * | row | record | beside it | answer |
 * |---|---|---|---|
 * | S1 | a source, its path and its mark agree | – | the source |
 * | S2 | the child was created for this transition | its spec is what this transition wrote | what its spec names |
 * | S3 | the child that serves is changed in place | it goes on from its own state | what its spec names |
 * | S4 | a path alone, of a version before this one | – | that path |
 * | S5 | no source, no path | the spec names a path or says stateless | what the spec says |
 * | S6 | a first deployment, no source, no path | the status tells of nothing that was ever reconciled | nothing was ever started |
 * | S7 | anything else | – | unknown: nothing is started |
 */
export const sourceRows: readonly Row[] = [
  { row: 'S1', answer: operation => (isWhole(operation) ? operation.source : null) },
  {
    row: 'S2',
    answer: (operation, { child, target, serving }) =>
      operation.kind !== 'InPlace' && child !== null && isOfTransition(child, operation)
        ? pathOf(child.spec.job?.initialSavepointPath ?? null, 'Adopted') ?? sourceBySpec(serving, target) : null,
  },
  {
    row: 'S3',
    answer: ({ kind }, { child, target, serving }) =>
      kind === 'InPlace' && child !== null
        ? pathOf(namedPath(serving, target), 'Person') ?? pathOf(child.spec.job?.initialSavepointPath ?? null, 'Adopted') ?? withoutPath
        : null,
  },
  { row: 'S4', answer: operation => (isOlderRecord(operation) ? pathOf(operation.savepointPath, 'Adopted') : null) },
  {
    row: 'S5',
    answer: (operation, { target, serving }) => (isOlderRecord(operation) ? sourceBySpec(serving, target) : null),
  },
  {
    row: 'S6',
    answer: (operation, { serving }) =>
      isOlderRecord(operation) && operation.kind === 'First' && operation.attempt === 1 && serving === null ? { _tag: 'NeverStarted' }
        : null,
  },
  {
    row: 'S7',
    answer: operation =>
      isOlderRecord(operation) ? nothingRecorded
        : contradictedState('status.operation.source, savepointPath and sourceMark do not belong together'),
  },
]

/** It has no path of its own, and goes on from the state of its job all the same. */
export const withoutPath: LastState = { _tag: 'None', reason: 'the child is changed in place, and goes on from its own state' }

export const sourceOf = (operation: Transition, beside: Beside): LastState => {
  for (const { answer } of sourceRows) {
    const source = answer(operation, beside)
    if (source !== null) return source
  }
  return nothingRecorded
}
