import type { EpochMillis } from '@flink-operator/core'
import { type KindName, kindNames } from '@flink-operator/kinds'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import { statesOfKind } from './kind-states.ts'
import { type Track, tracked, trackRulesOf } from './lifecycle-track.ts'
import { histogram, type Making } from './metric.ts'

const ofNamespaces = { of: 'namespaces of existing resources' }
const states = { of: 'the states of the kind: status.lifecycleState, blueGreenState, state or phase' }
const transitions = [...new Set(kindNames.flatMap(of => trackRulesOf(of).transitions.map(({ name }) => name)))]
const kind = kindNames
/** From one second to one day. */
const buckets = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 7200, 86_400]

/** Lifecycle metrics: `kubernetes.operator.resource.lifecycle.metrics.enabled`. */
export const lifecycleRows = {
  state: histogram({
    name: 'flink_operator_lifecycle_state_seconds',
    help: 'How long resources were in each state; counted once the state is over.',
    labels: { kind, lifecycle_state: states },
    series: kindNames.flatMap(of => statesOfKind(of).map(state => ({ kind: of, lifecycle_state: state }))),
    buckets,
  }),
  transition: histogram({
    name: 'flink_operator_lifecycle_transition_seconds',
    help: 'How long transitions took: of an upgrade, from when it was last STABLE until it is STABLE again.',
    labels: { kind, transition: transitions },
    series: kindNames.flatMap(of =>
      [...new Set(trackRulesOf(of).transitions.map(({ name }) => name))].map(name => ({ kind: of, transition: name }))
    ),
    buckets,
  }),
}

/** Lifecycle metrics by namespace: `kubernetes.operator.resource.lifecycle.namespace.histograms.enabled`. */
export const namespaceLifecycleRows = {
  state: histogram({
    name: 'flink_operator_namespace_lifecycle_state_seconds',
    help:
      'How long resources were in each state, by namespace: a series begins with its first value, and is removed with the last resource.',
    labels: { kind, namespace: ofNamespaces, lifecycle_state: states },
    buckets,
  }),
  transition: histogram({
    name: 'flink_operator_namespace_lifecycle_transition_seconds',
    help: 'How long transitions took, by namespace: a series begins with its first value, and is removed with the last resource.',
    labels: { kind, namespace: ofNamespaces, transition: transitions },
    buckets,
  }),
}

export interface Seen {
  readonly state: string
  readonly at: EpochMillis
  readonly createdAt: EpochMillis
}

export interface LifecycleMetrics {
  /** Returns since when the resource has been in its state, as far as this process knows. */
  readonly seen: (kind: KindName, key: ResourceKey, seen: Seen) => EpochMillis
  readonly forget: (kind: KindName, key: ResourceKey) => void
  /** The namespace has no resource of this kind any more. */
  readonly emptied: (kind: KindName, namespace: string) => void
}

/** `byNamespace`: without a registry if the option turns them off. */
export const lifecycleMetrics = (make: Making, byNamespace: Making): LifecycleMetrics => {
  const all = { state: make.histogram(lifecycleRows.state), transition: make.histogram(lifecycleRows.transition) }
  const each = {
    state: byNamespace.histogram(namespaceLifecycleRows.state),
    transition: byNamespace.histogram(namespaceLifecycleRows.transition),
  }
  const tracks = new Map<string, Track>()
  return {
    seen: (of, key, seen) => {
      const isState = (state: string): boolean => statesOfKind(of).includes(state)
      const text = `${of}/${keyText(key)}`
      const { track, states: stays, transitions: done } = tracked(trackRulesOf(of), tracks.get(text) ?? null, seen)
      tracks.set(text, track)
      for (const { state, time } of stays) {
        // a state that is not ours (another writer set it) is not used as a label
        if (!isState(state)) continue
        all.state.observe({ kind: of, lifecycle_state: state }, time / 1000)
        each.state.observe({ kind: of, namespace: key.namespace, lifecycle_state: state }, time / 1000)
      }
      for (const { transition, time } of done) {
        all.transition.observe({ kind: of, transition }, time / 1000)
        each.transition.observe({ kind: of, namespace: key.namespace, transition }, time / 1000)
      }
      return track.stays[track.current]?.entered ?? seen.at
    },
    forget: (of, key) => {
      tracks.delete(`${of}/${keyText(key)}`)
    },
    emptied: (of, namespace) => {
      for (const state of statesOfKind(of)) each.state.remove({ kind: of, namespace, lifecycle_state: state })
      for (const transition of transitions) each.transition.remove({ kind: of, namespace, transition })
    },
  }
}
