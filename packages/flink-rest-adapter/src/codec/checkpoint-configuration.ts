import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import type { CheckpointConfiguration } from '@flink-operator/core/fact'
import { boolean, decodeWith, fields } from './decode.ts'

const Configuration = fields('CheckpointConfiguration', {
  externalization: fields('Externalization', { enabled: boolean, delete_on_cancellation: boolean }),
})

/**
 * `GET /v1/jobs/:jobId/checkpoints/config`. If checkpoints are not externalised (`NO_EXTERNALIZED_CHECKPOINTS`), none outlives the
 * job.
 */
export const decodeCheckpointConfiguration = flow(
  decodeWith(Configuration),
  E.map(({ externalization: { enabled, delete_on_cancellation: isDeleted } }): CheckpointConfiguration => ({
    isDeletedOnCancel: !enabled || isDeleted,
  })),
)
