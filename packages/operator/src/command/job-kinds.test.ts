import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kinds } from '@flink-operator/kinds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type Exit, kubeconfigOf } from '../../test/call-command.ts'
import { type FakeApi, startFakeApi } from '../../test/fake-api.ts'

/** Commands about a job, of the kinds beside FlinkDeployment. */
const apiVersion = 'flink.apache.org/v1beta1'
const versionOf = (kind: keyof typeof kinds): string => `${kinds[kind].type.group}/${kinds[kind].type.version}`
const collection = (kind: keyof typeof kinds): string => `/apis/${versionOf(kind)}/${kinds[kind].type.plural}`
const pathOf = (kind: keyof typeof kinds, name: string): string =>
  `/apis/${versionOf(kind)}/namespaces/jobs/${kinds[kind].type.plural}/${name}`

const resource = (kind: keyof typeof kinds, name: string, spec: unknown, status?: unknown) => ({
  apiVersion: versionOf(kind),
  kind,
  metadata: { name, namespace: 'jobs', uid: `uid-${name}`, finalizers: [`${kinds[kind].type.plural}.flink.apache.org/finalizer`] },
  spec,
  ...(status === undefined ? {} : { status }),
})

const job = { jarURI: 'https://host/x.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' }
const sessionJob = (change: object = {}) => ({ deploymentName: 'cluster', job, ...change })
const application = (change: object = {}) => ({
  image: 'flink:1.20',
  flinkVersion: 'v1_20',
  serviceAccount: 'flink',
  jobManager: { resource: { memory: '1024m', cpu: 0.5 } },
  taskManager: { resource: { memory: '1024m', cpu: 0.5 } },
  job: { ...job, jarURI: 'local:///opt/flink/x.jar' },
  ...change,
})
const lyfts = (change: object = {}) => ({
  image: 'flink:1.20',
  flinkVersion: '1.20',
  jarName: 'x.jar',
  entryClass: 'X',
  parallelism: 1,
  jobManagerConfig: { resources: { requests: { cpu: '1', memory: '1536Mi' } } },
  taskManagerConfig: { resources: { requests: { cpu: '1', memory: '1536Mi' } } },
  ...change,
})
const colours = (change: object = {}) => ({ template: { spec: application(change) } })

const recorded = (spec: unknown): string => JSON.stringify({ spec, resource_metadata: { apiVersion, firstDeployment: false } })

const history = {
  savepointHistory: [{ timeStamp: 1_700_000_000_000, location: 's3://b/sp-1', triggerType: 'MANUAL', formatType: 'NATIVE' }],
}

let api: FakeApi
let cluster: readonly string[] = []

