import { type KindName, kindNames } from '@flink-operator/kinds'
import type { ResourceKey } from '../port/cluster-port.ts'
import { gauge, type Making } from './metric.ts'

export const quarantineRows = {
  quarantined: gauge({
    name: 'flink_operator_quarantined_resources',
    help:
      'Quarantined resources: this process does not reconcile them for a while, because their reconcile blocked a process or used up its memory.',
    labels: { kind: kindNames, namespace: { of: 'namespaces of existing resources' } },
  }),
}

/** `held`: the resources that are quarantined now. */
export const quarantineMetrics = (make: Making, held: () => readonly (readonly [kind: KindName, key: ResourceKey])[]): void => {
  make.gauge(quarantineRows.quarantined, set => {
    for (const [kind, ofKind] of Map.groupBy(held(), ([kind]) => kind)) {
      for (const [namespace, keys] of Map.groupBy(ofKind, ([, { namespace }]) => namespace)) set({ kind, namespace }, keys.length)
    }
  })
}
