import { describe, expect, test } from 'vitest'
import { absent, known, type FlinkDeploymentFacts } from '@flink-operator/core/fact'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { flinkDeploymentKind, flinkStateSnapshotKind } from '@flink-operator/core/kinds'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import type { FlinkDeploymentStatus } from '@flink-operator/core/resource'
import { attemptThatIsOver } from './checker/late-and-lost-worlds.ts'
import { type AnyKind, checkerEnv, matrix, replayStory, verify } from './index.ts'

const sound = flinkDeploymentKind as AnyKind

/** The kind with other eyes: every fact goes through `see` first. */
const seeing = (see: (facts: FlinkDeploymentFacts) => FlinkDeploymentFacts): AnyKind => ({
  ...sound,
  observe: (desired, recorded, facts, env) => sound.observe(desired, recorded, see(facts), env),
})

/** The kind with other hands: every list goes through `change` first. */
const doing = (
  change: (
    actions: readonly FlinkDeploymentAction[],
    facts: FlinkDeploymentFacts,
    status: { readonly operation: unknown },
  ) => readonly FlinkDeploymentAction[],
): AnyKind => ({
  ...sound,
  reconcile: (desired, observed, env) => change(sound.reconcile(desired, observed, env), observed.facts, observed.status),
})

const withoutPath = (configuration: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(configuration).filter(([key]) => key !== 'execution.savepoint.path' && key !== 'execution.state-recovery.path'),
  )

const creates = (action: FlinkDeploymentAction): boolean =>
  action._tag === 'CreateObject' && action.manifest._tag === 'ClusterManifest' && action.manifest.part === 'JobManagerDeployment'

