import * as E from 'fp-ts/lib/Either.js'
import { type RestRoute, restRoute } from './flink-from-here.ts'

/** How Flink clusters, ZooKeeper ensembles and the jars of session jobs are reached. */
export interface Reach extends RestRoute {
  /** `user:password` of the digest scheme, for every ensemble that the options name; null: no login. */
  readonly zooKeeperDigest: string | null
  /** URL below which the jars of all hosts are, as `<url>/<host>/<path>`; absent: each is fetched from its host. */
  readonly jarMirror?: string
}

const digestVariable = 'FLINK_OPERATOR_ZOOKEEPER_DIGEST'

const zooKeeperDigest = (text: string | undefined): E.Either<string, string | null> => {
  if (text === undefined || text === '') return E.right(null)
  // the message must not contain the value: it is a secret
  return /^[^:\s]+:\S/.test(text) ? E.right(text.trim()) : E.left(`${digestVariable} is not of the form user:password`)
}

const mirrorVariable = 'FLINK_OPERATOR_JAR_MIRROR'

const jarMirror = (text: string | undefined): E.Either<string, Pick<Reach, 'jarMirror'>> => {
  if (text === undefined || text === '') return E.right({})
  // the message must not contain the value: it may have a password
  return /^https?:/.test(text) && URL.canParse(text) ? E.right({ jarMirror: text }) : E.left(`${mirrorVariable} is no http or https URL`)
}

/** Reads the settings from the environment. Left: one line. */
export const reachOf = (environment: NodeJS.ProcessEnv): E.Either<string, Reach> => {
  const route = restRoute(environment)
  if (E.isLeft(route)) return route
  const digest = zooKeeperDigest(environment[digestVariable])
  if (E.isLeft(digest)) return digest
  return E.map((mirror: Pick<Reach, 'jarMirror'>): Reach => ({ ...route.right, zooKeeperDigest: digest.right, ...mirror }))(
    jarMirror(environment[mirrorVariable]),
  )
}
