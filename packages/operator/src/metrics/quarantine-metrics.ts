import { type KindName, kindNames } from '@flink-operator/core/kinds'
import type { ResourceKey } from '../port/cluster-port.ts'
import { gauge, type Making } from './metric.ts'

export const quarantineRows = {
  quarantined: gauge({
    name: 'flink_operator_quarantined_resources',
    help: 'Resources that this process leaves alone for a while, since one stood still or ran out of memory in their reconcile.',
    labels: { kind: kindNames, namespace: { of: 'namespaces of resources that are there now' } },
  }),
}

/** `held`: those that are left alone now. */
export const quarantineMetrics = (make: Making, held: () => readonly (readonly [kind: KindName, key: ResourceKey])[]): void => {
  make.gauge(quarantineRows.quarantined, set => {
    for (const [kind, ofKind] of Map.groupBy(held(), ([kind]) => kind)) {
      for (const [namespace, keys] of Map.groupBy(ofKind, ([, { namespace }]) => namespace)) set({ kind, namespace }, keys.length)
    }
  })
}
