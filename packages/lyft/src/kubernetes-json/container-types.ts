import { always, listOf, pointer, struct } from './go-type.ts'
import { keyOfObject, objectField, resourceField } from './selectors.ts'

/** `env`, `envFrom` and `volumeMounts` of a container (core/v1 of Kubernetes 1.24). */
export const environment = listOf(struct({
  name: always('text'),
  value: 'text',
  valueFrom: struct({ fieldRef: objectField, resourceFieldRef: resourceField, configMapKeyRef: keyOfObject, secretKeyRef: keyOfObject }),
}))

const source = struct({ name: 'text', optional: pointer('boolean') })

export const environmentFrom = listOf(struct({ prefix: 'text', configMapRef: source, secretRef: source }))

export const volumeMounts = listOf(struct({
  name: always('text'),
  readOnly: 'boolean',
  mountPath: always('text'),
  subPath: 'text',
  mountPropagation: pointer('text'),
  subPathExpr: 'text',
}))
