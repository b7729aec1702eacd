import type { JsonObject } from '@flink-operator/core'
import { type Http, readObject } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { DeploymentRef } from './deployment-ref.ts'
import type { OperatorDeployment } from './without-election.ts'

const deploymentOf = ({ namespace, name }: DeploymentRef, { spec }: JsonObject): OperatorDeployment => {
  const { replicas = 1, strategy } = (spec ?? {}) as { readonly replicas?: number; readonly strategy?: { readonly type?: string } }
  return { namespace, name, replicas, strategy: strategy?.type ?? 'RollingUpdate' }
}

/** The operator's Deployment; null: it could not be read, or it does not exist. */
export const operatorDeployment = async (
  http: Http,
  ref: DeploymentRef,
): Promise<OperatorDeployment | null> => {
  const read = await readObject(http)({ apiVersion: 'apps/v1', kind: 'Deployment', ...ref })()
  return E.isLeft(read) ? null : deploymentOf(ref, read.right)
}
