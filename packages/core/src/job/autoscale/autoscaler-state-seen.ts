import { withUsableOverrides } from '../../autoscaler/apply/usable-overrides.ts'
import { configMapName } from '../../autoscaler/state/config-map.ts'
import { readState, type StoredState } from '../../autoscaler/state/stored-state.ts'
import { defaultProfile } from '../../autoscaler/profile.ts'
import type { AutoscalerStateView } from '../../contract/fact/autoscaler-state-view.ts'
import type { JobFacts } from '../../contract/fact/job-facts.ts'
import type { Query } from '../../contract/query/query.ts'
import type { ResourceMeta } from '../../contract/resource/resource-meta.ts'
import type { JobRound } from '../job-round.ts'

/** The autoscaler's stored state of a job, as far as observed. */
export type StateSeen =
  | { readonly _tag: 'NotLookedAt' }
  | { readonly _tag: 'Unknown'; readonly reason: string }
  /** The ConfigMap of that name belongs to another resource, or is being deleted. */
  | { readonly _tag: 'NotOurs'; readonly name: string }
  | { readonly _tag: 'Absent' }
  | { readonly _tag: 'Known'; readonly view: AutoscalerStateView }

/** Decodes the stored state. That takes milliseconds for a long window, so it is decoded only where it is needed. */
export const storedIn = ({ data }: AutoscalerStateView): StoredState => withUsableOverrides(readState(data, defaultProfile))

export const stateSeen = ({ uid }: Pick<ResourceMeta, 'uid'>, { autoscalerState }: Pick<JobFacts, 'autoscalerState'>): StateSeen => {
  switch (autoscalerState?._tag) {
    case undefined:
      return { _tag: 'NotLookedAt' }
    case 'Unknown':
      return { _tag: 'Unknown', reason: `${autoscalerState.reason}: ${autoscalerState.message}` }
    case 'Absent':
      return { _tag: 'Absent' }
    case 'Known': {
      const { value: view } = autoscalerState
      const isOurs = !view.deleting && (view.ownerUids.length === 0 || view.ownerUids.includes(uid))
      return isOurs ? { _tag: 'Known', view } : { _tag: 'NotOurs', name: view.name }
    }
  }
}

/**
 * Query for the stored state, made before any decision on the spec, because the stored overrides change the spec. Empty if the autoscaler
 * is off.
 */
export const storedStateQueries = (
  { desired: { autoscaler, meta } }: { readonly desired: Pick<JobRound['desired'], 'autoscaler' | 'meta'> },
): readonly Query[] => autoscaler == null ? [] : [{ _tag: 'ReadAutoscalerState', namespace: meta.namespace, name: configMapName(meta) }]
