import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '../e2e/harness/api.ts'
import { eventually } from '../e2e/harness/eventually.ts'
import { type SelfSigned, selfSigned } from '../packages/operator/test/certificate.ts'
import { type RealWebhook, realWebhook, webhookHosts } from './real-webhook.ts'
import { resourceManifest } from './resource-manifest.ts'

const { KUBECONFIG } = process.env
const title = KUBECONFIG === undefined ? 'the webhook and a real API server (skipped: KUBECONFIG names none)'
  : 'the webhook, asked by a real API server'

const apiVersion = 'flink.apache.org/v1beta1'
const job = { jarURI: 'local:///job.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' }
const deployment = (name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion,
  kind: 'FlinkDeployment',
  metadata: { name, ...metadata },
  spec: { ...(resourceManifest('')['spec'] as object), job, ...spec },
})
const sessionJob = (name: string, deploymentName: string) => ({
  apiVersion,
  kind: 'FlinkSessionJob',
  metadata: { name },
  spec: { deploymentName, job: { jarURI: 'https://repo.example/a.jar', parallelism: 1, upgradeMode: 'stateless' } },
})
const noUri = { job: { ...job, jarURI: 'local:///a b.jar' } }
const finalizers = ['flinkdeployments.flink.apache.org/finalizer']

