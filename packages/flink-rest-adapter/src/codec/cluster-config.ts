import * as t from 'io-ts'
import { decodeWith } from './decode.ts'

/** `GET /v1/config`. */
export const decodeClusterConfig = decodeWith(t.type({ 'flink-version': t.string, 'flink-revision': t.string }, 'ClusterConfig'))
