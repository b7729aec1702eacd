import { get, v1 } from '../rest-request.ts'
import type { QueryOf } from './flink-answer.ts'
import { read, type Reader } from './answer.ts'

/** What lies in the JobManager's upload directory; an application's JobManager knows no such path. */
export const getJars = (reader: Reader) => ({ endpoint }: QueryOf<'GetJars'>) =>
  read(reader)({ endpoint, request: get(v1`/jars`), reads: 'Jars' })
