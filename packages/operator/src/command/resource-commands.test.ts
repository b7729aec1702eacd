import { kinds } from '@flink-operator/kinds'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crdOf } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { call, type Exit, kubeconfigOf } from '../../test/call-command.ts'
import { type FakeApi, startFakeApi } from '../../test/fake-api.ts'
import { namedResource } from '../explain/connected-resource.ts'
import { plan } from './plan.ts'

const main = join(import.meta.dirname, '../main.ts')
const folder = mkdtempSync(join(tmpdir(), 'flink-operator-resource-'))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/**
 * Runs the sources in a process of their own, as a person would run the bundle: slow, so only where the process itself is what is tested.
 */
const spawn = (script: string, args: readonly string[]): Promise<Exit> =>
  new Promise(resolve => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      NODE_COMPILE_CACHE: join(folder, 'cache'),
      FLINK_OPERATOR_REST_RESOLUTION: 'cluster-ip',
    }
    execFile(process.execPath, ['--conditions=@flink-operator/source', script, ...args], { env, timeout: 600_000 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err })
    })
  })

const specOf = (change: Readonly<Record<string, unknown>> = {}) => ({
  image: 'flink:1.20',
  flinkVersion: 'v1_20',
  serviceAccount: 'flink',
  flinkConfiguration: { 'taskmanager.numberOfTaskSlots': '1' },
  jobManager: { resource: { memory: '1024m', cpu: 0.5 } },
  taskManager: { resource: { memory: '1024m', cpu: 0.5 } },
  job: { jarURI: 'local:///opt/flink/x.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' },
  ...change,
})

const recorded = (spec: unknown): string =>
  JSON.stringify({ spec, resource_metadata: { apiVersion: 'flink.apache.org/v1beta1', firstDeployment: false } })

const resource = (name: string, spec: unknown = specOf(), status?: unknown) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name, namespace: 'jobs', uid: `uid-${name}`, finalizers: ['flinkdeployments.flink.apache.org/finalizer'] },
  spec,
  ...(status === undefined ? {} : { status }),
})

const running = (lastStable: unknown, lastReconciled: unknown) => ({
  jobStatus: {
    state: 'RUNNING',
    jobId: 'a'.repeat(32),
    savepointInfo: {
      savepointHistory: [{ timeStamp: 1_700_000_000_000, location: 's3://b/sp-1', triggerType: 'MANUAL', formatType: 'CANONICAL' }],
      lastSavepoint: { timeStamp: 1_700_000_060_000, location: 's3://b/sp-2', triggerType: 'UPGRADE', formatType: 'NATIVE' },
      lastPeriodicSavepointTimestamp: 0,
    },
  },
  jobManagerDeploymentStatus: 'READY',
  lifecycleState: 'STABLE',
  observedGeneration: 1,
  reconciliationStatus: {
    state: 'DEPLOYED',
    lastReconciledSpec: recorded(lastReconciled),
    lastStableSpec: recorded(lastStable),
    reconciliationTimestamp: 1_700_000_000_000,
  },
})

const collection = '/apis/flink.apache.org/v1beta1/flinkdeployments'
const pathOf = (name: string): string => `/apis/flink.apache.org/v1beta1/namespaces/jobs/flinkdeployments/${name}`

let api: FakeApi
let cluster: readonly string[] = []

