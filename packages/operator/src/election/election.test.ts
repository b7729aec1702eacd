import { crdOf } from '@flink-operator/core/codec'
import { kindNames, kindOf, kinds } from '@flink-operator/kinds'
import { divisionAnnotation, leaseLabel, shardOf, watchesAnnotation } from '@flink-operator/high-availability'
import { loadCredentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { type FakeApi, startFakeApi } from '../../test/fake-api.ts'
import type { OperatorSetup } from '../operator-setup.ts'
import { startOperator } from '../run.ts'
import type { RunningOperator } from '../running-operator.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const resource = (name: string, namespace: string) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name, namespace },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: { 'taskmanager.numberOfTaskSlots': '1' },
    jobManager: { resource: { memory: '1024m', cpu: 0.5 } },
    taskManager: { resource: { memory: '1024m', cpu: 0.5 } },
    job: { jarURI: 'local:///opt/flink/x.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' },
  },
})

const aCluster = async (): Promise<FakeApi> => {
  const api = await startFakeApi()
  closing.push(api.close)
  for (const name of kindNames) api.put('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crdOf(kindOf(name)))
  api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('wordcount', 'jobs'))
  return api
}

/** As somebody who has a kubeconfig, with a context of this namespace. */
const credentials = (url: string, namespace: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'flink-operator-election-')), 'config')
  const context = { cluster: 'c', user: 'u', namespace }
  writeFileSync(
    path,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context }],
      clusters: [{ name: 'c', cluster: { server: url } }],
      users: [{ name: 'u', user: {} }],
    }),
  )
  const loaded = loadCredentials({ kubeconfig: path, environment: {} })
  if (E.isLeft(loaded)) throw new Error(loaded.left)
  return loaded.right
}

interface Durations {
  readonly lease: string
  readonly renew: string
}
/** No test waits for such a Lease to run out, so a busy machine has all the time that it needs to renew it. */
const durations: Durations = { lease: '300 s', renew: '240 s' }
/** Of shards: a replica takes those of one that left when their Leases have run out. */
const shortDurations: Durations = { lease: '6 s', renew: '5 s' }

const configuration = (more: string, { lease, renew }: Durations): string => {
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-conf-'))
  const option = 'kubernetes.operator.leader-election'
  writeFileSync(
    join(folder, 'config.yaml'),
    `${option}.lease-duration: ${lease}\n${option}.renew-deadline: ${renew}\n${option}.retry-period: 100 ms\n${more}`,
  )
  return folder
}

interface Started extends RunningOperator {
  readonly rounds: () => number
}

const started = async (
  api: FakeApi,
  namespace: string,
  overrides: Partial<OperatorSetup> = {},
  more = '',
  times = durations,
): Promise<Started> => {
  let rounds = 0
  const operator = await startOperator({
    credentials: credentials(api.url, namespace),
    kinds,
    folders: { folder: configuration(more, times), overrides: null },
    namespaces: [],
    watchNamespaces: undefined,
    reach: { resolution: 'cluster-ip', zooKeeperDigest: null },
    port: 0,
    crashAt: null,
    logger: pino({ level: 'silent' }),
    onRound: () => rounds++,
    ...overrides,
  })
  if (E.isLeft(operator)) throw new Error(operator.left.message)
  closing.push(operator.right.stop)
  return { ...operator.right, rounds: () => rounds }
}

