import { get, v1 } from '../rest-request.ts'
import type { QueryOf } from './flink-answer.ts'
import { read, type Reader } from './answer.ts'

/** The jars in the JobManager's upload directory; the JobManager of an application cluster has no such path. */
export const getJars = (reader: Reader) => ({ endpoint }: QueryOf<'GetJars'>) =>
  read(reader)({ endpoint, request: get(v1`/jars`), reads: 'Jars' })