beforeAll(async () => {
  api = await startFakeApi()
  const kubeconfig = file(
    'config',
    kubeconfigOf(api.url),
  )
  cluster = ['--kubeconfig', kubeconfig]
  api.put(collection, resource('fresh'))
  api.put(collection, resource('untouched'))
  api.put(collection, resource('suspended', specOf({ job: { ...specOf().job, state: 'suspended' } })))
  api.put(collection, resource('nonces', specOf({ restartNonce: 41, job: { ...specOf().job, savepointTriggerNonce: 7 } })))
  api.put(collection, resource('session', specOf({ job: null })))
  api.put(
    collection,
    resource(
      'bad',
      specOf({ image: 'bad', flinkConfiguration: { 's3.secret-key': 'planted-marker' } }),
      running(specOf(), specOf({ image: 'bad' })),
    ),
  )
  api.put(collection, resource('stable', specOf(), running(specOf(), specOf())))
  api.put(collection, resource('unreached', specOf(), running(specOf(), specOf())))
  api.put('/apis/apps/v1/namespaces/jobs/deployments', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'unreached',
      namespace: 'jobs',
      ownerReferences: [{
        apiVersion: 'flink.apache.org/v1beta1',
        kind: 'FlinkDeployment',
        name: 'unreached',
        uid: 'uid-unreached',
        controller: true,
      }],
    },
    spec: { replicas: 1 },
    status: { replicas: 1, availableReplicas: 1 },
  })
  api.put(collection, resource('broken', specOf({ job: { ...specOf().job, parallelism: 'many' } })))
  api.put(
    collection,
    resource('newer', specOf(), {
      ...running(specOf(), specOf()),
      operation: {
        kind: 'TearDown',
        id: 'e'.repeat(32),
        attempt: 9,
        mintedAt: 1,
        targetGeneration: 1,
        purpose: 'WarmStandby',
        jobId: null,
        incarnation: null,
        giveUpAt: 2,
        deleteHaMetadata: false,
      },
    }),
  )
  const snapshot = (name: string, status?: unknown, spec: Readonly<Record<string, unknown>> = {}) => ({
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkStateSnapshot',
    metadata: { name, namespace: 'jobs', finalizers: ['flinkstatesnapshots.flink.apache.org/finalizer'] },
    spec: { jobReference: { kind: 'FlinkDeployment', name: 'fresh' }, savepoint: {}, backoffLimit: 3, ...spec },
    ...(status === undefined ? {} : { status }),
  })
  const snapshots = '/apis/flink.apache.org/v1beta1/flinkstatesnapshots'
  api.put(snapshots, snapshot('pending'))
  api.put(
    snapshots,
    snapshot('tried', {
      state: 'TRIGGER_PENDING',
      failures: 2,
      resultTimestamp: new Date().toISOString(),
      error: JSON.stringify({ type: 'x', message: 'no space' }),
      operatorRecord: { attempts: 2, retryAt: Date.now() + 600_000 },
    }),
  )
  api.put(snapshots, snapshot('unread', undefined, { backoffLimit: 'many' }))
  api.put('/api/v1/namespaces/jobs/events', {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'e', namespace: 'jobs' },
    type: 'Normal',
    reason: 'Submit',
    message: 'Starting deployment',
    count: 2,
    lastTimestamp: '2026-01-01T00:00:00Z',
    involvedObject: { uid: 'uid-bad' },
  })
})
afterAll(() => api.close())

const spec = (name: string): Readonly<Record<string, unknown>> => api.get(pathOf(name))?.spec ?? {}

const flinkOperator = (...args: readonly string[]): Promise<Exit> => call([...args, ...cluster])

