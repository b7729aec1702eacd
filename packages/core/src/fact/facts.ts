import type { Fact } from './fact.ts'
import type { FlinkDeploymentFacts } from './flink-deployment-facts.ts'
import type { FlinkStateSnapshotFacts } from './flink-state-snapshot-facts.ts'

/** Facts by what they are about, of one cluster. */
export type FactsOfOne = FlinkDeploymentFacts & FlinkStateSnapshotFacts

/** A fact of one of several clusters: `deployment@blue`. */
export type SlottedField = `${keyof FactsOfOne}@${string}`

/** What rounds of any kind may have looked at. A resource that has one cluster has its facts by their names; another, by slot, too. */
export type Facts = FactsOfOne & { readonly [field in SlottedField]?: Fact<unknown> }
