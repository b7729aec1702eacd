import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crdNameOf, crdOf } from '@flink-operator/core/codec'
import { type KindName, kindNames, kindOf, kinds } from '@flink-operator/kinds'
import { loadCredentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type FakeApi, startFakeApi } from '../test/fake-api.ts'
import type { RoundReport } from './round.ts'
import type { OperatorSetup } from './operator-setup.ts'
import { startOperator } from './run.ts'
import type { RunningOperator } from './running-operator.ts'

const resource = (name: string, namespace = 'jobs') => ({
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

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const without = (...names: readonly KindName[]): readonly unknown[] =>
  kindNames.filter(name => !names.includes(name)).map(name => crdOf(kindOf(name)))

const aCluster = async (crds: readonly unknown[] = without('FlinkStateSnapshot')): Promise<FakeApi> => {
  const api = await startFakeApi()
  closing.push(api.close)
  for (const crd of crds) api.put('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)
  return api
}

const credentials = (url: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'flink-operator-run-')), 'config')
  writeFileSync(
    path,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: url } }],
      users: [{ name: 'u', user: {} }],
    }),
  )
  const loaded = loadCredentials({ kubeconfig: path, environment: {} })
  if (E.isLeft(loaded)) throw new Error(loaded.left)
  return loaded.right
}

const setup = (api: FakeApi, overrides: Partial<OperatorSetup> = {}): OperatorSetup => ({
  credentials: credentials(api.url),
  kinds,
  folders: { folder: join(import.meta.dirname, '../test/no-election'), overrides: null },
  namespaces: [],
  watchNamespaces: undefined,
  reach: { resolution: 'cluster-ip', zooKeeperDigest: null },
  port: 0,
  crashAt: null,
  logger: pino({ level: 'silent' }),
  ...overrides,
})

const started = async (api: FakeApi, overrides: Partial<OperatorSetup> = {}): Promise<RunningOperator> => {
  const operator = await startOperator(setup(api, overrides))
  if (E.isLeft(operator)) throw new Error(operator.left.message)
  closing.push(operator.right.stop)
  return operator.right
}

