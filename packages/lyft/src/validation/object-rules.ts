import { objectAccepted } from '@flink-operator/core/manifest'
import type { Json } from '@flink-operator/core/resource'
import { advice, adviceIf, error, errorIf, type Rule } from '@flink-operator/core/validation'
import { environment, environmentFrom, volumeMounts, resourceRequirements } from '../kubernetes-json/container-types.ts'
import { type GoType, misfits } from '../kubernetes-json/go-type.ts'
import { affinity, imagePullSecrets, nodeSelector, podSecurityContext, tolerations } from '../kubernetes-json/pod-types.ts'
import { volumes } from '../kubernetes-json/volume-types.ts'
import type { ClusterRequest } from '../objects/cluster-request.ts'
import { partRef, partsOf, renderObject } from '../objects/cluster-objects.ts'
import { appLabel, hashLabel, selectorLabel, typeLabel, versionLabel } from '../objects/flink-application-labels.ts'
import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'
import { type ApplicationInput, isBlueGreen } from './application-input.ts'

type ApplicationRule = Rule<ApplicationInput>

/**
 * LD33: reserved labels override those of the user. With another value for the first two, Lyft's operator never finds its own objects
 * again.
 */
export const labelsFree: ApplicationRule = input => {
  const { labels, name } = input.meta
  return [
    ...errorIf(
      labels[appLabel] !== undefined && labels[appLabel] !== name,
      `metadata.labels.${appLabel}`,
      `the label ${appLabel} is reserved`,
    ),
    ...errorIf(
      isBlueGreen(input) && labels[versionLabel] !== undefined,
      `metadata.labels.${versionLabel}`,
      `the label ${versionLabel} is reserved`,
    ),
    ...[typeLabel, hashLabel, selectorLabel].filter(label => labels[label] !== undefined).flatMap(label =>
      adviceIf(true, `metadata.labels.${label}`, `the label ${label} is reserved: the operator sets it`)
    ),
  ]
}

const usersObjects = (spec: FlinkApplicationSpec): readonly (readonly [string, GoType, Json])[] => [
  ['imagePullSecrets', imagePullSecrets, spec.imagePullSecrets],
  ['securityContext', podSecurityContext, spec.securityContext],
  ['volumes', volumes, spec.volumes],
  ['volumeMounts', volumeMounts, spec.volumeMounts],
  ...(['jobManagerConfig', 'taskManagerConfig'] as const).flatMap((name): readonly (readonly [string, GoType, Json])[] => {
    const config = spec[name]
    return [
      [`${name}.resources`, resourceRequirements, config.resources],
      [`${name}.envConfig.env`, environment, config.envConfig.env],
      [`${name}.envConfig.envFrom`, environmentFrom, config.envConfig.envFrom],
      [`${name}.nodeSelector`, nodeSelector, config.nodeSelector],
      [`${name}.tolerations`, tolerations, config.tolerations],
      [`${name}.affinity`, affinity, config.affinity],
    ]
  }),
]

/**
 * An unreadable value is an error. A field that the spec hash does not include is ignored, because a change of it would never be deployed.
 */
export const objectsFit: ApplicationRule = ({ spec }) =>
  usersObjects(spec).flatMap(([path, type, json]) =>
    misfits(type, json, path).flatMap(misfit =>
      misfit.expected === null ? advice(misfit.path, `${misfit.path} is unknown to this operator and has no effect`)
        : error(misfit.path, `${misfit.path} must be ${misfit.expected}`)
    )
  )

/** A request whose names are as long as those of any real one. */
const requestOf = ({ meta, spec, mode, options }: ApplicationInput): ClusterRequest => ({
  meta,
  spec,
  colour: mode === 'BlueGreen' ? 'green' : null,
  hash: 'ffffffff',
  owner: { apiVersion: meta.apiVersion, kind: meta.kind, name: meta.name, uid: meta.uid },
  selectors: { jobmanager: 'jjjjjjjj', taskmanager: 'tttttttt' },
  attempt: 'f'.repeat(32),
  options,
})

/**
 * LD33: renders every object of a cluster and checks it like an API server. A spec whose objects would be rejected is invalid before the
 * operator stops anything.
 */
export const objectsAccepted: ApplicationRule = input => {
  const request = requestOf(input)
  return partsOf(request).flatMap(part => {
    const object = renderObject(request, part)
    const { kind } = partRef(request, part)
    return object === null ? [] : objectAccepted(object).flatMap(({ path, found, allowed }) =>
      error(
        path === 'metadata.name' ? 'metadata.name' : '',
        `${kind}: ${path === '' ? 'the object' : path} can't be ${found}. Allowed: ${allowed}.`,
      )
    )
  })
}