const until = async (condition: () => boolean, what: string): Promise<void> => {
  const giveUp = Date.now() + 300_000
  while (!condition()) {
    if (Date.now() > giveUp) throw new Error(`not within 5 min: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

const leases = '/apis/coordination.k8s.io/v1'
const aLease = (namespace: string, holder: string, watches = '*') => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: {
    name: 'flink-operator',
    namespace,
    labels: { [leaseLabel]: 'leader' },
    annotations: { [watchesAnnotation]: watches, [divisionAnnotation]: 'flink-operator/1' },
  },
  spec: { holderIdentity: holder, leaseDurationSeconds: 1, acquireTime: '2026-11-23T15:00:00.000000Z' },
})

/** Writes that are no part of the election. */
const acts = (api: FakeApi): readonly string[] =>
  api.writes().flatMap(({ method, path }) => (path.startsWith(leases) ? [] : [`${method} ${path}`]))

describe('P20 nothing is written before a Lease is held, without any configuration', () => {
  test('one operator leads: it has its Lease before it writes anything, and says on it what it watches', async () => {
    const api = await aCluster()
    const operator = await started(api, 'default')
    await until(() => operator.rounds() > 0, 'a round')
    expect(api.writes()[0]?.path).toBe(`${leases}/namespaces/default/leases`)
    expect(api.get(`${leases}/namespaces/default/leases/flink-operator`)?.metadata).toMatchObject({
      labels: { [leaseLabel]: 'leader' },
      annotations: { [watchesAnnotation]: '*', [divisionAnnotation]: 'flink-operator/1' },
    })
  })

  test.each([
    ['in the same namespace', 'flink-operator', []],
    ['in another namespace', 'somewhere-else', []],
    ['of one of the namespaces', 'somewhere-else', ['jobs']],
  ])('a second one %s touches nothing, says who leads, and goes on when that one lets go', async (_title, namespace, namespaces) => {
    const api = await aCluster()
    const first = await started(api, 'flink-operator', { leaseNamespace: 'flink-operator' })
    await until(() => first.rounds() > 0, 'a round of the first')
    const reported: string[] = []
    const second = await started(api, namespace, { namespaces, onWaiting: line => reported.push(line) })
    expect(await second.held).toMatch(/holds the Lease flink-operator\/flink-operator since 2.*: nothing was written\. Stop that operator/)
    expect([second.rounds(), reported.length > 0]).toEqual([0, true])
    await first.stop()
    await until(() => second.rounds() > 0, 'a round of the second')
  })

  test('/readyz and metrics say who leads; one that follows is ready', async () => {
    const api = await aCluster()
    const first = await started(api, 'flink-operator')
    await until(() => first.rounds() > 0, 'a round')
    const second = await started(api, 'flink-operator')
    await second.held
    const asked = async ({ port }: Started, path: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    expect(await asked(first, '/readyz')).toMatch(/^ok\nleads since 2.* by the Lease flink-operator\/flink-operator\n$/)
    await expect.poll(() => asked(second, '/readyz')).toMatch(/^ok\nwaits: .* holds the Lease flink-operator\/flink-operator since 2.*\n$/)
    const reported = async (operator: Started): Promise<readonly string[]> =>
      (await asked(operator, '/metrics')).split('\n').filter(line => line.startsWith('flink_operator_leader'))
    const holder = String(api.get(`${leases}/namespaces/flink-operator/leases/flink-operator`)?.spec?.['holderIdentity'])
    const both = [
      `flink_operator_leader_transitions{lease="flink-operator"} 0`,
      `flink_operator_leader_info{lease="flink-operator",holder="${holder}"} 1`,
    ]
    expect(await reported(first)).toEqual(expect.arrayContaining(['flink_operator_leader{lease="flink-operator"} 1', ...both]))
    expect(await reported(second)).toEqual(expect.arrayContaining(['flink_operator_leader{lease="flink-operator"} 0', ...both]))
    expect(await asked(second, '/healthz')).toBe('ok\n')
  })

  test.each([
    ['after its first lists', ''],
    ['before its first lists', '/apis/flink.apache.org/v1beta1/flinkdeployments'],
  ])('run --once: stopped %s as another is in charge, it waits for nothing more, and the process can end', async (_title, unanswered) => {
    const api = await aCluster()
    const first = await started(api, 'flink-operator')
    await until(() => first.rounds() > 0, 'a round of the first')
    if (unanswered !== '') api.hold(unanswered)
    const second = await started(api, 'default', { once: true })
    const settled = second.settled()
    await second.held
    if (unanswered === '') await second.ready
    await second.stop()
    await settled
    expect(second.rounds()).toBe(0)
  })

  test('one that has other resources waits for nobody', async () => {
    const api = await aCluster()
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('other', 'others'))
    const first = await started(api, 'a', { namespaces: ['jobs'] })
    await until(() => first.rounds() > 0, 'a round of the first')
    const second = await started(api, 'b', { namespaces: ['others'] })
    await until(() => second.rounds() > 0, 'a round of the second')
  })

  test('two that start at once, each with a Lease of its own: one acts, never both', async () => {
    const api = await aCluster()
    const operators = await Promise.all([started(api, 'a'), started(api, 'b')])
    await until(() => operators.some(({ rounds }) => rounds() > 0), 'a round')
    await new Promise(resolve => setTimeout(resolve, 1_000))
    expect(operators.filter(({ rounds }) => rounds() > 0)).toHaveLength(1)
  })

  test('another one that wrote its Lease in the very same moment is seen, and given way to', async () => {
    const api = await aCluster()
    const theirs = `${leases}/namespaces/elsewhere/leases/flink-operator`
    let renewals = 0
    const renew = (holder: string): void =>
      api.edit(theirs, live => ({ ...live, spec: { ...live.spec, holderIdentity: holder, renewTime: String(++renewals) } }))
    api.beforeWrite(({ method, path }) => {
      if (method === 'POST' && path.startsWith(`${leases}/namespaces/default`))
        api.put(`${leases}/namespaces/elsewhere/leases`, aLease('elsewhere', 'theirs'))
    })
    const operator = await started(api, 'default')
    await until(() => api.get(theirs) !== undefined, 'the Lease of the other')
    const renewing = setInterval(() => renew('theirs'), 50)
    await until(() => api.get(`${leases}/namespaces/default/leases/flink-operator`)?.spec?.['holderIdentity'] === '', 'ours is let go of')
    await new Promise(resolve => setTimeout(resolve, 2_000))
    clearInterval(renewing)
    expect([operator.rounds(), acts(api)]).toEqual([0, []])
    renew('')
    await until(() => operator.rounds() > 0, 'a round')
  })

  test('a Lease of another that died is waited out', async () => {
    const api = await aCluster()
    api.put(`${leases}/namespaces/elsewhere/leases`, aLease('elsewhere', 'dead'))
    const began = Date.now()
    // an operator that has no Lease yet has nothing to lose
    const operator = await started(api, 'default', {}, '', { lease: '3 s', renew: '2500 ms' })
    await until(() => operator.rounds() > 0, 'a round')
    expect(Date.now() - began).toBeGreaterThan(3_000)
  })

  test.each([
    ['by hand', {}, true],
    ['as a deployment, with the rights that it was given', { leaseNamespace: 'default' }, false],
  ])('without the right to list the Leases of all namespaces: %s', async (_title, overrides, refused) => {
    const api = await aCluster()
    api.forbid(`${leases}/leases`)
    const operator = await started(api, 'default', overrides)
    if (refused) {
      expect(await operator.ended).toMatch(
        /It takes get, create and update of leases .* in namespace default, and list of them in all namespaces/,
      )
      expect([operator.rounds(), api.writes()]).toEqual([0, []])
    } else await until(() => operator.rounds() > 0, 'a round')
  })

  test('without the right to write the Lease: it says so and ends, nothing is written', async () => {
    const api = await aCluster()
    api.forbid(`${leases}/namespaces/default`)
    const operator = await started(api, 'default', { leaseNamespace: 'default' })
    expect(await operator.ended).toMatch(/it takes get, create and update of leases/i)
    expect([operator.rounds(), acts(api)]).toEqual([0, []])
  })

  test('kubernetes.operator.leader-election.enabled: false does without, and warns', async () => {
    const api = await aCluster()
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, {
      write: line => {
        lines.push(line)
      },
    })
    const operator = await started(api, 'default', { logger }, 'kubernetes.operator.leader-election.enabled: false\n')
    await until(() => operator.rounds() > 0, 'a round')
    expect(api.writes().filter(({ path }) => path.startsWith(leases))).toEqual([])
    await until(() => lines.length > 0, 'a warning')
    expect(lines.join('')).toMatch(/leader election is off .*nothing keeps it and another operator of the same resources apart/)
  })

  test('… and says so where its own Deployment has two replicas', async () => {
    const api = await aCluster()
    const deployment = { namespace: 'default', name: 'op' }
    api.put('/apis/apps/v1/deployments', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: deployment, spec: { replicas: 2 } })
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: line => void lines.push(line) })
    await started(api, 'default', { logger, deployment }, 'kubernetes.operator.leader-election.enabled: false\n')
    await until(() => lines.length > 0, 'a warning')
    expect(lines.join('')).toMatch(/the Deployment default\/op has 2 replicas, and each of them acts on every resource/)
  })
})

const shardedInto = (shards: number): string =>
  `kubernetes.operator.leader-election.shards: ${shards}\nkubernetes.operator.reconcile.interval: 1 s\n`
const sharded = shardedInto(4)

describe('A10 P20 replicas share the resources by shards', () => {
  const names = Array.from({ length: 24 }, (_, index) => `job-${index}`)
  /**
   * A hash of the replicas' names, which are random, decides whose each shard is. With so many shards, 19 of them with resources, one
   * replica gets none of these once in 260,000 runs. With 4 shards it was once in 16.
   */
  const many = 32
  const aFleet = async (): Promise<FakeApi> => {
    const api = await aCluster()
    for (const name of names) api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource(name, 'jobs'))
    return api
  }
  /** Whose rounds were the last of each resource. */
  const ledger = () => {
    const last = new Map<string, string>()
    const replica = (api: FakeApi, who: string, more = sharded): Promise<Started> =>
      started(api, 'flink-operator', { onRound: ({ name }) => last.set(name, who) }, more, shortDurations)
    const servedBy = (...replicas: readonly string[]) => (): boolean =>
      names.every(name => replicas.includes(last.get(name) ?? '')) && replicas.every(it => [...last.values()].includes(it))
    return { last, replica, servedBy }
  }
  const shardLease = (shard: number, of: number): string =>
    `${leases}/namespaces/flink-operator/leases/flink-operator-shard-${shard}-of-${of}`

  test('one has all; a second one joins and gets its part; one stops, and the other one has all again', async () => {
    const api = await aFleet()
    const { last, replica, servedBy } = ledger()
    const first = await replica(api, 'first', shardedInto(many))
    await until(servedBy('first'), 'all by the first')
    const second = await replica(api, 'second', shardedInto(many))
    last.clear()
    await until(servedBy('first', 'second'), 'all by both')
    const holds = async ({ port }: Started): Promise<number> =>
      (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n').filter(line =>
        /^flink_operator_leader\{.* 1$/.test(line)
      ).length
    await expect.poll(async () => await holds(first) + await holds(second), { timeout: 300_000 }).toBe(many)
    expect(await (await fetch(`http://127.0.0.1:${second.port}/readyz`)).text()).toMatch(/^ok\nhas shards [0-9, ]+ of 32 of the division/)
    await first.stop()
    last.clear()
    await until(servedBy('second'), 'all by the second')
    await expect.poll(() => holds(second), { timeout: 300_000 }).toBe(many)
    expect(Object.values(api.get(shardLease(0, many))?.spec ?? {})).not.toContain('')
  })

  test('the Lease of one shard goes: its resources alone are let go of, and taken again', async () => {
    const api = await aFleet()
    const { last, replica, servedBy } = ledger()
    await replica(api, 'first')
    await until(servedBy('first'), 'all by the first')
    const path = shardLease(2, 4)
    const ofShard = names.filter(name => shardOf({ namespace: 'jobs', name }, 4) === 2)
    expect(ofShard.length).toBeGreaterThan(0)
    api.remove(path)
    await new Promise(resolve => setTimeout(resolve, 400))
    last.clear()
    await until(() => names.every(name => ofShard.includes(name) || last.has(name)), 'the others go on')
    await until(() => api.get(path) !== undefined, 'it is taken again')
    await until(() => ofShard.every(name => last.has(name)), 'all have rounds')
  })

  test('replicas that divide otherwise, or lead alone, are no members: they wait', async () => {
    const api = await aFleet()
    const { last, replica, servedBy } = ledger()
    const first = await replica(api, 'first')
    await until(servedBy('first'), 'all by the first')
    const others = [await replica(api, 'alone', ''), await replica(api, 'eight', sharded.replace('4', '8'))]
    for (const other of others) expect(await other.held).toMatch(/holds the Lease flink-operator\/flink-operator-/)
    expect([...new Set(last.values())]).toEqual(['first'])
    await first.stop()
    await until(() => [...last.values()].some(who => who !== 'first'), 'another one goes on')
  })
})
