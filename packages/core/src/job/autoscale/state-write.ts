import { withUsableOverrides } from '../../autoscaler/apply/apply-parallelism.ts'
import { configMapName, readState, type StoredState, dataOf, isSameData, type StoredData } from '../../autoscaler/state/stored-state.ts'
import { defaultProfile } from '../../autoscaler/autoscaler-configuration.ts'
import type { AutoscalerStateView } from '../../contract/fact/custom-resource-views.ts'
import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import type { Query } from '../../contract/query/query.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import type { JobRound } from '../job-round.ts'
import type { WriteAutoscalerState } from '../../contract/action/write-autoscaler-state.ts'
import type { CycleReport } from '../../contract/action/cycle-report.ts'
import type { ResourceRequest } from '../../contract/fact/cluster-capacity-view.ts'
import type { Cycle } from '../../autoscaler/cycle.ts'
import { fittedState } from '../../autoscaler/state/fitted-state.ts'

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

/** The stored state is known. */
type Writable = Extract<StateSeen, { readonly _tag: 'Known' | 'Absent' }>

const changed = (before: StoredData, after: StoredData): Readonly<Record<string, string | null>> =>
  Object.fromEntries([
    ...Object.keys(before).filter(key => !Object.hasOwn(after, key)).map(key => [key, null] as const),
    ...Object.entries(after).filter(([key, text]) => !(Object.hasOwn(before, key) && before[key] === text)),
  ])

/** The write that stores this data. Null: it is stored already. */
export const dataWrite = (
  meta: ResourceMeta,
  seen: Writable,
  data: StoredData,
  why: string,
  report: CycleReport | null = null,
): WriteAutoscalerState | null => {
  const before = seen._tag === 'Known' ? seen.view.data : {}
  return isSameData(before, data) ? null : {
    _tag: 'WriteAutoscalerState',
    namespace: meta.namespace,
    name: configMapName(meta),
    owner: { apiVersion: meta.apiVersion, kind: meta.kind, namespace: meta.namespace, name: meta.name, uid: meta.uid },
    seen: seen._tag === 'Known' ? { uid: seen.view.uid, resourceVersion: seen.view.resourceVersion } : null,
    data: changed(before, data),
    report,
    why,
  }
}

/** The write that stores the state after a cycle, within the size limit of a ConfigMap. */
export const stateWrite = (
  meta: ResourceMeta,
  seen: Writable,
  { state, verdict: { reason } }: Pick<Cycle, 'state' | 'verdict'>,
  report: CycleReport,
  reserves: ResourceRequest | null,
): WriteAutoscalerState | null => {
  const data = dataOf(seen._tag === 'Known' ? seen.view.data : {}, fittedState(state, defaultProfile), defaultProfile)
  const write = dataWrite(meta, seen, data, reason, report)
  return write === null || reserves === null ? write : { ...write, reserves }
}
