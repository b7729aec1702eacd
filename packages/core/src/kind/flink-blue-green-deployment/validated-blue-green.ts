import * as E from 'fp-ts/lib/Either.js'
import { describeDecodeError } from '../../crd/decode-error.ts'
import { decodeBlueGreenSpec } from './blue-green-codec.ts'
import type { Env } from '../../contract/env.ts'
import { optionTable } from '../../options/option-table.ts'
import { readBlueGreenOptions } from '../../options/kind-options.ts'
import { secretsOfResource } from '../../contract/redaction/resource-secrets.ts'
import type { DecodeError, Finding } from '../../contract/resource/finding.ts'
import { colours, type FlinkBlueGreenDeploymentSpec, type FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import { ingressAnnotationsAllowed } from '../../spec/validation/restrictions.ts'
import { boundedFindings, error, firstError } from '../../spec/validation/rule.ts'
import { savepointRedeployNeedsPath } from '../../spec/validation/spec-change-rules.ts'
import { validateFlinkDeployment } from '../../spec/validation/validate-flink-deployment.ts'
import { childName } from './child/child.ts'
import { childSpec, isSamePathForBoth } from './child/child-manifest.ts'
import type { BlueGreenDesired, WholeSpec } from './blue-green-round.ts'

type BlueGreen = Resource<FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus>

/** The desired state of the resource. An invalid spec requests nothing: the running child continues (P10, E-39). */
export const validate = (
  { meta, spec, status, unread = [] }: BlueGreen,
  env: Env,
  secrets: readonly string[] = secretsOfResource({ meta, spec, status }, env),
): BlueGreenDesired => {
  const [specUnread] = unread.filter(({ path }) => path.startsWith('spec'))
  const { options, findings: ofOptions } = readBlueGreenOptions(spec.configuration)
  const recorded = decoded('status.lastReconciledSpec', status.lastReconciledSpec)
  const target = decoded('status.operation.target', status.operation?.target ?? null)
  const findings = specUnread === undefined
    ? boundedFindings([
      ...ofOptions.map(inConfiguration),
      ...unknownOptions(spec),
      ...nameFindings(meta.name),
      ...templateFindings(meta, spec, env),
      ...ingressAnnotationsAllowed('spec.ingress', spec.ingress, env.options),
      ...redeployFindings(spec, recorded.spec),
      ...env.found ?? [],
    ])
    : unreadSpec(specUnread)
  const invalid = firstError(findings)
  return {
    meta,
    wanted: invalid === null ? wholeOf(spec) : null,
    recorded: recorded.spec,
    target: target.spec,
    options: invalid === null ? options : readBlueGreenOptions((target.spec ?? recorded.spec)?.configuration ?? {}).options,
    findings,
    invalid,
    unread: [...unread.filter(({ path }) => !path.startsWith('spec')), ...recorded.unread, ...target.unread],
    secrets,
  }
}

export const wholeOf = (spec: FlinkBlueGreenDeploymentSpec): WholeSpec | null =>
  spec.template?.spec == null ? null : { ...spec, template: { ...spec.template, spec: spec.template.spec } }

const decoded = (path: string, text: string | null): { readonly spec: WholeSpec | null; readonly unread: readonly DecodeError[] } => {
  if (text === null) return { spec: null, unread: [] }
  const read = decodeBlueGreenSpec(text)
  if (E.isLeft(read)) return { spec: null, unread: [{ ...read.left, path: `${path}: ${read.left.path}`, found: 'something else' }] }
  const spec = wholeOf(read.right)
  return spec === null ? { spec, unread: [{ path, found: 'no template.spec', expected: 'a spec with a template' }] } : { spec, unread: [] }
}

const unreadSpec = (found: DecodeError): readonly Finding[] => [
  { severity: 'Error', field: found.path, message: `${describeDecodeError(found)}. The running job is not touched` },
]

const inConfiguration = (finding: Finding): Finding => ({
  ...finding,
  field: finding.field.replace(/^(?:spec\.)?flinkConfiguration/u, 'spec.configuration'),
})

const keys = Object.values(optionTable).map(({ key }) => key)

/** Advice for keys that have no effect: only the keys of section 4.9 are read from spec.configuration. */
const unknownOptions = ({ configuration }: FlinkBlueGreenDeploymentSpec): readonly Finding[] =>
  Object.keys(configuration).filter(key => !key.startsWith('kubernetes.operator.bluegreen.')).map(key => ({
    severity: 'Advice',
    field: `spec.configuration.${key}`,
    message: keys.includes(key)
      ? `${key} has no effect here: set options of the children in spec.template.spec.flinkConfiguration.`
      : `${key} has no effect: only kubernetes.operator.bluegreen.* is read from spec.configuration.`,
  }))

/** The longest allowed name: `-green` adds six characters, and a cluster name may have 45 (E-28). */
export const longestName = 39

const nameFindings = (name: string): readonly Finding[] =>
  name.length <= longestName ? []
    : error(
      'metadata.name',
      `The name ${name} is too long: its child ${name}-green would have ${String(name.length + 6)} characters, and 45 are allowed. `
        + `At most ${String(longestName)} characters.`,
    )

/** Validates each child before it exists, as the FlinkDeployment that it will be (C-D16). */
const templateFindings = (meta: BlueGreen['meta'], { template }: FlinkBlueGreenDeploymentSpec, env: Env): readonly Finding[] => {
  const spec = template?.spec ?? null
  if (spec === null) return error('spec.template.spec', 'spec.template.spec must be set: the operator creates the children from it.')
  if (spec.job === null) return error('spec.template.spec.job', 'spec.template.spec.job must be set: each child runs one job.')
  if (spec.ingress?.template != null && isSamePathForBoth(spec.ingress.template))
    return error(
      'spec.template.spec.ingress.template',
      `The template ${spec.ingress.template} is only a path, and the same for both children. Give it a host, or put {{name}} into the path.`,
    )
  const found = colours.flatMap(colour =>
    validateFlinkDeployment({
      meta: { namespace: meta.namespace, name: childName(meta.name, colour) },
      spec: childSpec(spec, colour, null),
      recorded: null,
      defaults: env.flinkDefaults,
      options: env.options,
    })
  ).map((finding): Finding => ({ ...finding, field: inTemplate(finding.field) }))
  return [...new Map(found.map(finding => [`${finding.field} ${finding.message.replaceAll(/-(?:blue|green)\b/gu, '')}`, finding])).values()]
}

/**
 * Without a path the other child would start from empty state. The validation of the child does not detect this edit, because each child is
 * new (P01, B29).
 */
const redeployFindings = ({ template }: FlinkBlueGreenDeploymentSpec, recorded: WholeSpec | null): readonly Finding[] =>
  template?.spec == null ? []
    : savepointRedeployNeedsPath({ spec: template.spec, recorded: recorded === null ? null : recorded.template })
      .map(finding => ({ ...finding, field: inTemplate(finding.field) }))

const inTemplate = (field: string): string =>
  field === 'metadata.name' ? field : `spec.template.spec.${field.startsWith('spec.') ? field.slice(5) : field}`
