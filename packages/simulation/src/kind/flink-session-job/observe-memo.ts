import type { Env } from '@flink-operator/core'
import type { FlinkDeploymentView } from '@flink-operator/core/fact'
import {
  type FlinkSessionJobDesired,
  type InCluster,
  type observe,
  observeIn,
  type SessionCluster,
  sessionCluster,
  workOf,
  type FlinkSessionJobFacts,
} from '@flink-operator/core/kind/flink-session-job'
import type { FlinkSessionJobStatus } from '@flink-operator/core/resource'
import { byIdentity } from '../../checker/by-identity.ts'

/** The rounds of several jobs take turns. */
const roundsApart = 8

interface Of {
  readonly desired: FlinkSessionJobDesired
  readonly status: FlinkSessionJobStatus
  readonly cluster: SessionCluster
  readonly facts: Pick<FlinkSessionJobFacts, 'autoscalerState'>
}

/**
 * `observe` with a cache for identical objects: the session cluster of an observed FlinkDeployment, and the target of a job in it. A
 * round folds again after each query, and P14 once more for each fact. Neither reads the time, as their types say; another
 * configuration needs a new cache.
 */
export const observeOnce = (): typeof observe => {
  let from: Pick<Env, 'flinkDefaults' | 'options'> | null = null
  let clusters = byIdentity<FlinkDeploymentView, SessionCluster>()
  let works: readonly (Of & Pick<InCluster, 'work'>)[] = []

  const forget = ({ flinkDefaults, options }: Env): void => {
    if (from?.flinkDefaults === flinkDefaults && from.options === options) return
    from = { flinkDefaults, options }
    clusters = byIdentity()
    works = []
  }
  const clusterOf = (target: FlinkSessionJobFacts['target'], env: Env): SessionCluster => {
    if (target?._tag !== 'Known') return sessionCluster(target, env)
    const known = clusters.get(target.value)
    if (known !== undefined) return known
    const cluster = sessionCluster(target, env)
    clusters.set(target.value, cluster)
    return cluster
  }
  const workIn = (of: Of, env: Env): InCluster => {
    const known = works.find(({ desired, status, cluster, facts }) =>
      desired === of.desired && status === of.status && cluster === of.cluster
      && facts.autoscalerState === of.facts.autoscalerState
    )
    if (known !== undefined) return known
    const made = { ...of, work: workOf(of.desired, of.status, of.cluster, env, of.facts) }
    works = [made, ...works.slice(0, roundsApart - 1)]
    return made
  }
  return (desired, recorded, facts, env) => {
    forget(env)
    return observeIn(
      workIn({ desired, status: recorded.status, cluster: clusterOf(facts.target, env), facts }, env),
      desired,
      recorded,
      facts,
      env,
    )
  }
}
