import { unknownStateError } from '../../job/upgrade/upgrade-answer.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { Problem } from '../../round/decision.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { jobManagerFailure } from '../../cluster/seen/pod-failure.ts'
import { restProblem } from '../../cluster/seen/rest-unreachable.ts'
import type { Round } from '../round.ts'

/**
 * What was seen to be wrong in this round, whatever the situation: the JobManager can't come up, is missing, the job failed, or the spec is
 * not valid.
 */
export const roundProblem = (round: Round, status: FlinkDeploymentStatus): Problem | null =>
  round.desired.meta.deletionTimestamp === null
    ? (contradiction(round, status) ?? podProblem(round, status) ?? restProblem(round, status) ?? missingProblem(round, status)
      ?? jobProblem(round, status) ?? validationProblem(round)) : null

/** Told also while an operation is under way or something is waited for: the error is not over before the spec is mended (P10, P16). */
export const validationProblem = ({ desired: { invalid } }: Pick<Round, 'desired'>): Problem | null =>
  invalid === null ? null : { owner: 'validation', type: 'ValidationException', message: invalid.message, reason: 'ValidationError' }

/** Told for as long as nobody has said what the job goes on from, whatever else is so (P25). */
const contradiction = ({ desired: { deployed } }: Pick<Round, 'desired'>, status: FlinkDeploymentStatus): Problem | null => {
  const state = status.operation === null ? lastStateOf(status, deployed) : null
  return state?._tag !== 'Unknown' || state.why !== 'Contradicted' ? null
    : { owner: 'upgrade', type: 'UpgradeFailureException', message: unknownStateError(state.reason), reason: 'RestoreFailed' }
}

const podProblem = ({ observed: { facts } }: Pick<Round, 'observed'>, status: FlinkDeploymentStatus): Problem | null => {
  if (status.jobManagerDeploymentStatus !== 'ERROR' || facts.deployment?._tag !== 'Known' || facts.jobManagerPods?._tag !== 'Known')
    return null
  const failure = jobManagerFailure(facts.deployment.value, facts.jobManagerPods.value)
  return failure === null ? null
    : { owner: 'job-manager', type: 'DeploymentFailedException', message: failure.message, reason: failure.reason }
}

const missingProblem = (
  { desired: { deployed }, observed: { recorded } }: Pick<Round, 'desired' | 'observed'>,
  status: FlinkDeploymentStatus,
): Problem | null =>
  status.jobManagerDeploymentStatus === 'MISSING' && recorded.status.jobManagerDeploymentStatus !== 'MISSING' && isMeantToRun(deployed)
    && status.operation === null && recorded.status.operation === null && status.reconciliationStatus.state === 'DEPLOYED'
    ? { owner: 'job-manager', type: 'MissingJobManagerException', message: 'Missing JobManager deployment', reason: 'Missing' } : null

const isMeantToRun = (deployed: Round['desired']['deployed']): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running'

const jobProblem = ({ observed: { recorded, facts } }: Pick<Round, 'observed'>, status: FlinkDeploymentStatus): Problem | null => {
  if (!isFailureToTell(recorded.status, status)) return null
  const cause = facts.exceptions?._tag === 'Known' ? facts.exceptions.value[0] : undefined
  return {
    owner: 'job',
    type: cause?.type ?? 'JobFailed',
    message: cause === undefined ? 'The job failed' : causeChain(cause.stackTrace),
    reason: 'Error',
  }
}

/** When it is first seen, and again when an operation's error that stood in its place is over. */
export const isFailureToTell = (before: FlinkDeploymentStatus, { jobStatus }: FlinkDeploymentStatus): boolean =>
  jobStatus.state === 'FAILED'
  && (before.jobStatus.state !== 'FAILED' || before.operatorRecord.errorOwner === 'operation')

/** The messages of the first three causes (control-flow.md, section 1.7): the innermost one is usually what helps. */
const causeChain = (stackTrace: string): string => {
  const [first = '', ...rest] = stackTrace.split('\n')
  const causes = rest.filter(line => line.startsWith('Caused by: ')).map(line => line.slice('Caused by: '.length))
  return [first, ...(causes.length <= 2 ? causes : [causes[0] ?? '', causes.at(-1) ?? ''])].join(' -> ')
}
