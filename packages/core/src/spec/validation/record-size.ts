import { encodeRecordedSpec } from '../../crd/recorded-spec.ts'
import { utf8Length } from '../../contract/resource/utf8-length.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, nothing, type Rule } from './rule.ts'

/** Limit of etcd for one object: 1.5 MiB. */
const largestObject = 1_572_864
/** The rest is for the other status fields, metadata and managed fields. */
const most = largestObject - 131_072

/**
 * A deployed resource holds its spec three times: as `spec`, and twice as text in the status (last reconciled and last stable spec). A spec
 * whose status would not fit is rejected before the first effect (design.md, section 3): later the operator could not write the status.
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
