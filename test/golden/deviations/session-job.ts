import { isTerminal, type JobState } from '../../../packages/core/src/contract/resource/job-status.ts'
import type { Deviation } from '../deviation.ts'
import type { ObserveGiven } from '../families/observe.ts'
import { givenOf } from '../families/scripted.decode.ts'
import type { GoldenVector } from '../family.ts'

const given = (vector: GoldenVector): ObserveGiven => givenOf(vector)
const isSessionJob = (vector: GoldenVector): boolean => given(vector).kind === 'FlinkSessionJob'
const status = (vector: GoldenVector) => given(vector).resource.status
const recorded = (vector: GoldenVector): JobState | null => (status(vector).jobStatus.state ?? null) as JobState | null
const job = (vector: GoldenVector) => given(vector).observed.job
const reported = (vector: GoldenVector): JobState | null => {
  const it = job(vector)
  return it !== null && 'state' in it ? it.state : null
}
const asRecorded = { name: 'as recorded', test: (_want: unknown, got: unknown, vector: GoldenVector) => got === recorded(vector) }

const rule = (it: Omit<Deviation, 'family'>): Deviation => ({
  ...it,
  family: 'observe',
  vectors: `of a session job; ${it.vectors}`,
  when: vector => isSessionJob(vector) && it.when(vector),
})

export const sessionJobDeviations: readonly Deviation[] = [
  rule({
    id: 'F20',
    vectors: 'its cluster is READY, and the job could not be asked',
    when: vector => job(vector) !== null && reported(vector) === null,
    excuses: [{ field: 'jobStatus.state', want: 'RECONCILING', got: 'RUNNING' }],
    reason: 'A look at Flink that failed on its way is no news of the job.',
    test: 'P14 Flink does not answer: the job is what it was, and nothing is done',
  }),
  rule({
    id: 'E-11',
    vectors: 'the operator before was upgrading it, the job is listed',
    when: vector => status(vector).reconciliationStatus?.state === 'UPGRADING' && reported(vector) !== null,
    excuses: [
      { field: 'reconciliationStatus.state', want: 'DEPLOYED', got: 'UPGRADING' },
      { field: 'reconciliationStatus.lastReconciledSpecIsStable', want: true, got: false },
      { field: 'event.JobStatusChanged', want: true, got: false },
    ],
    reason:
      'That a job of the recorded id is listed does not tell that it is the next one: it may be the one that is to be stopped. The reference takes the upgrade for done, and the edit is lost; ours stops it with its state, and goes on.',
    test: 'E-11 a job that the operator before was upgrading is listed: it may be the old one, and is upgraded with its state',
  }),
  rule({
    id: 'P13',
    vectors: 'the job had ended; Flink lists it no more',
    when: vector => isTerminal(recorded(vector)) && job(vector) === null,
    excuses: [{ field: 'jobStatus.state', want: 'RECONCILING', both: asRecorded }, { field: 'event.Missing', want: true, got: false }],
    reason: 'A job that ended stays ended, also when Flink has forgotten it; it is not missed.',
    test: 'P13 a job that ended and is listed no more stays ended',
  }),
  rule({
    id: 'E-10',
    vectors: 'not listed, stateless',
    when: vector =>
      job(vector) === null && (given(vector).lastReconciledSpec as { readonly job?: { readonly upgradeMode?: string } }).job?.upgradeMode
        === 'stateless',
    excuses: [
      { field: 'jobStatus.state', want: 'RECONCILING', both: asRecorded },
      { field: 'reconciliationStatus.lastReconciledJob.state', want: 'suspended', got: 'running' },
    ],
    reason:
      'The reference writes a stateless job that is not listed down as suspended at once, and submits it again. For ours a moment is nothing; then it is submitted again where the JobManager restarted, and never beside one that may come back.',
    test: 'lost/stateless a stateless job that is lost is submitted again, under an id of its own (E-10, E-56)',
  }),
]
