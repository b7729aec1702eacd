import { decodeWith, fields, text } from './decode.ts'
import { longestId } from './text-lengths.ts'

/** `GET /v1/config`. */
export const decodeClusterConfig = decodeWith(
  fields('ClusterConfig', { 'flink-version': text(longestId), 'flink-revision': text(longestId) }),
)
