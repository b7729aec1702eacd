import type { Fact, RestEndpoint } from '@flink-operator/core'
import type { JobDetails } from '@flink-operator/core/fact'
import type * as T from 'fp-ts/lib/Task.js'
import { get, v1 } from '../rest-request.ts'
import { absentOn, read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/** Metric names of one vertex. */
export const readMetricNames = (reader: Reader, endpoint: RestEndpoint, jobId: string, vertex: string): T.Task<Fact<readonly string[]>> =>
  read(reader)({ endpoint, request: get(v1`/jobs/${jobId}/vertices/${vertex}/subtasks/metrics`), reads: 'MetricNames' })

/** The job graph with its counters, and metric names, requested at once: one fact, as of before all requests. */
export const getJobDetails =
  (reader: Reader) => ({ endpoint, jobId, namesOf }: QueryOf<'GetJobDetails'>): T.Task<Fact<JobDetails>> => async () => {
    const details = read(reader)({
      endpoint,
      request: get(v1`/jobs/${jobId}`),
      reads: 'JobDetails',
      verdict: absentOn('JobUnknown'),
    })
    const [job, names] = await Promise.all([
      details(),
      Promise.all(namesOf.map(async id => [id, await readMetricNames(reader, endpoint, jobId, id)()] as const)),
    ])
    if (job._tag !== 'Known') return job
    // names that could not be read are requested again, with the values
    const known = names.flatMap(([id, fact]) => (fact._tag === 'Known' && fact.value.length > 0 ? [[id, fact.value] as const] : []))
    return { ...job, value: { ...job.value, metricNames: Object.fromEntries(known) } }
  }
