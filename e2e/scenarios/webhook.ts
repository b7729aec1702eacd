import { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@flink-operator/core'
import { type Any, paths } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { servedCertificate } from '../harness/served-certificate.ts'
import { sessionJobManifest, sessionManifest } from '../harness/session-manifest.ts'
import { badResources } from './bad-resources.ts'
import { type ChartRelease, chartRelease, kubectl, unanswered } from './chart-release.ts'
import { expect, type Stage, type Story } from './story.ts'
import { clientCa, foreignObjects } from './webhook-foreign-objects.ts'

const webhookPort = 9443
const webhookValues = { create: true, replicas: 1 }

/** No JVM is needed to see what is admitted: a cluster whose image is nowhere. */
const cluster = ({ settings, namespace, version }: Stage): JsonObject => {
  const { spec, ...rest } = sessionManifest(settings, { namespace, version, highAvailability: false })
  return { ...rest, spec: { ...(spec as JsonObject), image: 'nowhere:1' } }
}

/** The webhook of the chart, asked by a real API server: no certificate and no rule is of the test. */
export const webhook: Story = {
  name: 'webhook',
  short: ['1.20'],
  changesCrds: true,
  tell: async stage => {
    // a pod that is told to end takes the Lease of its shards' member away: no other story of a pod uses that right
    const it = chartRelease(stage, { replicas: 1, leaderElection: { shards: 2 }, webhook: webhookValues })
    try {
      await play(stage, it)
    } finally {
      await it.end()
    }
  },
}

const play = async (stage: Stage, { release, own, values, install }: ChartRelease): Promise<void> => {
  const { api, namespace } = stage
  const clusterPath = `${paths.flinkDeployments(namespace)}/session`
  const jobs = paths.flinkSessionJobs(namespace)
  const deployments = ['flink-operator', 'flink-operator-webhook'].map(name => `${paths.deployments(own)}/${name}`)

  const onlyPod = async (): Promise<Any> => {
    const [pod, ...others] = await release.webhookPods()
    expect(pod !== undefined && others.length === 0, `${others.length + 1} pods`)
    return pod
  }
  /** What kubectl says once somebody answers, or once nobody does. */
  const said = (isThere: boolean, args: readonly string[], resource?: JsonObject) =>
    eventually(isThere ? 'the webhook answers' : 'the webhook is away', { within: 120_000 }, async () => {
      const { code, text } = await kubectl(stage, args, resource)
      return unanswered(text) !== isThere && { code, text: text.trim() }
    })
  const scaled = async (replicas: number): Promise<void> => {
    for (const deployment of deployments) await api.mergePatch(deployment, { spec: { replicas } })
    await eventually(`${replicas} pods of each are ready`, { within: 120_000 }, async () => {
      const ready = await Promise.all(deployments.map(async it => ((await api.get(it)).status.readyReplicas ?? 0) as number))
      const there = [await release.pods(), await release.webhookPods()].map(pods => pods.length)
      return [...ready, ...there].every(count => count === replicas)
    })
  }
  const job = (name: string): JsonObject =>
    sessionJobManifest({ namespace, name, upgradeMode: 'stateless', jarURI: 'https://repo.example/a.jar' })

  const possible = await stage.step('helm install with a webhook whose certificate the chart makes', async () => {
    await install()
    await said(true, ['create', '--dry-run=server'], job('any'))
    return { text: `served by ${(await onlyPod()).metadata.name as string}` }
  }, { short: true })
  if (!possible) return

  await stage.step('B92 a bad resource of each kind is refused: the field, what was found, what is allowed', async () => {
    const texts: string[] = []
    for (const [kind, { resource, reported }] of Object.entries(badResources(stage))) {
      const { code, text } = await kubectl(stage, ['create'], resource)
      expect(code !== 0 && reported.test(text), `${kind}: ${text}`)
      texts.push(`${kind}: ${reported.exec(text)?.[0] ?? ''}`)
    }
    return { text: texts.join('; ') }
  }, { short: true })

  await stage.step('B91 advice is a warning, and of what is filled in only the label is stored', async () => {
    const sent = job('waiting')
    const { code, text } = await kubectl(stage, ['create'], sent)
    const warning = /Warning: validation is incomplete: FlinkDeployment session .*/.exec(text)?.[0] ?? ''
    expect(code === 0 && warning !== '', text)
    const { metadata, spec } = await api.get(`${jobs}/waiting`)
    const labels = JSON.stringify(metadata.labels)
    expect(labels === JSON.stringify({ 'target.session': 'session' }), `labels ${labels}`)
    expect(isDeepStrictEqual(spec, sent['spec']), `stored: ${JSON.stringify(spec)}`)
    return { text: `${warning}; stored with ${labels}` }
  }, { short: true })

  await foreignObjects(stage, release, own)

  await stage.step('an edit to a bad spec is refused, a label is not asked about', async () => {
    await kubectl(stage, ['create'], cluster(stage))
    await eventually(
      'the operator looks after it',
      { within: 60_000 },
      async () =>
        ((await api.get(clusterPath)).metadata.finalizers ?? []).length > 0
        && (await api.get(`${paths.deployments(namespace)}/session`)) !== null,
    )
    const bad = await kubectl(stage, ['patch', 'flinkdeployment', 'session', '--type=merge', '-p', '{"spec":{"serviceAccount":null}}'])
    expect(bad.code !== 0 && bad.text.includes('spec.serviceAccount'), bad.text)
    const label = await kubectl(stage, ['label', 'flinkdeployment', 'session', 'team=a'])
    expect(label.code === 0, label.text)
    return { text: bad.text.trim() }
  }, { short: true })

  await stage.step('B92 the Secret is made anew: served without a restart, and each request is answered', async () => {
    const before = await onlyPod()
    const host = before.status.podIP as string
    const secret = `/api/v1/namespaces/${own}/secrets/flink-operator-webhook-server-cert`
    const old = await servedCertificate(host, webhookPort)
    await api.remove(secret)
    await release.put(values())
    const since = Date.now()
    const made = new X509Certificate(Buffer.from((await api.get(secret)).data['tls.crt'] as string, 'base64')).fingerprint256
    expect(made !== old, 'the chart made the same certificate again')
    const { resource, reported } = badResources(stage).FlinkSessionJob
    const answers: string[] = []
    const ask = async (): Promise<unknown> => answers.push((await kubectl(stage, ['create', '--dry-run=server'], resource)).text)
    await eventually('the new certificate is served', { within: 180_000, every: 1_000 }, async () => {
      await ask()
      return (await servedCertificate(host, webhookPort)) === made
    })
    const after = (Date.now() - since) / 1_000
    await ask()
    const wrong = answers.filter(text => !reported.test(text))
    expect(wrong.length === 0, `${wrong.length} of ${answers.length} requests: ${wrong[0] ?? ''}`)
    const { metadata: { uid }, status: { containerStatuses } } = await onlyPod()
    expect(uid === before.metadata.uid && containerStatuses[0].restartCount === 0, 'the pod is another one, or was restarted')
    return {
      text: `served ${
        after.toFixed(0)
      } s after it was made, without a restart; all of ${answers.length} requests meanwhile and after it were answered`,
    }
  })

  await stage.step('nobody serves it: new specs are refused, everything else goes on', async () => {
    await scaled(0)
    // nothing is written while it is waited for: an edit that is made twice is no new spec
    const late = await said(false, ['create', '--dry-run=server'], job('late'))
    const edit = await kubectl(stage, ['patch', 'flinkdeployment', 'session', '--type=merge', '-p', '{"spec":{"image":"nowhere:2"}}'])
    expect(edit.code !== 0 && late.code !== 0 && unanswered(edit.text), `${edit.text}; ${late.text}`)
    const passing = [
      ['label', 'flinkdeployment', 'session', 'team=b', '--overwrite'],
      ['annotate', 'flinkdeployment', 'session', 'seen=now'],
      ['scale', 'flinkdeployment', 'session', '--replicas=2'],
      ['delete', 'flinksessionjob', 'waiting', '--wait=false'],
      ['delete', 'flinkdeployment', 'session', '--wait=false'],
    ]
    for (const args of passing) {
      const { code, text } = await kubectl(stage, args)
      expect(code === 0, `${args.join(' ')}: ${text}`)
    }
    const { metadata: { finalizers } } = await api.get(`${jobs}/waiting`)
    const { code, text } = await kubectl(stage, [
      'patch',
      'flinksessionjob',
      'waiting',
      '--type=merge',
      '-p',
      '{"metadata":{"finalizers":null}}',
    ])
    expect(code === 0 && finalizers.length > 0 && (await api.get(`${jobs}/waiting`)) === null, `${finalizers}: ${text}`)
    return { text: `${edit.text.trim()}; label, annotation, scale and deletion passed; ${finalizers.join(', ')} taken away by hand` }
  }, { short: true })

  await stage.step('the deletion that was asked for meanwhile is carried out', async () => {
    await scaled(1)
    await eventually('the cluster is gone', { within: 90_000 }, async () => (await api.get(clusterPath)) === null)
    return { text: 'the finalizer went with the operator that came back' }
  }, { short: true })

  await stage.step('failurePolicy Ignore: a bad spec is accepted unseen, and told by the rounds', async () => {
    await release.put({ ...values(), webhook: { ...webhookValues, failurePolicy: 'Ignore' } })
    await scaled(0)
    const { resource } = badResources(stage).FlinkDeployment
    const { text } = await eventually('it is accepted', { within: 60_000 }, async () => {
      const created = await kubectl(stage, ['create'], resource)
      return created.code === 0 && created
    })
    await scaled(1)
    const error = await eventually('the rounds tell it', { within: 60_000 }, async () => {
      const { status } = await api.get(`${paths.flinkDeployments(namespace)}/bad`)
      return (status?.error ?? '') as string
    })
    expect(error.includes('jarURI'), error)
    await kubectl(stage, ['delete', 'flinkdeployment', 'bad'])
    return { text: `${text.trim()}; ${error.slice(0, 150)}` }
  })

  await clientCa(stage, { release, own, values })
}
