import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { Colour, Transition } from '../blue-green-resource.ts'
import { transitionAnnotation } from './child.ts'
import { childRequest, type ChildRequest } from './child-manifest.ts'
import type { BlueGreenDesired, WholeSpec } from '../blue-green-round.ts'
import { sourceOf } from '../transition/transition-source.ts'

interface Inputs {
  readonly target: WholeSpec
  readonly serving: WholeSpec | null
  readonly operation: Transition
  readonly child: FlinkDeploymentView | null
}

/** The mark of the transition that created the child. A child that is changed in place was created for an earlier transition. */
const markOf = (child: FlinkDeploymentView | null): string | null => child?.meta.annotations[transitionAnnotation] ?? null

/** The `initialSavepointPath` of the child. If the source is unknown, the child keeps its path; this request does not start it. */
const pathFor = ({ operation, target, serving, child }: Inputs): string | null => {
  const source = sourceOf(operation, { target, serving, child })
  const kept = operation.kind === 'InPlace' || source._tag === 'Unknown'
  return source._tag === 'Path' ? source.path : kept ? child?.spec.job?.initialSavepointPath ?? null : null
}

/** The manifest of the child that the transition creates or changes. */
export const targetRequest = (
  { meta }: BlueGreenDesired,
  inputs: Inputs,
  labelSelector: string | null,
): ChildRequest => {
  const { target, operation, child } = inputs
  return childRequest({
    parent: meta,
    colour: operation.colour,
    metadata: target.template.metadata,
    spec: target.template.spec,
    initialSavepointPath: pathFor(inputs),
    mark: operation.kind === 'InPlace' ? markOf(child) : operation.id,
    labelSelector,
  })
}

/** The manifest of the serving child with the last reconciled spec. Its restore path does not change. */
export const servingRequest = (
  { meta }: BlueGreenDesired,
  { serving, colour, child }: { readonly serving: WholeSpec; readonly colour: Colour; readonly child: FlinkDeploymentView },
  labelSelector: string | null,
): ChildRequest =>
  childRequest({
    parent: meta,
    colour,
    metadata: serving.template.metadata,
    spec: serving.template.spec,
    initialSavepointPath: child.spec.job?.initialSavepointPath ?? null,
    mark: markOf(child),
    labelSelector,
  })
