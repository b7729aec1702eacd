import type { WriteAutoscalerState } from '../../contract/action/write-autoscaler-state.ts'
import type { CycleReport } from '../../contract/action/cycle-report.ts'
import type { ResourceRequest } from '../../contract/fact/cluster-capacity-view.ts'
import type { Cycle } from '../../autoscaler/cycle.ts'
import { defaultProfile } from '../../autoscaler/profile.ts'
import { configMapName } from '../../autoscaler/state/config-map.ts'
import { fittedState } from '../../autoscaler/state/fitted-state.ts'
import { dataOf, isSameData, type StoredData } from '../../autoscaler/state/stored-state.ts'
import type { ResourceMeta } from '../../contract/resource/resource-meta.ts'
import type { StateSeen } from './autoscaler-state-seen.ts'

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
