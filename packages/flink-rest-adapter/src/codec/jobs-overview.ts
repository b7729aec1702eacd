import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type JobOverview, type JobState, jobStates } from '@flink-operator/core'
import { decodeWith, orNull } from './decode.ts'

const isJobState = (value: unknown): value is JobState => (jobStates as readonly unknown[]).includes(value)

const State = new t.Type<JobState, string, unknown>(
  'JobState',
  isJobState,
  (value, context) => (isJobState(value) ? t.success(value) : t.failure(value, context)),
  String,
)

const Job = t.type({
  jid: t.string,
  name: t.string,
  state: State,
  'start-time': t.number,
  'end-time': t.number,
  'last-modification': orNull(t.number),
  tasks: t.type({ total: t.number, running: t.number, finished: t.number, failed: orNull(t.number) }, 'Tasks'),
}, 'JobOverview')

const JobsOverview = t.type({ jobs: t.array(Job, 'JobOverview[]') }, 'JobsOverview')

const jobOf = (job: t.TypeOf<typeof Job>): JobOverview => ({
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
