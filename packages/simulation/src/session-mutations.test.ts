import { describe, expect, test } from 'vitest'
import { known, type FlinkDeploymentFacts } from '@flink-operator/core/fact'
import type { FlinkSessionJobFacts } from '@flink-operator/core/kind/flink-session-job'
import { kindOf } from '@flink-operator/kinds'
import { type FlinkSessionJobStatus, isTerminal } from '@flink-operator/core/resource'
import type { AnyRules } from '@flink-operator/core/round'
import { withRecord } from '../../core/src/contract/round/status-change.ts'
import { checkerEnv, matrix, verify } from './index.ts'
import type { JobAction } from './world/world.ts'

type Facts = FlinkSessionJobFacts & FlinkDeploymentFacts

/** A kind with other eyes: every fact goes through `see` first. */
const seeing = (
  name: 'FlinkDeployment' | 'FlinkSessionJob',
  see: (facts: Facts) => object,
): AnyRules => {
  const sound = kindOf(name)
  return {
    ...sound,
    observe: (desired, recorded, facts, env) => sound.observe(desired, recorded, see(facts), env),
  }
}

/** A kind with other hands: every list goes through `change` first. */
const doing = (name: 'FlinkDeployment' | 'FlinkSessionJob', change: (actions: readonly JobAction[]) => readonly JobAction[]): AnyRules => {
  const sound = kindOf(name)
  return {
    ...sound,
    reconcile: (desired, observed, env) => change(sound.reconcile(desired, observed, env) as readonly JobAction[]),
  }
}

/** Neither that a session job is being stopped, nor that it has ended. */
const withoutWhatIsUnderWay = (facts: FlinkDeploymentFacts): object => ({
  ...facts,
  ...(facts.flinkSessionJobs?._tag !== 'Known' ? {} : {
    flinkSessionJobs: {
      ...facts.flinkSessionJobs,
      value: facts.flinkSessionJobs.value.map(job => ({ ...job, status: { ...job.status, operation: null } })),
    },
  }),
  ...(facts.jobs?._tag !== 'Known' ? {}
    : { jobs: { ...facts.jobs, value: facts.jobs.value.filter(({ state }) => !isTerminal(state)) } }),
})

/** There is no other FlinkSessionJob: whichever job a status names is its own, and nobody names its savepoints. */
const seeingNoOther = seeing(
  'FlinkSessionJob',
  facts => (facts.flinkSessionJobs?._tag === 'Known' ? { ...facts, flinkSessionJobs: known([], facts.flinkSessionJobs.asOf) } : facts),
)

/** Nothing runs in the session cluster. */
const withoutJobs = (facts: Facts): Facts =>
  facts.flinkSessionJobs?._tag === 'Known'
    ? { ...facts, flinkSessionJobs: known([], facts.flinkSessionJobs.asOf), jobs: known([], facts.flinkSessionJobs.asOf) } : facts

/** High availability keeps no job. */
const withoutKept = (facts: Facts): Facts =>
  facts.configMaps?._tag === 'Known' ? { ...facts, configMaps: known([], facts.configMaps.asOf) } : facts

/** What was recorded of a job that another operator submitted is taken for its own, whichever resource recorded it. */
const believingRecordOfAnother: AnyRules = {
  ...kindOf('FlinkSessionJob'),
  observe: (desired, { meta, status }, facts, env) => {
    const { adoptedJob } = (status as FlinkSessionJobStatus).operatorRecord
    const believed = adoptedJob === null ? status
      : withRecord(status as FlinkSessionJobStatus, { adoptedJob: { ...adoptedJob, uid: meta.uid } })
    return kindOf('FlinkSessionJob').observe(desired, { meta, status: believed }, facts, env)
  },
}