const mutants: readonly (readonly [title: string, kind: AnyKind, world: string, properties: readonly string[]])[] = [
  [
    'deploys before persisting',
    doing(actions => (actions.some(creates) ? actions.filter(({ _tag }) => _tag !== 'PersistStatus') : actions)),
    'savepoint/ha/first-deploy/calm',
    ['P03'],
  ],
  [
    'takes objects away on an old read',
    doing(
      actions => (actions.some(({ _tag }) => _tag === 'DeleteObject') ? actions.filter(({ _tag }) => _tag !== 'PersistStatus') : actions),
    ),
    'stateless/no-ha/delete/calm',
    ['P15'],
  ],
  [
    'F17 takes what a watch told for a live look',
    seeing(facts => Object.fromEntries(Object.entries(facts).map(([field, fact]) => [field, { ...(fact as object), source: 'live' }]))),
    'stateless/no-ha/delete/calm',
    ['P05'],
  ],
  [
    // an empty list alone moves the core to nothing: it takes the step from "not listed" to "ended" as well
    'takes an unreachable REST for no job',
    {
      ...sound,
      observe: (desired, recorded, facts, env) => {
        const { jobs } = facts
        const observed = sound.observe(desired, recorded, facts, env)
        return jobs?._tag !== 'Unknown' || desired.deployed._tag !== 'Deployed' || observed.status.operation !== null ? observed
          : {
            ...observed,
            facts: { ...facts, jobs: known([], jobs.asOf) },
            status: {
              ...observed.status,
              jobStatus: { ...observed.status.jobStatus, state: 'FINISHED' },
              operatorRecord: { ...observed.status.operatorRecord, terminalSince: env.now, lastState: { _tag: 'None', reason: 'mutant' } },
            },
          }
      },
    },
    'savepoint/no-ha/edit/calm',
    ['P14', 'P05', 'P01'],
  ],
  [
    'falls back to stateless',
    doing(actions =>
      actions.map(action => (action._tag === 'CreateObject' && action.manifest._tag === 'ClusterManifest'
        ? {
          ...action,
          manifest: {
            ...action.manifest,
            input: { ...action.manifest.input, configuration: withoutPath(action.manifest.input.configuration) },
          },
        } : action)
      )
    ),
    'savepoint/ha/edit/calm',
    ['P01'],
  ],
  [
    'sends a second trigger id while a stop is under way',
    {
      ...sound,
      reconcile: (desired, observed, env) => {
        const actions = sound.reconcile(desired, observed, env)
        const { operation } = observed.status
        if (operation?.kind !== 'Suspend' || observed.facts.stopOperation?.value?._tag !== 'InProgress') return actions
        const id = `${operation.id.slice(1)}0`
        return [
          { _tag: 'PersistStatus', status: { ...observed.status, operation: { ...operation, id } }, reason: 'mutant' },
          {
            _tag: 'StopWithSavepoint',
            endpoint: desired.deployed.endpoint,
            jobId: operation.jobId,
            triggerId: id,
            targetDirectory: null,
            formatType: 'CANONICAL',
            drain: false,
          },
          { _tag: 'Requeue', after: 1000, waitingFor: 'mutant' },
        ]
      },
    },
    'savepoint/ha/edit/calm',
    ['P03'],
  ],
  [
    'deploys over a living JobManager',
    seeing(facts => ({
      ...facts,
      ...(facts.jobManagerPods?._tag === 'Known' && facts.configMaps !== undefined
        ? { jobManagerPods: known([], facts.jobManagerPods.asOf), deployment: absent(facts.jobManagerPods.asOf) } : {}),
    })),
    'savepoint/ha/edit/calm',
    // its pods can't start beside those of another attempt (A19): what is left to see is that it never comes up
    ['P02', 'P05', 'P06'],
  ],
  [
    'takes a Deployment of an attempt that is over for none, as its pods start nothing',
    seeing(facts => ({
      ...facts,
      ...(facts.deployment?._tag === 'Known' && facts.deployment.value.annotations[attemptAnnotation] === attemptThatIsOver
        ? { jobManagerPods: known([], facts.deployment.asOf), deployment: absent(facts.deployment.asOf) } : {}),
    })),
    'late-from-before/savepoint/ha/edit',
    ['P05'],
  ],
  [
    "reads a terminal job's checkpoints too early",
    {
      ...sound,
      observe: (desired, recorded, facts, env) => {
        const observed = sound.observe(desired, recorded, facts, env)
        const { terminalSince } = observed.status.operatorRecord
        return terminalSince === null || recorded.status.operatorRecord.terminalSince !== null ? observed
          : {
            ...observed,
            status: {
              ...observed.status,
              jobStatus: { ...observed.status.jobStatus, updateTime: String(terminalSince - 10_000) },
              operatorRecord: { ...observed.status.operatorRecord, terminalSince: terminalSince - 10_000 },
            },
          }
      },
    },
    'last-state/no-ha/edit/calm',
    ['P01'],
  ],
]

/** The world of that name; in place of its crash, Flink may be out of reach once. */
const run = (kind: AnyKind, name: string) =>
  verify({
    kinds: { FlinkDeployment: kind },
    env: checkerEnv,
    worlds: matrix.filter(world => world.name === name).map(world => ({ ...world, crashes: 0, faults: 1, faultKinds: ['Rest'] })),
    limit: 25_000,
    stopAtFirst: true,
  })

describe('the model checker catches', () => {
  test.each(mutants)('a core that %s', (_title, kind, world, properties) => {
    const { violations } = run(kind, world)
    expect(violations.map(({ property }) => property).filter(it => properties.includes(it)), violations.map(({ what }) => what).join('; '))
      .not.toEqual([])
  }, 120_000)

  test.each([...new Set(mutants.map(([, , world]) => world))])('nothing in the core as it is: %s', world => {
    const report = run(sound, world)
    expect(report.violations.map(({ property, what, lines }) => `${property} ${what}\n${lines.join('\n')}`)).toEqual([])
    expect(report.states).toBeGreaterThan(100)
  }, 120_000)
})

