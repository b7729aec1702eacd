import { setTimeout as pause } from 'node:timers/promises'
import type * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, Millis } from '@flink-operator/core'
import type { FlinkHttp } from './http.ts'
import type { RestRequest } from './rest-request.ts'

type Answer = E.Either<AdapterError, unknown>

/** How long a query waits at most for the one before it: a JobManager that does not answer delays others no longer than this. */
const longestTurn: Millis = 100

const isOfAllJobs = ({ method, path }: RestRequest): boolean => method === 'GET' && path === '/v1/jobs/overview'

/**
 * Many jobs of one cluster request the same list. While one such request is in progress, further ones are collected, and the next
 * request answers all of them. No caller shares a request that was sent before its own: that answer may be older than what the
 * caller has done or observed since, and proves nothing.
 */
export const sharingLooks = (http: FlinkHttp, wait: (millis: Millis) => Promise<unknown> = pause): FlinkHttp => {
  /** The collected request of each cluster that is not sent yet. */
  const gathering = new Map<string, Promise<Answer>>()
  const underWay = new Map<string, Promise<Answer>>()

  const next = async (key: string, send: () => Promise<Answer>): Promise<Answer> => {
    const before = underWay.get(key)
    // at least one tick later, so that further callers can share it
    await (before === undefined ? null : Promise.race([before, wait(longestTurn)]))
    gathering.delete(key)
    const sent = send()
    underWay.set(key, sent)
    try {
      return await sent
    } finally {
      if (underWay.get(key) === sent) underWay.delete(key)
    }
  }

  return {
    ...http,
    call: (endpoint, request) => {
      if (!isOfAllJobs(request)) return http.call(endpoint, request)
      const key = JSON.stringify([endpoint.namespace, endpoint.service, endpoint.port, endpoint.tls])
      return () => {
        const joined = gathering.get(key)
        if (joined !== undefined) return joined
        const made = next(key, () => http.call(endpoint, request)())
        gathering.set(key, made)
        return made
      }
    },
  }
}
