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
