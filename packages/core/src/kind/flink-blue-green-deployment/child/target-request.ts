import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import type { Colour, Transition } from '../../../resource/flink-blue-green-deployment.ts'
import { transitionAnnotation } from './child.ts'
import { childRequest, type ChildRequest } from './child-manifest.ts'
import type { BlueGreenDesired, WholeSpec } from '../round.ts'

interface Inputs {
  readonly target: WholeSpec
  readonly serving: WholeSpec | null
  readonly operation: Transition
  readonly child: FlinkDeploymentView | null
}

/** The mark of whatever created it: what is changed in place was created for another transition. */
const markOf = (child: FlinkDeploymentView | null): string | null => child?.meta.annotations[transitionAnnotation] ?? null

/** The child as the transition is to make it. */
export const targetRequest = (
  { meta }: BlueGreenDesired,
  { target, operation, child }: Inputs,
  labelSelector: string | null,
): ChildRequest =>
  childRequest({
    parent: meta,
    colour: operation.colour,
    metadata: target.template.metadata,
    spec: target.template.spec,
    initialSavepointPath: operation.savepointPath,
    mark: operation.kind === 'InPlace' ? markOf(child) : operation.id,
    labelSelector,
  })

/** The child that serves as what was reconciled last says: its restore path stays what it is. */
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
