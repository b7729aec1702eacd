import { request } from 'node:https'
import type { JsonObject } from '@flink-operator/core'
import { type SelfSigned, selfSigned } from '../../packages/operator/test/certificate.ts'
import { type Any, paths } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import type { Release } from '../harness/helm-release.ts'
import { sessionJobManifest } from '../harness/session-manifest.ts'
import { type ChartRelease, kubectl, unanswered } from './chart-release.ts'
import { expect, type Stage } from './story.ts'

const service = 'flink-operator-webhook-service'

/** A review that no API server sent, about a namespace that is not the sender's. */
const forgedReview = (stage: Stage): string =>
  JSON.stringify({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: 'forged',
      kind: { group: 'flink.apache.org', version: 'v1beta1', kind: 'FlinkSessionJob' },
      operation: 'CREATE',
      namespace: stage.namespace,
      name: 'forged',
      object: sessionJobManifest({
        namespace: stage.namespace,
        name: 'forged',
        upgradeMode: 'stateless',
        jarURI: 'https://repo.example/a.jar',
      }),
    },
  })

/** Status and text; or why there is no answer. */
const posted = (host: string, body: Buffer | string, pair: Partial<SelfSigned> = {}): Promise<string> =>
  new Promise(resolve => {
    const sent = request(
      { host, port: 9443, path: '/validate', method: 'POST', rejectUnauthorized: false, agent: false, ...pair },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          resolve(`${answer.statusCode ?? 0} ${Buffer.concat(chunks).toString('utf8')}`)
          sent.destroy()
        })
      },
    )
    sent.on('error', error => resolve(`no answer: ${error.message}`)).end(body)
  })

/** What a program in a pod of another namespace's is answered to the review: the operator's image has a Node, and no shell. */
const postedFromAPod = async (stage: Stage, own: string, name: string): Promise<string> => {
  const { api, namespace, settings } = stage
  const address = (await api.get(`${paths.services(own)}/${service}`)).spec.clusterIP as string
  const program = `
    const sent = require('node:https').request(
      { host: ${
    JSON.stringify(address)
  }, port: 443, path: '/validate', method: 'POST', rejectUnauthorized: false, agent: false, timeout: 20000 },
      answer => {
        let text = ''
        answer.on('data', chunk => (text += chunk)).on('end', () => console.log(answer.statusCode + ' ' + text))
      })
    sent.on('timeout', () => sent.destroy(new Error('timeout'))).on('error', error => console.log('no answer: ' + error.message))
    sent.end(${JSON.stringify(forgedReview(stage))})`
  const pod: JsonObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      containers: [{
        name: 'foreign-pod',
        image: settings.operatorImage ?? '',
        imagePullPolicy: 'IfNotPresent',
        command: ['/nodejs/bin/node', '-e', program],
      }],
    },
  }
  await api.create(paths.pods(namespace), pod)
  const path = `${paths.pods(namespace)}/${name}`
  await eventually('the pod has ended', { within: 60_000 }, async () => (await api.get(path)).status.phase === 'Succeeded')
  const text = await api.text(`${path}/log`)
  await api.remove(path)
  return text.trim()
}

const onlyOf = (pods: readonly Any[]): Any => {
  expect(pods.length === 1, `${pods.length} pods`)
  return pods[0]
}
/** The operator's, asked directly. */
const healthOf = async (release: Release): Promise<string> => {
  const { status: { podIP, containerStatuses } } = onlyOf(await release.pods())
  expect(containerStatuses[0].restartCount === 0, 'the operator was restarted')
  const answer = await fetch(`http://${podIP as string}:8085/healthz`, { signal: AbortSignal.timeout(5_000) })
  return `${answer.status}`
}

export const foreignObjects = async (stage: Stage, release: Release, own: string): Promise<void> => {
  await stage.step('S04 a review that another pod forges tells nothing about other resources', async () => {
    const text = await postedFromAPod(stage, own, 'foreign-pod')
    expect(text.startsWith('200 ') && text.includes('validation is incomplete') && !text.includes('does not exist in namespace'), text)
    return { text: text.slice(0, 300) }
  }, { short: true })

  await stage.step('S04 reviews of 10 MB end with 413, and the operator answers as before', async () => {
    const { status: { podIP } } = onlyOf(await release.webhookPods())
    const [before, answers] = [
      await healthOf(release),
      await Promise.all(Array.from({ length: 20 }, () => posted(podIP as string, Buffer.alloc(10 * 1024 * 1024, '[')))),
    ]
    const during = await healthOf(release)
    // a client that still writes may miss the answer
    expect(
      answers.every(it => it.startsWith('413 ') || it.startsWith('no answer')) && answers.some(it => it.startsWith('413 ')),
      answers[0] ?? '',
    )
    expect(before === '200' && during === '200', `/healthz: ${before}, then ${during}`)
    const { status: { containerStatuses } } = onlyOf(await release.webhookPods())
    expect(containerStatuses[0].restartCount === 0, 'the webhook was restarted')
    return { text: `${answers.filter(it => it.startsWith('413 ')).length} of 20 read the answer; the operator's /healthz says ${during}` }
  }, { short: true })
}

/** With a client CA: this cluster's API server has no certificate of it, so nothing is admitted either. */
export const clientCa = async (stage: Stage, { release, own, values }: Pick<ChartRelease, 'release' | 'own' | 'values'>): Promise<void> => {
  await stage.step('S04 webhook.clientCa: who has no certificate of it is not answered, another pod and the API server alike', async () => {
    const ca = await selfSigned('e2e client CA')
    const client = await selfSigned('api server', { by: ca })
    await stage.api.create(`/api/v1/namespaces/${own}/secrets`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'api-server-ca', namespace: own },
      data: { 'ca.crt': Buffer.from(ca.cert).toString('base64') },
    })
    await release.put({ ...values(), webhook: { create: true, replicas: 1, clientCa: { secretName: 'api-server-ca' } } })
    const { status: { podIP } } = await eventually('the old pod is gone', { within: 60_000 }, async () => {
      const [pod, ...others] = await release.webhookPods()
      return others.length === 0 && pod
    })
    const forged = await postedFromAPod(stage, own, 'stranger-without-certificate')
    expect(forged.startsWith('no answer: '), forged)
    const known = await posted(podIP as string, forgedReview(stage), client)
    expect(known.startsWith('200 ') && known.includes('FlinkDeployment session does not exist'), known)
    const { code, text } = await kubectl(
      stage,
      ['create', '--dry-run=server'],
      sessionJobManifest({ namespace: stage.namespace, name: 'any', upgradeMode: 'stateless', jarURI: 'https://repo.example/a.jar' }),
    )
    expect(code !== 0 && unanswered(text), text)
    return {
      text: `a pod: ${forged}; with a certificate: answered, with what it looked at; the API server without one: ${
        text.trim().slice(0, 200)
      }`,
    }
  }, { short: true })
}
