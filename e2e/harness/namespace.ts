import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from '@flink-operator/kinds'
import { parseAllDocuments } from 'yaml'
import type { Settings } from '../settings.ts'
import { type Any, type Api, paths } from './api.ts'
import { eventually } from './eventually.ts'

const root = join(import.meta.dirname, '..', '..')

const documents = (text: string): readonly Any[] => parseAllDocuments(text).map(document => document.toJS()).filter(Boolean)

const collections: Readonly<Record<string, string>> = {
  ServiceAccount: 'api/v1/namespaces/NS/serviceaccounts',
  Role: 'apis/rbac.authorization.k8s.io/v1/namespaces/NS/roles',
  RoleBinding: 'apis/rbac.authorization.k8s.io/v1/namespaces/NS/rolebindings',
}

/** Installs the CustomResourceDefinitions of deploy/crds and waits until they are served. */
export const installCrds = async (api: Api): Promise<void> => {
  const folder = join(root, 'deploy', 'crds')
  for (const file of readdirSync(folder)) {
    for (const crd of documents(readFileSync(join(folder, file), 'utf8'))) {
      const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd.metadata.name}`
      await api.apply(path, crd)
      await eventually(
        `CRD ${crd.metadata.name} is established`,
        { within: 30_000 },
        async () => (await api.get(path)).status?.conditions?.some((it: Any) => it.type === 'Established' && it.status === 'True'),
      )
    }
  }
}

/** A namespace with the account of Flink's pods (deploy/job-rbac.yaml). */
export const createNamespace = async (api: Api, name: string): Promise<void> => {
  await api.create('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'flink-operator-e2e': 'true' } },
  })
  const text = readFileSync(join(root, 'deploy', 'job-rbac.yaml'), 'utf8').replaceAll('namespace: default', `namespace: ${name}`)
  for (const object of documents(text)) {
    await api.apply(`/${collections[object.kind]?.replace('NS', name) ?? ''}/${object.metadata.name}`, object)
  }
}

/** Takes the namespace away with all that is in it; resources lose their finalizers, as no operator runs any more. */
export const removeNamespace = async (api: Api, name: string, settings: Settings): Promise<void> => {
  // those that refer to others, or belong to them, stand behind them in the table
  for (const { type } of Object.values(kinds).toReversed()) {
    const path = `/apis/${type.group}/${type.version}/namespaces/${name}/${type.plural}`
    for (const resource of await api.list(path))
      await api.mergePatch(`${path}/${resource.metadata.name}`, { metadata: { finalizers: null } }).catch(() => undefined)
  }
  await api.remove(paths.namespace(name))
  for (const pod of await api.list(paths.pods(name)))
    await api.remove(`${paths.pods(name)}/${pod.metadata.name}`, { gracePeriodSeconds: 0 }).catch(() => undefined)
  await eventually(`namespace ${name} is gone`, { within: 90_000, every: 500 }, async () => (await api.get(paths.namespace(name))) === null)
  if (settings.hostFolder !== null) rmSync(join(settings.hostFolder, name), { recursive: true, force: true })
}
