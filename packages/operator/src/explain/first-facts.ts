import type { Facts, ResourceMeta } from '@flink-operator/core'
import { factOf } from '@flink-operator/core/query'
import type { AnyKind } from '@flink-operator/core/kinds'
import type { ClusterPort } from '../port/cluster-port.ts'

/** What the operator would know of a resource by its watches before a round begins; `timeout`, in milliseconds, is that of each look. */
export const firstFacts = async (kind: AnyKind, meta: ResourceMeta, { answer }: ClusterPort, timeout: number): Promise<Facts> =>
  Object.fromEntries(
    await Promise.all(kind.seenFirst(meta).map(async query => [factOf(query), await answer(query, AbortSignal.timeout(timeout))] as const)),
  )