const until = async (condition: () => boolean, what: string): Promise<void> => {
  const giveUp = Date.now() + 300_000
  while (!condition()) {
    if (Date.now() > giveUp) throw new Error(`not within 5 min: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

const jobManager = '/apis/apps/v1/namespaces/jobs/deployments/wordcount'
const wordcount = '/apis/flink.apache.org/v1beta1/namespaces/jobs/flinkdeployments/wordcount'

describe('operator on an API server', () => {
  test('deploys what it finds, in the order of the write-ahead log, and then writes nothing more', async () => {
    const api = await aCluster()
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('wordcount'))
    await started(api)
    await until(() => api.get(jobManager) !== undefined, 'the JobManager Deployment')
    await until(() => api.get(wordcount)?.status?.['lifecycleState'] === 'DEPLOYED', 'DEPLOYED')
    const writes = api.writes().map(({ method, path }) => `${method} ${path}`)
    const first = (text: string): number => writes.findIndex(write => write.includes(text))
    expect(first('/status')).toBeGreaterThanOrEqual(0)
    expect(first('/status')).toBeLessThan(first('POST /apis/apps/v1'))
    expect(first('POST /api/v1/namespaces/jobs/configmaps')).toBeLessThan(first('POST /apis/apps/v1'))
    await new Promise(resolve => setTimeout(resolve, 500))
    const count = api.writes().length
    await new Promise(resolve => setTimeout(resolve, 1_500))
    expect(api.writes().slice(count).map(({ path }) => path)).toEqual([])
  })

  test('B62 decides nothing before every first list has come', async () => {
    const api = await aCluster()
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('wordcount'))
    api.hold('/apis/apps/v1/deployments')
    const rounds: RoundReport[] = []
    const operator = await started(api, { onRound: (_key, report) => rounds.push(report) })
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(rounds).toEqual([])
    const health = (path: string) => fetch(`http://127.0.0.1:${operator.port}${path}`)
    expect([(await health('/healthz')).status, (await health('/readyz')).status]).toEqual([200, 503])
    api.release()
    await until(() => rounds.length > 0, 'a round')
    expect((await health('/readyz')).status).toBe(200)
    const metrics = await (await health('/metrics')).text()
    expect(metrics).toMatch(/flink_operator_rounds_total\{kind="FlinkDeployment",phase="reconcile",result="ok"\} [1-9]/)
    expect(metrics).toMatch(/flink_operator_resources\{kind="FlinkDeployment",namespace="jobs",lifecycle_state="[A-Z]+"\} 1/)
  })

  test('P15 L1 an edit between read and write: the write is refused, and the edit is followed', async () => {
    const api = await aCluster()
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('wordcount'))
    let edits = 0
    api.beforeWrite(({ method, path }) => {
      if (method === 'PUT' && path.endsWith('/status') && edits < 2) {
        edits++
        api.edit(
          wordcount,
          live => ({
            ...live,
            spec: { ...live.spec, image: `flink:1.20-${edits}` },
            metadata: { ...live.metadata, generation: (live.metadata.generation ?? 0) + 1 },
          }),
        )
      }
    })
    const ends: string[] = []
    await started(api, { onRound: (_key, { end }) => ends.push(end._tag) })
    await until(() => api.get(jobManager) !== undefined, 'the JobManager Deployment')
    expect(ends.filter(end => end === 'RestartRound')).toHaveLength(2)
    expect(JSON.stringify(api.get(jobManager))).toContain('flink:1.20-2')
  })

  test('D-19 B65 a status that somebody else writes between read and write is not written over: the round starts anew from it', async () => {
    const api = await aCluster()
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('wordcount'))
    let foreign = 0
    api.beforeWrite(({ method, path }) => {
      if (method === 'PUT' && path.endsWith('/status') && foreign++ === 0)
        api.edit(wordcount, live => ({ ...live, status: { ...live.status, ofSomebodyElse: 'kept' } }))
    })
    const ends: string[] = []
    await started(api, { onRound: (_key, { end }) => ends.push(end._tag) })
    await until(() => api.get(jobManager) !== undefined, 'the JobManager Deployment')
    expect(ends.filter(end => end === 'RestartRound')).toHaveLength(1)
    expect(api.get(wordcount)?.status).toMatchObject({ ofSomebodyElse: 'kept', lifecycleState: expect.any(String) })
  })

  test(
    'B110 the operator is taken away and another process put up: no write, nothing of a job is touched',
    async () => {
      const api = await aCluster()
      api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('wordcount'))
      const first = await startOperator(setup(api))
      if (E.isLeft(first)) throw new Error(first.left.message)
      await until(() => api.get(wordcount)?.status?.['lifecycleState'] === 'DEPLOYED', 'DEPLOYED')
      await first.right.stop()
      const before = [api.writes().length, JSON.stringify(api.get(jobManager))]
      let rounds = 0
      await started(api, { onRound: () => rounds++ })
      await until(() => rounds > 0, 'a round of the second process')
      expect([api.writes().length, JSON.stringify(api.get(jobManager))]).toEqual(before)
    },
  )

  test('plugins: a spec is taken as mutators leave it; one that fails later changes nothing of what runs, and is told', async () => {
    const plugin = join(mkdtempSync(join(tmpdir(), 'flink-operator-plugin-')), 'plugin.mjs')
    const heard = `${plugin}.heard`
    writeFileSync(
      plugin,
      `import { appendFileSync, existsSync } from 'node:fs'
      const broken = () => existsSync(${JSON.stringify(`${plugin}.broken`)})
      export default {
        name: 'image-of-ours',
        mutate: ({ resource }) => {
          if (broken()) throw new Error('its registry is away')
          return { ...resource, spec: { ...resource.spec, image: 'ours/flink:1.20' } }
        },
        listen: news => appendFileSync(${
        JSON.stringify(heard)
      }, JSON.stringify([news._tag, news.reason ?? news.after.lifecycleState]) + '\\n'),
      }`,
    )
    const api = await aCluster()
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('wordcount'))
    const operator = await started(api, { plugins: plugin })
    await until(() => api.get(wordcount)?.status?.['lifecycleState'] === 'DEPLOYED', 'DEPLOYED')
    const deployed = JSON.stringify(api.get(jobManager))
    expect(deployed).toContain('"ours/flink:1.20"')
    await until(() => readFileSync(heard, 'utf8').includes('["StatusChanged","DEPLOYED"]'), 'the news of DEPLOYED')

    writeFileSync(`${plugin}.broken`, '')
    api.edit(wordcount, live => ({ ...live, metadata: { ...live.metadata, generation: 2 } }))
    await until(() => String(api.get(wordcount)?.status?.['error']).includes('its registry is away'), 'the error')
    expect(JSON.stringify(api.get(jobManager))).toBe(deployed)
    await until(() => readFileSync(heard, 'utf8').includes('["EventSent","ValidationError"]'), 'the event')
    const metrics = await (await fetch(`http://127.0.0.1:${operator.port}/metrics`)).text()
    expect(metrics).toMatch(/flink_operator_plugin_failures_total\{plugin="image-of-ours",hook="mutate"\} [1-9]/)
  })

  test('a plugin that can not be loaded keeps the operator from starting', async () => {
    const refused = await startOperator(setup(await aCluster(), { plugins: '/there/is/none.mjs' }))
    expect(E.isLeft(refused) ? refused.left : null).toMatchObject({ exitCode: 3 })
  })

  test('P24 B72 E-48 E-57 nothing is left of resources that are gone', async () => {
    const api = await aCluster()
    for (let i = 0; i < 20; i++) api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource(`job-${i}`))
    const operator = await started(api)
    await operator.ready
    await until(() => operator.kept() >= 20, 'twenty resources')
    for (let i = 0; i < 20; i++) api.remove(`/apis/flink.apache.org/v1beta1/namespaces/jobs/flinkdeployments/job-${i}`)
    await until(() => operator.kept() === 0, 'all forgotten')
    const metrics = await (await fetch(`http://127.0.0.1:${operator.port}/metrics`)).text()
    expect(metrics).not.toMatch(/flink_operator_resources\{/)
  })

  test('E-49 a process that starts counts what is there when it sees it, before anything of it changes', async () => {
    const api = await aCluster()
    const application = resource('wordcount')
    api.put('/apis/flink.apache.org/v1beta1/flinkbluegreendeployments', {
      ...application,
      kind: 'FlinkBlueGreenDeployment',
      metadata: { ...application.metadata, annotations: { 'flinkdeployment.flink.apache.org/pause': 'true' } },
      spec: { template: { spec: application.spec } },
      status: { blueGreenState: 'ACTIVE_BLUE' },
    })
    const operator = await started(api)
    await operator.ready
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${operator.port}/metrics`)).text()
      expect(metrics).toMatch(
        /flink_operator_resources\{kind="FlinkBlueGreenDeployment",namespace="jobs",lifecycle_state="ACTIVE_BLUE"\} 1\n/,
      )
    })
  })

  test('E-42 fields that it does not know stay as they are: of a resource only finalizers and status are written', async () => {
    const api = await aCluster()
    const given = { ...resource('wordcount').spec, ofTheNextVersion: { kept: [1, { deep: true }] } }
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', { ...resource('wordcount'), spec: given })
    await started(api)
    await until(() => api.get(wordcount)?.status?.['lifecycleState'] === 'DEPLOYED', 'DEPLOYED')
    expect(api.get(wordcount)?.spec).toEqual(given)
    const written = api.writes().filter(({ path }) => path.startsWith(wordcount)).map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(written)].toSorted()).toEqual([`PATCH ${wordcount}`, `PUT ${wordcount}/status`])
    expect(api.requests().filter(({ path }) => /^\/(?:version|api|apis)\/?$/.test(path))).toEqual([])
  })

  test('B63 watches only the namespaces that it is told, its own not among them, and finds all that belongs to a resource there', async () => {
    const api = await aCluster()
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('wordcount', 'jobs'))
    api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('other', 'others'))
    const seen = new Set<string>()
    await started(api, { namespaces: ['jobs', 'empty'], onRound: ({ namespace }) => seen.add(namespace) })
    await until(() => seen.size > 0, 'a round')
    await new Promise(resolve => setTimeout(resolve, 300))
    expect([...seen]).toEqual(['jobs'])
    expect(api.requests().filter(({ path }) => path.includes('/namespaces/others'))).toEqual([])
    await until(() => api.get(jobManager) !== undefined, 'the JobManager Deployment')
    const elsewhere = api.requests().filter(({ path }) =>
      !path.includes('/namespaces/jobs/') && !path.includes('/namespaces/empty/') && !path.includes('/customresourcedefinitions')
    )
    // in its own it looks once whether a resource stopped another process
    expect(elsewhere.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /apis/coordination.k8s.io/v1/namespaces/default/leases/flink-operator-quarantine',
    ])
  })

  test.each([
    ['nothing of it', '/apis/flink.apache.org/v1beta1/namespaces/others/'],
    ['its FlinkDeployments', '/apis/flink.apache.org/v1beta1/namespaces/others/flinkdeployments'],
  ])(
    'F22 a namespace of which may be listed: %s: the others run; it is named by log, metrics and /readyz, and runs when it may',
    async (_title, path) => {
      const api = await aCluster(without())
      api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('wordcount', 'jobs'))
      api.put('/apis/flink.apache.org/v1beta1/flinkdeployments', resource('other', 'others'))
      api.forbid(path)
      const lines: string[] = []
      const seen = new Set<string>()
      const operator = await started(api, {
        namespaces: ['others', 'jobs'],
        onRound: ({ namespace }) => seen.add(namespace),
        logger: pino({ level: 'warn' }, {
          write: line => {
            lines.push(line)
          },
        }),
      })
      await operator.ready
      await until(() => api.get(jobManager) !== undefined, 'the JobManager Deployment')
      await until(() => seen.size > 0, 'the end of a round')
      const asked = async (what: string): Promise<readonly [number, string]> => {
        const response = await fetch(`http://127.0.0.1:${operator.port}${what}`)
        return [response.status, await response.text()]
      }
      expect([...seen]).toEqual(['jobs'])
      expect(await asked('/readyz')).toEqual([
        503,
        expect.stringMatching(/^not ready: flinkdeployments\/others can't be watched \(list: .*Forbidden/),
      ])
      expect((await asked('/metrics'))[1]).toMatch(
        /flink_operator_watch_synced\{watch="flinkdeployments\/others"\} 0\n(.*\n)*.*watch="flinkdeployments\/jobs"\} 1/,
      )
      expect(lines.filter(line => line.includes('flinkdeployments/others'))).toHaveLength(1)
      api.forbid(null)
      await until(() => seen.has('others'), 'a round of the other namespace')
      await vi.waitFor(async () => expect(await asked('/readyz')).toEqual([200, 'ok\n']))
    },
  )

  test('startup.stop-on-informer-error: a namespace that can not be watched ends the process, with the reason', async () => {
    const api = await aCluster()
    api.forbid('/apis/flink.apache.org/v1beta1/namespaces/others')
    const folder = mkdtempSync(join(tmpdir(), 'flink-operator-run-'))
    const option = 'kubernetes.operator.startup.stop-on-informer-error: true'
    writeFileSync(join(folder, 'config.yaml'), `kubernetes.operator.leader-election.enabled: false\n${option}\n`)
    const operator = await started(api, { namespaces: ['others', 'jobs'], folders: { folder, overrides: null } })
    expect(await operator.ended).toMatch(/^flinkdeployments\/others can't be watched \(list: .*stop-on-informer-error is true$/)
  })

  test('F22 /readyz names CRDs that may not be read, and those that are missing', async () => {
    const api = await aCluster()
    const ready = async (): Promise<string> => {
      const operator = await started(api)
      await operator.ready
      return (await fetch(`http://127.0.0.1:${operator.port}/readyz`)).text()
    }
    expect(await ready()).toMatch(/^ok\nFlinkStateSnapshots are not carried out.*flinkstatesnapshots\.flink\.apache\.org is not installed/)
    api.forbid('/apis/apiextensions.k8s.io')
    expect((await ready()).split('\n').map(line => line.split(' may not be read')[0])).toEqual([
      'ok',
      ...kindNames.map(name => `the CRD ${crdNameOf(kindOf(name).type)}`),
      '',
    ])
  })

  test.each([
    ['no CRD', [], /not installed: flink-operator crds \| kubectl apply --server-side/],
    ['a CRD that drops our record', [pruning()], /would drop status\.oper.*flink-operator crds \| kubectl apply/],
  ])('refuses to start on %s, and says what mends it', async (_title, crds, message) => {
    const refused = await startOperator(setup(await aCluster(crds)))
    expect(E.isLeft(refused) ? refused.left : null).toMatchObject({ exitCode: 3, message: expect.stringMatching(message) })
  })

  test('a port that is taken is said', async () => {
    const api = await aCluster()
    const refused = await startOperator(setup(api, { port: Number(new URL(api.url).port) }))
    expect(E.isLeft(refused) ? refused.left.message : '').toMatch(/port \d+ is taken: choose another with --port/)
  })
})

interface StatusSchema {
  'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly properties: Record<string, unknown>
}
interface Crd {
  readonly spec: {
    readonly versions: readonly {
      readonly schema: { readonly openAPIV3Schema: { readonly properties: { readonly status: StatusSchema } } }
    }[]
  }
}

/** As the reference operator's CRD: it does not know our record. */
function pruning(): unknown {
  const crd = structuredClone(crdOf(kinds.FlinkDeployment)) as unknown as Crd
  const { status } = crd.spec.versions[0]!.schema.openAPIV3Schema.properties
  const { properties } = status
  delete status['x-kubernetes-preserve-unknown-fields']
  delete properties['operation']
  delete properties['operatorRecord']
  return crd
}
