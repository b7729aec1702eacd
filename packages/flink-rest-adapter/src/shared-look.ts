import { setTimeout as pause } from 'node:timers/promises'
import type * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, Millis } from '@flink-operator/core'
import type { FlinkHttp } from './http.ts'
import type { RestRequest } from './rest-request.ts'

type Answer = E.Either<AdapterError, unknown>

/** So long a look waits at most for the one before it: a JobManager that does not answer holds nobody up for longer. */
const longestTurn: Millis = 100

const isOfAllJobs = ({ method, path }: RestRequest): boolean => method === 'GET' && path === '/v1/jobs/overview'

/**
 * Many jobs of one cluster ask for the same list. While one such request is under way the others gather, and the next one is for all of
 * them. Nobody joins a request that was sent already: what it tells may be older than what the asker has done or seen since, and proves
 * nothing.
 */
export const sharingLooks = (http: FlinkHttp, wait: (millis: Millis) => Promise<unknown> = pause): FlinkHttp => {
  /** The request that is not sent yet, by cluster. */
  const gathering = new Map<string, Promise<Answer>>()
  const underWay = new Map<string, Promise<Answer>>()

  const next = async (key: string, send: () => Promise<Answer>): Promise<Answer> => {
    const before = underWay.get(key)
    // in any case a moment later, when it is known to those who may join it
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
