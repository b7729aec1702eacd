import { describe, expect, test } from 'vitest'
import { type HaPlace, haPlaceOf, isSamePlace, zooKeeperQueries } from './ha-place.ts'

const of = (quorum: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  'high-availability.type': 'ZooKeeper',
  'high-availability.zookeeper.quorum': quorum,
  ...more,
})
const placeOf = (configuration: Readonly<Record<string, string>>, allowed: readonly string[] = []): HaPlace =>
  haPlaceOf('app', configuration, { zookeeperAllowedQuorums: allowed })
const unobservable = (why: string): HaPlace => ({ _tag: 'Unobservable', why })
const observable = (quorum: string, path = '/flink/app'): HaPlace => ({
  _tag: 'ZooKeeper',
  place: { quorum, path, planPaths: ['/jobgraphs', '/execution-plans'] },
})
const notNamed = (quorum: string): HaPlace => unobservable(`kubernetes.operator.zookeeper.allowed-quorums does not name ${quorum}`)

describe('where HA metadata is, as far as the operator may look', () => {
  test.each<readonly [string, Readonly<Record<string, string>>, readonly string[], HaPlace]>([
    ['nobody keeps any', {}, [], { _tag: 'Nowhere' }],
    ['in ConfigMaps', { 'high-availability.type': 'kubernetes' }, [], { _tag: 'Kubernetes' }],
    ["services of the user's own", { 'high-availability': 'a.b.C' }, ['a.b:1'], unobservable("HA services of the user's own keep it")],
    ['an ensemble that the operator names', of('a.zk:2181,b.zk:1'), ['x.y', 'b.zk:1, A.zk'], observable('a.zk:2181,b.zk:1')],
    ['below a chroot that is named with it', of('a.zk/one'), ['a.zk:2181/one'], observable('a.zk/one')],
    [
      "the cluster's id is the resource's name, whatever a spec says",
      of('a.zk', { 'high-availability.cluster-id': 'x' }),
      ['a.zk'],
      observable('a.zk'),
    ],
    ['no ensemble at all', of(' '), ['a.zk'], unobservable('high-availability.zookeeper.quorum is not set')],
    [
      'what is no connection string',
      of('a.zk:x'),
      ['a.zk'],
      unobservable("high-availability.zookeeper.quorum can't be connected to: 'a.zk:x' in it is not host:port"),
    ],
    ['a spec names whom it likes, and nobody is called', of('169.254.169.254:80'), [], notNamed('169.254.169.254:80')],
    ['one server more', of('a.zk,b.zk'), ['a.zk'], notNamed('a.zk,b.zk')],
    ['one server less', of('a.zk'), ['a.zk,b.zk'], notNamed('a.zk')],
    ['another port', of('a.zk:2182'), ['a.zk'], notNamed('a.zk:2182')],
    ['another chroot', of('a.zk/two'), ['a.zk/one', 'a.zk'], notNamed('a.zk/two')],
    ['an option that is no connection string allows nothing', of('a.zk'), ['://', ''], notNamed('a.zk')],
    [
      'P14 a short name means another server in each namespace',
      of('a.zk,zk:2181'),
      ['a.zk,zk:2181'],
      unobservable(
        'zk is a different server in each namespace: high-availability.zookeeper.quorum must contain full server names, such as zk.<namespace>.svc',
      ),
    ],
    [
      'B08 a place that is no place of its own',
      of('a.zk', { 'high-availability.zookeeper.path.root': '/../x' }),
      ['a.zk'],
      unobservable("'..' is not a valid name of a ZooKeeper node"),
    ],
  ])('%s', (_title, configuration, allowed, want) => {
    expect(placeOf(configuration, allowed)).toEqual(want)
  })

  const owned = {
    'security.kerberos.login.contexts': 'KafkaClient, Client',
    'high-availability.zookeeper.client.acl': 'creator',
  }
  test.each<readonly [string, Readonly<Record<string, string>>, string | null]>([
    ['TLS', { 'env.java.opts.all': '-Xmx1g -Dzookeeper.client.secure=true' }, 'env.java.opts.all makes Flink connect to ZooKeeper by TLS'],
    [
      'TLS of the JobManager',
      { 'env.java.opts.jobmanager': '-Dzookeeper.client.secure=TRUE' },
      'env.java.opts.jobmanager makes Flink connect',
    ],
    ['TLS by default, taken back', {
      'env.java.default-opts.all': '-Dzookeeper.client.secure=true',
      'env.java.opts.jobmanager': '-Dzookeeper.client.secure=false',
    }, null],
    ['TLS of TaskManagers alone, which keep nothing there', { 'env.java.opts.taskmanager': '-Dzookeeper.client.secure=true' }, null],
    ['another property of like name', { 'env.java.opts.all': '-Dzookeeper.client.secured=true -Dx.zookeeper.client.secure=true' }, null],
    ['SASL, and nodes of its own', owned, 'only its SASL identity may read'],
    ['SASL of another context', { ...owned, 'zookeeper.sasl.login-context-name': 'ZooKeeperClient' }, null],
    ['SASL, switched off', { ...owned, 'zookeeper.sasl.disable': 'true' }, null],
    ['SASL, and nodes that everybody may read', { ...owned, 'high-availability.zookeeper.client.acl': 'open' }, null],
    ['SASL and digest: either identity may read', {
      ...owned,
      'high-availability.zookeeper.client.authorization': 'digest:user:password',
    }, null],
  ])('what the JobManager speaks: %s', (_title, more, why) => {
    const place = placeOf(of('a.zk', more), ['a.zk'])
    if (why === null) expect(place).toEqual(observable('a.zk'))
    else expect(place).toEqual(unobservable(expect.stringContaining(why) as string))
  })

  test('only what is in sight is asked for', () => {
    expect(zooKeeperQueries(placeOf(of('a.zk'), ['a.zk']))).toEqual([{
      _tag: 'ReadZooKeeperHaMetadata',
      slot: 'a.zk/flink/app',
      place: { quorum: 'a.zk', path: '/flink/app', planPaths: ['/jobgraphs', '/execution-plans'] },
    }])
    expect(zooKeeperQueries(placeOf(of('a.zk')))).toEqual([])
  })

  test.each<readonly [string, HaPlace, HaPlace, boolean]>([
    ['the same ensemble in other words', observable('a.zk,b.zk'), observable('b.zk:2181,A.zk'), true],
    ['another ensemble', observable('a.zk'), observable('b.zk'), false],
    ['another node', observable('a.zk'), observable('a.zk', '/other/app'), false],
    ['in sight and not', observable('a.zk'), unobservable('x'), false],
    ['ZooKeeper and Kubernetes', observable('a.zk'), { _tag: 'Kubernetes' }, false],
    ['ConfigMaps', { _tag: 'Kubernetes' }, { _tag: 'Kubernetes' }, true],
    ['out of sight nobody can tell: the service is the same', unobservable('x'), unobservable('y'), true],
  ])('F11 does the next cluster read what the last one left? %s', (_title, a, b, want) => {
    expect([isSamePlace(a, b), isSamePlace(b, a)]).toEqual([want, want])
  })
})