/** The kind that records something else than it would. */
const recording = (change: (status: FlinkDeploymentStatus, now: number) => FlinkDeploymentStatus): AnyKind => ({
  ...sound,
  observe: (desired, recorded, facts, env) => {
    const observed = sound.observe(desired, recorded, facts, env)
    return { ...observed, status: change(observed.status, env.now) }
  },
})

const swapped = <A>(value: A, from: string, to: string): A => JSON.parse(JSON.stringify(value).replaceAll(from, to)) as A
/**
 * F12: the kind that takes a spec for valid which can't be rendered, as it was taken before it was rendered by validation: as if the range
 * of ports were a port.
 */
const renderingLate: AnyKind = {
  ...sound,
  validate: (resource, env) => swapped(sound.validate(swapped(resource, '50100-50200', '50100'), env), '50100', '50100-50200'),
}

const startsUnhealthyOnesEmpty = (
  status: FlinkDeploymentStatus,
): FlinkDeploymentStatus => (status.operation?.kind === 'Deploy' && status.operation.purpose === 'RestartUnhealthy'
  ? {
    ...status,
    operation: { ...status.operation, source: { _tag: 'Empty', reason: 'mutant', left: { _tag: 'None', reason: 'a user asked for it' } } },
  } : status)

const renewedHealth = ({ clusterInfo, ...status }: FlinkDeploymentStatus, now: number): FlinkDeploymentStatus => ({
  ...status,
  clusterInfo: Object.fromEntries(
    Object.entries(clusterInfo).map(([key, text]) => [
      key,
      text.replace(
        /("numRestartsEvaluationTimeStamp":)(\d+)/u,
        (_, name: string, moment: string) => `${name}${Number(moment) + 10_000 < now ? now : moment}`,
      ),
    ]),
  ),
})

/** V01: whatever Deployment is there counts as the one of the last deploy, and what was seen of its job as forgotten. */
const forgettingWhatRan: AnyKind = {
  ...sound,
  observe: (desired, recorded, facts, env) => {
    const observed = sound.observe(desired, recorded, facts, env)
    const { deployment } = facts
    return deployment?._tag !== 'Known' || observed.status.jobManagerDeploymentStatus !== 'DEPLOYING' ? observed : {
      ...observed,
      status: {
        ...observed.status,
        jobStatus: { ...observed.status.jobStatus, updateTime: null },
        operatorRecord: { ...observed.status.operatorRecord, unstartedDeployment: deployment.value.uid },
      },
    }
  },
}

/** V02: nothing is brought back while an edit waits. */
const onlyWaiting: AnyKind = {
  ...sound,
  reconcile: (desired, observed, env) => {
    const actions = sound.reconcile(desired, observed, env)
    const isRecovery = actions.some(it =>
      it._tag === 'PersistStatus' && it.status.operation?.kind === 'Deploy' && it.status.operation.purpose === 'Recovery'
    )
    return isRecovery && observed.status.operation === null && desired.diff.type !== 'IGNORE'
      ? [{ _tag: 'Requeue', after: 5_000, waitingFor: 'mutant' }] : actions
  },
}

/** Each world as it is in the first matrix, where the core is sound. */
const rowMutants: readonly (readonly [title: string, kind: AnyKind, world: string, property: string])[] = [
  ["stops a healthy job for a spec that can't be rendered (F12)", renderingLate, 'rows/unrenderable-crash', 'P10'],
  ['does so in the middle of another edit (F12)', renderingLate, 'rows/edit-unrenderable', 'P10'],
  [
    'waits for a slow main for ever',
    recording(status => ({ ...status, operatorRecord: { ...status.operatorRecord, jobMissedSince: null } })),
    'rows/redeploy-jobmanager-restarts',
    'P06',
  ],
  [
    'V01 starts a job empty whose Deployment somebody made anew',
    forgettingWhatRan,
    'rows/deployment-remade',
    'P01',
  ],
  ['V02 leaves a lost JobManager down while an edit waits', onlyWaiting, 'rows/new-version-deployment-lost', 'P06'],
  ['writes about a healthy job in each window', recording(renewedHealth), 'rows/unhealthy-restarts', 'P08'],
  [
    'restarts an unhealthy job without its state',
    doing(actions => actions.map(it => (it._tag === 'PersistStatus' ? { ...it, status: startsUnhealthyOnesEmpty(it.status) } : it))),
    'rows/unhealthy-restarts',
    'P01',
  ],
  [
    'falls back to stateless where a submit broke off',
    mutants.find(([title]) => title === 'falls back to stateless')![1],
    'rows/taken-over-upgrade-taken-for-submitted',
    // the pod that the other operator left waits for its ConfigMap (A19); the restart that is advised then starts empty
    'P06',
  ],
]

