import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as T from 'fp-ts/lib/Task.js'
import type { Fact, JsonObject } from '@flink-operator/core'
import type { LabelledDeployment, LabelledIngress, LabelledObjects, LabelledService } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { integerAt, objectsAt, textAt, textsAt } from '../json-path.ts'
import { collectionPath, labelSelector } from '../resource-path.ts'
import { deploymentView } from '../view/deployment-view.ts'
import { objectIdentity, type ViewError } from '../view/object-identity.ts'
import { serviceView } from '../view/service-view.ts'
import { listObjects } from './list-objects.ts'
import { liveFact } from './live-fact.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ListLabelledObjects' }>

const labelledDeployment = (object: JsonObject): E.Either<ViewError, LabelledDeployment> =>
  pipe(
    deploymentView(object),
    E.map(view => ({
      ...view,
      matchLabels: textsAt(object, 'spec', 'selector', 'matchLabels'),
      podAnnotations: textsAt(object, 'spec', 'template', 'metadata', 'annotations'),
    })),
  )

const portsOf = (object: JsonObject): Readonly<Record<string, number>> =>
  Object.fromEntries(objectsAt(object, 'spec', 'ports').map(port => [textAt(port, 'name') ?? '', integerAt(port, 'port') ?? 0]))

const labelledService = (object: JsonObject): E.Either<ViewError, LabelledService> =>
  pipe(
    serviceView(object),
    E.map(view => ({
      ...view,
      labels: textsAt(object, 'metadata', 'labels'),
      selector: textsAt(object, 'spec', 'selector'),
      ports: portsOf(object),
    })),
  )

const labelledIngress = (object: JsonObject): E.Either<ViewError, LabelledIngress> =>
  pipe(
    objectIdentity(object),
    E.map(({ name, uid, deleting, ownerUids, owners }) => ({
      name,
      uid,
      deleting,
      ownerUids,
      owners,
      labels: textsAt(object, 'metadata', 'labels'),
    })),
  )

/** Three lists as one fact, as of the first. If one list is unknown, the fact is. */
export const listLabelledObjects =
  (http: Http, clock: Clock) => ({ namespace, labels }: Query): T.Task<Fact<LabelledObjects>> => async () => {
    const listOf = <View>(apiVersion: string, kind: string, view: (object: JsonObject) => E.Either<ViewError, View>) =>
      liveFact(
        clock.now,
        listObjects(http)(collectionPath({ apiVersion, kind, namespace }), { labelSelector: labelSelector(labels) }),
        E.traverseArray(view),
        [],
      )()
    const deployments = await listOf('apps/v1', 'Deployment', labelledDeployment)
    if (deployments._tag !== 'Known') return deployments
    const services = await listOf('v1', 'Service', labelledService)
    if (services._tag !== 'Known') return services
    const ingresses = await listOf('networking.k8s.io/v1', 'Ingress', labelledIngress)
    if (ingresses._tag !== 'Known') return ingresses
    return { ...deployments, value: { deployments: deployments.value, services: services.value, ingresses: ingresses.value } }
  }
