import type { Env } from '../../../src/env.ts'
import type { FlinkDeploymentView } from '../../../src/fact/flink-deployment-view.ts'
import type { FlinkSessionJobDesired } from '../../../src/kind/flink-session-job/session-job-desired.ts'
import { type InCluster, type observe, observeIn } from '../../../src/kind/flink-session-job/seen/observe-session-job.ts'
import { type SessionCluster, sessionCluster } from '../../../src/kind/flink-session-job/cluster/session-cluster.ts'
import { workOf } from '../../../src/kind/flink-session-job/work.ts'
import type { FlinkSessionJobFacts } from '../../../src/kind/flink-session-job/flink-session-job-facts.ts'
import type { FlinkSessionJobStatus } from '../../../src/resource/flink-session-job.ts'
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
 * `observe`, which works out once what it makes of the very same objects: of a FlinkDeployment that was seen its session cluster, and what
 * a job works towards there. A round folds anew after each look, and P14 once more for each fact. Neither reads the time, as their types
 * say; they are made anew where the configuration is another one.
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
