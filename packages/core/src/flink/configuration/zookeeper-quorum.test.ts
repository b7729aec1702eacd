import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { quorumText, readQuorum } from './zookeeper-quorum.ts'

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
