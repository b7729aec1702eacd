import type { Facts, ResourceMeta } from '@flink-operator/core'
import { factOf } from '@flink-operator/core/query'
import type { AnyKind } from '@flink-operator/core/kinds'
import type { ClusterPort } from '../port/cluster-port.ts'

/** The facts that the operator would have from its watches before a round. `timeout`, in milliseconds, applies to each query. */
export const firstFacts = async (kind: AnyKind, meta: ResourceMeta, { answer }: ClusterPort, timeout: number): Promise<Facts> =>
  Object.fromEntries(
    await Promise.all(
      kind.cachedQueries(meta).map(async query => [factOf(query), await answer(query, AbortSignal.timeout(timeout))] as const),
    ),
  )
