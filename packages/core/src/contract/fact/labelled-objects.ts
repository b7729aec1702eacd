import type { DeploymentView } from './deployment-view.ts'
import type { IngressView, ServiceView } from './object-view.ts'

type Texts = Readonly<Record<string, string>>

/** A Deployment with the fields that bind pods to it. */
export interface LabelledDeployment extends DeploymentView {
  /** `spec.selector.matchLabels`: immutable. */
  readonly matchLabels: Texts
  /** Annotations of the pod template. */
  readonly podAnnotations: Texts
}

/** A Service with its labels, which identify Lyft's clusters. */
export interface LabelledService extends ServiceView {
  readonly labels: Texts
  /** `spec.selector`: the pods that it routes to. */
  readonly selector: Texts
  /** `spec.ports` by name. Absent: the model has no ports. */
  readonly ports?: Readonly<Record<string, number>>
}

/** An Ingress with its labels, which identify Lyft's clusters. */
export interface LabelledIngress extends Pick<IngressView, 'name' | 'uid' | 'ownerUids' | 'owners'> {
  readonly deleting: boolean
  readonly labels: Texts
}

/** `ListLabelledObjects`: all objects with the labels, of every cluster of an application. Empty lists are known to be empty. */
export interface LabelledObjects {
  readonly deployments: readonly LabelledDeployment[]
  readonly services: readonly LabelledService[]
  readonly ingresses: readonly LabelledIngress[]
}
