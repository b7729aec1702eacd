import type { DecodeError } from '../../resource/finding.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { type ClassificationRow, firstThatFits } from '../../round/classification.ts'
import { unreadEvidence } from './unread.ts'

/** What the record of a resource proves. Rows are asked with it, and need not test for it again. */
export type RecordedState<Wanted, Deployed> = Unreadable | NoSpec | NotDeployed<Wanted> | Recorded<Wanted, Deployed>

/** Something that every decision rests on can't be read (F14). */
export interface Unreadable {
  readonly _tag: 'Unreadable'
  readonly unread: readonly DecodeError[]
}

/** Nothing was deployed, and there is no valid spec. */
export interface NoSpec {
  readonly _tag: 'NoSpec'
}

export interface NotDeployed<Wanted> {
  readonly _tag: 'NotDeployed'
  readonly wanted: Wanted
}

/** Something was deployed, and something is wanted. */
export interface Recorded<Wanted, Deployed> {
  readonly _tag: 'Deployed'
  readonly deployed: Deployed
  readonly wanted: Wanted
  /** The last stable spec; null: there is none, or it can't be configured. */
  readonly stable: Wanted | null
}

interface RecordedStateRound<Wanted, Deployed> {
  readonly desired: {
    readonly deployed: { readonly _tag: 'Never' } | { readonly _tag: 'Undecodable' } | Deployed
    readonly wanted: Wanted | null
    readonly stable: Wanted | null
    readonly unread: readonly DecodeError[]
  }
  readonly observed: { readonly status: JobLifecycleStatus }
}

export const recordedStateOf = <Wanted, Deployed extends { readonly _tag: 'Deployed' }>(
  { desired, observed: { status } }: RecordedStateRound<Wanted, Deployed>,
): RecordedState<Wanted, Deployed> => {
  const { deployed, wanted, stable } = desired
  const unread = unreadEvidence(desired, status)
  if (unread.length > 0 || deployed._tag === 'Undecodable') return { _tag: 'Unreadable', unread }
  if (wanted === null) return { _tag: 'NoSpec' }
  return deployed._tag === 'Never' ? { _tag: 'NotDeployed', wanted } : { _tag: 'Deployed', deployed, wanted, stable }
}

/** The rows that are asked with some evidence, in this order; the last one always fits. */
export interface RecordedStateRows<Round, Evidence, Situation> {
  readonly rows: readonly ClassificationRow<Round, Evidence, Situation | null>[]
  readonly last: ClassificationRow<Round, Evidence, Situation>
}

/** Which rows are asked on which ground, and in which order. */
export type RecordedStateTable<Round, Wanted, Deployed, Situation> = {
  readonly [Tag in RecordedState<Wanted, Deployed>['_tag']]: RecordedStateRows<
    Round,
    Extract<RecordedState<Wanted, Deployed>, { readonly _tag: Tag }>,
    Situation
  >
}

/** Which situation is this? The first row of the table that fits. */
export const situationFor = <Round, Wanted, Deployed, Situation>(
  table: RecordedStateTable<Round, Wanted, Deployed, Situation>,
  round: Round,
  recorded: RecordedState<Wanted, Deployed>,
): Situation => {
  switch (recorded._tag) {
    case 'Unreadable':
      return answered(table.Unreadable, round, recorded)
    case 'NoSpec':
      return answered(table.NoSpec, round, recorded)
    case 'NotDeployed':
      return answered(table.NotDeployed, round, recorded)
    case 'Deployed':
      return answered(table.Deployed, round, recorded)
  }
}

const answered = <Round, Evidence, Situation>(
  { rows, last }: RecordedStateRows<Round, Evidence, Situation>,
  round: Round,
  evidence: Evidence,
): Situation => firstThatFits(rows, round, evidence) ?? last.situation(round, evidence)
