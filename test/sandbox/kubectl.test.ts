import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { aFlinkDeployment, aSandbox, deploymentsPath, onEnd, type Ran, ran, type TestSandbox, until } from './a-sandbox.ts'

const isMissing = spawnSync('kubectl', ['version', '--client']).status !== 0
const title = isMissing ? 'kubectl (skipped: there is no kubectl on the path)' : 'kubectl'
const cache = mkdtempSync(join(tmpdir(), 'kubectl-cache-'))

afterAll(() => rmSync(cache, { recursive: true, force: true }))

let sandbox: TestSandbox
let kubectl: (...args: readonly string[]) => Promise<Ran>
let withInput: (input: string, ...args: readonly string[]) => Promise<Ran>

describe.skipIf(isMissing)(title, () => {
  beforeEach(async () => {
    sandbox = await aSandbox()
    const environment = { KUBECONFIG: sandbox.kubeconfigFile, KUBECACHEDIR: cache }
    kubectl = (...args) => ran('kubectl', args, environment)
    withInput = (input, ...args) => ran('kubectl', args, environment, input)
  })

  const applied = async (name = 'app'): Promise<void> => {
    expect(await withInput(stringify(aFlinkDeployment(name)), 'apply', '-f', '-')).toMatchObject({
      code: 0,
      out: `flinkdeployment.flink.apache.org/${name} created\n`,
    })
  }

  test('apply: created, unchanged, configured; only a change of the spec counts', async () => {
    await applied()
    expect((await withInput(stringify(aFlinkDeployment('app')), 'apply', '-f', '-')).out).toContain('unchanged')
    expect((await withInput(stringify(aFlinkDeployment('app', { parallelism: 4 })), 'apply', '-f', '-')).out).toContain('configured')
    expect((await kubectl('get', 'flinkdep', 'app', '-o', 'jsonpath={.metadata.generation} {.spec.job.parallelism}')).out).toBe('2 4')
    await kubectl('label', 'flinkdep', 'app', 'a=b')
    expect((await kubectl('get', 'flinkdep', 'app', '-o', 'jsonpath={.metadata.generation}')).out).toBe('2')
  })

  test('apply takes away what the file does not name any more', async () => {
    await applied()
    const { restartNonce: _, ...rest } = aFlinkDeployment('app', { args: ['a'] }, {}, { restartNonce: 1 }).spec as Record<string, unknown>
    await withInput(stringify(aFlinkDeployment('app', { args: ['a'] }, {}, { restartNonce: 1 })), 'apply', '-f', '-')
    await withInput(stringify({ ...aFlinkDeployment('app'), spec: rest }), 'apply', '-f', '-')
    expect((await kubectl('get', 'flinkdep', 'app', '-o', 'jsonpath={.spec.restartNonce}')).out).toBe('')
  })

  test('apply --server-side is idempotent', async () => {
    const file = stringify(aFlinkDeployment('app'))
    expect((await withInput(file, 'apply', '--server-side', '-f', '-')).out).toContain('serverside-applied')
    const version = (await kubectl('get', 'flinkdep', 'app', '-o', 'jsonpath={.metadata.resourceVersion}')).out
    expect((await withInput(file, 'apply', '--server-side', '-f', '-')).code).toBe(0)
    expect((await kubectl('get', 'flinkdep', 'app', '-o', 'jsonpath={.metadata.resourceVersion}')).out).toBe(version)
  })

  test('a kind that is not there is told as a server does, not as one whose schema can not be loaded', async () => {
    const applied = await withInput('apiVersion: example.org/v1\nkind: Nothing\nmetadata: {name: x}\n', 'apply', '-f', '-')
    expect(applied.code).toBe(1)
    expect(applied.err).toMatch(/no matches for kind "Nothing" in version "example.org\/v1"/)
    expect(applied.err).not.toMatch(/openapi|validating data/)
  })

  test('auth: everybody may do everything', async () => {
    expect(await kubectl('auth', 'can-i', 'create', 'flinkdeployments')).toMatchObject({ code: 0, out: 'yes\n' })
    expect((await kubectl('auth', 'can-i', '--list')).out).toMatch(/^\*\.\*/m)
    expect(await kubectl('auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}')).toMatchObject({ code: 0, out: 'sandbox' })
  })

  test("the CRDs, the operator's manifest and the examples of this project apply", async () => {
    const empty = await aSandbox({ withCrds: false })
    const here = (...args: readonly string[]) => ran('kubectl', args, { KUBECONFIG: empty.kubeconfigFile, KUBECACHEDIR: cache })
    expect(await here('apply', '--server-side', '-f', 'deploy/crds')).toMatchObject({ code: 0 })
    expect(await here('wait', '--for', 'condition=Established', 'crd', '--all', '--timeout=10s')).toMatchObject({ code: 0 })
    expect(await here('apply', '-f', 'deploy/operator.yaml')).toMatchObject({ code: 0 })
    const examples = await here('apply', '-f', 'examples')
    expect(examples).toMatchObject({ code: 0 })
    expect(examples.out).toContain('flinkdeployment.flink.apache.org/savepoint created')
    expect(examples.out).toContain('flinkstatesnapshot.flink.apache.org/before-the-migration created')
    expect(examples.out).toContain('flinkapplication.flink.k8s.io/word-count created')
  })

  test('get: the columns of the CRD, wide ones, labels, names, all namespaces', async () => {
    await applied('one')
    await applied('two')
    await kubectl('label', 'flinkdep', 'one', 'team=a')
    await sandbox.call(
      'PATCH',
      `${deploymentsPath}/one/status`,
      {
        status: {
          lifecycleState: 'STABLE',
          jobStatus: { state: 'RUNNING' },
          conditions: [{ type: 'Running', status: 'x' }, { type: 'Ready', status: 'True', reason: 'Stable' }],
        },
      },
      'application/merge-patch+json',
    )
    const table = (await kubectl('get', 'flinkdeployments')).out.split('\n')
    expect(table[0]).toMatch(/^NAME\s+JOB STATUS\s+LIFECYCLE STATE\s+READY\s+REASON\s+AGE$/)
    expect(table[1]).toMatch(/^one\s+RUNNING\s+STABLE\s+True\s+Stable\s+\d+s$/)
    expect((await kubectl('get', 'flinkdep', '-o', 'wide')).out).toMatch(/FLINK VERSION\s+JOB ID/)
    expect((await kubectl('get', 'flinkdep', '-l', 'team=a', '-o', 'name')).out).toBe('flinkdeployment.flink.apache.org/one\n')
    expect((await kubectl('get', 'flinkdep', '-l', 'team notin (a)', '-o', 'name')).out).toBe('flinkdeployment.flink.apache.org/two\n')
    expect((await kubectl('get', 'flinkdep', '-A', '--chunk-size=1', '-o', 'name')).out.trim().split('\n')).toHaveLength(2)
    expect((await kubectl('get', 'flinkdep', '--field-selector', 'metadata.name=two', '-o', 'name')).out).toContain('/two')
    expect(await kubectl('get', 'flinkdep', 'three')).toMatchObject({
      code: 1,
      err: 'Error from server (NotFound): flinkdeployments.flink.apache.org "three" not found\n',
    })
  })

  test('describe: the object and its events', async () => {
    await applied()
    const { body } = await sandbox.call('GET', `${deploymentsPath}/app`)
    await sandbox.call('POST', '/api/v1/namespaces/default/events', {
      metadata: { name: 'Job.1' },
      type: 'Normal',
      reason: 'JobStatusChanged',
      message: 'Job status changed from CREATED to RUNNING',
      count: 1,
      firstTimestamp: body.metadata.creationTimestamp,
      lastTimestamp: body.metadata.creationTimestamp,
      source: { component: 'Job' },
      involvedObject: { kind: 'FlinkDeployment', namespace: 'default', name: 'app', uid: body.metadata.uid },
    })
    const described = (await kubectl('describe', 'flinkdep', 'app')).out
    expect(described).toMatch(/Kind:\s+FlinkDeployment/)
    expect(described).toMatch(/Upgrade Mode:\s+savepoint/)
    expect(described).toMatch(/Normal\s+JobStatusChanged\s+\S+\s+Job\s+Job status changed from CREATED to RUNNING/)
  })

  test('patch: merge, JSON, status; strategic for what Kubernetes brings', async () => {
    await applied()
    expect((await kubectl('patch', 'flinkdep', 'app', '--type', 'merge', '-p', '{"spec":{"job":{"parallelism":3}}}')).out).toContain(
      'patched',
    )
    expect((await kubectl('patch', 'flinkdep', 'app', '--type', 'merge', '-p', '{"spec":{"job":{"parallelism":3}}}')).out).toContain(
      'patched (no change)',
    )
    expect(
      (await kubectl(
        'patch',
        'flinkdep',
        'app',
        '--type',
        'json',
        '-p',
        '[{"op":"test","path":"/spec/job/parallelism","value":3},{"op":"remove","path":"/spec/job/args"}]',
      )).code,
    ).toBe(1)
    expect(
      (await kubectl(
        'patch',
        'flinkdep',
        'app',
        '--type',
        'json',
        '-p',
        '[{"op":"test","path":"/spec/job/parallelism","value":3},{"op":"replace","path":"/spec/job/parallelism","value":5}]',
      )).code,
    ).toBe(0)
    expect(
      (await kubectl(
        'patch',
        'flinkdep',
        'app',
        '--subresource',
        'status',
        '--type',
        'merge',
        '-p',
        '{"status":{"lifecycleState":"STABLE"},"spec":{"job":{"parallelism":9}}}',
      )).code,
    ).toBe(0)
    expect(
      (await kubectl('get', 'flinkdep', 'app', '-o', 'jsonpath={.spec.job.parallelism} {.status.lifecycleState} {.metadata.generation}'))
        .out,
    ).toBe('5 STABLE 3')
    await withInput(
      stringify({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p' },
        spec: { containers: [{ name: 'a', image: 'x' }, { name: 'b', image: 'y' }] },
      }),
      'apply',
      '-f',
      '-',
    )
    expect((await kubectl('patch', 'pod', 'p', '-p', '{"spec":{"containers":[{"name":"b","image":"z"}]}}')).code).toBe(0)
    expect((await kubectl('get', 'pod', 'p', '-o', 'jsonpath={.spec.containers[*].image}')).out).toBe('x z')
  })

  test('edit', async () => {
    await applied()
    const edited = await ran('kubectl', ['edit', 'flinkdep', 'app'], {
      KUBECONFIG: sandbox.kubeconfigFile,
      KUBECACHEDIR: cache,
      KUBE_EDITOR: 'sed -i "s/parallelism: 2/parallelism: 7/"',
    })
    expect(edited).toMatchObject({ code: 0, out: 'flinkdeployment.flink.apache.org/app edited\n' })
    expect((await kubectl('get', 'flinkdep', 'app', '-o', 'jsonpath={.spec.job.parallelism}')).out).toBe('7')
  })

  test('create, replace, annotate, scale, diff', async () => {
    expect((await withInput(stringify(aFlinkDeployment('app')), 'create', '-f', '-')).out).toContain('created')
    expect((await withInput(stringify(aFlinkDeployment('app')), 'create', '-f', '-')).err).toContain('(AlreadyExists)')
    expect((await withInput(stringify(aFlinkDeployment('app', { parallelism: 6 })), 'replace', '-f', '-')).out).toContain('replaced')
    expect((await kubectl('annotate', 'flinkdep', 'app', 'a.b/c=d')).code).toBe(0)
    expect((await kubectl('scale', 'flinkdep', 'app', '--replicas=3')).out).toContain('scaled')
    expect(
      (await kubectl(
        'get',
        'flinkdep',
        'app',
        '-o',
        'jsonpath={.spec.job.parallelism} {.metadata.annotations.a\\.b/c} {.spec.taskManager.replicas}',
      )).out,
    ).toBe('6 d 3')
    expect((await withInput(stringify(aFlinkDeployment('app', { parallelism: 8 })), 'diff', '-f', '-')).out).toMatch(/\+\s+parallelism: 8/)
    expect((await withInput(stringify(aFlinkDeployment('dry')), 'create', '--dry-run=server', '-f', '-')).out).toContain(
      'created (server dry run)',
    )
    expect((await kubectl('get', 'flinkdep', 'dry')).code).toBe(1)
  })

  test("what the schema does not allow is refused in Kubernetes' words", async () => {
    const bad = aFlinkDeployment('bad', { state: 'resting' })
    expect((await withInput(stringify(bad), 'create', '-f', '-')).err).toContain(
      'The FlinkDeployment "bad" is invalid: spec.job.state: Unsupported value: "resting": supported values: "running", "suspended"',
    )
    expect((await withInput(stringify(aFlinkDeployment('bad', { parallelism: 'many' })), 'create', '-f', '-')).err).toContain(
      'spec.job.parallelism in body must be of type integer',
    )
    expect((await withInput(stringify(aFlinkDeployment('bad', {}, {}, { typo: 1 })), 'create', '-f', '-')).err).toContain(
      'unknown field "spec.typo"',
    )
    expect((await withInput(stringify(aFlinkDeployment('Bad_Name')), 'create', '-f', '-')).err).toContain('RFC 1123')
    expect(
      (await withInput(stringify({ ...aFlinkDeployment('x'), metadata: { name: 'x', namespace: 'nowhere' } }), 'create', '-f', '-')).err,
    ).toContain('namespaces "nowhere" not found')
  })

  test('watch: what is there, then each change', async () => {
    await applied()
    const child = spawn('kubectl', ['get', 'flinkdep', '--watch'], {
      env: { ...process.env, KUBECONFIG: sandbox.kubeconfigFile, KUBECACHEDIR: cache },
    })
    onEnd(async () => {
      child.kill()
    })
    const lines: string[] = []
    createInterface({ input: child.stdout }).on('line', line => lines.push(line))
    await until('the first rows', () => lines.length >= 2)
    await sandbox.call('PATCH', `${deploymentsPath}/app/status`, { status: { lifecycleState: 'DEPLOYED' } }, 'application/merge-patch+json')
    await until('the change', () => lines.some(line => /^app\s+DEPLOYED/.test(line)))
    expect(lines.filter(line => line.startsWith('NAME'))).toHaveLength(1)
  })

  test('wait', async () => {
    await applied()
    const waiting = kubectl('wait', 'flinkdep', 'app', '--for', 'jsonpath={.status.lifecycleState}=STABLE', '--timeout=20s')
    await sandbox.call('PATCH', `${deploymentsPath}/app/status`, { status: { lifecycleState: 'STABLE' } }, 'application/merge-patch+json')
    expect(await waiting).toMatchObject({ code: 0, out: 'flinkdeployment.flink.apache.org/app condition met\n' })
  })

  test('delete waits for finalizers; --all', async () => {
    await applied()
    await kubectl('patch', 'flinkdep', 'app', '--type', 'merge', '-p', '{"metadata":{"finalizers":["a.b/c"]}}')
    const deletion = kubectl('delete', 'flinkdep', 'app')
    await until(
      'the deletion timestamp',
      async () => (await sandbox.call('GET', `${deploymentsPath}/app`)).body.metadata?.deletionTimestamp,
    )
    await kubectl('patch', 'flinkdep', 'app', '--type', 'merge', '-p', '{"metadata":{"finalizers":[]}}')
    expect(await deletion).toMatchObject({ code: 0, out: 'flinkdeployment.flink.apache.org "app" deleted\n' })
    await applied('one')
    await applied('two')
    expect((await kubectl('delete', 'flinkdep', '--all')).code).toBe(0)
    expect((await kubectl('get', 'flinkdep')).err).toContain('No resources found')
  })

  test('a Deployment: pods come up, rollout, describe, get all, logs, delete', async () => {
    const web = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } },
      },
    }
    await withInput(stringify(web), 'apply', '-f', '-')
    expect((await kubectl('rollout', 'status', 'deployment', 'web', '--timeout=20s')).out).toContain('successfully rolled out')
    expect((await kubectl('get', 'all')).out).toMatch(/deployment.apps\/web\s+2\/2\s+2\s+2/)
    expect((await kubectl('describe', 'deployment', 'web')).out).toMatch(/Available\s+True\s+MinimumReplicasAvailable/)
    expect((await kubectl('describe', 'pods')).out).toMatch(/Normal\s+Started/)
    expect((await kubectl('logs', 'deployment/web')).out).toContain('Started container')
    expect((await kubectl('scale', 'deployment', 'web', '--replicas=1')).code).toBe(0)
    await until('one pod', async () => (await kubectl('get', 'pods', '-o', 'name')).out.trim().split('\n').length === 1)
    expect((await kubectl('delete', 'deployment', 'web', '--cascade=foreground')).code).toBe(0)
    expect((await kubectl('get', 'pods')).err).toContain('No resources found')
  })

  test('namespaces, api-resources, explain, version', async () => {
    expect((await withInput(stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }), 'apply', '-f', '-')).code).toBe(
      0,
    )
    expect((await withInput(stringify(aFlinkDeployment('app')).replace('namespace: default', 'namespace: team'), 'apply', '-f', '-')).code)
      .toBe(0)
    expect((await kubectl('delete', 'namespace', 'team')).code).toBe(0)
    expect((await kubectl('get', 'flinkdep', '-A')).err).toContain('No resources found')
    expect((await kubectl('api-resources', '--api-group', 'flink.apache.org', '-o', 'name')).out).toContain(
      'flinkdeployments.flink.apache.org',
    )
    expect((await kubectl('explain', 'flinkdep.spec.job.upgradeMode')).out).toContain('State from which an upgrade restores the job')
    expect((await kubectl('version')).out).toContain('Server Version: v1.32.0+flink-sandbox')
  })
})
