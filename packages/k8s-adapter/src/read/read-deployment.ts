import type * as T from 'fp-ts/lib/Task.js'
import type { Fact } from '@flink-operator/core'
import type { DeploymentView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { deploymentView } from '../view/deployment-view.ts'
import { liveFact } from './live-fact.ts'
import { readObject } from './read-object.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ReadDeployment' | 'ReadTaskManagerDeployment' }>

/** Reads a Deployment, of the JobManager or of the TaskManagers. */
export const readDeployment = (http: Http, clock: Clock) => ({ namespace, name }: Query): T.Task<Fact<DeploymentView>> =>
  liveFact(clock.now, readObject(http)({ apiVersion: 'apps/v1', kind: 'Deployment', namespace, name }), deploymentView)
