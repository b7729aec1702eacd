import { describe, expect, test } from 'vitest'
import { areDisjoint, labelRequirements } from './label-requirement.ts'
import { divisionText, noRivals, type OperatorLease, rivalsSeen } from './rivals.ts'
import { overlapWith, scopeOf, scopeText, type WatchScope } from './watch-scope.ts'

const scope = (namespaces: readonly string[] | null, labelSelector: string | null = null): WatchScope => ({ namespaces, labelSelector })
const division = { namespace: 'ops', leaseName: 'flink-operator', shards: 1 }
const settings = { division, scope: scope(['a', 'b']), leaseDuration: 15_000 }
const lease = (more: Partial<OperatorLease> = {}): OperatorLease => ({
  namespace: 'default',
  name: 'flink-operator',
  uid: 'u',
  resourceVersion: '1',
  holder: 'laptop',
  leaseDuration: 15_000,
  acquireTime: null,
  transitions: 0,
  leaving: false,
  watches: '*',
  division: 'flink-operator/1',
  ...more,
})
const found = (it: OperatorLease) => rivalsSeen(noRivals, [it], { asked: 0, answered: 0 }, settings).found.length

describe('P20 two operators that may act on one resource', () => {
  test.each([
    ['all and one', scope(null), scope(['a']), true],
    ['one in common', scope(['a', 'b']), scope(['b', 'c']), true],
    ['none in common', scope(['a']), scope(['b']), false],
    ['another selector', scope(['a'], 'canary=true'), scope(null, 'canary!=true'), false],
    ['no selector and one', scope(['a']), scope(null, 'canary=true'), true],
  ])(
    'overlap: %s',
    (_title, one, other, expected) => expect([overlapWith(one)(other), overlapWith(other)(one)]).toEqual([expected, expected]),
  )

  test.each([
    ['a=1', 'a=2', true],
    ['a=1', 'a==1', false],
    ['a=1', 'b=2', false],
    ['a in (1, 2)', 'a notin (2,1,3)', true],
    ['a in (1,2)', 'a notin (2)', false],
    ['a', '!a', true],
    ['x=1,a in (1,2)', '!a,y', true],
    ['a!=1', 'a!=2', false],
    ['a~1', 'a=2', false],
  ])(
    'selectors %s and %s exclude each other: %s',
    (one, other, expected) => {
      const [ones, others] = [labelRequirements(one), labelRequirements(other)]
      expect([areDisjoint(ones, others), areDisjoint(others, ones)]).toEqual([expected, expected])
    },
  )

  test.each([scope(null), scope(['a', 'b']), scope(null, 'a in (b,c),!d'), scope(['a'], 'x=y')])(
    'what stands on a Lease is read again: %j',
    it => expect(scopeOf(scopeText(it))).toEqual(it),
  )

  test.each([
    ["another operator's, in another namespace", lease(), 1],
    ['of nobody knows what', lease({ watches: null, division: null }), 1],
    ['ours', lease({ namespace: 'ops' }), 0],
    [
      'of our namespace and name, but divided otherwise',
      lease({ namespace: 'ops', division: divisionText({ ...division, shards: 8 }) }),
      1,
    ],
    ['held by nobody', lease({ holder: '' }), 0],
    ['of other namespaces', lease({ watches: 'c,d' }), 0],
  ])('a Lease %s', (_title, it, count) => expect(found(it)).toBe(count))

  test('alive once it was renewed; dead when it was not for as long as it lasts, by our own clock; then alive again', () => {
    const look = (before: Parameters<typeof rivalsSeen>[0], version: string, now: number) =>
      rivalsSeen(before, [lease({ resourceVersion: version, leaseDuration: 20_000 })], { asked: now, answered: now }, settings)
    const first = look(noRivals, '1', 0)
    const still = look(first.rivals, '1', 20_000)
    const over = look(still.rivals, '1', 20_001)
    const again = look(over.rivals, '2', 30_000)
    expect([first, still, over, again].map(({ found: [it] }) => it?.isAlive ?? null)).toEqual([false, false, null, true])
  })
})
