import { describe, expect, test } from 'vitest'
import { type Fact, known, type FlinkDeploymentFacts } from '@flink-operator/core/fact'
import type { FlinkDeploymentAction, FlinkDeploymentDesired, FlinkDeploymentObserved } from '@flink-operator/core/kind/flink-deployment'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { type FlinkDeploymentStatus, isTerminal, type LastState } from '@flink-operator/core/resource'
import { allWorlds, type AnyKind, checkerEnv, verify } from './index.ts'

const sound = flinkDeploymentKind as AnyKind

/** The kind that knows the last state better. */
const concluding = (conclude: (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts) => LastState | null): AnyKind => ({
  ...sound,
  observe: (desired, recorded, facts, env) => {
    const observed = sound.observe(desired, recorded, facts, env) as FlinkDeploymentObserved
    const lastState = conclude(observed.status, facts)
    return lastState === null ? observed
      : { ...observed, status: { ...observed.status, operatorRecord: { ...observed.status.operatorRecord, lastState } } }
  },
})

const none: LastState = { _tag: 'None', reason: 'mutant' }
const isUnknown = ({ operatorRecord: { lastState } }: FlinkDeploymentStatus): boolean => lastState._tag === 'Unknown'

const noValueIsProof = concluding(status => (isUnknown(status) && isTerminal(status.jobStatus.state) ? none : null))

const isFirst = ({ reconciliationStatus, operation }: FlinkDeploymentStatus): boolean =>
  reconciliationStatus.lastReconciledSpec === null
  || (operation !== null && operation.kind !== 'Unreadable' && operation.purpose === 'FirstDeployment')

/** What it deploys first it takes for the first that there ever was, and looks for no HA metadata. */
const noRecordIsNever: AnyKind = {
  ...sound,
  observe: (desired, recorded, facts, env) => {
    if (!isFirst(recorded.status)) return sound.observe(desired, recorded, facts, env)
    const { configMaps } = facts
    const unobservable = configMaps?._tag !== 'Known' ? facts
      : { ...facts, configMaps: { ...configMaps, value: configMaps.value.filter(({ name }) => !name.endsWith('-config-map')) } }
    const never = {
      ...recorded.status,
      operatorRecord: { ...recorded.status.operatorRecord, lastState: { _tag: 'NeverStarted' } as const },
    }
    return sound.observe(desired, { ...recorded, status: never }, unobservable, env)
  },
}
const unseenIsNone = concluding((
  { jobStatus: { state } },
  { checkpoints },
) => (state === 'CANCELED' && checkpoints?._tag === 'Known' && checkpoints.value.restored === null && checkpoints.value.completedCount === 0
  ? none : null)
)
const listedIsNewest = concluding(({ jobStatus: { state } }, { checkpoints }) => {
  const path = checkpoints?._tag === 'Known' ? checkpoints.value.savepoint?.externalPath ?? null : null
  return state === 'FINISHED' && path !== null ? { _tag: 'Path', path, seen: 'Checkpoints' } : null
})

const rollsBackEmpty: AnyKind = {
  ...sound,
  reconcile: (desired, observed, env) =>
    sound.reconcile(desired, observed, env).map((action): FlinkDeploymentAction => {
      if (action._tag !== 'PersistStatus' || action.status.operation?.kind !== 'Deploy' || action.status.operation.purpose !== 'Rollback')
        return action
      return {
        ...action,
        status: {
          ...action.status,
          operation: {
            ...action.status.operation,
            source: { _tag: 'Empty', reason: 'mutant', left: { _tag: 'None', reason: 'a user asked for it' } },
          },
        },
      }
    }),
}

/** A job that has finished is rolled back as one that failed is. */
const rollsBackFinished: AnyKind = {
  ...sound,
  reconcile: (desired, observed, env) => {
    const { status, ...rest } = observed as FlinkDeploymentObserved
    return sound.reconcile(
      desired,
      status.jobStatus.state === 'FINISHED' ? { ...rest, status: { ...status, jobStatus: { ...status.jobStatus, state: 'FAILED' } } }
        : observed,
      env,
    )
  },
}

/** The spec that is refused says how the job is stopped. */
const obeysRefused: AnyKind = {
  ...sound,
  validate: (resource, env) => {
    const desired = sound.validate(resource, env) as FlinkDeploymentDesired
    const upgradeMode = resource.spec.job?.upgradeMode
    if (desired.invalid === null || desired.wanted === null || upgradeMode === undefined) return desired
    const job = { ...desired.wanted.job, upgradeMode }
    return { ...desired, wanted: { ...desired.wanted, job, spec: { ...desired.wanted.spec, job } } }
  },
}

