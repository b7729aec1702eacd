import { always, listOf, mapOf, pointer, struct } from './go-type.ts'

/** Kubernetes types that several parts of a pod use (core/v1 and meta/v1 of Kubernetes 1.24). */
export const localReference = struct({ name: 'text' })

export const labelSelector = struct({
  matchLabels: mapOf('text'),
  matchExpressions: listOf(struct({ key: always('text'), operator: always('text'), values: listOf('text') })),
})

export const objectField = struct({ apiVersion: 'text', fieldPath: always('text') })

export const resourceField = struct({ containerName: 'text', resource: always('text'), divisor: always('quantity') })

export const keyOfObject = struct({ name: 'text', key: always('text'), optional: pointer('boolean') })

export const resourceRequirements = struct({ limits: mapOf('quantity'), requests: mapOf('quantity') })

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
