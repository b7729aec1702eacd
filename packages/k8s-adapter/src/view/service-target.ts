import type { JsonObject } from '@flink-operator/core'
import { integerAt, objectsAt, textAt, textsAt } from '../json-path.ts'

/** Where a v1 Service sends its requests. */
export interface ServiceTarget {
  /** `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName`. */
  readonly type: string
  /** Labels of the pods behind it; empty: others decide its addresses. */
  readonly selector: Readonly<Record<string, string>>
  /** `targetPort`: the pod's port; null: the same port, or a named one. */
  readonly ports: readonly { readonly port: number; readonly targetPort: number | null }[]
}

/** Missing fields have Kubernetes' own defaults. */
export const serviceTarget = (object: JsonObject): ServiceTarget => ({
  type: textAt(object, 'spec', 'type') ?? 'ClusterIP',
  selector: textsAt(object, 'spec', 'selector'),
  ports: objectsAt(object, 'spec', 'ports').flatMap(port => {
    const number = integerAt(port, 'port')
    return number === null ? [] : [{ port: number, targetPort: integerAt(port, 'targetPort') }]
  }),
})
