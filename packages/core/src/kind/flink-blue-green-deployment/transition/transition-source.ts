import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { Transition } from '../blue-green-resource.ts'
import { contradictedState, type LastState, nothingRecorded } from '../../../contract/resource/last-state.ts'
import { firstMatch, type Row } from '../../../contract/round/row.ts'
import { sourceMarkOf } from '../../../contract/resource/annotations.ts'
import { isBlank } from '../../../spec/validation/rule.ts'
import { isOfTransition } from '../child/child.ts'
import type { WholeSpec } from '../blue-green-round.ts'

type Recorded = Pick<Transition, 'savepointPath' | 'source' | 'sourceMark'>

/** The source of the child, as three fields of the record that have to agree. */
export const recordedSource = (id: string, source: LastState | null): Recorded => ({
  savepointPath: source?._tag === 'Path' ? source.path : null,
  source,
  sourceMark: source === null ? null : sourceMarkOf(id, source),
})

const pathOf = (path: string | null, seen: 'Person' | 'Adopted'): LastState | null => path === null ? null : { _tag: 'Path', path, seen }

/** True if the spec declares that a start from empty state loses nothing. */
export const isStateless = ({ template }: WholeSpec): boolean => template.spec.job?.upgradeMode === 'stateless'

export const withoutState: LastState = { _tag: 'None', reason: 'upgradeMode is stateless' }

/** The path that comes with a new nonce, compared with the nonce of `before`; null: none, so the source does not change. */
export const namedPath = (before: WholeSpec | null, { template: { spec: { job } } }: WholeSpec): string | null =>
  job === null || job.savepointRedeployNonce === null || isBlank(job.initialSavepointPath)
    || job.savepointRedeployNonce === (before?.template.spec.job?.savepointRedeployNonce ?? null)
    ? null : job.initialSavepointPath

/** The source that the user names in the spec; null: the spec names none, so the state of the earlier job counts. */
export const sourceBySpec = (serving: WholeSpec | null, target: WholeSpec): LastState | null =>
  pathOf(namedPath(serving, target), 'Person') ?? (isStateless(target) ? withoutState : null)

/** Evidence other than the record. */
interface Beside {
  readonly target: WholeSpec
  readonly serving: WholeSpec | null
  /** The child that the transition creates or changes, if it exists. */
  readonly child: FlinkDeploymentView | null
}

const isWhole = ({ id, source, sourceMark, savepointPath }: Transition): boolean =>
  source !== null && sourceMark === sourceMarkOf(id, source) && savepointPath === (source._tag === 'Path' ? source.path : null)

/** An older version of the operator wrote only the path. */
const isOlderRecord = ({ source, sourceMark }: Transition): boolean => source === null && sourceMark === null

/**
 * The source of the child of a transition, from all evidence: the first row that has an answer applies.
 */
export const sourceRows: readonly Row<[Transition, Beside], LastState>[] = [
  {
    id: 'child-source/recorded',
    when: 'the recorded source, its path and its mark agree: that source',
    holds: operation => (isWhole(operation) ? operation.source : null),
  },
  {
    id: 'child-source/created-for-it',
    when: 'the child was created for this transition, which wrote its spec: the path in its spec',
    holds: (operation, { child, target, serving }) =>
      operation.kind !== 'InPlace' && child !== null && isOfTransition(child, operation)
        ? pathOf(child.spec.job?.initialSavepointPath ?? null, 'Adopted') ?? sourceBySpec(serving, target) : null,
  },
  {
    id: 'child-source/changed-in-place',
    when: 'the serving child is changed in place, and continues from its own state: the path in its spec',
    holds: ({ kind }, { child, target, serving }) =>
      kind === 'InPlace' && child !== null
        ? pathOf(namedPath(serving, target), 'Person') ?? pathOf(child.spec.job?.initialSavepointPath ?? null, 'Adopted') ?? withoutPath
        : null,
  },
  {
    id: 'child-source/path-of-older-version',
    when: 'only a path, written by an older version: that path',
    holds: operation => (isOlderRecord(operation) ? pathOf(operation.savepointPath, 'Adopted') : null),
  },
  {
    id: 'child-source/by-spec',
    when: 'no source and no path is recorded, and the spec names a path or says stateless: the source in the spec',
    holds: (operation, { target, serving }) => (isOlderRecord(operation) ? sourceBySpec(serving, target) : null),
  },
  {
    id: 'child-source/first-deployment',
    when: 'a first deployment without source and path, and no reconciled spec is recorded: no job was ever started',
    holds: (operation, { serving }) =>
      isOlderRecord(operation) && operation.kind === 'First' && operation.attempt === 1 && serving === null ? { _tag: 'NeverStarted' }
        : null,
  },
  {
    id: 'child-source/unknown',
    when: 'anything else: the source is unknown, and the operator starts nothing',
    holds: operation =>
      isOlderRecord(operation) ? nothingRecorded
        : contradictedState('status.operation.source, savepointPath and sourceMark contradict each other'),
  },
]

/** The source of a child that is changed in place and has no path: it continues from the state of its job. */
export const withoutPath: LastState = { _tag: 'None', reason: 'the child is changed in place, and continues from its own state' }

export const sourceOf = (operation: Transition, beside: Beside): LastState =>
  firstMatch(sourceRows, operation, beside)?.found ?? nothingRecorded
