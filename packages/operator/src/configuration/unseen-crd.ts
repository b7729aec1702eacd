import type { ResourceType } from '@flink-operator/core'
import { crdNameOf } from '@flink-operator/core/codec'
import type { CrdCheck } from '@flink-operator/k8s-adapter'

/**
 * What is unknown if the CRD of a kind may not be read; null: it was read. The operator never guesses whether the CRD keeps all
 * fields (F22).
 */
export const unseenCrd = (type: ResourceType, check: CrdCheck): string | null =>
  check._tag !== 'NotSeen' ? null
    : `the CRD ${
      crdNameOf(type)
    } may not be read (${check.error.message}), so it is not known whether it keeps what this operator records. Allow "get" on customresourcedefinitions, as the ClusterRole in deploy/operator.yaml does; `
      + 'if the CRD is that of the Apache operator, no resource gets on'
