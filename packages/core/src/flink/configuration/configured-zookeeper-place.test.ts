import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { zooKeeperPlace, quorumText, readQuorum } from './configured-zookeeper-place.ts'

const both = ['/jobgraphs', '/execution-plans']
const given = { 'high-availability.zookeeper.quorum': 'a:2181,b:2181', 'high-availability.cluster-id': 'one' }

describe('where a cluster keeps its HA metadata in ZooKeeper (kubernetes-ha.md, section 7.5)', () => {
  test.each(
    [
      ['by default', {}, '/flink/one', both],
      [
        'Flink joins root and id whatever their slashes',
        { 'high-availability.zookeeper.path.root': 'my/root/', 'high-availability.cluster-id': '/one/' },
        '/my/root/one',
        both,
      ],
      ['older spellings', { 'recovery.zookeeper.path.root': '/old', 'high-availability.cluster-id': 'one' }, '/old/one', both],
      [
        'H-D10 plans by configuration of 1.x, and by both defaults',
        { 'high-availability.zookeeper.path.jobgraphs': '/graphs' },
        '/flink/one',
        [...both, '/graphs'],
      ],
      ['H-D10 plans by configuration of 2.x', { 'high-availability.zookeeper.path.execution-plans': '/plans/of' }, '/flink/one', [
        ...both,
        '/plans/of',
      ]],
      [
        'H-D10 plans by both spellings',
        { 'high-availability.zookeeper.path.execution-plans': '/plans', 'recovery.zookeeper.path.jobgraphs': '/old' },
        '/flink/one',
        [...both, '/plans', '/old'],
      ],
    ] as const,
  )('%s', (_title, configuration, path, planPaths) => {
    expect(zooKeeperPlace({ ...given, ...configuration })).toEqual(E.right({ quorum: 'a:2181,b:2181', path, planPaths }))
  })

  test.each(
    [
      ['no quorum', { 'high-availability.zookeeper.quorum': ' ' }, 'high-availability.zookeeper.quorum is not set'],
      [
        "B08 the root is nobody's own",
        { 'high-availability.cluster-id': '/' },
        'high-availability.cluster-id does not name a separate node',
      ],
      ["out of the cluster's node", { 'high-availability.cluster-id': '../other' }, "'..' is not a valid name of a ZooKeeper node"],
      [
        'a name that ZooKeeper refuses',
        { 'high-availability.cluster-id': 'a\u0000b' },
        "'a\u0000b' is not a valid name of a ZooKeeper node",
      ],
      [
        'plans among checkpoints are not taken away',
        { 'high-availability.zookeeper.path.jobgraphs': '/jobs/' },
        'plans of jobs are kept under /jobs, where Flink keeps other data too',
      ],
      [
        "plans in the cluster's node itself",
        { 'high-availability.zookeeper.path.jobgraphs': '/' },
        'plans of jobs are kept under /, where Flink keeps other data too',
      ],
    ] as const,
  )('%s: nobody can tell', (_title, configuration, why) => {
    expect(zooKeeperPlace({ ...given, ...configuration })).toEqual(E.left(why))
  })
})

describe('connection strings of ZooKeeper', () => {
  test.each(
    [
      ['zk', [{ host: 'zk', port: 2181 }], ''],
      ['zk-0.zk.kafka.svc:2181, 10.0.0.1:9,', [{ host: 'zk-0.zk.kafka.svc', port: 2181 }, { host: '10.0.0.1', port: 9 }], ''],
      ['a:1,b:2/teams/one/', [{ host: 'a', port: 1 }, { host: 'b', port: 2 }], '/teams/one'],
    ] as const,
  )('%s', (text, servers, chroot) => {
    expect(readQuorum(text)).toEqual(E.right({ servers, chroot }))
  })

  test.each([
    ['', 'it names no server'],
    [',', 'it names no server'],
    ['a:b', "'a:b' in it is not host:port"],
    ['a:0', "'a:0' in it is not host:port"],
    ['a:65536', "'a:65536' in it is not host:port"],
    ['[::1]:2181', "'[::1]:2181' in it is not host:port"],
    ['http://a', "'http:' in it is not host:port"],
    ['a:1/x/../y', "the path '/x/../y' in it is invalid"],
  ])('P14 %s: refused before anything is connected to', (text, why) => {
    expect(readQuorum(text)).toEqual(E.left(text === 'http://a' ? "the path '//a' in it is invalid" : why))
  })

  test('the same ensemble, however it is written down', () => {
    const textOf = (text: string): string => E.getOrElse(() => '')(E.map(quorumText)(readQuorum(text)))
    expect(new Set(['B:2181,a', 'a:2181, b,', 'a,b,a'].map(textOf))).toEqual(new Set(['a:2181,b:2181']))
    expect(textOf('a,b/one')).toBe('a:2181,b:2181/one')
    expect(textOf('a:2182')).toBe('a:2182')
  })
})