beforeAll(async () => {
  api = await startFakeApi()
  const kubeconfig = join(mkdtempSync(join(tmpdir(), 'flink-operator-kinds-')), 'config')
  writeFileSync(kubeconfig, kubeconfigOf(api.url))
  cluster = ['--kubeconfig', kubeconfig]
  const put = (kind: keyof typeof kinds, name: string, spec: unknown, status?: unknown): void =>
    api.put(collection(kind), resource(kind, name, spec, status))
  put('FlinkSessionJob', 'one', sessionJob())
  put('FlinkSessionJob', 'asleep', sessionJob({ job: { ...job, state: 'suspended' } }))
  put('FlinkSessionJob', 'nothing', { deploymentName: 'cluster' })
  put('FlinkSessionJob', 'moved', sessionJob({ deploymentName: 'other', job: { ...job, entryClass: 'Bad' } }), {
    jobStatus: { savepointInfo: history },
    reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: recorded(sessionJob()), lastStableSpec: recorded(sessionJob()) },
  })
  put('FlinkSessionJob', 'alone', sessionJob({ deploymentName: 'nobody' }))
  put('FlinkSessionJob', 'broken', sessionJob({ job: { ...job, parallelism: 'many' } }))
  put('FlinkBlueGreenDeployment', 'new', colours())
  put('FlinkBlueGreenDeployment', 'two', colours(), { blueGreenState: 'ACTIVE_BLUE' })
  put('FlinkBlueGreenDeployment', 'switching', colours({ image: 'bad' }), {
    blueGreenState: 'TRANSITIONING_TO_GREEN',
    lastReconciledSpec: JSON.stringify({ spec: colours() }),
  })
  put('FlinkBlueGreenDeployment', 'empty', {})
  put('FlinkDeployment', 'cluster', application({ job: null }))
  put('FlinkApplication', 'lyft', lyfts({ restartNonce: 'as-you-like' }))
  put('FlinkApplication', 'updating', lyfts({}), { phase: 'Savepointing', operation: { kind: 'Deploy' } })
  put('FlinkStateSnapshot', 'sp', { jobReference: { kind: 'FlinkSessionJob', name: 'moved' }, savepoint: {} }, {
    state: 'COMPLETED',
    path: 's3://b/of-the-session-job',
  })
  put('FlinkStateSnapshot', 'other', { jobReference: { kind: 'FlinkDeployment', name: 'moved' }, savepoint: {} }, {
    state: 'COMPLETED',
    path: 's3://b/of-an-application',
  })
  put('FlinkStateSnapshot', 'of-child', { jobReference: { kind: 'FlinkDeployment', name: 'two-green' }, savepoint: {} }, {
    state: 'COMPLETED',
    path: 's3://b/of-green',
  })
  const event = (name: string, reason: string, involvedObject: object): void =>
    api.put('/api/v1/namespaces/jobs/events', {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace: 'jobs' },
      type: 'Normal',
      reason,
      message: 'so it is',
      lastTimestamp: '2026-01-01T00:00:00Z',
      involvedObject,
    })
  event('e1', 'TransitionStarted', { uid: 'uid-two', kind: 'FlinkBlueGreenDeployment', name: 'two' })
  event('e2', 'Submit', { uid: 'uid-of-a-child', kind: 'FlinkDeployment', name: 'two-green' })
  event('e4', 'CreatingCluster', { uid: 'uid-lyft', kind: 'FlinkApplication', name: 'lyft' })
  event('e3', 'Submit', { uid: 'uid-of-another', kind: 'FlinkDeployment', name: 'three-green' })
})
afterAll(() => api.close())

const flinkOperator = (...args: readonly string[]): Promise<Exit> => call([...args, ...cluster])
const specOf = (kind: keyof typeof kinds, name: string) => api.get(pathOf(kind, name))?.spec ?? {}

describe('verbs of a FlinkSessionJob', () => {
  test('suspend, resume, savepoint and restart edit the session job itself', async () => {
    expect(await flinkOperator('suspend', 'flinksessionjob/one')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/spec\.job\.state: "running" -> "suspended"/),
    })
    expect(specOf('FlinkSessionJob', 'one')).toMatchObject({ job: { state: 'suspended' }, deploymentName: 'cluster' })
    await flinkOperator('resume', 'sessionjob/one')
    await flinkOperator('savepoint', 'flinksessionjobs/one')
    await flinkOperator('restart', 'flinksessionjob/one')
    expect(specOf('FlinkSessionJob', 'one')).toMatchObject({
      restartNonce: 1,
      job: { state: 'running', savepointTriggerNonce: 1, jarURI: job.jarURI },
    })
  })

  test('rollback puts back the last stable spec, the cluster that it names too', async () => {
    const { code, out } = await flinkOperator('rollback', 'flinksessionjob/moved')
    expect(code).toBe(0)
    expect(out).toMatch(/spec\.deploymentName: "other" -> "cluster"/)
    expect(out).toMatch(/spec\.job\.entryClass: "Bad" -> null/)
    expect(specOf('FlinkSessionJob', 'moved')).toEqual({ ...sessionJob(), job })
  })

  test('history: its own savepoints and snapshots, not those of a FlinkDeployment of its name (E-5)', async () => {
    const { out } = await flinkOperator('history', 'flinksessionjob/moved')
    expect(out).toMatch(/s3:\/\/b\/sp-1[^]*s3:\/\/b\/of-the-session-job/)
    expect(out).not.toContain('of-an-application')
  })
})

