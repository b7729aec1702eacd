import fc from 'fast-check'
import { attemptAnnotation } from '../../../packages/core/src/cluster-manifest/object-metadata.ts'
import { formatInstant } from '../../../packages/core/src/codec/instant.ts'
import { absent, type Fact, known, unknown } from '../../../packages/core/src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../packages/core/src/fact/flink-deployment-facts.ts'
import { pauseAnnotation } from '../../../packages/core/src/flink-deployment/pause.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/resource/flink-deployment-status.ts'
import { jobStates } from '../../../packages/core/src/resource/job-state.ts'
import type { OperationPurpose } from '../../../packages/core/src/resource/operation.ts'
import {
  aCheckpoint, aConfigMap, aContainer, aDeployment, aJob, aPod, aStartingPod, checkpointStatistics, clusterConfigMap, flinkConfigMap, haConfigMap, jobId, neverAvailable, notAvailable, restService, terminated, waiting,
} from './cluster-facts.ts'
import { aDeploy, aSuspend, aTearDown, freshStatus, operationId, runningStatus } from './deployment-status.ts'
import { finalizer, type SpecChange, t0 } from './flink-deployment-resource.ts'
import type { Given } from './round.ts'

const marker = 'KUBERNETES_OPERATOR_LAST_STATE'

/** What people write, valid and not. */
const specs: readonly SpecChange[] = [
  {}, { job: { parallelism: 3 } }, { job: { upgradeMode: 'last-state' } }, { job: { upgradeMode: 'last-state', parallelism: 3 } }, { job: { upgradeMode: 'stateless', parallelism: 3 } },
  { job: { upgradeMode: 'stateless' } }, { job: { state: 'suspended' } }, { job: { parallelism: -1 } }, { job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/init' } }, { job: { initialSavepointPath: 's3://b/init' } },
  { noHa: true }, { noHa: true, job: { parallelism: 3 } }, { rest: { flinkVersion: 'v1_19' } }, { rest: { mode: 'standalone' } }, { rest: { restartNonce: 4 } },
  { configuration: { 'kubernetes.operator.job.restart.failed': 'true' } }, { configuration: { 'kubernetes.operator.job.savepoint-on-deletion': 'true' } },
  { configuration: { 'kubernetes.operator.deployment.rollback.enabled': 'true' } }, { configuration: { 'kubernetes.operator.jm-deployment-recovery.enabled': 'false' } },
  { configuration: { 'kubernetes.operator.job.upgrade.last-state.job-cancel.enabled': 'true' }, job: { upgradeMode: 'last-state', parallelism: 3 } },
  { configuration: { 'kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age': '20 s' }, job: { upgradeMode: 'last-state', parallelism: 3 } },
]
const recordedSpecs: readonly SpecChange[] = [{}, { noHa: true }, { rest: { image: 'bad' } }, { rest: { mode: 'standalone' } }]

const moment = fc.constantFrom(t0 - 90_000_000, t0 - 600_000, t0 - 40_000, t0 - 6_000, t0 - 3_600, t0 - 3_400, t0 - 1, t0, t0 + 1, t0 + 60_000)
const maybeMoment = fc.option(moment, { nil: null })
const modes = fc.constantFrom('stateless', 'savepoint', 'last-state')
const path = fc.constantFrom(null, 's3://b/sp/1', marker)
const source = fc.constantFrom(
  { _tag: 'Empty', reason: 'x' }, { _tag: 'Path', path: 's3://b/sp/1', reason: 'x' }, { _tag: 'LastState', restorePath: marker, reason: 'x' }, { _tag: 'LastState', restorePath: null, reason: 'x' },
) satisfies fc.Arbitrary<ReturnType<typeof aDeploy>['source']>
const incarnation = fc.constantFrom(aSuspend().incarnation, null, { deploymentUid: 'other', podUid: null, restartCount: 7, jobStartTime: null })
const purposes: readonly OperationPurpose[] = ['FirstDeployment', 'Upgrade', 'Suspend', 'Resume', 'Rollback', 'Recovery', 'RestartFailed', 'SavepointRedeploy', 'ShutdownTtl', 'Deletion', 'StopStray']

const operations = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.record({ mode: fc.constantFrom('SAVEPOINT', 'CANCEL', 'STATELESS', 'LAST_STATE'), step: fc.constantFrom('Requested', 'TearDown'), restoreMode: modes, purpose: fc.constantFrom('Upgrade', 'Suspend', 'Rollback', 'Deletion'), giveUpAt: moment, mintedAt: moment, incarnation }).map(aSuspend),
  fc.record({ step: fc.constantFrom('TearDown', 'Create', 'Created', 'Abandon'), source, purpose: fc.constantFrom(...purposes), giveUpAt: moment, mintedAt: moment, abandonedAt: moment, jobId: fc.constantFrom(jobId, 'b'.repeat(32)) }).map(aDeploy),
  fc.record({ purpose: fc.constantFrom('ShutdownTtl', 'StopStray', 'Deletion'), deleteHaMetadata: fc.boolean(), giveUpAt: moment, mintedAt: moment }).map(aTearDown),
)

