import type { JsonObject } from '@flink-operator/core'
import { integerAt, objectsAt, textAt, textsAt } from '../json-path.ts'

/** Where a v1 Service leads. */
export interface ServiceTarget {
  /** `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName`. */
  readonly type: string
  /** Labels of the pods behind it; empty: anybody's addresses may be behind it. */
  readonly selector: Readonly<Record<string, string>>
  /** `targetPort`: the pod's own port; null: the same, or one with a name. */
  readonly ports: readonly { readonly port: number; readonly targetPort: number | null }[]
}

/** What is not there counts as Kubernetes' own default. */
export const serviceTarget = (object: JsonObject): ServiceTarget => ({
  type: textAt(object, 'spec', 'type') ?? 'ClusterIP',
  selector: textsAt(object, 'spec', 'selector'),
  ports: objectsAt(object, 'spec', 'ports').flatMap(port => {
    const number = integerAt(port, 'port')
    return number === null ? [] : [{ port: number, targetPort: integerAt(port, 'targetPort') }]
  }),
})