describe('the model checker catches, in the worlds of single rows,', () => {
  test.each(rowMutants)('a core that %s', (_title, kind, world, property) => {
    const { violations } = verify({
      kinds: { FlinkDeployment: kind },
      env: checkerEnv,
      worlds: matrix.filter(({ name }) => name === world),
      stopAtFirst: true,
    })
    expect(violations.map(it => it.property), violations.map(({ what }) => what).join('; ')).toContain(property)
  }, 120_000)
})

type SnapshotKind = typeof flinkStateSnapshotKind

/** Who may need a savepoint is looked at, and taken for nobody. */
const needingNobody: SnapshotKind = {
  ...flinkStateSnapshotKind,
  observe: (desired, recorded, facts, env) =>
    flinkStateSnapshotKind.observe(desired, recorded, {
      ...facts,
      ...(facts.flinkDeployments?._tag === 'Known' ? { flinkDeployments: known([], facts.flinkDeployments.asOf) } : {}),
      ...(facts.flinkSessionJobs?._tag === 'Known' ? { flinkSessionJobs: known([], facts.flinkSessionJobs.asOf) } : {}),
      ...(facts.snapshots?._tag === 'Known' ? { snapshots: known([], facts.snapshots.asOf) } : {}),
    }, env),
}

const deciding = (change: (actions: ReturnType<SnapshotKind['reconcile']>) => ReturnType<SnapshotKind['reconcile']>): SnapshotKind => ({
  ...flinkStateSnapshotKind,
  reconcile: (desired, observed, env) => change(flinkStateSnapshotKind.reconcile(desired, observed, env)),
})

const snapshotMutants: readonly (readonly [
  title: string,
  kinds: { readonly FlinkDeployment: AnyKind } | { readonly FlinkStateSnapshot: SnapshotKind },
  world: string,
  property: string,
])[] = [
  ['disposes of a savepoint that the job is restored from', { FlinkStateSnapshot: needingNobody }, 'snapshots/upgrade-then-gone', 'P04'],
  [
    'asks Flink before the id is durable',
    {
      FlinkStateSnapshot: deciding(
        actions => (actions.some(({ _tag }) => _tag === 'TriggerSavepoint') ? actions.filter(({ _tag }) => _tag !== 'PersistStatus')
          : actions),
      ),
    },
    'snapshots/manual',
    'P03',
  ],
  [
    'never lets a deleted snapshot go',
    { FlinkStateSnapshot: deciding(actions => actions.filter(({ _tag }) => _tag !== 'RemoveFinalizer')) },
    'snapshots/manual-then-gone',
    'P06',
  ],
  [
    'labels a snapshot again and again',
    {
      FlinkStateSnapshot: deciding(actions => (actions.length > 1 ? actions : [
        {
          _tag: 'PatchObject',
          target: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkStateSnapshot', namespace: 'default', name: 'app', uid: '' },
          patch: { metadata: { labels: {} } },
          why: 'mutant',
        },
        { _tag: 'Requeue', after: 5_000, waitingFor: 'mutant' },
      ])),
    },
    'snapshots/manual',
    'P08',
  ],
  [
    'prunes what the job was started from out of the history',
    {
      FlinkDeployment: doing((actions, _facts, status) =>
        actions.map(
          action => (action._tag === 'DisposeSavepoint'
            ? { ...action, path: (status as FlinkDeploymentStatus).jobStatus.upgradeSavepointPath ?? action.path } : action),
        )
      ),
    },
    'snapshots/history-edit-manual',
    'P04',
  ],
]

