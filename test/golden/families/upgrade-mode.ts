import * as E from 'fp-ts/lib/Either.js'
import { isDeepStrictEqual } from 'node:util'
import { decodeFlinkDeployment } from '../../../packages/core/src/crd/flink-deployment.ts'
import type { Env } from '../../../packages/core/src/contract/env.ts'
import { type Fact, known, unknown } from '../../../packages/core/src/contract/fact/fact.ts'
import type { CheckpointStatistics } from '../../../packages/core/src/contract/fact/flink-rest.ts'
import type { FlinkDeploymentFacts } from '../../../packages/core/src/contract/fact/cluster-facts.ts'
import { deployConfiguration } from '../../../packages/core/src/flink/configuration/deploy-configuration.ts'
import type { ConfiguredSpec } from '../../../packages/core/src/spec/configured-spec.ts'
import { validate } from '../../../packages/core/src/kind/flink-deployment/validated-deployment.ts'
import type { Round } from '../../../packages/core/src/kind/flink-deployment/application/application-round.ts'
import {
  upgradeInputsOf,
  availableUpgradeMode,
} from '../../../packages/core/src/kind/flink-deployment/application/upgrade/available-upgrade-mode.ts'
import { hostOf } from '../../../packages/core/src/cluster/observe/incarnation-seen.ts'
import type { UpgradeAnswer } from '../../../packages/core/src/job/upgrade/upgrade-answer.ts'
import { resourceOptions } from '../../../packages/core/src/options/resource-options.ts'
import type { JobState } from '../../../packages/core/src/contract/resource/job-status.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/contract/resource/flink-deployment-status.ts'
import { lastStateMarker } from '../../../packages/core/src/contract/resource/operation.ts'
import type { Facts } from '../../../packages/core/src/contract/fact/facts.ts'
import { type Difference, differenceOf, type GoldenFamily } from '../family.ts'
import { checkpointAt, jobOverview } from '../scripted-world.ts'
import { deploymentOf, haConfigMap, type ReconcileGiven } from './reconcile.ts'
import { givenOf, resourceOf, settingsOf } from './scripted.decode.ts'
import { askSession, sessionFacts } from './upgrade-mode.session.ts'

type Given = Omit<ReconcileGiven, 'observed'> & {
  readonly observed: {
    readonly haMetadataAvailable: boolean
    readonly jobManagerDeploymentPresent?: boolean
    readonly jobManagerNeverStarted?: boolean
    readonly lastCompletedCheckpoint: string | null
    readonly pendingCheckpoint: string | null
  }
}

const right = <A>(made: E.Either<unknown, A>): A => {
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  return made.right
}

const decode = (given: Given) => right(decodeFlinkDeployment(resourceOf({ ...given, lastReconciledSpecIsStable: true })))

/** What a look at the cluster of the vector tells. REST answers of a READY JobManager alone, and lists the job where its state was seen. */
const factsOf = ({ observed, resource: { metadata, status } }: Given, now: number): FlinkDeploymentFacts => {
  const { jobId, state, startTime } = status.jobStatus
  const isReady = status.jobManagerDeploymentStatus === 'READY'
  const isListed = jobId != null && state != null && state !== 'RECONCILING'
  return {
    jobs: isReady ? known(isListed ? [jobOverview(jobId, state as JobState, 'job', Number(startTime ?? 0))] : [], now)
      : unknown('Unreachable', 'connect ECONNREFUSED', now),
    deployment: observed.jobManagerDeploymentPresent === true
      ? known(deploymentOf(metadata['uid'] as string, isReady, observed.jobManagerNeverStarted === true), now, 'live')
      : { _tag: 'Absent', asOf: now, source: 'live' },
    configMaps: known(observed.haMetadataAvailable && jobId != null ? [haConfigMap(jobId, true)] : [], now, 'live'),
  }
}

const checkpoints = (
  { observed: { lastCompletedCheckpoint: completed, pendingCheckpoint: pending } }: Given,
  now: number,
): Fact<CheckpointStatistics> => {
  const at = (text: string | null) => (text === null ? null : checkpointAt('s3://b/cp/chk-9', Date.parse(text)))
  return known(
    {
      restored: null,
      completed: at(completed),
      savepoint: null,
      inProgress: at(pending),
      completedCount: 1,
      inProgressCount: 0,
      stateSize: null,
    },
    now,
    'live',
  )
}

