import { kinds } from '@flink-operator/kinds'
import { type Any, type Api, paths } from '../harness/api.ts'
import { helmRelease, operatorImage, overOthers, type Release, runCommand, toolEnvironment } from '../harness/helm-release.ts'
import type { Stage } from './story.ts'

export const crdPath = (name: string): string => `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`

/** What a person did who installed the CRDs before: they belong to nobody's release. */
export const disown = async (api: Api): Promise<void> => {
  for (const { type } of Object.values(kinds)) {
    await api.mergePatch(crdPath(`${type.plural}.${type.group}`), {
      metadata: {
        labels: { 'app.kubernetes.io/managed-by': null },
        annotations: { 'meta.helm.sh/release-name': null, 'meta.helm.sh/release-namespace': null },
      },
    })
  }
}

/** Objects that both the harness and the chart make in a namespace that is watched. */
export const jobAccount = ['serviceaccounts/flink', 'roles/flink', 'rolebindings/flink', 'rolebindings/flink-role-binding'] as const
export const accountPath = (namespace: string, it: string): string =>
  `${it.startsWith('service') ? '/api/v1' : '/apis/rbac.authorization.k8s.io/v1'}/namespaces/${namespace}/${it}`

/** A release of the chart that looks after the story's namespace. */
export interface ChartRelease {
  readonly release: Release
  /** Its namespace. */
  readonly own: string
  /** What it is installed with. */
  readonly values: () => Readonly<Record<string, unknown>>
  /** The first installation, into a namespace of the Pod security standard `restricted`. */
  readonly install: (chart?: string) => Promise<void>
  /** Takes it away, whatever became of it. */
  readonly end: () => Promise<void>
}

export const chartRelease = (stage: Stage, more: Readonly<Record<string, unknown>> = {}): ChartRelease => {
  const { api, namespace, settings } = stage
  const own = `${namespace}-operator`
  const release = helmRelease(stage, 'flink-operator', own)
  const values = () => ({
    watchNamespaces: [namespace],
    image: operatorImage(settings),
    webhook: { create: true },
    defaultConfiguration: { 'flink-conf.yaml': 'kubernetes.operator.reconcile.interval: 10 s\n' },
    ...more,
  })
  return {
    release,
    own,
    values,
    install: async chart => {
      const given = values()
      await api.create('/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: own, labels: { 'flink-operator-e2e': 'true', 'pod-security.kubernetes.io/enforce': 'restricted' } },
      })
      for (const it of jobAccount) await api.remove(accountPath(namespace, it))
      await release.put(given, { args: await overOthers(settings, stage.folder), ...(chart === undefined ? {} : { chart }) })
    },
    end: async () => {
      await release.keepLogs('at-the-end').catch(() => undefined)
      if (settings.keep) return
      await release.uninstall().catch(() => undefined)
      await api.remove(paths.namespace(own))
      await disown(api).catch(() => undefined)
    },
  }
}

/** `kubectl` as a person calls it in the story's namespace, with a resource to read or without. */
export const kubectl = async (
  stage: Stage,
  args: readonly string[],
  resource?: Any,
): Promise<{ readonly code: number; readonly text: string }> =>
  runCommand(
    'kubectl',
    ['--namespace', stage.namespace, ...args, ...(resource === undefined ? [] : ['-f', '-'])],
    toolEnvironment(stage.settings, stage.folder),
    resource === undefined ? '' : JSON.stringify(resource),
  )

/** Nobody answered the API server: that is neither yes nor no. */
export const unanswered = (text: string): boolean => text.includes('failed calling webhook')