describe('the model checker catches, in the worlds of snapshots,', () => {
  test.each(snapshotMutants)('a core that %s', (_title, kinds, world, property) => {
    const { violations } = verify({
      kinds,
      env: checkerEnv,
      worlds: matrix.filter(({ name }) => name === world),
      stopAtFirst: property !== 'P06' && property !== 'P08',
    })
    expect(violations.map(it => it.property), violations.map(({ what }) => what).join('; ')).toContain(property)
  }, 120_000)
})

/** In the matrix the same worlds are sound. */
describe('the model checker catches a second operator', () => {
  test.each(
    [
      ['of another version whose fields our writes forget', 'ForgetfulWrites', 'savepoint/ha/delete/other-version', ['P11']],
      ['beside it if status writes are not guarded by the resourceVersion', 'UnguardedWrites', 'savepoint/ha/edit/second-operator', [
        'P03',
      ]],
    ] as const,
  )('%s (%s)', (_title, broken, name, properties) => {
    const worlds = matrix.filter(world => world.name === name).map(world => ({ ...world, broken }))
    const { violations } = verify({ env: checkerEnv, worlds, stopAtFirst: true })
    expect(violations.map(({ property }) => property).filter(it => (properties as readonly string[]).includes(it))).not.toEqual([])
  }, 300_000)
})

test('A19 the model checker catches pods that start without the key of their attempt: a Deployment that is late runs', () => {
  const worlds = matrix.filter(({ name }) => name === 'late-and-lost/savepoint/no-ha/edit').map(world => ({
    ...world,
    broken: 'NoAttemptKey' as const,
  }))
  const { violations } = verify({ env: checkerEnv, worlds, stopAtFirst: true })
  expect(violations).toHaveLength(1)
  expect(['P01', 'P02']).toContain(violations[0]?.property)
}, 300_000)

test('P05 the model checker catches HA metadata that goes beside a pod which starts without the key of its attempt', () => {
  const worlds = matrix.filter(({ name }) => name === 'late-from-before/savepoint/ha/edit').map(world => ({
    ...world,
    broken: 'NoAttemptKey' as const,
  }))
  const { violations } = verify({ env: checkerEnv, worlds, stopAtFirst: true })
  expect(violations.map(({ property }) => property)).toEqual(['P05'])
}, 300_000)

describe('a counterexample, saved and gone again', () => {
  const [title, mutant, world] = mutants.find(([name]) => name === 'sends a second trigger id while a stop is under way')!
  const [story] = verify({
    kinds: { FlinkDeployment: mutant },
    env: checkerEnv,
    worlds: matrix.filter(({ name }) => name === world),
    limit: 25_000,
    stopAtFirst: true,
  })
    .violations

  test(`P03: with the core that ${title} it goes as it went: what it saw, why, what it decided and did`, () => {
    expect(story).toMatchObject({ property: 'P03', world })
    expect(replayStory({ kinds: { FlinkDeployment: mutant }, env: checkerEnv }, JSON.parse(JSON.stringify(story)))).toEqual({
      _tag: 'Replayed',
      lines: story!.lines,
      first: null,
    })
    const text = story!.lines.join('\n')
    for (const part of [/^1\. /, / {5}saw deployment /, / {5}because [a-z]+(?:-[a-z]+)*[/,]/, / {5}decided /, /performs: PersistStatus/])
      expect(text).toMatch(part)
  })

  test('with the sound core it goes otherwise', () => {
    expect(replayStory({ env: checkerEnv }, story!)).toMatchObject({ _tag: 'Replayed', first: expect.any(Number) as number })
  })
})