describe('commands about one resource: good input', () => {
  test(
    'F19 explain without a route to Flink says what is not known, and nothing else, with an exit code of its own',
    async () => {
      const exit = await call(['explain', 'unreached', ...cluster])
      expect(exit.code).toBe(4)
      expect(exit.out).toMatch(/why +Flink could not be asked from here .* it is not known: jobs/)
      expect(exit.out).toMatch(/waits for +not known/)
    },
  )

  test('F19 a plan without a route to Flink ends with the same exit code', async () => {
    const planned = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const outcome = await plan([file('unreached.json', JSON.stringify(resource('unreached', specOf({ image: 'flink:1.20-2' }))))], {
      kubeconfig: cluster[1] ?? '',
      output: 'text',
    })
    const reported = planned.mock.calls.map(([text]) => String(text)).join('')
    planned.mockRestore()
    expect(outcome).toEqual(E.right(4))
    expect(reported).toMatch(/Not known: a query failed/)
  })

  test.each([[{}, 'the number of replicas could not be read'], [
    { kubeconfig: true },
    'flink-operator/flink-operator has 2 replicas',
  ]])(
    'P20 plan warns where leader election is off: %j',
    async (flags, words) => {
      const confDir = mkdtempSync(join(folder, 'conf'))
      writeFileSync(join(confDir, 'config.yaml'), 'kubernetes.operator.leader-election.enabled: false\n')
      api.put('/apis/apps/v1/deployments', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'flink-operator', namespace: 'flink-operator' },
        spec: { replicas: 2 },
      })
      const planned = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await plan([file('planned.json', JSON.stringify(resource('planned')))], {
        confDir,
        output: 'text',
        ...('kubeconfig' in flags ? { kubeconfig: cluster[1] ?? '' } : { offline: true }),
      })
      const reported = planned.mock.calls.map(([text]) => String(text)).join('')
      planned.mockRestore()
      expect(reported).toContain(words)
    },
  )

  test('suspend and resume set spec.job.state; what is so already is left alone', async () => {
    expect(await flinkOperator('suspend', 'fresh')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('spec.job.state: "running" -> "suspended"'),
    })
    expect(spec('fresh')['job']).toMatchObject({ state: 'suspended', parallelism: 1 })
    const writes = api.writes().length
    expect((await flinkOperator('suspend', 'flinkdeployment/fresh')).out).toMatch(/suspended already/)
    expect(api.writes()).toHaveLength(writes)
    expect((await flinkOperator('resume', 'fresh', '-o', 'json')).out).toContain('"to": "running"')
    expect(spec('fresh')['job']).toMatchObject({ state: 'running' })
  })

  test('savepoint and restart: a nonce of another value', async () => {
    expect((await flinkOperator('savepoint', 'nonces')).out).toContain('spec.job.savepointTriggerNonce: 7 -> 8')
    expect((await flinkOperator('savepoint', 'fresh')).out).toContain('null -> 1')
    expect((await flinkOperator('restart', 'nonces', '-n', 'jobs')).out).toContain('spec.restartNonce: 41 -> 42')
    expect(spec('nonces')).toMatchObject({ restartNonce: 42, job: { savepointTriggerNonce: 8 } })
  })

  test('rollback: the last stable spec is put back, without telling secrets (P23)', async () => {
    const { code, out } = await flinkOperator('rollback', 'bad')
    expect(code).toBe(0)
    expect(out).toContain('spec.image: "bad" -> "flink:1.20"')
    expect(out).not.toContain('planted-marker')
    expect(spec('bad')).toMatchObject({ image: 'flink:1.20', flinkConfiguration: { 'taskmanager.numberOfTaskSlots': '1' } })
    expect(spec('bad')['flinkConfiguration']).not.toHaveProperty(['s3.secret-key'])
    expect((await flinkOperator('rollback', 'bad')).out).toMatch(/last stable one already/)
  })

  test('history: savepoints, events; snapshots where there are any', async () => {
    const { code, out } = await flinkOperator('history', 'bad')
    expect(code).toBe(0)
    expect(out).toMatch(/2023-11-14T22:13:20\.000Z {2}MANUAL +CANONICAL +s3:\/\/b\/sp-1\n.*UPGRADE +NATIVE +s3:\/\/b\/sp-2/)
    expect(out).toMatch(/Normal +Submit \(2 times\): Starting deployment/)
    expect(JSON.parse((await flinkOperator('history', 'bad', '-o', 'json')).out)).toMatchObject({
      resource: 'jobs/bad',
      events: [{ reason: 'Submit' }],
    })
  })

  test('explain: why, for what, since when, when next, and who unblocks it', async () => {
    const { code, out, err } = await flinkOperator('explain', 'stable')
    expect(err).toBe('')
    expect(code).toBe(0)
    expect(out).toMatch(/^jobs\/stable: /)
    for (const label of ['why', 'waits for', 'next look', 'continues', 'seen']) expect(out).toMatch(new RegExp(`^ {2}${label} `, 'm'))
    expect(JSON.parse((await flinkOperator('explain', 'untouched', '-o', 'json')).out)).toMatchObject({
      resource: 'jobs/untouched',
      situation: 'FirstDeployment',
      unblockedBy: { who: 'operator' },
    })
    expect(api.writes().filter(({ path }) => path.startsWith(pathOf('stable')))).toEqual([])
  })

  test.each([
    'flinkstatesnapshot/pending',
    'flinksnp/pending',
    'FlinkStateSnapshots/pending',
    'flinkstatesnapshots.flink.apache.org/pending',
  ])('explain %s: state, what it waits for, since when, attempts, and who unblocks it', async argument => {
    const { code, out, err } = await flinkOperator('explain', argument)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^jobs\/pending: TRIGGER_PENDING\n {2}why +the job is .* \[Waiting, state-snapshot\/job-unsettled\]\n {2}waits for .*\n {2}since +20.* ago\)\n {2}next look .*\n {2}continues +after: the job runs \(the cluster\)\n {2}tried +0 times, 0 failed; 4 attempts left \(backoffLimit 3\)\n {2}seen +target: fresh/,
    )
  })

  test('explain a snapshot whose attempts failed: how many, why, and when the next one comes; nothing is written', async () => {
    const { out } = await flinkOperator('explain', 'flinksnp/tried')
    expect(out).toMatch(
      /\[RetryLater, state-snapshot\/retry-later\][^]* {2}continues +after: the operator retries at the time of the next attempt \(the operator\)\n {2}tried +2 times, 2 failed; 2 attempts left \(backoffLimit 3\); the next one from 20.*\(in \d+ min\)\n {2}error +no space/,
    )
    expect(JSON.parse((await flinkOperator('explain', 'flinksnp/tried', '-o', 'json')).out)).toMatchObject({
      resource: 'jobs/tried',
      situation: 'RetryLater',
      retries: { attempts: 2, failures: 2, backoffLimit: 3, left: 2 },
    })
    expect(api.writes().filter(({ path }) => path.includes('flinkstatesnapshots'))).toEqual([])
  })

  test.each(['FlinkDeployment', 'FlinkStateSnapshot'] as const)('every name that the CRD of %s has is taken', kind => {
    const { plural, singular, shortNames } = (crdOf(kinds[kind]) as unknown as {
      readonly spec: { readonly names: { readonly plural: string; readonly singular: string; readonly shortNames: readonly string[] } }
    }).spec.names
    for (const name of [plural, singular, ...shortNames])
      expect(namedResource(`${name}/x`, ['FlinkDeployment', 'FlinkStateSnapshot'])).toEqual(E.right({ kind, name: 'x' }))
  })

  test('as a process: one line, and the exit code', async () => {
    expect(await spawn(main, ['savepoint', 'suspended', ...cluster])).toMatchObject({
      code: 2,
      out: '',
      err: 'flink-operator: jobs/suspended is suspended: there is no running job to take a savepoint of\n',
    })
    expect(await spawn(main, ['suspend'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/missing required argument 'resource'; see flink-operator suspend --help/),
    })
  })

  test("as kubectl plugin: the same commands, under its name, without the operator's own", async () => {
    const plugin = join(folder, 'kubectl-flink.ts')
    // the sources import each other by relative paths: a file of that name beside them
    writeFileSync(plugin, `process.argv[1] = ${JSON.stringify(plugin)}\nawait import(${JSON.stringify(main)})\n`)
    const help = (await spawn(plugin, [])).out
    expect(help).toMatch(/Usage: kubectl flink /)
    for (const name of ['plan', 'explain', 'suspend', 'resume', 'savepoint', 'restart', 'rollback', 'history'])
      expect(help).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    expect(help).not.toMatch(/^ {2}(run|sandbox|verify) /m)
    expect(await spawn(plugin, ['run'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^kubectl flink: unknown command 'run'.*explain/),
    })
    expect((await spawn(plugin, ['explain', 'fresh', ...cluster])).out).toMatch(/^jobs\/fresh: /)
  })
})

