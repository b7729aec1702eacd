import type { JsonObject } from '@flink-operator/core'
import { apiVersionOf, type ResourceType } from './resource-type.ts'

const objectVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']
const subresourceVerbs = ['get', 'patch', 'update']

export const version: JsonObject = {
  major: '1',
  minor: '32',
  gitVersion: 'v1.32.0+flink-sandbox',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '2026-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'simulated',
}

export const apiVersions = (host: string): JsonObject => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: host }],
})

const groupsOf = (types: readonly ResourceType[]): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, string[]>()
  for (const { group, version: name } of types) {
    if (group === '') continue
    const versions = groups.get(group) ?? []
    if (!versions.includes(name)) versions.push(name)
    groups.set(group, versions)
  }
  return groups
}

const groupOf = (name: string, versions: readonly string[]): JsonObject => {
  const entries = versions.map(it => ({ groupVersion: `${name}/${it}`, version: it }))
  return { name, versions: entries, preferredVersion: entries[0] ?? {} }
}

/** `/apis` */
export const groupList = (types: readonly ResourceType[]): JsonObject => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: [...groupsOf(types)].map(([name, versions]) => groupOf(name, versions)),
})

/** `/apis/<group>` */
export const oneGroup = (types: readonly ResourceType[], group: string): JsonObject | null => {
  const versions = groupsOf(types).get(group)
  return versions === undefined ? null : { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(group, versions) }
}

const resource = (type: ResourceType): readonly JsonObject[] => {
  const base = { singularName: type.singular, namespaced: type.namespaced, kind: type.kind }
  const plural = type.plural
  return [
    { ...base, name: plural, verbs: objectVerbs, shortNames: type.shortNames, categories: type.categories, storageVersionHash: '' },
    ...(type.hasStatus ? [{ ...base, singularName: '', name: `${plural}/status`, verbs: subresourceVerbs }] : []),
    ...(type.scale === null ? []
      : [{
        singularName: '',
        namespaced: type.namespaced,
        name: `${plural}/scale`,
        group: 'autoscaling',
        version: 'v1',
        kind: 'Scale',
        verbs: subresourceVerbs,
      }]),
    ...(type.kind === 'Pod' ? [{ ...base, singularName: '', name: 'pods/log', verbs: ['get'] }] : []),
  ]
}

/** `/api/v1`, `/apis/<group>/<version>`; null: not served. */
export const resourceList = (types: readonly ResourceType[], groupVersion: string): JsonObject | null => {
  const served = types.filter(type => apiVersionOf(type) === groupVersion)
  return served.length === 0 ? null : { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: served.flatMap(resource) }
}
