import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, isBlank, type Rule } from './rule.ts'

type ChangeRule = Rule<FlinkDeploymentInput>

/** Rows 9a and 9b: an application cluster can not become a session cluster, nor the reverse. */
export const clusterKindUnchanged: ChangeRule = ({ spec, recorded }) => {
  if (recorded === null) return []
  const [had, has] = [recorded.spec.job !== null, spec.job !== null]
  return [
    ...errorIf(has && !had, 'job', 'Cannot switch from session to job cluster'),
    ...errorIf(had && !has, 'job', 'Cannot switch from job to session cluster'),
  ]
}

/** Rows 9c and 9d. */
export const modeUnchanged: ChangeRule = ({ spec, recorded }) => {
  if (recorded === null) return []
  const [before, after] = [recorded.spec.mode ?? 'native', spec.mode ?? 'native']
  return errorIf(before !== after, 'mode', `Cannot switch from ${before} kubernetes to ${after} kubernetes cluster`)
}

interface WithJob {
  readonly spec: Pick<FlinkDeploymentSpec, 'job'>
}

/** Row 9e. */
export const savepointRedeployNeedsPath: Rule<WithJob & { readonly recorded: WithJob | null }> = ({ spec, recorded }) => {
  const [before, after] = [recorded?.spec.job ?? null, spec.job]
  return errorIf(
    before !== null && after !== null && after.savepointRedeployNonce !== null
      && after.savepointRedeployNonce !== before.savepointRedeployNonce && isBlank(after.initialSavepointPath),
    'job.initialSavepointPath',
    'InitialSavepointPath must not be empty for savepoint redeployment',
  )
}

/** Row 10. */
export const serviceAccountPresent: ChangeRule = ({ spec }) =>
  errorIf(
    spec.serviceAccount === null,
    'serviceAccount',
    'spec.serviceAccount must be defined. If you use helm, its value should be the same with the name of jobServiceAccount.',
  )
