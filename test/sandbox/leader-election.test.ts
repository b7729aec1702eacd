import type { AdapterError } from '@flink-operator/core'
import { createHttp, type ElectorLock, type Http, followLeaders, runElector, type RunningElector } from '@flink-operator/k8s-adapter'
import type { ElectorSettings, LeaderChange } from '@flink-operator/high-availability'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { aSandbox, onEnd, type TestSandbox, until } from './a-sandbox.ts'

const name = 'app1-cluster-config-map'
const path = `/api/v1/namespaces/default/configmaps/${name}`
const configMap: ElectorLock = { kind: 'ConfigMap', namespace: 'default', name, labels: { app: 'app1', type: 'flink-native-kubernetes' } }
const lease: ElectorLock = { kind: 'Lease', namespace: 'default', name: 'lock' }
/** Nobody need run out where nobody is cut off. */
const long = { leaseDuration: 60_000, renewDeadline: 40_000, retryPeriod: 500, expiry: 'Observed' } as const
const short = { leaseDuration: 6_000, renewDeadline: 5_000, retryPeriod: 200, expiry: 'Observed' } as const

type Timing = Pick<ElectorSettings, 'leaseDuration' | 'renewDeadline' | 'retryPeriod' | 'expiry'>

interface Contender extends RunningElector {
  readonly reported: readonly string[]
  /** As a machine that lost its network. */
  readonly cut: () => void
}

const contend = (
  sandbox: TestSandbox,
  lock: ElectorLock,
  identity: string,
  { times = long, watch = true }: { readonly times?: Timing; readonly watch?: boolean } = {},
): Contender => {
  const connected = createHttp({ credentials: sandbox.credentials })
  let isCut = false
  const cut: AdapterError = { _tag: 'Unreachable', message: 'cut off', applied: 'Maybe', httpStatus: null, retryAfter: null }
  const http: Http = { ...connected, send: request => () => (isCut ? Promise.resolve(E.left(cut)) : connected.send(request)()) }
  const reported: string[] = []
  const elector = runElector({
    http,
    lock,
    settings: { ...times, identity, lockDeleted: lock.kind === 'ConfigMap' ? 'Fatal' : 'Create' },
    onGrant: session => reported.push(`leads ${session}`),
    onRevoke: (_session, reason) => reported.push(reason),
    onFatal: message => reported.push(message),
    watch,
  })
  onEnd(async () => {
    await elector.stop()
    await connected.close()
  })
  return {
    ...elector,
    reported,
    cut: () => {
      isCut = true
    },
  }
}
const leaderOf = (all: readonly Contender[]) => all.find(one => one.mayAct())
const oneLeads = (all: readonly Contender[]): Promise<Contender> => until('one leads', () => leaderOf(all))

describe('electors over the API server', () => {
  test.each([['ConfigMap', configMap, true], ['Lease', lease, true], ['Lease without a watch', lease, false]] as const)(
    'H01 H02 H10 three contend for a %s: one leads; it is cut off, another leads; that one stops, the last leads at once',
    async (_title, lock, watch) => {
      const sandbox = await aSandbox()
      const all = ['a', 'b', 'c'].map(identity => contend(sandbox, lock, identity, { watch, times: short }))
      const first = await oneLeads(all)
      expect(all.filter(one => one.mayAct())).toHaveLength(1)
      first.cut()
      const others = all.filter(one => one !== first)
      const second = await oneLeads(others)
      expect(first.mayAct()).toBe(false)
      await until('the first is told so', () => first.reported.includes('RenewDeadline'))
      await second.stop()
      expect(second.reported.at(-1)).toBe('Stop')
      const third = others.find(one => one !== second)
      await until('the last leads', () => third?.mayAct())
    },
  )

  test('addresses are published, followed, and put right (H20, H21); a hand-over is told; nothing else in the ConfigMap changes', async () => {
    const sandbox = await aSandbox()
    const changes: LeaderChange[] = []
    const ofRest = () => changes.filter(({ component }) => component === 'restserver')
    const followed = followLeaders({
      http: sandbox.http,
      namespace: 'default',
      layout: { _tag: 'Cluster', clusterId: 'app1' },
      onChange: change => changes.push(change),
    })
    onEnd(async () => followed.stop())
    await followed.synced
    const a = contend(sandbox, configMap, 'a')
    await until('a leads', () => a.session())
    const session = a.session()!
    a.confirm(session, 'restserver', 'http://10.0.0.1:8081')
    a.confirm(session, 'dispatcher', 'pekko.tcp://a')
    await sandbox.call('PATCH', path, { data: { kept: 'x' } }, 'application/merge-patch+json')
    const found = { session, address: 'http://10.0.0.1:8081' }
    await until('both are followed', () => followed.leaders()['dispatcher'] && followed.leaders()['restserver'])
    expect(followed.leaders()).toEqual({ restserver: found, dispatcher: { session, address: 'pekko.tcp://a' } })
    const key = 'org.apache.flink.k8s.leader.restserver'
    await sandbox.call('PATCH', path, { data: { [key]: null } }, 'application/merge-patch+json')
    await until('it is put back', () => ofRest().length === 3)
    expect(ofRest().map(({ leader }) => leader)).toEqual([found, null, found])
    await sandbox.call('PATCH', path, { data: { [key]: 'somebody,else' } }, 'application/merge-patch+json')
    await until('it is put right', () => ofRest().length === 5)
    a.withdraw(session, 'dispatcher')
    await until('it is taken back', () => followed.leaders()['dispatcher'] === undefined)
    const b = contend(sandbox, configMap, 'b')
    await a.stop()
    await until('b leads', () => b.session())
    b.confirm(b.session()!, 'restserver', 'http://10.0.0.2:8081')
    await until('b is followed', () => followed.leaders()['restserver']?.session === b.session())
    const { body } = await sandbox.call('GET', path)
    expect(body.data).toEqual({ kept: 'x', [key]: `${b.session()},http://10.0.0.2:8081` })
    expect(JSON.parse(body.metadata.annotations['control-plane.alpha.kubernetes.io/leader'])).toMatchObject({
      holderIdentity: 'b',
      leaseDuration: 'PT1M',
      leaderTransitions: 1,
    })
  })

  test('H22 the ConfigMap is deleted while one leads: that process must end; the next one begins anew', async () => {
    const sandbox = await aSandbox()
    const a = contend(sandbox, configMap, 'a')
    await oneLeads([a])
    await sandbox.call('DELETE', path)
    await until('a is told so', () => a.reported.at(-1)?.includes('deleted externally'))
    expect([a.mayAct(), a.reported.slice(-2)]).toEqual([false, ['LockDeleted', `ConfigMap ${name} has been deleted externally.`]])
    await oneLeads([contend(sandbox, configMap, 'b')])
  })
})
