import * as E from 'fp-ts/lib/Either.js'
import { type RestRoute, restRoute } from './flink-from-here.ts'

/** How Flink's clusters and ZooKeeper's ensembles are reached. */
export interface Reach extends RestRoute {
  /** `user:password` of the digest scheme, for every ensemble that the options name; null: nobody logs in. */
  readonly zooKeeperDigest: string | null
}

const digestVariable = 'FLINK_OPERATOR_ZOOKEEPER_DIGEST'

const zooKeeperDigest = (text: string | undefined): E.Either<string, string | null> => {
  if (text === undefined || text === '') return E.right(null)
  // never with what it says: it is a secret
  return /^[^:\s]+:\S/.test(text) ? E.right(text.trim()) : E.left(`${digestVariable} is not of the form user:password`)
}

/** As the environment says. Left: one line. */
export const reachOf = (environment: NodeJS.ProcessEnv): E.Either<string, Reach> => {
  const route = restRoute(environment)
  if (E.isLeft(route)) return route
  const digest = zooKeeperDigest(environment[digestVariable])
  return E.isLeft(digest) ? digest : E.right({ ...route.right, zooKeeperDigest: digest.right })
}
