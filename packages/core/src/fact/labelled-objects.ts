import type { DeploymentView } from './deployment-view.ts'
import type { IngressView, ServiceView } from './object-view.ts'

type Texts = Readonly<Record<string, string>>

/** A Deployment with what binds pods to it. */
export interface LabelledDeployment extends DeploymentView {
  /** `spec.selector.matchLabels`: it never changes in the life of the object. */
  readonly matchLabels: Texts
  /** Annotations of the pod template. */
  readonly podAnnotations: Texts
}

/** A Service with its labels: Lyft's clusters are found by theirs. */
export interface LabelledService extends ServiceView {
  readonly labels: Texts
  /** `spec.selector`: which pods it leads to. */
  readonly selector: Texts
  /** `spec.ports` by their names. Left out where a model has none. */
  readonly ports?: Readonly<Record<string, number>>
}

/** An Ingress with its labels: Lyft's clusters are found by theirs. */
export interface LabelledIngress extends Pick<IngressView, 'name' | 'uid' | 'ownerUids' | 'owners'> {
  readonly deleting: boolean
  readonly labels: Texts
}

/** `ListLabelledObjects`: all that has the labels, of every cluster of an application; lists that are empty are known to be. */
export interface LabelledObjects {
  readonly deployments: readonly LabelledDeployment[]
  readonly services: readonly LabelledService[]
  readonly ingresses: readonly LabelledIngress[]
}
