import type { Fact } from './fact.ts'
import type { FlinkDeploymentFacts } from './flink-deployment-facts.ts'
import type { FlinkStateSnapshotFacts } from './flink-state-snapshot-facts.ts'

/** The facts of one cluster, by name. */
export type FactsOfOne = FlinkDeploymentFacts & FlinkStateSnapshotFacts

/** A fact of one of several clusters: `deployment@blue`. */
export type SlottedField = `${keyof FactsOfOne}@${string}`

/** The facts of a round of any kind. A resource with one cluster has its facts by name; one with several clusters has them by slot, too. */
export type Facts = FactsOfOne & { readonly [field in SlottedField]?: Fact<unknown> }
