import { encodeRecordedSpec } from '../codec/recorded-spec.ts'
import { utf8Length } from '../resource/utf8-length.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, nothing, type Rule } from './rule.ts'

/** etcd takes 1.5 MiB for one object. */
const largestObject = 1_572_864
/** The rest is for the other status fields, metadata and managed fields. */
const most = largestObject - 131_072

/**
 * The spec stands in the resource once as it is and, once deployed, twice as text in the status (last reconciled and last stable). A status
 * that would not fit is refused before the first effect (design.md, section 3): afterwards nothing could be recorded any more.
 */
export const specCanBeRecorded: Rule<FlinkDeploymentInput> = ({ spec }) => {
  const recorded = encodeRecordedSpec({ spec, firstDeployment: false })
  if (recorded.length * 9 <= most) return nothing
  const bytes = utf8Length(recorded) + 2 * utf8Length(JSON.stringify(recorded))
  return errorIf(
    bytes > most,
    'spec',
    `The spec is too large to be recorded in the status: with its records it takes ${bytes} bytes of at most ${most}`,
  )
}
