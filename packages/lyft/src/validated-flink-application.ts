import type { Env } from '@flink-operator/core'
import { describeDecodeError } from '@flink-operator/core/crd'
import { secretsOfResource } from '@flink-operator/core/round'
import type { Finding, Resource, ResourceMeta } from '@flink-operator/core/resource'
import { boundedFindings, firstError } from '@flink-operator/core/validation'
import { applicationOptionsOf } from './application-options.ts'
import { hashedMeta, withoutLastApplied } from './hash/hashed-application.ts'
import { specHash } from './hash/spec-hash.ts'
import { defaultTimers } from './retry/timers.ts'
import type { ApplicationDesired } from './flink-application-round.ts'
import type { FlinkApplicationSpec } from './spec/flink-application-spec.ts'
import { modeOf } from './spec/modes.ts'
import { colourOfAttempt, hasLiveColour } from './status/live-colour.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { validateFlinkApplication } from './validation/validate-application.ts'

/**
 * The colour that was chosen for the attempt (LD22). An operation of an attempt that is over, or with the colour of the live version, was
 * put back, and chose nothing (P25).
 */
const colourUnderWay = (status: FlinkApplicationStatus): string | null => {
  const { operation, operatorRecord: { attempts } } = status
  return operation?.kind === 'Deploy' && operation.version !== '' && operation.attempt >= attempts && !hasLiveColour(status, operation)
    ? operation.version : null
}

/** The hashes of the versions that the status knows. */
const recordedHashes = ({ deployHash, operation }: FlinkApplicationStatus): readonly string[] =>
  [deployHash, operation?.hash ?? '', operation?.colourlessHash ?? ''].filter(hash => hash !== '')

/** The desired state of the resource. An invalid spec requests nothing: the operator only looks after the running job (P10). */
export const validate = (
  { meta: given, spec, status, unread = [] }: Resource<FlinkApplicationSpec, FlinkApplicationStatus>,
  env: Env,
  secrets: readonly string[] = secretsOfResource({ meta: given, spec, status }, env),
): ApplicationDesired => {
  const meta = withoutLastApplied(given)
  const options = applicationOptionsOf(env.options)
  const mode = modeOf(status.deploymentMode === '' ? spec.deploymentMode : status.deploymentMode)
  const [specUnread] = unread.filter(({ path }) => path.startsWith('spec'))
  const findings: readonly Finding[] = specUnread === undefined
    ? boundedFindings([
      ...validateFlinkApplication({
        meta,
        spec,
        recordedMode: status.deploymentMode,
        options: options.objects,
        restrictions: env.options,
      }),
      ...env.found ?? [],
    ])
    : [{ severity: 'Error', field: specUnread.path, message: describeDecodeError(specUnread) }]
  const isDual = mode === 'Dual'
  const colour = isDual ? '' : colourUnderWay(status) ?? colourOfAttempt(status)
  const hashOf = (of: ResourceMeta, at: string | null): string => specHash({ meta: of, spec, colour: at }, options.objects)
  const colours = isDual ? [null] : [colour, status.deployVersion, '']
  const ofHash = hashedMeta(given, of => colours.map(at => hashOf(of, at)), recordedHashes(status))
  const hashed = (at: string | null): string => hashOf(ofHash, at)
  const colourlessHash = hashed(isDual ? null : '')
  return {
    meta,
    spec,
    mode,
    isModeOther: modeOf(spec.deploymentMode) !== mode,
    colour,
    hash: isDual ? colourlessHash : hashed(colour),
    liveHash: isDual ? colourlessHash : hashed(status.deployVersion),
    colourlessHash,
    findings,
    invalid: firstError(findings),
    options,
    timers: {
      ...defaultTimers,
      maxErrDuration: options.errorTimeout,
      flinkJobVertexTimeout: options.jobVertexTimeout,
      baseBackoffDuration: options.backoff.base,
      maxBackoffDuration: options.backoff.maximum,
    },
    unread: unread.filter(({ path }) => !path.startsWith('spec')),
    secrets,
  }
}
