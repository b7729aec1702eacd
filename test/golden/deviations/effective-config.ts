import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { spellingsOf } from '../../../packages/core/src/flink/configuration/alias-table.ts'
import { flatten } from '../../../packages/core/src/flink/configuration/layers.ts'
import { parseList, parseMap } from '../../../packages/core/src/flink/configuration/value-text.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import type { Deviation, Excuse } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'

interface AnySpec {
  readonly flinkConfiguration?: JsonObject | null
  readonly job?: { readonly allowNonRestoredState?: boolean | null; readonly args?: readonly string[] | null }
  readonly jobManager?: { readonly replicas?: number | null }
}

const specOf = (vector: GoldenVector, field: string): AnySpec =>
  (vector.given[field] as { readonly spec?: AnySpec } | undefined)?.spec ?? {}
const specs = (vector: GoldenVector): readonly AnySpec[] => ['resource', 'sessionJob'].map(field => specOf(vector, field))
const expected = ({ expect }: GoldenVector): Readonly<Record<string, string>> => (expect['config'] ?? {}) as Record<string, string>

/** Keys of which the expected configuration also holds another spelling. */
const spelledTwice = (vector: GoldenVector, keys: readonly string[]): boolean =>
  keys.some(key => spellingsOf(key).some(other => other !== key && Object.hasOwn(expected(vector), other)))

const ownKeys = (vector: GoldenVector): readonly string[] => Object.keys(flatten(specOf(vector, 'sessionJob').flinkConfiguration ?? {}))

const sameList: Excuse['both'] = {
  name: "the same list in Flink's old form",
  test: (want, got) => isDeepStrictEqual(parse(String(want)), parseList(String(got))),
}
const sameMap: Excuse['both'] = {
  name: "the same map in Flink's old form",
  test: (want, got) => isDeepStrictEqual(parse(String(want)), parseMap(String(got))),
}
const argsOf = (vector: GoldenVector): readonly string[] => specs(vector).flatMap(({ job }) => job?.args ?? [])
const isBlankAtAnEnd = (arg: string): boolean => arg.trim() !== arg || arg === ''
const asWritten: Excuse['both'] = {
  name: 'which Flink reads as the arguments that were written',
  test: (_want, got, vector) => isDeepStrictEqual(parseList(String(got)), argsOf(vector)),
}
const sameBytes: Excuse['both'] = { name: 'the same number without its fraction', test: (want, got) => Number(want) === Number(got) }

const ignoreUnclaimed = 'execution.savepoint.ignore-unclaimed-state'

export const effectiveConfigDeviations: readonly Deviation[] = [
  {
    id: 'C-D01',
    family: 'effective-config',
    vectors: 'job.args or jobManager.replicas is null',
    when: vector => specs(vector).some(({ job, jobManager }) => job?.args === null || jobManager?.replicas === null),
    excuses: [{ field: 'config.$internal.application.program-args', want: null, got: '' }, {
      field: 'config.kubernetes.jobmanager.replicas',
      want: null,
      got: '1',
    }],
    reason:
      'An explicit null is not the default of an absent field to the reference (replicas 0, arguments not set); ours treats both alike.',
    test: 'C-D01 null is as absent, for whole numbers too',
  },
  {
    id: 'U01',
    family: 'effective-config',
    vectors: 'an argument that is empty, or has a blank at an end',
    when: vector => argsOf(vector).some(isBlankAtAnEnd),
    excuses: [{ field: 'config.$internal.application.program-args', both: asWritten }],
    reason: 'The reference writes such arguments without quotes: Flink drops them, or the blanks. Ours quotes them.',
    test: 'U01 print %j',
  },
  {
    id: 'C-D08',
    family: 'effective-config',
    vectors: 'memory that is a fraction of a binary unit',
    when: vector =>
      ['jobmanager', 'taskmanager'].some(process => !/^\d+( \w+)?$/.test(expected(vector)[`${process}.memory.process.size`] ?? '0')),
    excuses: [{
      field: /^config\.(jobmanager|taskmanager)\.memory\.process\.size$/,
      want: /^[\d.]+(E[\d+-]+)?$/,
      got: /^\d+$/,
      both: sameBytes,
    }],
    reason:
      'A fractional quantity such as 1.5Gi is rendered as 1610612736.0, which Flink refuses; ours gives exact whole bytes, or refuses the spec.',
    test: 'C-D08 a fraction of a binary unit is right',
  },
  {
    id: 'C-D10',
    family: 'effective-config',
    vectors: 'a session job sets an option of which its session cluster has another spelling',
    when: vector => vector.given['what'] === 'session-job' && spelledTwice(vector, ownKeys(vector)),
    // the cluster's spelling goes
    excuses: [{
      field: /^config\.execution\./,
      want: { name: "the session cluster's value", test: (value: unknown) => value !== null },
      got: null,
    }],
    reason:
      "An option that a session job sets under an older spelling loses against the session cluster's canonical one (its savepoints go elsewhere).",
    test: "C-D10 savepoints of a session job go where the job says under %s, not to the cluster's directory",
  },
  {
    id: 'C-D13',
    family: 'effective-config',
    vectors: 'allowNonRestoredState is set and the configuration has the canonical key',
    when: vector => specs(vector).some(({ job }) => job?.allowNonRestoredState != null) && spelledTwice(vector, [ignoreUnclaimed]),
    excuses: [{ field: 'config.execution.state-recovery.ignore-unclaimed-state', want: { oneOf: ['true', 'false'] }, got: null }],
    reason: "allowNonRestoredState of the spec is written under the old key and loses against the user's canonical one.",
    test: "C-D13 the spec wins over the user's canonical key",
  },
  {
    id: 'M-D16',
    family: 'effective-config',
    vectors: "the operator's own configuration is a config.yaml",
    when: ({ given }) => given['operatorConfigFile'] === 'config.yaml',
    excuses: [
      ...['$internal.application.program-args', 'pipeline.jars', 'pipeline.classpaths'].map(key => ({
        field: `config.${key}`,
        want: /^\[.*\]$/s,
        both: sameList,
      })),
      { field: 'config.kubernetes.jobmanager.annotations', want: /^\{.*\}$/s, both: sameMap },
    ],
    reason:
      'With config.yaml the reference writes lists and maps as YAML, which Flink 1.x does not read; ours writes the form that every version reads.',
    test: 'M-D16 lists and maps stay in the form that every version reads',
  },
]
