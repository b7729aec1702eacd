import { objectAccepted } from '../../../cluster/manifest/accepted/object-accepted.ts'
import { advice, adviceIf, error, errorIf, type Rule } from '../../../validation/rule.ts'
import { environment, environmentFrom, volumeMounts } from '../kubernetes-json/container-types.ts'
import { type GoType, misfits } from '../kubernetes-json/go-type.ts'
import { affinity, imagePullSecrets, nodeSelector, podSecurityContext, tolerations } from '../kubernetes-json/pod-types.ts'
import { resourceRequirements } from '../kubernetes-json/selectors.ts'
import { volumes } from '../kubernetes-json/volume-types.ts'
import type { ClusterRequest } from '../objects/cluster-request.ts'
import { partRef, partsOf, renderObject } from '../objects/cluster-objects.ts'
import { appLabel, hashLabel, selectorLabel, typeLabel, versionLabel } from '../objects/flink-application-labels.ts'
import type { Json } from '../../../resource/json.ts'
import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'
import { type ApplicationInput, isBlueGreen } from './application-input.ts'

type ApplicationRule = Rule<ApplicationInput>

/** LD33: reserved labels win; with another value in the place of the first two, the reference never finds its own objects again. */
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

/** What can't be read is wrong; what the spec hash does not know is not taken over, for a change of it would never be deployed. */
export const objectsFit: ApplicationRule = ({ spec }) =>
  usersObjects(spec).flatMap(([path, type, json]) =>
    misfits(type, json, path).flatMap(misfit =>
      misfit.expected === null ? advice(misfit.path, `${misfit.path} is not known here, and is not taken over`)
        : error(misfit.path, `${misfit.path} must be ${misfit.expected}`)
    )
  )

/** As long as any that is made. */
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
 * LD33: every object of a cluster is rendered here, and looked at as an API server would: a spec whose objects can't be made is refused
 * before anything is stopped.
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
