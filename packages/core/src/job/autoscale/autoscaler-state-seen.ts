import { configMapName } from '../../autoscaler/state/config-map.ts'
import { readState, type StoredState } from '../../autoscaler/state/stored-state.ts'
import { defaultProfile } from '../../autoscaler/profile.ts'
import type { AutoscalerStateView } from '../../fact/autoscaler-state-view.ts'
import type { JobFacts } from '../../fact/job-facts.ts'
import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { JobRound } from '../job-round.ts'

/** What the autoscaler has stored of a job, as far as it was seen. */
export type StateSeen =
  | { readonly _tag: 'NotLookedAt' }
  | { readonly _tag: 'Unknown'; readonly reason: string }
  /** The ConfigMap of that name is another resource's, or on its way out. */
  | { readonly _tag: 'NotOurs'; readonly name: string }
  | { readonly _tag: 'Absent' }
  | { readonly _tag: 'Known'; readonly view: AutoscalerStateView }

/** All that is stored. It takes milliseconds where the window is long: it is read where it is needed, and no sooner. */
export const storedIn = ({ data }: AutoscalerStateView): StoredState => readState(data, defaultProfile)

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

/** Asked before anything is decided by what is wanted: what is stored is a part of that. Nothing where the autoscaler is off. */
export const storedStateQueries = (
  { desired: { autoscaler, meta }, observed: { facts } }: { readonly desired: Pick<JobRound['desired'], 'autoscaler' | 'meta'> } & {
    readonly observed: Pick<JobRound['observed'], 'facts'>
  },
): readonly Query[] =>
  autoscaler == null ? []
    : unanswered(facts, [{ _tag: 'ReadAutoscalerState', namespace: meta.namespace, name: configMapName(meta) }])
