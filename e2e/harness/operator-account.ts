import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Any, type Api, paths } from './api.ts'
import { forAccount } from './kubeconfig.ts'
import { type RoleRule, shippedRoles } from './shipped-roles.ts'

/** The account of operators that are pods. */
export const podAccount = 'flink-operator'
/** Of those that are processes of this machine, and what belongs to it. */
export const processAccount = 'operator-process'

const apiVersion = 'rbac.authorization.k8s.io/v1'

const roleAndBinding = (scope: string, kind: 'Role' | 'ClusterRole', name: string, account: string, rules: readonly RoleRule[]) =>
  [
    [`/apis/${apiVersion}/${scope}${kind.toLowerCase()}s/${name}`, { apiVersion, kind, metadata: { name }, rules }],
    [`/apis/${apiVersion}/${scope}${kind.toLowerCase()}bindings/${name}`, {
      apiVersion,
      kind: `${kind}Binding`,
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
      subjects: [{ kind: 'ServiceAccount', name: processAccount, namespace: account }],
    }],
  ] as const

const clusterName = (namespace: string): string => `${processAccount}-${namespace}`

/**
 * An account in a story's namespace that has the shipped rights there, and none more; answers a kubeconfig for it. So a right that is
 * missing is seen by every story.
 */
export const createOperatorAccount = async (
  api: Api,
  { kubeconfig, namespace, folder }: { readonly kubeconfig: string; readonly namespace: string; readonly folder: string },
): Promise<string> => {
  const { watched, own, cluster } = shippedRoles()
  const account = `${paths.namespace(namespace)}/serviceaccounts/${processAccount}`
  await api.apply(account, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: processAccount } })
  const objects = [
    ...roleAndBinding(`namespaces/${namespace}/`, 'Role', processAccount, namespace, [...watched, ...own]),
    ...roleAndBinding('', 'ClusterRole', clusterName(namespace), namespace, cluster),
  ]
  for (const [path, object] of objects) await api.apply(path, object as Any)
  const { status: { token } } = await api.create(`${account}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    // longer than any story
    spec: { expirationSeconds: 24 * 60 * 60 },
  })
  const file = join(folder, 'operator-kubeconfig')
  writeFileSync(file, forAccount(readFileSync(kubeconfig, 'utf8'), dirname(resolve(kubeconfig)), { namespace, token }), { mode: 0o600 })
  return file
}

/** What of it does not go with the namespace. */
export const removeOperatorAccount = async (api: Api, namespace: string): Promise<void> => {
  for (const kind of ['clusterrolebindings', 'clusterroles']) await api.remove(`/apis/${apiVersion}/${kind}/${clusterName(namespace)}`)
}