/** These vectors don't tell when the job was deployed: as those of `reconcile` do, an hour ago. */
const deployedAnHourAgo = (status: FlinkDeploymentStatus, now: number): FlinkDeploymentStatus => ({
  ...status,
  reconciliationStatus: { ...status.reconciliationStatus, reconciliationTimestamp: now - 3_600_000 },
})

/**
 * The round of the vector after it was observed: its status is taken as it stands, also as far as it is the last state of a job that ended.
 */
const roundOf = (given: Given, facts: FlinkDeploymentFacts, env: Env): Round => {
  const { meta, spec, status: read } = decode(given)
  const decoded = deployedAnHourAgo(read, env.now)
  const path = decoded.jobStatus.upgradeSavepointPath
  const status = path === null || path === lastStateMarker ? decoded
    : { ...decoded, operatorRecord: { ...decoded.operatorRecord, lastState: { _tag: 'Path' as const, path, seen: 'Adopted' as const } } }
  return {
    desired: validate({ meta, spec, status }, env),
    observed: { recorded: { meta, status }, status, facts, others: [], host: hostOf(status, facts) },
    env,
  }
}

/** The wanted spec, configured; also where it is not valid, which this family does not ask for. */
const wantedOf = (given: Given, { flinkDefaults }: Env): ConfiguredSpec => {
  const { meta, spec } = decode(given)
  const effective = right(deployConfiguration(meta, spec, flinkDefaults))
  if (spec.job === null) throw new Error('no job')
  return { spec, job: spec.job, flinkVersion: spec.flinkVersion, effective, options: resourceOptions(effective.configuration).options }
}

const ask = (given: Given, facts: FlinkDeploymentFacts, env: Env): UpgradeAnswer => {
  const round = roundOf(given, facts, env)
  const { deployed } = round.desired
  if (deployed._tag !== 'Deployed') throw new Error(`not deployed: ${deployed._tag}`)
  return availableUpgradeMode(upgradeInputsOf(round, wantedOf(given, env), deployed.running, deployed.reconciled.job.upgradeMode))
}

const comparable = (answer: UpgradeAnswer, calls: readonly unknown[]): Readonly<Record<string, unknown>> => {
  switch (answer._tag) {
    case 'Available':
      return {
        available: true,
        suspendMode: answer.suspend,
        restoreMode: answer.restoreMode,
        allowFallback: false,
        allowOtherReconcileActions: false,
        calls: [...calls, ...(answer.neverStarted ? [{ call: 'deleteClusterDeployment', deleteHaData: false }] : [])],
      }
    case 'NotAvailable':
      return {
        available: false,
        suspendMode: null,
        restoreMode: null,
        allowFallback: answer.allowFallback,
        allowOtherReconcileActions: answer.allowOther,
        calls,
      }
    case 'Blocked':
      return { throws: 'UpgradeFailureException', message: answer.error }
    case 'LookFirst':
      return { look: answer.at }
  }
}

/**
 * From the status to the answer, by way of `upgradeInputsOf`. `given.observed` answers the looks; a look at the checkpoints is the call
 * `getCheckpointInfo`.
 */
export const upgradeMode: GoldenFamily = {
  name: 'upgrade-mode',
  run: vector => {
    const given = givenOf<Given>(vector)
    const now = Date.parse(given.now)
    const env: Env = { hasSnapshotController: false, ...settingsOf(given), now, consecutiveFailures: 0 }
    const isSession = given.kind === 'FlinkSessionJob'
    const facts: Facts = isSession ? sessionFacts(given, now) : factsOf(given, now)
    const asked = (it: Facts): UpgradeAnswer => (isSession ? askSession(given, it, env) : ask(given, it, env))
    const first = asked(facts)
    const looked = first._tag === 'LookFirst' && first.at === 'Checkpoints'
    const got = comparable(
      looked ? asked({ ...facts, checkpoints: checkpoints(given, now) }) : first,
      looked ? [{ call: 'getCheckpointInfo' }] : [],
    )
    const { jobStateAfter: _job, specUpgradeModeAfter: _mode, ...expect } = vector.expect
    const { calls: _calls, ...thrown } = expect
    return differencesOf('throws' in expect ? thrown : expect, got)
  },
}

const differencesOf = (want: Readonly<Record<string, unknown>>, got: Readonly<Record<string, unknown>>): readonly Difference[] =>
  [...new Set([...Object.keys(want), ...Object.keys(got)])].map(field => differenceOf(field, want[field], got[field])).filter(it =>
    !isDeepStrictEqual(it.want, it.got)
  )
