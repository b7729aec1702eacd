import { crdNameOf } from '@flink-operator/core/crd'
import type { AnyKind } from '@flink-operator/core/kinds'
import type { Rule } from './rule.ts'

type Ruled = Pick<AnyKind, 'type' | 'definition'>

const sameOf = (kinds: readonly Ruled[], suffix: string, verbs: readonly string[], comment: string): readonly Rule[] =>
  [...new Set(kinds.map(({ type }) => type.group))].map(group => ({
    comment,
    groups: [group],
    resources: kinds.flatMap(({ type }) => (type.group === group ? [`${type.plural}/${suffix}`] : [])),
    verbs,
  }))

/** The operator's rights to the resources of these kinds, in the namespaces that it watches. */
export const customResourceRules = (kinds: readonly Ruled[]): readonly Rule[] => [
  ...kinds.map(({ type, definition: { othersMay, hasFinalizer } }): Rule => ({
    comment: othersMay?.why ?? (hasFinalizer ? 'specs are only read; patch is for finalizers' : 'specs are only read'),
    groups: [type.group],
    resources: [type.plural],
    verbs: [
      'get',
      'list',
      'watch',
      ...(othersMay?.create === true ? ['create'] : []),
      ...(othersMay?.create === true || hasFinalizer ? ['patch'] : []),
      ...(othersMay?.delete === true ? ['delete'] : []),
    ],
  })),
  ...sameOf(
    kinds,
    'status',
    ['update'],
    'a status is written whole, on the resourceVersion that was read; it is read with its resource',
  ),
  ...sameOf(
    kinds.filter(({ definition }) => definition.ownsObjects),
    'finalizers',
    ['update'],
    'owner references with blockOwnerDeletion to our resources, where their permission is enforced',
  ),
]

/** The operator's right to the definitions of these kinds. */
export const definitionRule = (kinds: readonly Ruled[]): Rule => ({
  comment: 'at its start the operator looks whether the CRDs keep what it records',
  groups: ['apiextensions.k8s.io'],
  resources: ['customresourcedefinitions'],
  names: kinds.map(({ type }) => crdNameOf(type)),
  verbs: ['get'],
})
