import type { AdapterError, Json } from '@flink-operator/core'
import {
  divisionAnnotation,
  divisionText,
  type GroupLease,
  leaseLabel,
  leavingAnnotation,
  type OperatorLease,
  scopeText,
  type ShardEvent,
  type ShardRequest,
  watchesAnnotation,
} from '@flink-operator/high-availability'
import { deleteLease, type Http, leaseVersion, listOperatorLeases, writeLease } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { createHash } from 'node:crypto'
import type { ElectionSetup } from './election-settings.ts'

export const shardLeaseName = (leaseName: string, shard: number, shards: number): string => `${leaseName}-shard-${shard}-of-${shards}`

export const memberLeaseName = (leaseName: string, identity: string): string =>
  `${leaseName}-member-${createHash('sha256').update(identity).digest('hex').slice(0, 12)}`

/** Filters the Leases of a namespace for those of this division. */
export const groupLeases = (leases: readonly OperatorLease[], { division }: Pick<ElectionSetup, 'division'>): readonly GroupLease[] => {
  const { leaseName, shards } = division
  const shardOfName = new Map(Array.from({ length: shards }, (_, shard) => [shardLeaseName(leaseName, shard, shards), shard]))
  return leases.flatMap(lease =>
    lease.division !== divisionText(division) ? [] : [{ ...lease, shard: shardOfName.get(lease.name) ?? null }]
  )
}

export interface ShardAnswer {
  readonly event: ShardEvent
  readonly error: AdapterError | null
}

/** Performs one request of a shard member. */
export const shardRequests = (http: Http, setup: ElectionSetup) => {
  const { division, scope, settings } = setup
  const { namespace, leaseName, shards } = division
  const annotations = { [watchesAnnotation]: scopeText(scope), [divisionAnnotation]: divisionText(division) }
  const began = Date.now()
  const write = (name: string, role: string, holder: string, transitions: number, over: string | null, leaving: boolean) => {
    const now = Date.now()
    const content = {
      holder,
      leaseDuration: settings.leaseDuration,
      renewTime: now,
      acquireTime: role === 'member' ? began : now,
      transitions,
    }
    return writeLease(http, { namespace, name }, content, over, {
      labels: { [leaseLabel]: role },
      annotations: { ...annotations, ...(leaving ? { [leavingAnnotation]: 'true' } : {}) },
    })
  }
  const answered = (
    answer: E.Either<AdapterError, Json>,
    done: (version: string) => ShardEvent,
    failed: ShardEvent,
  ): ShardAnswer => E.isRight(answer) ? { event: done(leaseVersion(answer.right)), error: null } : { event: failed, error: answer.left }

  return async (request: ShardRequest, sentAt: number): Promise<ShardAnswer> => {
    switch (request._tag) {
      case 'Announce':
        return answered(
          await write(memberLeaseName(leaseName, settings.identity), 'member', settings.identity, 0, request.over, request.leaving),
          resourceVersion => ({ _tag: 'Announced', sentAt, resourceVersion }),
          { _tag: 'NotAnnounced' },
        )
      case 'List': {
        const listed = await listOperatorLeases(http, namespace)
        return E.isLeft(listed) ? { event: { _tag: 'NotListed' }, error: listed.left }
          : { event: { _tag: 'Listed', asked: sentAt, leases: groupLeases(listed.right, setup) }, error: null }
      }
      case 'Take':
      case 'Release': {
        const holder = request._tag === 'Take' ? settings.identity : ''
        const name = shardLeaseName(leaseName, request.shard, shards)
        return answered(
          await write(name, 'shard', holder, request.transitions, request.over, false),
          resourceVersion => ({ _tag: 'Written', request, resourceVersion }),
          { _tag: 'NotWritten' },
        )
      }
      case 'Bury':
        return answered(
          await deleteLease(http, { namespace, name: request.name }, request.over),
          resourceVersion => ({ _tag: 'Written', request, resourceVersion }),
          { _tag: 'NotWritten' },
        )
    }
  }
}