const forgetsRedeployOfSuspended: AnyKind = {
  ...sound,
  validate: (resource, env) => {
    const { spec, status: { lifecycleState } } = resource
    return spec.job === null || (spec.job.state !== 'suspended' && lifecycleState !== 'SUSPENDED') ? sound.validate(resource, env)
      : sound.validate({ ...resource, spec: { ...spec, job: { ...spec.job, savepointRedeployNonce: null } } }, env)
  },
  reconcile: (desired, observed, env) =>
    sound.reconcile(desired, observed, env).map((action): FlinkDeploymentAction => {
      if (action._tag !== 'PersistStatus' || action.status.lifecycleState !== 'SUSPENDED') return action
      const { reconciliationStatus } = action.status
      const lastReconciledSpec =
        reconciliationStatus.lastReconciledSpec?.replace('"savepointRedeployNonce":null', '"savepointRedeployNonce":1') ?? null
      return { ...action, status: { ...action.status, reconciliationStatus: { ...reconciliationStatus, lastReconciledSpec } } }
    }),
}

/** Any run of the job is the one that was recorded. */
const oneRun: AnyKind = {
  ...sound,
  observe: (desired, recorded, facts, env) => {
    const { jobs } = facts
    const startTime = Number(recorded.status.jobStatus.startTime ?? 0)
    return sound.observe(
      desired,
      recorded,
      jobs?._tag !== 'Known' || startTime === 0 ? facts
        : { ...facts, jobs: known(jobs.value.map(job => ({ ...job, startTime })), jobs.asOf) },
      env,
    )
  },
}

/** What is wrong is kept from people. */
const reportsNothing: AnyKind = {
  ...sound,
  reconcile: (desired, observed, env) => {
    const { recorded: { status: before } } = observed as FlinkDeploymentObserved
    const unreported = (status: FlinkDeploymentStatus): FlinkDeploymentStatus => ({
      ...status,
      error: null,
      conditions: before.conditions,
      operatorRecord: { ...status.operatorRecord, errorOwner: null },
    })
    const isQuiet = ({ _tag }: FlinkDeploymentAction): boolean => _tag === 'PersistStatus' || _tag === 'EmitEvent' || _tag === 'Requeue'
    const actions = sound.reconcile(desired, observed, env)
    const isSame = (status: FlinkDeploymentStatus): boolean =>
      actions.every(isQuiet) && JSON.stringify(unreported(status)) === JSON.stringify(unreported(before))
    return actions.flatMap((
      action,
    ): readonly FlinkDeploymentAction[] => (action._tag !== 'PersistStatus' ? [action]
      : isSame(action.status) ? [] : [{ ...action, status: unreported(action.status) }])
    )
  },
}

/** The HA service that the job goes on with is taken for the one that it was stopped with, and nobody is told that it is another. */
const oneHaService: AnyKind = {
  ...reportsNothing,
  validate: (resource, env) => {
    const desired = sound.validate(resource, env) as FlinkDeploymentDesired
    const { wanted, deployed } = desired
    if (wanted === null || deployed._tag !== 'Deployed' || wanted.options.highAvailability === 'none') return desired
    const { options, effective } = deployed.running
    return {
      ...desired,
      wanted: { ...wanted, effective, options: { ...wanted.options, highAvailability: options.highAvailability } },
    }
  },
}

/** Whatever has the name is the resource's. */
const ownsByName: AnyKind = {
  ...sound,
  observe: (desired, recorded, facts, env) => {
    const owned = <A extends object>(it: A): A => ({ ...it, owners: [], ownerUids: [recorded.meta.uid] })
    const one = <A extends object>(
      fact: Fact<A> | undefined,
    ): Fact<A> | undefined => (fact?._tag === 'Known' ? { ...fact, value: owned(fact.value) } : fact)
    const all = <A extends object>(
      fact: Fact<readonly A[]> | undefined,
    ): Fact<readonly A[]> | undefined => (fact?._tag === 'Known' ? { ...fact, value: fact.value.map(owned) } : fact)
    const { deployment, services, configMaps } = facts
    return sound.observe(desired, recorded, {
      ...facts,
      ...given({ deployment: one(deployment), services: all(services), configMaps: all(configMaps) }),
    }, env)
  },
}
const given = (facts: { readonly [Key in keyof FlinkDeploymentFacts]: FlinkDeploymentFacts[Key] | undefined }): FlinkDeploymentFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined))

/** The range of ports is taken for a port until the objects are rendered. */
const rendersLate: AnyKind = {
  ...sound,
  validate: (resource, env) => swapped(sound.validate(swapped(resource, '50100-50200', '50100'), env), '50100', '50100-50200') as unknown,
}
const swapped = <A>(value: A, from: string, to: string): A => JSON.parse(JSON.stringify(value).replaceAll(from, to)) as A

/** What is recorded of moments counts, whatever the clock did. */
const trustsRecordedMoments: AnyKind = {
  ...sound,
  observe: (desired, recorded, facts, { steadySince: _since, ...env }) => sound.observe(desired, recorded, facts, env),
}

const leavesServiceGone: AnyKind = {
  ...reportsNothing,
  reconcile: (desired, observed, env) =>
    reportsNothing.reconcile(desired, observed, env).filter(action =>
      action._tag !== 'CreateObject' || action.manifest._tag !== 'ClusterManifest' || action.manifest.dependentOf === undefined
    ),
}

/** What is not ours does not run. */
const othersDoNotRun: AnyKind = {
  ...sound,
  reconcile: (desired, observed, env) => sound.reconcile(desired, { ...(observed as FlinkDeploymentObserved), others: [] }, env),
}

