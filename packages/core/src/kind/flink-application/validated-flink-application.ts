import type { Env } from '../../env.ts'
import { describeDecodeError } from '../../codec/decode-error.ts'
import { secretsOfResource } from '../../redaction/resource-secrets.ts'
import type { Finding } from '../../resource/finding.ts'
import type { Resource } from '../../resource/resource.ts'
import { boundedFindings, firstError } from '../../validation/rule.ts'
import { applicationOptionsOf } from './application-options.ts'
import { specHash } from './hash/spec-hash.ts'
import { defaultTimers } from './retry/timers.ts'
import type { ApplicationDesired } from './flink-application-round.ts'
import type { FlinkApplicationSpec } from './spec/flink-application-spec.ts'
import { modeOf } from './spec/modes.ts'
import { colourOfAttempt } from './status/colour.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { validateFlinkApplication } from './validation/validate-application.ts'

/** The colour that was chosen with the attempt (LD22). */
const colourUnderWay = ({ operation }: FlinkApplicationStatus): string | null =>
  operation?.kind === 'Deploy' && operation.version !== '' ? operation.version : null

/** What the resource asks for. A spec that is not valid asks for nothing: what runs is cared for (P10). */
export const validate = (
  { meta, spec, status, unread = [] }: Resource<FlinkApplicationSpec, FlinkApplicationStatus>,
  env: Env,
  secrets: readonly string[] = secretsOfResource({ meta, spec, status }, env),
): ApplicationDesired => {
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
  const hashed = (colour: string | null): string => specHash({ meta, spec, colour }, options.objects)
  const isDual = mode === 'Dual'
  const colourlessHash = hashed(isDual ? null : '')
  const colour = isDual ? '' : colourUnderWay(status) ?? colourOfAttempt(status)
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
