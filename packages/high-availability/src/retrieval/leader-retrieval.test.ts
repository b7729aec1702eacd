import { describe, expect, test } from 'vitest'
import type { ConfigMapContent } from '../config-map.ts'
import { leaderKeyPrefix } from '../leader-address.ts'
import { leaderConfigMaps, type LeaderLayout, leadersIn } from './leader-layout.ts'
import {
  currentLeaders,
  type LeaderChange,
  type Retrieval,
  type RetrievalEvent,
  retrievalStep,
  startRetrieval,
} from './leader-retrieval.ts'

const [one, two] = ['90c78883-1c1a-4bc3-8222-4a311313dac4', '1542c3ec-d26a-4392-8b71-95d001cce0cf']
const cluster: LeaderLayout = { _tag: 'Cluster', clusterId: 'app1' }
const job = 'a'.repeat(32)
const old: LeaderLayout = { _tag: 'PerComponent', clusterId: 'app1', jobIds: [job] }

const aConfigMap = (
  resourceVersion: string,
  data: Readonly<Record<string, string>>,
  more: Partial<ConfigMapContent> = {},
): ConfigMapContent => ({
  name: 'app1-cluster-config-map',
  uid: 'u',
  resourceVersion,
  deleting: false,
  labels: {},
  annotations: {},
  data,
  ...more,
})
const rest = (text: string) => ({ [`${leaderKeyPrefix}restserver`]: text })
const at = (session: string, address = 'http://10.0.0.1:8081') => ({ session, address })
const seen = (configMap: ConfigMapContent): RetrievalEvent => ({ _tag: 'Seen', configMap })
const gone = (resourceVersion: string, uid = 'u', name = 'app1-cluster-config-map'): RetrievalEvent => ({
  _tag: 'Gone',
  name,
  uid,
  resourceVersion,
})

const reported = (events: readonly RetrievalEvent[], layout = cluster): readonly (readonly LeaderChange[])[] => {
  let retrieval: Retrieval = startRetrieval
  return events.map(event => {
    const [after, changes] = retrievalStep(layout, retrieval, event)
    retrieval = after
    return changes
  })
}
const change = (leader: { readonly session: string; readonly address: string } | null) => [{ component: 'restserver', leader }]

describe('what a ConfigMap says of its leaders', () => {
  test('the layout of today: a key a component, cut at the first comma; jobs too; all else is not looked at', () => {
    const akka = 'pekko.tcp://flink@10.100.0.8:6123/user/rpc/dispatcher_1?a,b'
    const data = {
      ...rest(`${one},http://10.0.0.1:8081`),
      [`${leaderKeyPrefix}dispatcher`]: `${one},${akka}`,
      [`${leaderKeyPrefix}job-${job}`]: `${one},x`,
      'jobGraph-1': `${one},x`,
    }
    expect(leadersIn(cluster, aConfigMap('1', data))).toEqual({
      restserver: at(one),
      dispatcher: at(one, akka),
      [`job-${job}`]: at(one, 'x'),
    })
    expect(leaderConfigMaps(cluster)).toEqual(['app1-cluster-config-map'])
  })

  test('the layout of the proposal and of Flink up to 1.14: a ConfigMap a component', () => {
    expect(leaderConfigMaps(old)).toEqual([
      'app1-dispatcher-leader',
      'app1-resourcemanager-leader',
      'app1-restserver-leader',
      `app1-${job}-jobmanager-leader`,
    ])
    const data = { sessionId: one, address: 'http://10.0.0.1:8081', 'checkpointID-1': 'x' }
    expect(leadersIn(old, { name: 'app1-restserver-leader', data })).toEqual({ restserver: at(one) })
    expect(leadersIn(old, { name: `app1-${job}-jobmanager-leader`, data })).toEqual({ [`job-${job}`]: at(one) })
    expect(leadersIn(old, { name: 'app1-restserver-leader', data: { address: 'x' } })).toEqual({})
    expect(leadersIn(old, { name: 'other-restserver-leader', data })).toEqual({})
  })

  test.each(['', ',', one, `${one},`, 'garbage,http://x', `${one} ,http://x`, `{"a":1}`])('corrupt is no leader: %j', text => {
    expect(leadersIn(cluster, aConfigMap('1', rest(text)))).toEqual({})
  })
})

describe('what is told', () => {
  test('a leader, its change, its loss, and its return; the same twice is not', () => {
    const first = aConfigMap('1', rest(`${one},http://10.0.0.1:8081`))
    expect(reported([
      seen(aConfigMap('0', {})),
      seen(first),
      seen(first),
      seen({ ...first, resourceVersion: '2', data: { ...first.data, counter: '1' } }),
      seen(aConfigMap('3', rest(`${two},http://10.0.0.1:8081`))),
      seen(aConfigMap('4', rest('garbage'))),
      seen(aConfigMap('5', {})),
      seen(aConfigMap('6', rest(`${two},http://10.0.0.1:8081`))),
    ])).toEqual([[], change(at(one)), [], [], change(at(two)), change(null), [], change(at(two))])
  })

  test('H20 somebody removes an address, and the leader writes it again: nobody leads, then the same', () => {
    const led = rest(`${one},http://10.0.0.1:8081`)
    expect(reported([seen(aConfigMap('1', led)), seen(aConfigMap('2', {})), seen(aConfigMap('3', led))]))
      .toEqual([change(at(one)), change(null), change(at(one))])
  })

  test('a deletion is a loss; what comes of that object afterwards is old; a new one is not', () => {
    const led = rest(`${one},http://10.0.0.1:8081`)
    expect(reported([
      seen(aConfigMap('1', led)),
      gone('3'),
      seen(aConfigMap('2', led)),
      seen(aConfigMap('4', led)),
      seen(aConfigMap('5', led, { uid: 'v' })),
      gone('4'),
      gone('6', 'v'),
    ])).toEqual([change(at(one)), change(null), [], [], change(at(one)), [], change(null)])
  })

  test('old news never follows on new', () => {
    const [first, second] = [aConfigMap('9', rest(`${one},http://a`)), aConfigMap('10', rest(`${two},http://b`))]
    expect(reported([seen(second), seen(first), seen(second)])).toEqual([change(at(two, 'http://b')), [], []])
  })

  test('after a gap a list tells the differences, a deletion among them; a list that is older than what is known tells nothing', () => {
    const led = aConfigMap('5', rest(`${one},http://a`))
    const listed = (resourceVersion: string, ...configMaps: readonly ConfigMapContent[]): RetrievalEvent => ({
      _tag: 'Listed',
      configMaps,
      resourceVersion,
    })
    expect(reported([listed('4'), seen(led), listed('4'), listed('8', aConfigMap('7', rest(`${two},http://a`))), listed('9'), seen(led)]))
      .toEqual([[], change(at(one, 'http://a')), [], change(at(two, 'http://a')), change(null), []])
  })

  test('a foreign ConfigMap is none of this cluster', () => {
    expect(reported([seen(aConfigMap('1', rest(`${one},http://a`), { name: 'app2-cluster-config-map' }))])).toEqual([[]])
  })

  test('the leaders of several ConfigMaps together', () => {
    const of = (name: string, session: string) => aConfigMap('1', { sessionId: session, address: 'http://a' }, { name })
    const both = [of('app1-restserver-leader', one), of('app1-dispatcher-leader', two)].reduce<Retrieval>(
      (retrieval, configMap) => retrievalStep(old, retrieval, seen(configMap))[0],
      startRetrieval,
    )
    expect(currentLeaders(both)).toEqual({ restserver: at(one, 'http://a'), dispatcher: at(two, 'http://a') })
  })
})