const retention = 'execution.checkpointing.externalized-checkpoint-retention'

/** A cancelled job leaves its checkpoints, whatever its configuration and Flink say. */
const cancelsAnyJob: AnyKind = {
  ...sound,
  validate: (resource, env) => {
    const desired = sound.validate(resource, env) as FlinkDeploymentDesired
    const { deployed } = desired
    if (deployed._tag !== 'Deployed') return desired
    const { effective } = deployed.running
    return {
      ...desired,
      deployed: {
        ...deployed,
        running: {
          ...deployed.running,
          effective: { ...effective, configuration: { ...effective.configuration, [retention]: 'RETAIN_ON_CANCELLATION' } },
        },
      },
    }
  },
  observe: (desired, recorded, facts, env) => {
    const { checkpointConfiguration } = facts
    return sound.observe(
      desired,
      recorded,
      checkpointConfiguration?._tag === 'Known'
        ? { ...facts, checkpointConfiguration: known({ isDeletedOnCancel: false }, checkpointConfiguration.asOf) } : facts,
      env,
    )
  },
}

/** Each in the world that found it in the rules as they were. */
const mutants: readonly (readonly [title: string, kind: AnyKind, world: string, property: string])[] = [
  [
    'F01: takes what is missing for a proof that there is no state',
    noValueIsProof,
    'tamper/savepoint/no-ha/suspend-resume/decisive',
    'P25',
  ],
  ['F02: takes a resource that was created anew for one that never ran', noRecordIsNever, 'tamper/savepoint/ha/idle/anew', 'P25'],
  ['F03: takes a run that never came to RUNNING for one without state', unseenIsNone, 'edits/savepoint/none/edit+restart/no-fault', 'P01'],
  ['F04: rolls back to nothing', rollsBackEmpty, 'edits/last-state/kubernetes/edit/rollback-of-the-first', 'P01'],
  ['F05: rolls a job back that has finished', rollsBackFinished, 'edits/stateless/kubernetes/ingress/rollback-of-the-first', 'P13'],
  ['F06: stops a job as a spec says that is refused', obeysRefused, 'edits/savepoint/none/edit+invalid-and-stateless/no-fault', 'P01'],
  [
    'F07: leaves out a redeploy that comes with a suspension',
    forgetsRedeployOfSuspended,
    'edits/savepoint/none/redeploy-suspended+resume/no-fault',
    'P06',
  ],
  ['F08: takes the savepoint that is listed for the newest', listedIsNewest, 'edits/savepoint/none/savepoint-nonce+edit/away', 'P01'],
  ['F09, P21: takes what has a name of ours for ours', ownsByName, 'strangers/savepoint/no-ha/delete/deployment', 'P21'],
  ['F09, P21: the same of Services', ownsByName, 'strangers/savepoint/no-ha/delete/service', 'P21'],
  ['F10: takes another run of the job for the one that it stopped', oneRun, 'savepoint/no-ha/edit-first-deploy/jobmanager', 'P01'],
  [
    'F11: leaves the state where the next HA service does not look for it, and tells nobody',
    oneHaService,
    'edits/last-state/kubernetes/HA-zookeeper+take-it-back/no-fault',
    'P06',
  ],
  ["F12: stops a job for a spec that can't be rendered", rendersLate, 'rows/unrenderable-crash', 'P10'],
  [
    'F13: waits for a name that somebody else has, and tells nobody',
    reportsNothing,
    'strangers/savepoint/no-ha/first-deploy/deployment',
    'P06',
  ],
  ["F14: keeps to itself what it can't read", reportsNothing, 'tamper/savepoint/no-ha/edit/unreadable', 'P06'],
  ['F15: goes by moments that another clock wrote', trustsRecordedMoments, 'tamper/last-state/no-ha/edit/clock', 'P01'],
  ["F16: leaves the Service of Flink's REST API gone, and tells nobody", leavesServiceGone, 'service-lost/savepoint/no-ha/edit', 'P06'],
  [
    "P21, P05: takes HA metadata by which somebody else's Deployment may run",
    othersDoNotRun,
    'tamper/last-state/ha/delete/restored',
    'P05',
  ],
  [
    'B23: cancels a job whose configuration says that its checkpoints go with it',
    cancelsAnyJob,
    'retention/cancel-deletes/last-state/no-ha/edit/calm',
    'P01',
  ],
  ['B23: cancels a job whose code says so', cancelsAnyJob, 'retention/code-deletes/last-state/ha/HA-off/calm', 'P01'],
]

describe('the model checker finds what was found by hand (docs/findings.md), should the rules lose it again:', () => {
  test.each(mutants)('%s', (_title, kind, name, property) => {
    const worlds = allWorlds.filter(world => world.name === name)
    expect(worlds.length).toBe(1)
    const { violations } = verify({
      kinds: { FlinkDeployment: kind },
      env: checkerEnv,
      worlds,
      stopAtFirst: property !== 'P06',
      limit: 100_000,
    })
    expect(violations.map(it => it.property), violations.map(({ what }) => what).join('; ')).toContain(property)
  }, 240_000)
})
