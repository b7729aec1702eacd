import type { ManifestRequest } from '../../../contract/action/manifest-request.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { ChildMetadata, Colour } from '../blue-green-resource.ts'
import type { FlinkDeploymentSpec, IngressSpec } from '../../../contract/resource/flink-deployment-spec.ts'
import type { ResourceMeta } from '../../../contract/resource/resource.ts'
import { isSameJson } from '../../../contract/resource/json.ts'
import { specDiff } from '../../../spec/diff/spec-diff.ts'
import { childName, colourLabel, slotOf, transitionAnnotation } from './child.ts'

export type ChildRequest = Extract<ManifestRequest, { readonly _tag: 'FlinkDeploymentManifest' }>

const namePattern = /\{\{name\}\}/iu

/** True if the template is only a path that is the same for both children, so that no colour prefix can be added (M-D08). */
export const isSamePathForBoth = (template: string): boolean => /^\s*\//u.test(template) && !namePattern.test(template)

/**
 * `x.org` → `blue-x.org`, so that the Ingresses of the children differ. The prefix comes before the host, behind a scheme. A template that
 * is only a path contains the name of the child, which makes it unique (M-D08).
 */
const coloured = (template: string, colour: Colour): string =>
  /^\s*\//u.test(template) ? template : template.replace(/^(\s*(?:https?:\/\/)?)/iu, (start: string) => `${start}${slotOf(colour)}-`)

const ingressOf = (ingress: IngressSpec | null, colour: Colour): IngressSpec | null =>
  ingress?.template == null ? ingress : { ...ingress, template: coloured(ingress.template, colour) }

/**
 * The spec of a child: the spec of the template with exactly two changes, the ingress template and `initialSavepointPath`
 * (session-snapshot-bluegreen.md, section 4.1; B106).
 */
export const childSpec = (spec: FlinkDeploymentSpec, colour: Colour, initialSavepointPath: string | null): FlinkDeploymentSpec => ({
  ...spec,
  ingress: ingressOf(spec.ingress, colour),
  job: spec.job === null || initialSavepointPath === null ? spec.job : { ...spec.job, initialSavepointPath },
})

/** The template spec from which a child was created, as far as it can be derived. The two rewritten fields are taken from `like`. */
export const templateSpecOf = ({ spec }: FlinkDeploymentView, like: FlinkDeploymentSpec): FlinkDeploymentSpec => ({
  ...spec,
  ingress: like.ingress,
  job: spec.job === null ? null : { ...spec.job, initialSavepointPath: like.job?.initialSavepointPath ?? null },
})

export interface ChildInputs {
  readonly parent: ResourceMeta
  readonly colour: Colour
  readonly metadata: ChildMetadata | null
  readonly spec: FlinkDeploymentSpec
  readonly initialSavepointPath: string | null
  /** The transition for which the child was created; null: unknown. */
  readonly mark: string | null
  /** `kubernetes.operator.label.selector`: no operator would reconcile a child without the labels that it selects (E-26). */
  readonly labelSelector: string | null
}

/** Labels of the parent that the label selector of the operator names. With the same values the selector matches the child, too. */
const selectedLabels = ({ labels }: ResourceMeta, selector: string | null): Readonly<Record<string, string>> => {
  const named = new Set((selector ?? '').match(/[A-Za-z0-9][-\w./]*/gu) ?? [])
  return Object.fromEntries(Object.entries(labels).filter(([key]) => named.has(key)))
}

/** The target manifest of a child. The reference operator drops `template.metadata` (E-26). */
export const childRequest = (
  { parent, colour, metadata, spec, initialSavepointPath, mark, labelSelector }: ChildInputs,
): ChildRequest => ({
  _tag: 'FlinkDeploymentManifest',
  namespace: parent.namespace,
  name: childName(parent.name, colour),
  owner: { apiVersion: parent.apiVersion, kind: parent.kind, name: parent.name, uid: parent.uid },
  labels: { ...metadata?.labels, ...selectedLabels(parent, labelSelector), [colourLabel]: colour },
  annotations: { ...metadata?.annotations, ...(mark === null ? {} : { [transitionAnnotation]: mark }) },
  spec: childSpec(spec, colour, initialSavepointPath),
})

const holds = (found: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([key, value]) => found[key] === value)

/**
 * True if each field of the child's spec means the same as in the wanted spec, in whatever form. The reference operator drops Pod-level
 * keys of a template and writes quantities in another form; correcting that would restart a healthy job for nothing (P14). Clearing a nonce
 * is no edit, but it counts as a difference here. Labels and annotations are not compared, because they start no new generation.
 */
export const hasSpecOf = ({ spec }: FlinkDeploymentView, wanted: ChildRequest): boolean =>
  isSameJson(spec, wanted.spec) || (saysTheSame(spec, wanted.spec) && saysTheSame(wanted.spec, spec))

const saysTheSame = (from: FlinkDeploymentSpec, to: FlinkDeploymentSpec): boolean =>
  specDiff(from, to, to.mode ?? 'native').changes.length === 0

/** True if the child has the wanted labels and annotations. It may have others, too. */
export const hasMetadataOf = ({ meta }: FlinkDeploymentView, { labels, annotations }: ChildRequest): boolean =>
  holds(meta.labels, labels) && holds(meta.annotations, annotations)
