import { stringify } from 'yaml'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import type { ResourceType } from '../contract/resource/resource-type.ts'
import type { ShownType } from './field.ts'
import { type SchemaChecks, withoutChecks } from './schema-checks.ts'

/** A column of `kubectl get`. */
interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'date'
  readonly jsonPath: string
  /** 0: always shown; 1: with `-o wide`. */
  readonly priority: 0 | 1
  readonly description: string
}

/** Definition of the resources of a kind, for the API server, kubectl and the reference documentation. */
export interface ResourceDefinition {
  /** Sentences for the reference documentation: the purpose of the resource, and the writer of its status. */
  readonly about: { readonly resource: string; readonly status: string }
  /** Spec type of the kind's `ResourceCodec`. Codec, schema and documentation derive from it. */
  readonly spec: ShownType & { readonly schema: JsonObject }
  readonly status: ShownType & { readonly schema: JsonObject }
  /** Checks of metadata.name. Absent: those of any name. */
  readonly nameChecks?: SchemaChecks
  /** Writes by rounds of other kinds to such resources; null: none. The operator's RBAC rules derive from this. */
  readonly othersMay: { readonly create: boolean; readonly delete: boolean; readonly why: string } | null
  /** True if the operator adds a finalizer to such resources. */
  readonly hasFinalizer: boolean
  /** True if such resources own the objects that the operator creates. It then needs a right for `blockOwnerDeletion`. */
  readonly ownsObjects: boolean
  /** Meaning of the event reasons that only this kind uses. */
  readonly eventReasons: Readonly<Record<string, string>>
  readonly subresources: JsonObject
  readonly columns: readonly Column[]
}

/** A printer column of a CRD; `priority` 1: with `-o wide` only. */
export const column = (name: string, jsonPath: string, description: string, priority: 0 | 1 = 0): Column => ({
  name,
  type: 'string',
  jsonPath,
  priority,
  description,
})

/** Column with the age of a resource in `kubectl get`. */
export const ageColumn: Column = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  priority: 0,
  description: 'Time since it was created',
}

/** Columns with status and reason of the condition Ready. */
export const readyColumns: readonly Column[] = [
  column('Ready', '.status.conditions[?(@.type=="Ready")].status', 'Status of the condition Ready: is the resource in the desired state?'),
  column('Reason', '.status.conditions[?(@.type=="Ready")].reason', 'Reason of the condition Ready'),
]
/** Column with the message of the condition Ready. */
export const whyColumn: Column = column('Why', '.status.conditions[?(@.type=="Ready")].message', 'Message of the condition Ready', 1)

/** The parts of a kind that its CRD needs. */
export interface DefinedKind {
  readonly type: ResourceType
  readonly definition: ResourceDefinition
}

/**
 * What the API server checks by a CRD. `Strict`: also ranges, forms and combinations (`SchemaChecks`). `Lenient`: types alone, for servers
 * before Kubernetes 1.30, which would refuse the status of a stored resource whose spec breaks a check (ADR 45).
 */
export type CrdForm = 'Strict' | 'Lenient'

const checkedSchemaOf = ({ about, spec, status, nameChecks }: ResourceDefinition): JsonObject => ({
  description: about.resource,
  type: 'object',
  properties: {
    ...(nameChecks === undefined ? {}
      : { metadata: { type: 'object', properties: { name: { type: 'string', ...nameChecks as JsonObject } } } }),
    spec: { description: 'What the resource should be.', ...spec.schema },
    status: { description: `What the operator observed and did. ${about.status}`, ...status.schema },
  },
})

/**
 * The types of a whole resource, for `stringifyJson` and for `plan`. No field is required or has a default: the operator handles both.
 */
export const openApiSchemaOf = ({ nameChecks: _, ...definition }: ResourceDefinition): JsonObject =>
  withoutChecks(checkedSchemaOf(definition))

/** `flinkdeployments.flink.apache.org` */
export const crdNameOf = ({ plural, group }: ResourceType): string => `${plural}.${group}`

/** True for groups of the Kubernetes community. For those the API server requires an approval annotation on the CRD. */
const isProtected = (group: string): boolean => /(?:^|\.)(?:k8s|kubernetes)\.io$/u.test(group)
const approvalAnnotation = 'api-approved.kubernetes.io'

/**
 * The CustomResourceDefinition of a kind: a superset of the reference operator's, so that each operator can take over from the other
 * (design.md, section 7).
 */
export const crdOf = ({ type, definition }: DefinedKind, form: CrdForm = 'Strict'): JsonObject => {
  const { group, version, kind, plural, singular, shortName } = type
  const { subresources, columns } = definition
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: crdNameOf(type), ...(isProtected(group) ? { annotations: { [approvalAnnotation]: 'unapproved' } } : {}) },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular, shortNames: [shortName] },
      scope: 'Namespaced',
      versions: [{
        name: version,
        served: true,
        storage: true,
        subresources,
        additionalPrinterColumns: columns.map((each): Json => ({ ...each })),
        schema: { openAPIV3Schema: form === 'Strict' ? checkedSchemaOf(definition) : openApiSchemaOf(definition) },
      }],
    },
  }
}

/** The YAML file of a CRD, written by deploy/generate.ts. */
export const crdYaml = (kind: DefinedKind, form: CrdForm = 'Strict'): string =>
  `# Generated by deploy/generate.ts from packages/core/src/crd. Do not edit.\n${
    stringify(crdOf(kind, form), { lineWidth: 0, aliasDuplicateObjects: false })
  }`
