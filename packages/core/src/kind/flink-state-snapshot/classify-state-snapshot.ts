import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { asked, orLook } from '../../query/ask.ts'
import type { DecodeError } from '../../resource/finding.ts'
import { isAtLeast } from '../../resource/flink-version.ts'
import { classifyDeletion } from './delete-snapshot.ts'
import { endedText, goneText } from './observe-state-snapshot.ts'
import { isDisposable } from './disposable.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import type { SnapshotRound } from './state-snapshot-round.ts'
import type { Situation } from './state-snapshot-situation.ts'
import type { TargetJob } from './target-job.ts'
import { directoryOf, needs, targetFirst, underWay } from './snapshot-under-way.ts'

type Running = Extract<TargetJob, { _tag: 'Running' }>

/**
 * Which situation is this (session-snapshot-bluegreen.md, sections 3.2 to 3.4)? First match.
 *
 * | row | seen | situation |
 * |---|---|---|
 * | N1 | the resource is deleted | delete-snapshot.ts |
 * | N2 | its files go with it, and our finalizer is missing | not yet ours |
 * | N15 | something of its status can't be read | told; nothing is asked of Flink (F14) |
 * | N3 | COMPLETED, FAILED, ABANDONED | over |
 * | N4 | IN_PROGRESS | under way: looked at, sent again, or waited for |
 * | N5 | the spec is not valid | invalid; the next edit decides |
 * | N6 | savepoint with alreadyExists | complete at once; no job is needed |
 * | N7 | an attempt failed not long ago | retry later |
 * | N8 | job not seen | waiting (P14) |
 * | N9 | job's resource gone: never seen, or lost after an attempt | invalid as long as it is missing; abandoned |
 * | N10 | the job has ended | abandoned |
 * | N11 | it starts, stops, or its state is not known | waiting: unlike the reference operator's, which abandons (E-17) |
 * | N12 | a checkpoint of Flink before 1.17; a savepoint without a directory | the attempt fails |
 * | N13 | the job is not RUNNING by Flink's own words of this round | waiting (P05) |
 * | N14 | it is | trigger due |
 */
export const classify = (round: SnapshotRound): Situation => {
  const { desired, observed: { status, job }, env } = round
  const { meta, spec, invalid } = desired
  if (meta.deletionTimestamp !== null) return classifyDeletion(round)
  if (isDisposable(spec) && !meta.finalizers.includes(finalizerOf(meta)))
    return { _tag: 'NotYetOurs', row: 'N2', reason: 'its clean-up is ours from now on' }
  if (desired.unread.length > 0)
    return { _tag: 'Unreadable', row: 'N15', reason: "what is recorded can't be read", message: unreadText(desired.unread) }
  if (status.state !== 'TRIGGER_PENDING' && status.state !== 'IN_PROGRESS')
    return { _tag: 'Over', row: 'N3', reason: `it is ${status.state}` }
  if (status.state === 'IN_PROGRESS') return underWay(round)
  if (invalid !== null) return { _tag: 'Invalid', row: 'N5', reason: 'the spec is not valid', message: invalid.message }
  if (spec.savepoint?.alreadyExists === true)
    return { _tag: 'ExistsAlready', row: 'N6', path: spec.savepoint.path ?? '', reason: 'the savepoint exists already' }
  const { retryAt } = status.operatorRecord
  if (retryAt !== null && env.now < retryAt) return { _tag: 'RetryLater', row: 'N7', at: retryAt, reason: 'the last attempt failed' }
  return byJob(round, job)
}

const byJob = (round: SnapshotRound, job: TargetJob): Situation => {
  const { desired: { meta, spec }, observed: { status } } = round
  switch (job._tag) {
    case 'NotLookedAt':
      return targetFirst(round, 'N8', () => ({ _tag: 'Waiting', row: 'N8', reason: "the job's resource was not looked at" }))
    case 'Unseen':
      return { _tag: 'Waiting', row: 'N8', reason: `the job's resource could not be seen: ${job.reason}` }
    case 'Gone':
      return status.operatorRecord.attempts === 0 && status.failures === 0
        ? {
          _tag: 'Invalid',
          row: 'N9',
          reason: 'its job is not there',
          message: `Target for snapshot ${meta.namespace}/${spec.jobReference?.name ?? 'null'} was not found`,
        }
        : { _tag: 'JobEnded', row: 'N9', reason: goneText(round.desired) }
    case 'Ended':
      return { _tag: 'JobEnded', row: 'N10', reason: endedText(round.desired, job.reason) }
    case 'Unsettled':
      return { _tag: 'Waiting', row: 'N11', reason: job.reason }
    case 'Running':
      return toTrigger(round, job)
  }
}

const unreadText = (unread: readonly DecodeError[]): string =>
  `${
    unread.slice(0, 3).map(({ path, found, expected }) => `${path} can't be read: found ${found}, expected ${expected}`).join('; ')
  }. Another version of the operator wrote it, or it is damaged. `
  + 'Nothing is asked of Flink. Run the version that wrote it, or mend it (kubectl edit --subresource=status), or delete the resource'

const toTrigger = (round: SnapshotRound, job: Running): Situation => {
  const { desired: { kind }, observed: { facts } } = round
  if (kind === 'checkpoint' && (job.flinkVersion === null || !isAtLeast(job.flinkVersion, 'v1_17')))
    return {
      _tag: 'Impossible',
      row: 'N12',
      reason: 'Manual checkpoint triggering is not supported for this Flink job (requires Flink 1.17+)',
    }
  const directory = directoryOf(round, job)
  if (kind === 'savepoint' && directory === null)
    return {
      _tag: 'Impossible',
      row: 'N12',
      reason:
        'Either the savepoint path in the spec or configuration execution.checkpointing.savepoint-dir in the Flink resource has to be supplied',
    }
  if (job.isStopping) return { _tag: 'Waiting', row: 'N11', reason: 'the job is being stopped' }
  return pipe(
    facts,
    asked([{ _tag: 'GetJobsOverview', endpoint: job.endpoint }]),
    E.map((): Situation => {
      const own = facts.jobs?._tag === 'Known' ? facts.jobs.value.find(it => it.jobId === job.jobId) : undefined
      const reason = `a ${kind} of job ${job.jobId} is asked for`
      return own?.state === 'RUNNING' ? { _tag: 'TriggerDue', row: 'N14', job, jobStartTime: own.startTime, directory, reason }
        : { _tag: 'Waiting', row: 'N13', reason: 'Flink does not show the job running' }
    }),
    orLook(needs('N13', 'does the job run?')),
  )
}
