import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from '@flink-operator/kinds'
import { type Any, type Api, paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { chartFolder, operatorImage, runCommand, toolEnvironment } from '../harness/helm-release.ts'
import { rendered } from '../../test/unit/chart/helm.ts'
import { foreignKinds, valueSets } from '../../test/unit/chart/value-sets.ts'
import { badResources } from './bad-resources.ts'
import { accountPath, type ChartRelease, chartRelease, crdPath, jobAccount, kubectl, unanswered } from './chart-release.ts'
import { deletion, firstDeployment, upgrade } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const snapshots = 'flinkstatesnapshots.flink.apache.org'

/** The chart of an older version, as far as it matters here: one column fewer in one CRD. */
const olderChart = (folder: string): string => {
  const older = join(folder, 'older-chart')
  cpSync(chartFolder, older, { recursive: true })
  const file = join(older, 'files', 'crds', `${snapshots}.yaml`)
  const text = readFileSync(file, 'utf8')
  const without = text.replace(/ +- name: \w+\n(?: +\w+: .*\n)+(?= {6}schema:)/, '')
  expect(without !== text, 'the last column of the CRD was not found')
  writeFileSync(file, without)
  return older
}

const columns = async (api: Api): Promise<number> => (await api.get(crdPath(snapshots))).spec.versions[0].additionalPrinterColumns.length

/** The operator as a pod, from the chart, with the rights that the chart gives and none more; the job of the story knows nothing of it. */
export const chart: Story = {
  name: 'chart',
  short: ['1.20'],
  changesCrds: true,
  tell: async stage => {
    const it = chartRelease(stage)
    try {
      await play(stage, it)
    } finally {
      await it.end()
    }
  },
}

const play = async (stage: Stage, { release, own, values, install }: ChartRelease): Promise<void> => {
  const { api, namespace, settings } = stage
  let application: Application
  const readyPods = async (): Promise<readonly Any[]> => {
    const pods = await release.pods()
    expect(pods.length === 2, `${pods.length} pods`)
    return pods
  }

  const possible = await stage.step('each way to install it is accepted by the API server', async () => {
    operatorImage(settings)
    // the pod of `helm test` comes after the installation: its ServiceAccount has to exist, and a dry run makes none
    const objects = Object.values(valueSets).flatMap(set => rendered(set)).filter(({ kind, metadata }) =>
      !foreignKinds.includes(kind) && metadata.annotations?.['helm.sh/hook'] !== 'test'
    )
    // the namespaces of the sets are not there, and a dry run makes none
    const here = objects.map(it => (it.metadata.namespace === undefined ? it : { ...it, metadata: { ...it.metadata, namespace } }))
    const { code, text } = await runCommand(
      'kubectl',
      ['apply', '--server-side', '--force-conflicts', '--field-manager=chart', '--dry-run=server', '--validate=strict', '-f', '-'],
      toolEnvironment(settings, stage.folder),
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: here }),
    )
    expect(code === 0, text.trim().slice(-1_000))
    return { text: `${Object.keys(valueSets).length} sets of values, ${here.length} objects, strict about unknown fields` }
  }, { short: true })
  if (!possible) return

  await stage.step('helm install into a restricted namespace', async () => {
    await install(olderChart(stage.folder))
    const [pod] = await readyPods()
    const { securityContext, image } = pod.spec.containers[0]
    expect(securityContext.readOnlyRootFilesystem === true, 'its root file system can be written')
    for (const it of jobAccount.filter(it => it !== 'rolebindings/flink'))
      expect((await api.get(accountPath(namespace, it))) !== null, `no ${it} in ${namespace}`)
    return { text: `two pods of ${image} are ready, not root, on a file system that can only be read` }
  }, { short: true })

  await stage.step('the webhook of the chart refuses a bad spec', async () => {
    const { resource, reported } = badResources(stage).FlinkDeployment
    const refusal = await eventually('the webhook answers', { within: 60_000 }, async () => {
      const { text } = await kubectl(stage, ['create', '--dry-run=server'], resource)
      return !unanswered(text) && text
    })
    expect(reported.test(refusal), refusal)
    return { text: refusal.replaceAll('\n', ' ').slice(0, 200) }
  }, { short: true })

  await stage.step('deploy', async () => {
    const deployed = await firstDeployment(stage, { upgradeMode: 'savepoint', highAvailability: true, jobName: 'first' })
    application = deployed.application
    return deployed.evidence
  }, { short: true })
  await stage.step('edit', () => upgrade(stage, application, 'second', { by: 'savepoint' }), { short: true })

  const untouched = async (act: () => Promise<string>): Promise<Evidence> => {
    const before = await application.run()
    const text = await act()
    const after = await application.run()
    expect(
      before !== null && JSON.stringify(before) === JSON.stringify(after),
      `before: ${JSON.stringify(before)}; after: ${JSON.stringify(after)}`,
    )
    return { text: `${text}; the job ran on: ${before?.jobId ?? ''}` }
  }

  const certificate = async (): Promise<string> =>
    (await api.get(`/api/v1/namespaces/${own}/secrets/flink-operator-webhook-server-cert`)).data['tls.crt'] as string
  /** What the API server refused for want of a right, as the pods tell it. */
  const refused = async (): Promise<readonly string[]> => {
    const logs = await Promise.all((await release.pods()).map(({ metadata }) => api.text(`${paths.pods(own)}/${metadata.name}/log`)))
    return logs.flatMap(log => log.split('\n')).filter(line => /forbidden/i.test(line))
  }
  await stage.step('nothing was refused to the operator for want of a right', async () => {
    const lines = await refused()
    expect(lines.length === 0, lines.slice(0, 3).join(' | '))
    return { text: 'no line of the logs of both pods says so' }
  }, { short: true })

  await stage.step('helm upgrade replaces the pods and updates the CRDs, and no job is touched', () =>
    untouched(async () => {
      const before = (await readyPods()).map(pod => pod.metadata.name as string)
      const [fewer, served] = [await columns(api), await certificate()]
      await release.keepLogs('before-the-upgrade')
      await release.put({ ...values(), logLevel: 'debug' })
      const after = (await readyPods()).map(pod => pod.metadata.name as string)
      expect(after.every(name => !before.includes(name)), `pods ${before.join(', ')} became ${after.join(', ')}`)
      const more = await columns(api)
      expect(more === fewer + 1, `the CRD had ${fewer} columns and has ${more}`)
      expect((await certificate()) === served, 'the certificate of the webhook was made anew')
      return `two other pods, the same certificate; ${more} columns of FlinkStateSnapshots instead of ${fewer}`
    }), { short: true })
  await stage.step('edit, carried out by the new pods', () => upgrade(stage, application, 'third', { by: 'savepoint' }), { short: true })

  await stage.step('B110 helm uninstall takes no CRD, no resource and no job along', () =>
    untouched(async () => {
      await release.uninstall()
      await eventually('the pods are gone', { within: 60_000 }, async () => (await release.pods()).length === 0)
      for (const { type } of Object.values(kinds))
        expect((await api.get(crdPath(`${type.plural}.${type.group}`))) !== null, `the CRD of ${type.kind} is gone`)
      for (const it of jobAccount.filter(it => it !== 'rolebindings/flink'))
        expect((await api.get(accountPath(namespace, it))) !== null, `no ${it} in ${namespace}`)
      const { completed } = await application.checkpointed()
      return `checkpoint ${completed.id} was complete after it`
    }))
  await stage.step('helm install again takes over', async () => {
    await release.put(values())
    return upgrade(stage, application, 'fourth', { by: 'savepoint' })
  })
  await stage.step('delete', () => deletion(application), { short: true })
}
