import { flatten } from '../../../packages/core/src/flink-configuration/flatten.ts'
import { spellingsOf } from '../../../packages/core/src/flink-configuration/alias-table.ts'
import type { JsonObject } from '../../../packages/core/src/resource/json.ts'
import type { Deviation } from '../deviations.ts'
import type { GoldenVector } from '../family.ts'

const expectedConfig = ({ expect }: GoldenVector): Readonly<Record<string, string>> => (expect['config'] ?? {}) as Record<string, string>

interface AnySpec {
  readonly flinkConfiguration?: JsonObject | null
  readonly job?: { readonly allowNonRestoredState?: boolean | null; readonly args?: readonly string[] | null }
  readonly jobManager?: { readonly replicas?: number | null }
}

const specOf = (vector: GoldenVector, field: string): AnySpec => (vector.given[field] as { readonly spec?: AnySpec } | undefined)?.spec ?? {}

/** Keys of which the expected configuration also holds another spelling. */
const spelledTwice = (vector: GoldenVector, keys: readonly string[]): boolean =>
  keys.some(key => spellingsOf(key).some(other => other !== key && Object.hasOwn(expectedConfig(vector), other)))

export const effectiveConfigDeviations: readonly Deviation[] = [
  {
    id: 'C-D01',
    family: 'effective-config',
    matches: vector => [specOf(vector, 'resource'), specOf(vector, 'sessionJob')].some(({ job, jobManager }) => job?.args === null || jobManager?.replicas === null),
    reason: 'an explicit null is not the default of an absent field (replicas 0, arguments not set); ours treats both alike',
    test: 'packages/core/src/codec/flink-deployment.test.ts: C-D01 null is as absent, for whole numbers too',
  },
  {
    id: 'C-D08',
    family: 'effective-config',
    matches: vector => ['jobmanager', 'taskmanager'].some(process => !/^\d+( \w+)?$/.test(expectedConfig(vector)[`${process}.memory.process.size`] ?? '0')),
    reason: 'a fractional quantity such as 1.5Gi is rendered as 1610612736.0, which Flink refuses; ours gives exact whole bytes, or refuses the spec',
    test: 'packages/core/src/flink-configuration/parse-memory.test.ts: C-D08',
  },
  {
    id: 'C-D10',
    family: 'effective-config',
    matches: vector => vector.given['what'] === 'session-job' && spelledTwice(vector, Object.keys(flatten(specOf(vector, 'sessionJob').flinkConfiguration ?? {}))),
    reason: "an option that a session job sets under an older spelling loses against the session cluster's canonical one (its savepoints go elsewhere)",
    test: 'packages/core/src/flink-configuration/session-job-configuration.test.ts: C-D10',
  },
  {
    id: 'C-D13',
    family: 'effective-config',
    matches: vector =>
      [specOf(vector, 'sessionJob').job, specOf(vector, 'resource').job].some(job => job?.allowNonRestoredState != null)
      && spelledTwice(vector, ['execution.savepoint.ignore-unclaimed-state']),
    reason: "allowNonRestoredState of the spec is written under the old key and loses against the user's canonical one",
    test: 'packages/core/src/flink-configuration/job-configuration.test.ts: C-D13',
  },
]
