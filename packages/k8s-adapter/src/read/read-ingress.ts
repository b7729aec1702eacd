import type * as T from 'fp-ts/lib/Task.js'
import type { Fact } from '@flink-operator/core'
import type { IngressView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { ingressView } from '../view/ingress-view.ts'
import { liveFact } from './live-fact.ts'
import { readObject } from './read-object.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ReadIngress' }>

export const readIngress = (http: Http, clock: Clock) => ({ namespace, name }: Query): T.Task<Fact<IngressView>> =>
  liveFact(clock.now, readObject(http)({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', namespace, name }), ingressView)
