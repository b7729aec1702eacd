import type { ManifestRequest } from '../../../action/manifest-request.ts'
import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import type { ChildMetadata, Colour } from '../blue-green-resource.ts'
import type { FlinkDeploymentSpec, IngressSpec } from '../../../resource/flink-deployment-spec.ts'
import type { ResourceMeta } from '../../../resource/resource-meta.ts'
import { isSameJson } from '../../../resource/same-json.ts'
import { specDiff } from '../../../spec-diff/spec-diff.ts'
import { childName, colourLabel, slotOf, transitionAnnotation } from './child.ts'

export type ChildRequest = Extract<ManifestRequest, { readonly _tag: 'FlinkDeploymentManifest' }>

const namePattern = /\{\{name\}\}/iu

/** Has the template a path alone, which is the same for both children? Nothing can be put in front of it (M-D08). */
export const isSamePathForBoth = (template: string): boolean => /^\s*\//u.test(template) && !namePattern.test(template)

/**
 * `x.org` → `blue-x.org`: no two Ingresses of the same address. In front of the host, behind a scheme; a path alone holds the name of the
 * child, which tells them apart (M-D08).
 */
const coloured = (template: string, colour: Colour): string =>
  /^\s*\//u.test(template) ? template : template.replace(/^(\s*(?:https?:\/\/)?)/iu, (start: string) => `${start}${slotOf(colour)}-`)

const ingressOf = (ingress: IngressSpec | null, colour: Colour): IngressSpec | null =>
  ingress?.template == null ? ingress : { ...ingress, template: coloured(ingress.template, colour) }

/** The spec of a child: the template's, with two rewrites and no more (session-snapshot-bluegreen.md, section 4.1; B106). */
export const childSpec = (spec: FlinkDeploymentSpec, colour: Colour, initialSavepointPath: string | null): FlinkDeploymentSpec => ({
  ...spec,
  ingress: ingressOf(spec.ingress, colour),
  job: spec.job === null || initialSavepointPath === null ? spec.job : { ...spec.job, initialSavepointPath },
})

/** The template that a child was made of, as far as it can be told: what was rewritten is as in `like`. */
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
  /** The transition that the child was created for; null: it is not known. */
  readonly mark: string | null
  /** `kubernetes.operator.label.selector`: a child without what it asks for would be nobody's (E-26). */
  readonly labelSelector: string | null
}

/** Labels of the parent that the operator's selector names: with the parent's values the child is selected as the parent is. */
const selectedLabels = ({ labels }: ResourceMeta, selector: string | null): Readonly<Record<string, string>> => {
  const named = new Set((selector ?? '').match(/[A-Za-z0-9][-\w./]*/gu) ?? [])
  return Object.fromEntries(Object.entries(labels).filter(([key]) => named.has(key)))
}

/** The child as it is to be. The reference operator drops `template.metadata` (E-26). */
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
 * Does each field of its spec say what the wanted one says, whoever wrote it? The reference operator leaves Pod-level keys of a template
 * out, and writes quantities in another form: to change that is a restart of a healthy job for nothing (P14). That a nonce is cleared is
 * no edit, but asked for here. What is written beside the spec is not asked: labels start no generation.
 */
export const hasSpecOf = ({ spec }: FlinkDeploymentView, wanted: ChildRequest): boolean =>
  isSameJson(spec, wanted.spec) || (saysTheSame(spec, wanted.spec) && saysTheSame(wanted.spec, spec))

const saysTheSame = (from: FlinkDeploymentSpec, to: FlinkDeploymentSpec): boolean =>
  specDiff(from, to, to.mode ?? 'native').changes.length === 0

/** Does it carry the wanted labels and annotations? Others may stand beside them. */
export const hasMetadataOf = ({ meta }: FlinkDeploymentView, { labels, annotations }: ChildRequest): boolean =>
  holds(meta.labels, labels) && holds(meta.annotations, annotations)
