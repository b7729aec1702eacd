import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { reachOf } from './reach.ts'

const variable = 'FLINK_OPERATOR_ZOOKEEPER_DIGEST'

test.each([
  [{}, E.right({ resolution: 'cluster-ip', isAsked: false, zooKeeperDigest: null })],
  [{ [variable]: '' }, E.right({ resolution: 'cluster-ip', isAsked: false, zooKeeperDigest: null })],
  // a Secret that was made of a file ends with a line break
  [{ [variable]: 'flink:se:cret\n' }, E.right({ resolution: 'cluster-ip', isAsked: false, zooKeeperDigest: 'flink:se:cret' })],
  [
    { FLINK_OPERATOR_JAR_MIRROR: 'https://mirror.example/jars' },
    E.right({ resolution: 'cluster-ip', isAsked: false, zooKeeperDigest: null, jarMirror: 'https://mirror.example/jars' }),
  ],
  [{ FLINK_OPERATOR_JAR_MIRROR: 'mirror:planted-marker' }, E.left('FLINK_OPERATOR_JAR_MIRROR is no http or https URL')],
  [
    { FLINK_OPERATOR_REST_RESOLUTION: 'magic' },
    E.left('FLINK_OPERATOR_REST_RESOLUTION is "magic": expected pods, dns or cluster-ip, or a base URL'),
  ],
])('how clusters and ensembles are reached: %j', (environment, reach) => {
  expect(reachOf(environment)).toEqual(reach)
})

test.each(['planted-marker', ':planted-marker', 'planted-marker:'])(
  'P23 a log-in that is none is refused by its name, and not shown: %s',
  text => {
    const reach = reachOf({ [variable]: text })
    expect(reach).toEqual(E.left('FLINK_OPERATOR_ZOOKEEPER_DIGEST is not of the form user:password'))
  },
)