describe('verbs of a FlinkBlueGreenDeployment: what the children are made of is edited', () => {
  test('suspend, resume, savepoint, restart', async () => {
    expect(await flinkOperator('suspend', 'flinkbgdep/two')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/spec\.template\.spec\.job\.state: "running" -> "suspended"/),
    })
    expect((await flinkOperator('suspend', 'flinkbgdep/two')).out).toMatch(/spec\.template\.spec\.job\.state is suspended already/)
    await flinkOperator('resume', 'flinkbluegreendeployment/two')
    await flinkOperator('savepoint', 'flinkbgdep/two')
    expect((await flinkOperator('restart', 'flinkbgdep/two')).out).toMatch(
      /the other child takes over\n {2}spec\.template\.spec\.restartNonce: null -> 1/,
    )
    expect(specOf('FlinkBlueGreenDeployment', 'two')).toEqual({
      template: { spec: application({ restartNonce: 1, job: { ...application().job, state: 'running', savepointTriggerNonce: 1 } }) },
    })
  })

  test('no savepoint by a nonce while a switch is under way: the edit would change its target', async () => {
    const before = specOf('FlinkBlueGreenDeployment', 'switching')
    expect(await flinkOperator('savepoint', 'flinkbgdep/switching')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is TRANSITIONING_TO_GREEN: .* try again when it has ended/),
    })
    expect(specOf('FlinkBlueGreenDeployment', 'switching')).toEqual(before)
  })

  test('rollback: a switch that does not work is given up for the spec that serves', async () => {
    expect((await flinkOperator('rollback', 'flinkbgdep/switching')).out).toMatch(
      /becomes the one that serves again\n {2}spec\.template\.spec\.image: "bad" -> "flink:1\.20"/,
    )
    expect(specOf('FlinkBlueGreenDeployment', 'switching')).toEqual(colours())
    expect((await flinkOperator('rollback', 'flinkbgdep/switching')).out).toMatch(/is the one that serves already/)
    expect(await flinkOperator('rollback', 'flinkbgdep/two')).toMatchObject({ code: 2, err: expect.stringMatching(/was active yet/) })
  })

  test("history: with the events and snapshots of its children, and of nobody else's", async () => {
    const { out } = await flinkOperator('history', 'flinkbgdep/two')
    expect(out).toMatch(/TransitionStarted: so it is/)
    expect(out).toMatch(/two-green Submit: so it is/)
    expect(out).toContain('s3://b/of-green')
    expect(out).not.toContain('three-green')
  })
})

describe('verbs of a FlinkApplication', () => {
  test('restart: another restartNonce, which is a text', async () => {
    const { code, out } = await flinkOperator('restart', 'flinkapp/lyft')
    expect([code, out]).toEqual([0, expect.stringMatching(/a new cluster takes over\n {2}spec\.restartNonce: "as-you-like" -> "\d+"/)])
    expect(specOf('FlinkApplication', 'lyft')).toMatchObject({ jarName: 'x.jar', restartNonce: expect.stringMatching(/^\d+$/) })
  })

  test('rollback: an update that is under way is given up by its own field; with none there is nothing to go back from', async () => {
    expect((await flinkOperator('rollback', 'flinkapplication/updating')).out).toMatch(/forceRollback: null -> true/)
    expect((await flinkOperator('rollback', 'flinkapplication/updating')).out).toMatch(/being given up already/)
    expect(await flinkOperator('rollback', 'flinkapplication/lyft')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no update is in progress\. To go back, apply the previous spec/),
    })
  })

  test('history is that of its events', async () => {
    expect((await flinkOperator('history', 'flinkapps/lyft')).code).toBe(2)
    expect((await flinkOperator('history', 'flinkapplications/lyft')).out).toMatch(/CreatingCluster: so it is/)
  })

  test.each(['suspend', 'resume', 'savepoint'])('%s is none of its verbs', async verb => {
    expect(await flinkOperator(verb, 'flinkapp/lyft')).toMatchObject({ code: 2, err: expect.stringMatching(/found kind "flinkapp"/) })
  })
})