describe.skipIf(KUBECONFIG === undefined)(title, () => {
  let first!: SelfSigned
  let second!: SelfSigned
  let real!: RealWebhook
  beforeAll(async () => {
    first = await selfSigned('first', { addresses: webhookHosts })
    second = await selfSigned('second', { addresses: webhookHosts })
    real = await realWebhook(KUBECONFIG ?? '', first)
    // from before there was a webhook
    await real.api.create(paths.flinkDeployments(real.namespace), deployment('old-bad', noUri, { finalizers }))
    await real.believe(first)
  }, 120_000)
  afterAll(async () => {
    await real.remove()
  }, 120_000)

  test('B92 kubectl apply of a bad resource: a line for each field, with what was found', async () => {
    const { code, stderr } = await real.kubectl(['apply'], deployment('bad', { ...noUri, serviceAccount: null }))
    console.log(stderr)
    expect(code).toBe(1)
    expect(stderr).toMatch(/spec\.job\.jarURI: jarURI is not valid: .*local:\/\/\/a b\.jar/u)
    expect(stderr).toMatch(/spec\.serviceAccount: spec\.serviceAccount must be defined/u)
    expect(await real.api.get(`${paths.flinkDeployments(real.namespace)}/bad`)).toBeNull()
  })

  test.each([
    ['apply', ['apply']],
    ['apply --server-side', ['apply', '--server-side']],
    ['create --dry-run=server', ['create', '--dry-run=server']],
  ])('a good one by kubectl %s', async (_title, args) => {
    const { code, stderr } = await real.kubectl(
      args,
      deployment(`good-${String(args.length)}-${args.at(-1)?.replaceAll(/[^a-z]/gu, '') ?? ''}`),
    )
    expect([code, stderr.replaceAll(/^Warning: .*\n/gmu, '')]).toEqual([0, ''])
  })

  test('an edit of a good one into a bad one is refused, by patch and by apply', async () => {
    await real.kubectl(['apply'], deployment('edited'))
    const patched = await real.kubectl([
      'patch',
      'flinkdeployment',
      'edited',
      '--type=merge',
      '-p',
      '{"spec":{"job":{"jarURI":"local:///a b.jar"}}}',
    ])
    expect([patched.code, patched.stderr]).toEqual([1, expect.stringMatching(/spec\.job\.jarURI: jarURI is not valid/u)])
    expect((await real.kubectl(['apply'], deployment('edited', noUri))).code).toBe(1)
    expect((await real.kubectl(['scale', 'flinkdeployment', 'edited', '--replicas=2'])).code).toBe(0)
  })

  test('what is compared with: the recorded spec of the old object, which no request can change', async () => {
    const session = deployment('session', { job: null })
    await real.kubectl(['apply'], session)
    const record = { spec: session.spec, resource_metadata: { apiVersion, firstDeployment: false } }
    const path = `${paths.flinkDeployments(real.namespace)}/session`
    await real.api.mergePatch(`${path}/status`, {
      status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify(record), state: 'DEPLOYED' } },
    })
    const { code, stderr } = await real.kubectl(['apply'], deployment('session'))
    expect([code, stderr]).toEqual([1, expect.stringMatching(/spec\.job: Cannot switch from session to job cluster/u)])
  })

  test('B91 a session job gets its label once; a missing cluster is a warning', async () => {
    const applied = await real.kubectl(['apply'], sessionJob('job', 'nobody'))
    console.log(applied.stderr)
    expect([applied.code, applied.stderr]).toEqual([
      0,
      expect.stringMatching(/Warning: spec\.deploymentName: FlinkDeployment nobody does not exist in namespace/u),
    ])
    const path = `/apis/${apiVersion}/namespaces/${real.namespace}/flinksessionjobs/job`
    const before = await real.api.get(path)
    expect(before?.metadata.labels).toEqual({ 'target.session': 'nobody' })
    expect((await real.kubectl(['apply'], sessionJob('job', 'nobody'))).stdout).toMatch(/unchanged/u)
    expect((await real.api.get(path))?.metadata.resourceVersion).toBe(before?.metadata.resourceVersion)
  })

  test('a session job in a cluster that is an application', async () => {
    await real.kubectl(['apply'], deployment('application'))
    const { code, stderr } = await real.kubectl(['apply'], sessionJob('misplaced', 'application'))
    expect([code, stderr]).toEqual([1, expect.stringMatching(/spec\.deploymentName: .*Can not submit session job to application cluster/u)])
  })

  test('a snapshot of nobody', async () => {
    const { code, stderr } = await real.kubectl(['apply'], {
      apiVersion,
      kind: 'FlinkStateSnapshot',
      metadata: { name: 'snapshot' },
      spec: { savepoint: {}, jobReference: { kind: 'FlinkDeployment', name: 'nobody' } },
    })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/spec\.jobReference\.name: Target for snapshot .*nobody was not found/u)])
  })

  test('B92 the certificate is replaced: asked on without a restart', async () => {
    await real.believe(first, second)
    real.put(second)
    await eventually(
      'the new one is served',
      { within: 30_000 },
      async () => /expiry_seconds \d/u.test(await real.webhook.metrics()) && real.webhook.remarks().length === 0 ? true : null,
    )
    await real.believe(second)
    expect((await real.kubectl(['apply'], deployment('good-after'))).code).toBe(0)
  }, 120_000)

  describe('nobody serves it any more', () => {
    beforeAll(async () => {
      await real.stop()
    }, 30_000)

    test('a new spec is refused', async () => {
      const { code, stderr } = await real.kubectl(['apply'], deployment('late'))
      expect([code, stderr]).toEqual([1, expect.stringMatching(/failed calling webhook "validationwebhook\.flink\.apache\.org"/u)])
    })

    test('the label, the finalizer and the deletion of a resource with a bad spec go on', async () => {
      expect(await real.kubectl(['label', 'flinkdeployment', 'old-bad', 'a=b'])).toMatchObject({ code: 0 })
      expect(await real.kubectl(['delete', 'flinkdeployment', 'old-bad', '--wait=false'])).toMatchObject({ code: 0 })
      const patched = await real.kubectl(['patch', 'flinkdeployment', 'old-bad', '--type=merge', '-p', '{"metadata":{"finalizers":null}}'])
      expect(patched).toMatchObject({ code: 0 })
      expect(await real.api.get(`${paths.flinkDeployments(real.namespace)}/old-bad`)).toBeNull()
    })

    test('the operator writes statuses on', async () => {
      const path = `${paths.flinkDeployments(real.namespace)}/good-after/status`
      await expect(real.api.mergePatch(path, { status: { error: 'x' } })).resolves.toMatchObject({ status: { error: 'x' } })
    })
  })
})