const deployedStatus = fc.record({
  spec: fc.constantFrom(...recordedSpecs), used: modes, recordedState: fc.constantFrom('running', 'running', 'suspended'), firstDeployment: fc.boolean(), stable: fc.constantFrom('same', 'other', 'none'),
  state: fc.constantFrom('DEPLOYED', 'DEPLOYED', 'UPGRADING', 'ROLLING_BACK', 'ROLLED_BACK'), jobState: fc.constantFrom(...jobStates, 'RUNNING', null), jobManager: fc.constantFrom('READY', 'READY', 'DEPLOYED_NOT_READY', 'DEPLOYING', 'MISSING', 'ERROR'),
  upgradeSavepointPath: path, startTime: moment, updateTime: moment, reconciliationTimestamp: moment, operation: operations, attempts: fc.constantFrom(0, 3), deployedAttempt: fc.constantFrom(null, 'd'.repeat(32)), deployedSource: fc.option(source, { nil: null }),
  terminalSince: maybeMoment, jobMissedSince: maybeMoment, podTroubleSince: maybeMoment, scalingBlindSince: maybeMoment, retryAt: maybeMoment, runningSince: maybeMoment, left: fc.boolean(),
  error: fc.constantFrom(null, ['x', 'job'], ['x', 'validation'], ['x', null], ['x', 'operation']),
}).map((it): FlinkDeploymentStatus => {
  const recorded = { spec: it.spec, used: it.used, state: it.recordedState, firstDeployment: it.firstDeployment }
  return runningStatus({
    recorded, ...(it.stable === 'same' ? {} : { stable: it.stable === 'none' ? null : { spec: { rest: { image: 'old' } } } }),
    reconciliation: { state: it.state, reconciliationTimestamp: it.reconciliationTimestamp }, jobManagerDeploymentStatus: it.jobManager, operation: it.operation, error: it.error?.[0] ?? null,
    job: { state: it.jobState, upgradeSavepointPath: it.upgradeSavepointPath, startTime: String(it.startTime), updateTime: String(it.updateTime) },
    record: {
      attempts: it.attempts, deployedAttempt: it.deployedAttempt, deployedSource: it.deployedSource, terminalSince: it.terminalSince, jobMissedSince: it.jobMissedSince, podTroubleSince: it.podTroubleSince, scalingBlindSince: it.scalingBlindSince,
      retryAt: it.retryAt, runningSince: it.runningSince, left: it.left, errorOwner: it.error?.[1] ?? null,
    },
  })
})

const statuses = fc.oneof({ weight: 9, arbitrary: deployedStatus }, fc.constant(freshStatus))

const reasons = fc.constantFrom('Unreachable', 'Timeout', 'Forbidden', 'NotSynced', 'Undecodable', 'NotReady')
const factOf = <A>(values: fc.Arbitrary<A>, isAbsentPossible: boolean): fc.Arbitrary<Fact<A>> => fc.oneof(
  { weight: 6, arbitrary: fc.tuple(values, moment).map(([value, asOf]): Fact<A> => known(value, asOf)) },
  fc.tuple(reasons, moment).map(([reason, asOf]): Fact<A> => unknown(reason, 'not seen', asOf)),
  ...(isAbsentPossible ? [fc.constant<Fact<A>>(absent(t0))] : []),
)

