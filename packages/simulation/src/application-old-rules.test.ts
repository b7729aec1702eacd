import { describe, expect, test } from 'vitest'
import { flinkApplicationKind, type FlinkApplicationSpec, type FlinkApplicationStatus } from '@flink-operator/lyft'
import type { AnyRules } from '@flink-operator/core/round'
import { isHighlyAvailable } from '../../lyft/src/objects/flink-properties.ts'
import type { Rule } from '../../lyft/src/outcome.ts'
import { rules as table } from '../../lyft/src/rules/rules.ts'
import { checkerEnv, verify } from './index.ts'
import { contradictedWorlds as worlds } from './kind/flink-application/contradicted-worlds.ts'

/*
 * Rules of a FlinkApplication as they were before findings A03, A04, A05 and A07: one field is believed, whatever contradicts it. Those of
 * A06 are not here: a stop ends the job of the model with its savepoint, and no JobManager brings it back after that.
 */

const sound = flinkApplicationKind as unknown as AnyRules

interface Wanted {
  readonly spec: FlinkApplicationSpec
  readonly hash: string
}

/** The kind that reads a status otherwise. */
const reading = (
  read: (status: FlinkApplicationStatus, desired: Wanted) => FlinkApplicationStatus,
  rules: AnyRules = sound,
): AnyRules => ({
  ...rules,
  observe: (desired, recorded, facts, env) =>
    sound.observe(
      desired,
      { ...recorded, status: read(recorded.status as FlinkApplicationStatus, desired as Wanted) },
      facts,
      env,
    ),
})

const never: Pick<Rule, 'holds'> = { holds: () => false }

/** The kind without these rows. */
const without = (...rows: readonly (keyof typeof table)[]): AnyRules => ({
  ...sound,
  reconcile: (desired, observed, env) => {
    const all: Record<string, Rule> = table
    const before = rows.map(row => [row, table[row]] as const)
    for (const [row, rule] of before) all[row] = { ...rule, ...never }
    try {
      return sound.reconcile(desired, observed, env)
    } finally {
      for (const [row, rule] of before) all[row] = rule
    }
  },
})

/** That nothing was ever started is believed, whatever Flink lists. */
const believingNever = (rules: AnyRules = sound): AnyRules =>
  reading(
    status =>
      status.operatorRecord.lastState._tag !== 'NeverStarted' || status.operation === null ? status
        : {
          ...status,
          operation: { ...status.operation, isStateless: true, source: { _tag: 'None', reason: 'nothing was ever started' } },
        },
    rules,
  )

const mutants: readonly (readonly [title: string, rules: AnyRules, world: string, properties: readonly string[]])[] = [
  [
    'A03 takes a record that nothing was ever started for a proof, whatever Flink lists',
    believingNever(),
    'applications/dual/contradicted/first-record/no-fault',
    ['P01', 'P25'],
  ],
  [
    'A04 asks the new spec whether the JobManager of before brings its job back',
    reading((status, { spec }) =>
      isHighlyAvailable(spec) || status.operatorRecord.deployed === null ? status
        : {
          ...status,
          operatorRecord: { ...status.operatorRecord, deployed: { ...status.operatorRecord.deployed, highlyAvailable: false } },
        }
    ),
    'applications/dual/contradicted/ha-off/jobmanager',
    ['P01', 'P02', 'P05', 'P14'],
  ],
  [
    'A05 begins a first version beside a job that runs, since the status names none',
    believingNever(without('creating/status-lost', 'submitting/status-lost', 'submitting/other-job-not-ended')),
    'applications/blue-green/contradicted/first-status/no-fault',
    ['P02', 'P01', 'P25'],
  ],
  [
    'A07 believes the state where two versions have a job, and begins a third',
    reading(
      (status, { hash }) =>
        status.phase !== 'Running' || status.versionStatuses.some(it => ['', hash].includes(it.versionHash)) ? status
          : { ...status, versionStatuses: status.versionStatuses.filter(it => it.versionHash === status.deployHash) },
      without('running/unmentioned-version', 'submitting/unmentioned-version'),
    ),
    'applications/blue-green/contradicted/phase/no-fault',
    ['P02', 'P01', 'P25'],
  ],
]

const found = (rules: AnyRules, world: string, limit: number): readonly string[] =>
  verify({ kinds: { FlinkApplication: rules }, env: checkerEnv, worlds: worlds.filter(it => it.name === world), limit, stopAtFirst: true })
    .violations.map(({ property }) => property)

describe('rules of a FlinkApplication that believe one field are found', () => {
  test.each(mutants)('%s', (_title, rules, world, properties) => {
    const [first] = found(rules, world, 60_000)
    expect(properties).toContain(first)
  }, 240_000)

  test.each(mutants.map(([_title, _rules, world]) => world))('the sound rules hold in %s', world => {
    expect(found(sound, world, 2_500)).toEqual([])
  }, 120_000)
})
