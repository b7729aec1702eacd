import type { Env } from '../contract/env.ts'
import { type Act, pollMillis, wait } from '../contract/round/decision.ts'
import type { FirstSituation } from './job-situation.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Asked, orLook } from '../contract/query/ask.ts'
import type { JobLifecycleStatus } from '../contract/resource/job-status.ts'
import { finalizerOf } from '../contract/resource/resource-type.ts'
import type { Row } from '../contract/round/row.ts'
import { pauseOf } from '../contract/round/pause.ts'
import { type NeedsFacts, needsFacts } from '../contract/round/waiting-situation.ts'
import type { JobDesired, JobRecord, JobRound } from './job-round.ts'
import type { FirstRowName } from './job-row.ts'
import { unreadEvidence, unreadProblem } from './record/unread.ts'
import { invalidSpec } from './report/job-problem.ts'

/** The parts of a round that these decisions read. */
interface ObservedRound<Status> {
  readonly observed: { readonly status: Status }
  readonly env: Env
}

/**
 * Decides the situations in which the operator only reports, whatever the resource is. While paused everything else waits, including
 * operations in progress. `calm`: the decision where nothing is to be done.
 */
export const decideFirst = <Status>(
  { observed: { status }, env }: ObservedRound<Status>,
  situation: Extract<FirstSituation, { readonly _tag: 'Unmanageable' | 'InvalidFromTheStart' | 'Paused' }>,
  calm: () => Act<Status>,
): Act<Status> => {
  switch (situation._tag) {
    case 'Unmanageable':
    case 'InvalidFromTheStart':
      return wait(status, env.options.reconcileInterval, 'an edit', situation.problem)
    case 'Paused': {
      const { isHold, until, message } = situation.pause
      const left = isHold ? pollMillis : until === null ? env.options.reconcileInterval : Math.max(1, until - env.now)
      const after = Math.min(left, env.options.reconcileInterval)
      return {
        ...calm(),
        status,
        reason: `paused: ${message}`,
        after,
        atTheLatest: after,
        waitingFor: `the end of the pause: ${message}`,
      }
    }
  }
}

/** The parts of a round that these rows read. */
export interface FirstRound {
  readonly desired: Pick<JobDesired, 'meta' | 'unread' | 'invalid'> & { readonly deployed: Pick<JobRecord, '_tag'> }
  readonly observed: { readonly status: JobLifecycleStatus }
  readonly env: JobRound['env']
}

/** Hooks for the rows that are evaluated before the recorded state. */
export interface FirstHost<Round, Situation> {
  readonly rowsBefore: { readonly [Name in FirstRowName]?: readonly Row<[Round], Situation>[] }
  /** The observed objects in words, for the reason of the look. */
  readonly seen: string
  /** Observes everything that each decision needs. */
  readonly allSeen: (round: Round) => Asked<unknown>
  /** The same, if the recorded state can't be read. */
  readonly unreadableSeen: (round: Round) => Asked<unknown>
}

interface FirstRow<Round> {
  readonly id: FirstRowName
  readonly when: string
  readonly holds: (round: Round, row: string) => FirstSituation | null
}

const isReadable = ({ desired, observed: { status } }: Pick<FirstRound, 'desired' | 'observed'>): boolean =>
  unreadEvidence(desired, status).length === 0

const invalidAtStart = 'the spec is invalid, and nothing was started before'

/**
 * Rows that are evaluated before any row that relies on the recorded state, with the host's own rows between them. `finalizerMissing`: what
 * a resource without our finalizer needs first.
 */
export const firstTable = <Round extends FirstRound, Situation>(
  host: FirstHost<Round, Situation>,
  finalizerMissing: (round: Round, row: string) => NeedsFacts | null,
): readonly Row<[Round], Situation | FirstSituation>[] => {
  const rows: readonly FirstRow<Round>[] = [
    {
      id: 'deleting',
      when: 'the resource is being deleted',
      holds: ({ desired: { meta } }, row) =>
        meta.deletionTimestamp === null ? null : { _tag: 'Deleting', row, reason: 'the resource is being deleted' },
    },
    {
      id: 'invalid-from-the-start',
      when: invalidAtStart,
      holds: (round, row) => {
        const { desired: { invalid, deployed }, observed: { status: { reconciliationStatus: { lastReconciledSpec } } } } = round
        return !isReadable(round) || invalid === null || deployed._tag !== 'Never' || lastReconciledSpec !== null ? null : {
          _tag: 'InvalidFromTheStart',
          row,
          reason: invalidAtStart,
          problem: invalidSpec(invalid.message),
        }
      },
    },
    {
      id: 'finalizer',
      when: 'the resource does not have our finalizer yet',
      holds: (round, row) => {
        const { desired: { meta }, env } = round
        return pauseOf(meta, env.now) === null && isReadable(round) && !meta.finalizers.includes(finalizerOf(meta))
          ? finalizerMissing(round, row) ?? { _tag: 'NotYetOurs', row, reason: 'our finalizer is added first' } : null
      },
    },
    {
      id: 'unreadable',
      when: "the recorded state can't be read: the operator observes and reports, and changes nothing",
      holds: (round, row) => {
        if (isReadable(round) && round.desired.deployed._tag !== 'Undecodable') return null
        return pipe(
          host.unreadableSeen(round),
          E.map((): FirstSituation => ({
            _tag: 'Unmanageable',
            row,
            reason: "the recorded state can't be read",
            problem: unreadProblem(unreadEvidence(round.desired, round.observed.status)),
          })),
          orLook(queries => needsFacts(row, queries, `how ${host.seen}, although the recorded state can't be read?`)),
        )
      },
    },
    {
      id: 'unseen',
      when: 'this round has not observed the JobManager, or the job, yet',
      holds: (round, row) => pipe(host.allSeen(round), E.map(() => null), orLook(queries => needsFacts(row, queries, `how ${host.seen}?`))),
    },
    {
      id: 'paused',
      when: 'the pause annotation is set',
      holds: ({ desired: { meta }, env }, row) => {
        const pause = pauseOf(meta, env.now)
        return pause === null ? null : { _tag: 'Paused', row, pause, reason: `paused: ${pause.message}` }
      },
    },
  ]
  return rows.flatMap(({ id, when, holds }) => [
    ...(host.rowsBefore[id] ?? []),
    { id, when, holds: (round: Round) => holds(round, id) },
  ])
}