const marked = { annotations: { [attemptAnnotation]: operationId } }
const deployments = fc.constantFrom(
  aDeployment(), aDeployment(marked), notAvailable(), neverAvailable(), aDeployment({ deleting: true }), aDeployment({ wantedReplicas: 0, replicas: 0, availableReplicas: 0 }),
  notAvailable({ conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'quota', lastTransitionTime: t0 }] }),
)
const pods = fc.constantFrom(
  [], [], [aPod()], [aStartingPod()], [aPod({ deleting: true })], [aPod({ uid: 'other' })], [aPod({ failedMount: 'late' })], [aPod({ containers: [aContainer({ state: waiting('CrashLoopBackOff', 'back-off 10s') })] })],
  [aPod({ containers: [aContainer({ restartCount: 4, lastState: terminated('OOMKilled', 137) })] })],
)
const configMaps = fc.subarray([
  flinkConfigMap(), flinkConfigMap(operationId, { name: 'pod-template-app' }), clusterConfigMap, haConfigMap(), haConfigMap('c'.repeat(32)), haConfigMap('b'.repeat(32), ['jobGraph-b']), { ...aConfigMap('app-x-config-map'), deleting: true }, aConfigMap('users'),
])
const services = fc.subarray([restService(), { ...restService(operationId), name: 'app', uid: 'uid-internal' }, { ...restService(null), name: 'gone', deleting: true }])
const jobs = fc.subarray([...jobStates.map(state => aJob(state)), aJob('RUNNING', { tasks: { total: 2, running: 1, finished: 0 } })], { maxLength: 1 })
  .chain(own => fc.boolean().map(other => (other ? [...own, aJob('RUNNING', { jobId: 'f'.repeat(32) })] : own)))
const checkpoints = fc.constantFrom(
  checkpointStatistics(), checkpointStatistics({ completed: aCheckpoint(7), completedCount: 3 }), checkpointStatistics({ completed: aCheckpoint(7, { discarded: true }), completedCount: 3 }),
  checkpointStatistics({ savepoint: aCheckpoint(9, { isSavepoint: true, isStop: false, triggerTimestamp: t0 - 5_000 }), completedCount: 1 }), checkpointStatistics({ completed: aCheckpoint(7, { addressable: false }), completedCount: 1 }),
  checkpointStatistics({ inProgress: { id: 8, triggerTimestamp: t0 - 1_000 }, completed: aCheckpoint(7, { triggerTimestamp: t0 - 90_000 }) }),
)
const stopOperations = fc.constantFrom(
  { _tag: 'InProgress' as const }, { _tag: 'Completed' as const, location: 's3://b/sp/9', checkpointId: 9 }, { _tag: 'Completed' as const, location: null, checkpointId: null },
  { _tag: 'Failed' as const, causes: [{ type: 'X', message: 'no' }], savepointPath: null }, { _tag: 'Failed' as const, causes: [], savepointPath: 's3://b/sp/9' },
)
const exceptions = fc.constantFrom([], [{ type: 'X', stackTrace: 'X: boom\nCaused by: Y', timestamp: t0 - 1_000, taskName: null, endpoint: null, taskManagerId: null, failureLabels: {} }])

type FullFacts = Required<Pick<FlinkDeploymentFacts, 'deployment' | 'jobManagerPods' | 'configMaps' | 'services' | 'jobs' | 'checkpoints' | 'stopOperation'>> & FlinkDeploymentFacts

const mixedFacts: fc.Arbitrary<FullFacts> = fc.record({
  deployment: factOf(deployments, true), taskManagerDeployment: factOf(fc.constant(aDeployment({ name: 'app-taskmanager', uid: 'uid-tm' })), true), jobManagerPods: factOf(pods, false), configMaps: factOf(configMaps, false), services: factOf(services, false),
  jobs: factOf(jobs, false), checkpoints: factOf(checkpoints, true), stopOperation: factOf(stopOperations, true), exceptions: factOf(exceptions, false),
  clusterOverview: factOf(fc.constant({ flinkVersion: '1.20.1', flinkRevision: 'abc', taskManagers: 1 }), false), ingress: fc.constant(absent(t0)), snapshots: factOf(fc.constant([]), true),
})

const noRest = unknown<never>('Unreachable', 'no', t0)
const whole = {
  taskManagerDeployment: absent<never>(t0), checkpoints: known(checkpointStatistics(), t0), stopOperation: absent<never>(t0), exceptions: known([], t0), clusterOverview: noRest, ingress: absent<never>(t0), snapshots: known([], t0),
  deployment: known(aDeployment(), t0), jobManagerPods: known([aPod()], t0), configMaps: known([flinkConfigMap(), clusterConfigMap, haConfigMap()], t0), services: known([restService()], t0), jobs: known([aJob('RUNNING')], t0),
} satisfies FullFacts