describe("F14 explain tells what can't be read, as the operator does", () => {
  test.each(
    [
      ['a spec', ['explain', 'broken'], /wrong +spec\.job\.parallelism: .*expected a whole number/],
      ['a snapshot', ['explain', 'flinksnp/unread'], /spec\.backoffLimit: expected .*found "many"/],
      [
        'a status of a newer version',
        ['explain', 'newer'],
        /error +status\.operation\.purpose can't be read: found "WarmStandby", expected one of FirstDeployment/,
      ],
    ] as const,
  )('%s', async (_title, args, line) => {
    const exit = await call([...args, ...cluster])
    expect(exit.out).toMatch(line)
    expect(exit.code).toBe(0)
  })
})

describe('commands about one resource: bad input is one line and an exit code', () => {
  test.each(
    [
      ['no resource', ['explain'], 2, /missing required argument 'resource'/],
      ['a name that is none', ['suspend', 'Foo_Bar'], 2, /"Foo_Bar" is no name of a resource/],
      [
        'another kind',
        ['suspend', 'pod/x'],
        2,
        /^resource "pod\/x": found kind "pod", expected NAME, flinkdeployment\/NAME or flinksessionjob\/NAME or flinkbluegreendeployment\/NAME, and its namespace with -n\n/,
      ],
      [
        'another kind to explain',
        ['explain', 'pod/x'],
        2,
        /^resource "pod\/x": found kind "pod", expected NAME, flinkdeployment\/NAME or flinkstatesnapshot\/NAME.*, and its namespace with -n\n/,
      ],
      [
        'a snapshot where only a FlinkDeployment can be',
        ['suspend', 'flinksnp/pending'],
        2,
        /found kind "flinksnp", expected NAME, flinkdeployment\/NAME or flinksessionjob/,
      ],
      ['too many parts', ['explain', 'jobs/flinksnp/pending'], 2, /^resource "jobs\/flinksnp\/pending": found 3 parts, expected NAME, /],
      ['a kind without a name', ['explain', 'flinksnp/'], 2, /"" is no name of a resource/],
      ['a snapshot that is not there', ['explain', 'flinksnp/fresh'], 2, /there is no FlinkStateSnapshot jobs\/fresh at http/],
      ['a snapshot by its name alone', ['explain', 'pending'], 2, /there is no FlinkDeployment jobs\/pending at http/],
      ['a resource that is not there', ['restart', 'nobody'], 2, /there is no FlinkDeployment jobs\/nobody at http/],
      ['another namespace', ['history', 'fresh', '-n', 'other'], 2, /there is no FlinkDeployment other\/fresh/],
      ['a namespace that is none', ['history', 'fresh', '-n', 'A_b'], 2, /"A_b" is no namespace/],
      ['a form that there is not', ['history', 'fresh', '-o', 'yaml'], 2, /Allowed choices are text, json/],
      ['a session cluster has no job', ['suspend', 'session'], 2, /jobs\/session is a session cluster.*named as flinksessionjob\/NAME/],
      ['a session cluster has no savepoint', ['savepoint', 'session'], 2, /jobs\/session is a session cluster/],
      [
        'a name alone',
        ['resume', 'nobody'],
        2,
        /; one of another kind is named as flinksessionjob\/nobody or flinkbluegreendeployment\/nobody\n/,
      ],
      ['no savepoint of a suspended job', ['savepoint', 'suspended'], 2, /is suspended: there is no running job/],
      ['nothing to roll back to', ['rollback', 'nonces'], 2, /nothing to roll back to/],
      ['a recording that is not there', ['replay', '/nowhere'], 2, /\/nowhere cannot be read: there is no such file/],
      [
        'a recording that is none',
        ['replay', file('none.jsonl', '{"a":1}\n')],
        2,
        /line 1 is no recorded round; expected lines of `run --record`/,
      ],
      ['an empty recording', ['replay', file('empty.jsonl', '\n')], 2, /is empty/],
      ['a recording that is cut off', ['replay', file('cut.jsonl', '{"version":1,')], 2, /line 1 is no JSON/],
    ] as const,
  )('%s', async (_title, args, code, line) => {
    const exit = await call([...args, ...(args[0] === 'replay' ? [] : cluster)])
    expect(exit.err).toMatch(line)
    expect(exit.err.trimEnd().split('\n')).toHaveLength(1)
    expect(exit.code).toBe(code)
    expect(exit.out).toBe('')
  })

  test('a server that does not answer: 3', async () => {
    const nowhere = file('nowhere', readFileSync(join(folder, 'config'), 'utf8').replace(api.url, 'http://127.0.0.1:9'))
    expect(await call(['explain', 'fresh', '--kubeconfig', nowhere])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/127\.0\.0\.1:9/),
    })
  })
})
