import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { Any } from './api.ts'

/** A rule of a role, as RBAC writes it. */
export interface RoleRule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
}

/** The operator's rights: in each namespace that it watches, in its own, and in the whole cluster. */
export interface ShippedRoles {
  readonly watched: readonly RoleRule[]
  readonly own: readonly RoleRule[]
  readonly cluster: readonly RoleRule[]
}

const file = join(import.meta.dirname, '..', '..', 'deploy', 'operator.yaml')

/** The roles of deploy/operator.yaml: like those of the chart and of kustomize, they are made of the tables in deploy/rights. */
export const shippedRoles = (): ShippedRoles => {
  const documents: readonly Any[] = parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS())
  const rules = (kind: string, name: string): readonly RoleRule[] =>
    documents.find(it => it.kind === kind && it.metadata.name === name).rules
  return {
    watched: rules('ClusterRole', 'flink-operator'),
    own: rules('Role', 'flink-operator-leader-election'),
    cluster: rules('ClusterRole', 'flink-operator-cluster'),
  }
}