const mutants: readonly (readonly [title: string, kind: string, rules: AnyRules, world: string, properties: readonly string[]])[] = [
  [
    'runs a jar before persisting the id',
    'FlinkSessionJob',
    doing(
      'FlinkSessionJob',
      actions => actions.some(({ _tag }) => _tag === 'RunJar') ? actions.filter(({ _tag }) => _tag !== 'PersistStatus') : actions,
    ),
    'sessions/savepoint/no-ha/one/first/calm',
    ['P03'],
  ],
  [
    'runs it under another id than it wrote down',
    'FlinkSessionJob',
    doing('FlinkSessionJob', actions => actions.map(action => (action._tag === 'RunJar' ? { ...action, jobId: 'a'.repeat(32) } : action))),
    'sessions/savepoint/no-ha/one/first/calm',
    ['P03', 'P05'],
  ],
  [
    'falls back to stateless',
    'FlinkSessionJob',
    doing('FlinkSessionJob', actions => actions.map(action => (action._tag === 'RunJar' ? { ...action, savepointPath: null } : action))),
    'sessions/savepoint/no-ha/one/edit/calm',
    ['P01'],
  ],
  [
    'takes a JobManager that does not answer for one without jobs',
    'FlinkSessionJob',
    seeing('FlinkSessionJob', facts => (facts.jobs?._tag === 'Unknown' ? { ...facts, jobs: known([], facts.jobs.asOf) } : facts)),
    'sessions/stateless/no-ha/one/edit/rest',
    ['P01', 'P02', 'P05', 'P14'],
  ],
  [
    'cancels whichever job it sees',
    'FlinkSessionJob',
    {
      ...kindOf('FlinkSessionJob'),
      reconcile: (desired, observed, env) => {
        const actions = kindOf('FlinkSessionJob').reconcile(desired, observed, env) as readonly JobAction[]
        const { facts } = observed as { readonly facts: FlinkSessionJobFacts }
        const last = facts.jobs?._tag === 'Known' ? facts.jobs.value.at(-1)?.jobId : undefined
        return actions.map(
          action => (action._tag === 'CancelJob' && last !== undefined ? { ...action, jobId: last } : action),
        )
      },
    },
    'sessions/stateless/no-ha/two/delete-one/no-fault',
    ['P21'],
  ],
  [
    'tells that a job runs whose FlinkDeployment is gone (E-8)',
    'FlinkSessionJob',
    {
      ...kindOf('FlinkSessionJob'),
      observe: (desired, recorded, facts, env) => {
        const observed = kindOf('FlinkSessionJob').observe(desired, recorded, facts, env) as { readonly status: object }
        return (facts as FlinkSessionJobFacts).target?._tag === 'Absent' ? { ...observed, status: recorded.status } : observed
      },
    },
    'sessions/savepoint/no-ha/one/cluster-goes/calm',
    ['P14'],
  ],
  [
    'takes the cluster away though a session job with state runs in it (E-1)',
    'FlinkDeployment',
    seeing('FlinkDeployment', withoutJobs),
    'sessions/savepoint/no-ha/one/edit-of-cluster/no-fault',
    ['P01'],
  ],
  [
    'A02 starts a job that was created again beside what HA metadata brings back under an id of the resource that was',
    'FlinkSessionJob',
    seeing('FlinkSessionJob', withoutKept),
    'sessions/savepoint/ha/tamper/created-again/jobmanager',
    ['P02', 'P25'],
  ],
  [
    'A02 the same with the status of a backup, from the older state that it names',
    'FlinkSessionJob',
    seeing('FlinkSessionJob', withoutKept),
    'sessions/savepoint/ha/tamper/restored-again/jobmanager',
    ['P02', 'P25'],
  ],
  [
    'U09 takes the JobManager away though only it can show what a job that was stopped has left',
    'FlinkDeployment',
    seeing('FlinkDeployment', withoutWhatIsUnderWay),
    'sessions/last-state/no-ha/one/suspend-then-edit-cluster/no-fault',
    ['P01'],
  ],
  [
    "others-job tells that another FlinkSessionJob's job, which its copied status names, is its own, while nothing is due",
    'FlinkSessionJob',
    seeingNoOther,
    'sessions/savepoint/ha/copied/idle/no-fault',
    ['P06'],
  ],
  [
    "others-job takes a savepoint of another FlinkSessionJob's job, which its copied status names",
    'FlinkSessionJob',
    seeingNoOther,
    'sessions/savepoint/no-ha/copied/savepoint/no-fault',
    ['P21', 'P06'],
  ],
  [
    "others-job goes by what the copied status recorded of the other one's job, which the reference operator had submitted",
    'FlinkSessionJob',
    believingRecordOfAnother,
    'sessions/savepoint/ha/copied/idle-taken-over/no-fault',
    ['P06'],
  ],
  [
    'prunes a savepoint out of its history that another FlinkSessionJob is started from',
    'FlinkSessionJob',
    seeingNoOther,
    'sessions/savepoint/no-ha/two/history-that-another-names/calm',
    ['P04'],
  ],
  [
    'W20 deletes a cluster in the middle of its deploy though a session job with state needs it',
    'FlinkDeployment',
    {
      ...kindOf('FlinkDeployment'),
      observe: (desired, recorded, facts, env) => {
        const seen = recorded.meta.deletionTimestamp === null ? facts : withoutKept(withoutJobs(facts))
        return kindOf('FlinkDeployment').observe(desired, recorded, seen, env)
      },
    },
    'sessions/savepoint/ha/one/edit-and-delete-cluster/no-fault',
    ['P01'],
  ],
]

const found = (kind: string, rules: AnyRules, name: string): readonly string[] =>
  verify({ kinds: { [kind]: rules }, env: checkerEnv, worlds: matrix.filter(it => it.name === name), limit: 40_000, stopAtFirst: true })
    .violations.map(({ property }) => property)

describe('rules of a session cluster and its jobs that are broken by hand are found', () => {
  test.each(mutants)('%s', (_title, kind, rules, world, properties) => {
    const [first] = found(kind, rules, world)
    expect(properties).toContain(first)
  }, 120_000)

  test.each([...new Set(mutants.map(([_title, _kind, _rules, world]) => world))])('the sound rules hold in %s', world => {
    expect(found('FlinkSessionJob', kindOf('FlinkSessionJob'), world)).toEqual([])
  }, 120_000)
})
