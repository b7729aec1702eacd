import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { JobOverview } from '@flink-operator/core/fact'
import { jobStates } from '@flink-operator/core/resource'
import { type Decoded, decodeWith, fields, integer, list, moment, oneOf, orNull, text, words } from './decode.ts'
import { longestId, shownName } from './text-lengths.ts'

const Job = fields('JobOverview', {
  jid: text(longestId),
  name: words(shownName),
  state: oneOf('JobState', jobStates),
  'start-time': moment,
  'end-time': moment,
  'last-modification': orNull(moment),
  tasks: fields('Tasks', { total: integer, running: integer, finished: integer, failed: orNull(integer) }),
})

const JobsOverview = fields('JobsOverview', { jobs: list('JobOverview[]', Job) })

const jobOf = (job: Decoded<typeof Job>): JobOverview => ({
  jobId: job.jid,
  name: job.name,
  state: job.state,
  startTime: job['start-time'],
  endTime: job['end-time'],
  ...(job['last-modification'] === null ? {} : { lastModification: job['last-modification'] }),
  tasks: {
    total: job.tasks.total,
    running: job.tasks.running,
    finished: job.tasks.finished,
    ...(job.tasks.failed === null ? {} : { failed: job.tasks.failed }),
  },
})

/** `GET /v1/jobs/overview`. */
export const decodeJobsOverview = flow(decodeWith(JobsOverview), E.map(({ jobs }): readonly JobOverview[] => jobs.map(jobOf)))