describe('explain: why it is as it is, in words', () => {
  test.each(
    [
      [
        'a session job whose cluster is not up',
        'flinksessionjob/asleep',
        /\[WithoutCluster, without-cluster\][^]* {2}continues +after: .*session cluster/,
      ],
      ['one whose cluster is not there', 'sessionjob/alone', /the FlinkDeployment that spec\.deploymentName names does not exist/],
      ['one that is not valid', 'flinksessionjob/nothing', / {2}wrong +job: The job spec should not be empty/],
      ["one that can't be read", 'flinksessionjob/broken', /wrong +spec\.job\.parallelism: .*expected a whole number/],
      ['blue/green before its first deployment', 'flinkbgdep/new', /: INITIALIZING_BLUE\n {2}why +no child was deployed yet/],
      ["Lyft's, before its first deployment", 'flinkapp/lyft', /: New\n {2}why +the status records no attempt/],
      ['one without a template', 'flinkbgdep/empty', /wrong +spec\.template\.spec: .* must be set/],
    ] as const,
  )('%s', async (_title, argument, line) => {
    const { out, code } = await flinkOperator('explain', argument)
    expect(out).toMatch(line)
    for (const label of ['why', 'waits for', 'next look', 'continues']) expect(out).toMatch(new RegExp(`^ {2}${label} `, 'm'))
    expect([0, 4]).toContain(code)
    expect(out).not.toMatch(/\b[on] is\b/)
  })

  test('as JSON', async () => {
    expect(JSON.parse((await flinkOperator('explain', 'sessionjob/alone', '-o', 'json')).out)).toMatchObject({
      resource: 'jobs/alone',
      situation: 'WithoutCluster',
      row: 'without-cluster',
      unblockedBy: { who: 'person' },
    })
  })
})

describe('where a verb makes no sense it is refused, in one line that says what helps', () => {
  test.each(
    [
      ['a session job without a job', ['suspend', 'flinksessionjob/nothing'], /jobs\/nothing has no spec\.job\n$/],
      ['no savepoint of a suspended job', ['savepoint', 'flinksessionjob/asleep'], /is suspended: there is no running job/],
      ['nothing to go back to', ['rollback', 'flinksessionjob/one'], /no spec of it was stable yet/],
      ['a template that is empty', ['resume', 'flinkbgdep/empty'], /jobs\/empty has no spec\.template\.spec\.job\n$/],
      ['a session cluster has no job', ['savepoint', 'flinkdep/cluster'], /is a session cluster: .* named as flinksessionjob\/NAME\n$/],
      [
        'one of another kind',
        ['suspend', 'one'],
        /there is no FlinkDeployment jobs\/one .*; one of another kind is named as flinksessionjob\/one or flinkbluegreendeployment\/one\n$/,
      ],
      [
        'a kind that is none',
        ['suspend', 'session/one'],
        /found kind "session", expected NAME, flinkdeployment\/NAME or flinksessionjob\/NAME or/,
      ],
      ['a snapshot', ['restart', 'flinksnp/sp'], /found kind "flinksnp", expected/],
    ] as const,
  )('%s', async (_title, args, line) => {
    const writes = api.writes().length
    const exit = await flinkOperator(...args)
    expect(exit.err).toMatch(line)
    expect(exit.err.trimEnd().split('\n')).toHaveLength(1)
    expect([exit.code, exit.out, api.writes().length]).toEqual([2, '', writes])
  })
})