const gone: FullFacts = { ...whole, deployment: absent(t0), jobManagerPods: known([], t0), configMaps: known([clusterConfigMap, haConfigMap()], t0), services: known([], t0), jobs: noRest, checkpoints: noRest }
/** Every object of the attempt that `aDeploy` names. */
const complete: FullFacts = { ...gone, deployment: known(aDeployment(marked), t0), configMaps: known([flinkConfigMap(operationId)], t0), services: known([restService(operationId)], t0) }

/** Every fact was looked at, live; some could not be seen, and some worlds are in order. */
export const fullFacts: fc.Arbitrary<FullFacts> = fc.oneof(
  { weight: 2, arbitrary: mixedFacts },
  fc.constantFrom<FullFacts>(whole, gone, { ...gone, jobManagerPods: known([aPod({ deleting: true })], t0) }, { ...gone, configMaps: known([], t0) }, { ...gone, configMaps: known([{ ...haConfigMap(), deleting: true }], t0) }, complete,
    { ...whole, jobs: noRest }, { ...whole, jobs: known([aJob('FAILED')], t0) }, { ...whole, jobs: known([], t0) }, { ...gone, deployment: known(aDeployment({ wantedReplicas: 0, replicas: 0, availableReplicas: 0 }), t0) }),
)

/** Some facts, some of them from a cache. */
export const someFacts: fc.Arbitrary<FlinkDeploymentFacts> = fc.tuple(fullFacts, fc.uniqueArray(fc.nat(12)), fc.boolean()).map(([facts, dropped, isCached]) => {
  const kept = Object.fromEntries(Object.entries(facts).filter((_, i) => !dropped.includes(i)))
  return isCached && facts.deployment._tag !== 'Unknown' ? { ...kept, deployment: { ...facts.deployment, source: 'cache' as const } } : kept
})

const rollbackOn = { configuration: { 'kubernetes.operator.deployment.rollback.enabled': 'true' } }

/** Statuses with the one spec that makes something rare due. */
const rare: readonly { readonly status: FlinkDeploymentStatus; readonly spec: SpecChange }[] = [
  { spec: rollbackOn, status: runningStatus({ stable: { spec: { rest: { image: 'old' } } }, job: { state: 'CREATED' }, reconciliation: { reconciliationTimestamp: t0 - 600_000 }, recorded: { used: 'last-state' } }) },
  { spec: rollbackOn, status: runningStatus({ stable: { spec: { rest: { image: 'old' } } }, job: { state: 'FAILED', upgradeSavepointPath: 's3://b/sp/1' }, record: { terminalSince: t0 - 60_000, left: true }, reconciliation: { reconciliationTimestamp: t0 - 600_000 } }) },
  { spec: {}, status: runningStatus({ job: { state: 'FINISHED' }, record: { terminalSince: t0 - 90_000_000, left: true } }) },
  { spec: { configuration: { 'kubernetes.operator.job.restart.failed': 'true' } }, status: runningStatus({ job: { state: 'FAILED', upgradeSavepointPath: 's3://b/sp/1' }, record: { terminalSince: t0 - 60_000, left: true } }) },
  { spec: {}, status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }) },
  { spec: { job: { parallelism: -1 } }, status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' }, reconciliation: { state: 'ROLLED_BACK' }, recorded: { spec: { rest: { image: 'bad' } } }, stable: {} }) },
  { spec: {}, status: runningStatus({ reconciliation: { state: 'ROLLED_BACK' }, recorded: { spec: { rest: { image: 'bad' } } }, stable: {} }) },
]

/** Rounds: status × spec × facts × what is asked of the resource. */
export const givenRounds = (facts: fc.Arbitrary<FlinkDeploymentFacts>): fc.Arbitrary<Given> =>
  fc.record({
    pair: fc.oneof({ weight: 7, arbitrary: fc.record({ status: statuses, spec: fc.constantFrom(...specs) }) }, fc.constantFrom(...rare)), facts, generation: fc.constantFrom(1, 2),
    deletedAt: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, fc.constantFrom(t0 - 1_000, t0 - 400_000)), finalizers: fc.constantFrom([finalizer], [finalizer], [finalizer], []),
    annotations: fc.oneof({ weight: 20, arbitrary: fc.constant({}) }, fc.constantFrom('true', 'no', `until=${formatInstant(t0 + 1_500)}`).map(value => ({ [pauseAnnotation]: value }))),
  }).map(({ pair: { status, spec }, facts: seen, generation, deletedAt, finalizers, annotations }) => ({
    status, spec, facts: seen, now: t0, metadata: { generation, finalizers, annotations, ...(deletedAt === null ? {} : { deletionTimestamp: formatInstant(deletedAt) }) },
  }))
