import { finalizerOf } from '../resource/resource-type.ts'
import type { ClassificationRow } from '../round/classification.ts'
import { pauseOf } from '../round/pause.ts'
import { needsFacts } from '../round/waiting-situation.ts'
import type { JobHost } from './job-host.ts'
import type { JobRound } from './job-round.ts'
import { type FirstRowName, firstIds } from './job-row.ts'
import type { JobSituation, JobTypes } from './job-situation.ts'
import { finalizerMissing } from './record/first-sight.ts'
import { unreadEvidence, unreadProblem } from './record/unread.ts'
import { invalidSpec } from './told/job-problem.ts'

interface FirstRow<Job extends JobTypes> {
  readonly name: FirstRowName
  readonly when: string
  readonly situation: (round: Job['round'], row: string) => JobSituation<Job> | null
}

const isReadable = ({ desired, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  unreadEvidence(desired, status).length === 0

/** Rows that are asked before anything that rests on the record, with the host's own ones where it wants them. */
export const firstTable = <Job extends JobTypes>(
  host: JobHost<Job>,
): readonly ClassificationRow<Job['round'], null, JobSituation<Job> | null>[] => {
  const rows: readonly FirstRow<Job>[] = [
    {
      name: 'deleting',
      when: 'the resource is being deleted',
      situation: ({ desired: { meta } }, row) =>
        meta.deletionTimestamp === null ? null : { _tag: 'Deleting', row, reason: 'the resource is being deleted' },
    },
    {
      name: 'invalid-from-the-start',
      when: 'the spec is not valid and nothing was started before',
      situation: (round, row) => {
        const { desired: { invalid, deployed }, observed: { status: { reconciliationStatus: { lastReconciledSpec } } } } = round
        return !isReadable(round) || invalid === null || deployed._tag !== 'Never' || lastReconciledSpec !== null ? null : {
          _tag: 'InvalidFromTheStart',
          row,
          reason: 'the spec is not valid and nothing was started before',
          problem: invalidSpec(invalid.message),
        }
      },
    },
    {
      name: 'finalizer',
      when: 'our finalizer is not there yet',
      situation: (round, row) => {
        const { desired: { meta }, env } = round
        return pauseOf(meta, env.now) === null && isReadable(round) && !meta.finalizers.includes(finalizerOf(meta))
          ? finalizerMissing(host, round, row) : null
      },
    },
    {
      name: 'unreadable',
      when: "what is recorded can't be read: what can be seen is looked at and told, nothing more",
      situation: (round, row) => {
        if (isReadable(round) && round.desired.deployed._tag !== 'Undecodable') return null
        const missing = host.first.blindQueries(round)
        return missing.length > 0 ? needsFacts(row, missing, `how ${host.first.seen}, beside what can't be read?`)
          : {
            _tag: 'Unmanageable',
            row,
            reason: "what is recorded can't be read",
            problem: unreadProblem(unreadEvidence(round.desired, round.observed.status)),
          }
      },
    },
    {
      name: 'unseen',
      when: 'how the job is, and what it runs in, was not seen in this round',
      situation: (round, row) => {
        const missing = host.first.queries(round)
        return missing.length === 0 ? null : needsFacts(row, missing, `how ${host.first.seen}?`)
      },
    },
    {
      name: 'paused',
      when: 'a person asked the operator to leave the resource as it is',
      situation: ({ desired: { meta }, env }, row) => {
        const pause = pauseOf(meta, env.now)
        return pause === null ? null : { _tag: 'Paused', row, pause, reason: `paused: ${pause.message}` }
      },
    },
  ]
  return rows.flatMap(({ name, when, situation }) => {
    const row = firstIds[name][host.ids]
    return [
      ...(host.first.rowsBefore[name] ?? []),
      { row, when, situation: (round: Job['round']) => situation(round, row) },
    ]
  })
}
