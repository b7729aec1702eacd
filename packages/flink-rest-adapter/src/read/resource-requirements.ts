import { get, v1 } from '../rest-request.ts'
import { absentOn, read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/** Absent: the job is unknown, or its scheduler is not the adaptive one and has no bounds (a 500 each). */
export const getResourceRequirements = (reader: Reader) => ({ endpoint, jobId }: QueryOf<'GetResourceRequirements'>) =>
  read(reader)({
    endpoint,
    request: get(v1`/jobs/${jobId}/resource-requirements`),
    reads: 'ResourceRequirements',
    verdict: error => (error.httpStatus === 400 ? null : absentOn('JobUnknown', 'Invalid')(error)),
  })
