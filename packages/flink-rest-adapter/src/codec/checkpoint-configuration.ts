import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { CheckpointConfiguration } from '@flink-operator/core'
import { decodeWith } from './decode.ts'

const Configuration = t.type(
  { externalization: t.type({ enabled: t.boolean, delete_on_cancellation: t.boolean }, 'Externalization') },
  'CheckpointConfiguration',
)

/**
 * `GET /v1/jobs/:jobId/checkpoints/config`. Where checkpoints are not externalised (`NO_EXTERNALIZED_CHECKPOINTS`) none outlives the job.
 */
export const decodeCheckpointConfiguration = flow(
  decodeWith(Configuration),
  E.map(({ externalization: { enabled, delete_on_cancellation: isDeleted } }): CheckpointConfiguration => ({
    isDeletedOnCancel: !enabled || isDeleted,
  })),
)
