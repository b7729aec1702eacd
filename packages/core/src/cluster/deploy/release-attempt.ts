import type { WorldAction } from '../../action/action.ts'
import type { ServiceView } from '../../fact/object-view.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { JsonObject } from '../../resource/json.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { act, pollMillis, wait } from '../../round/decision.ts'
import { withRecord } from '../../round/status-change.ts'
import { attemptKeyPatch } from '../manifest/attempt-key.ts'
import { flinkConfigName } from '../manifest/object-names.ts'
import { ownerReferencePatch } from '../manifest/owner-reference.ts'
import { isOfDeploy } from './attempt-parts.ts'
import type { DeployCourse, DeployDecision, DeployRound } from './deploy-course.ts'

/**
 * Complete but for the owner references, which need the uid of the Deployment, and the key in the ConfigMap without which no pod of the
 * attempt starts (attempt-key.ts). Both come only now that the Deployment was seen and that is recorded, and the ConfigMap gets them by one
 * patch: one that belongs to the Deployment has the key. Nothing ran in this Deployment so far, which the record says by its uid (V01).
 */
export const releaseOrFinish = (
  { desired: { meta }, observed: { facts } }: DeployRound,
  status: FlinkDeploymentStatus,
  operation: DeployOperation,
  course: DeployCourse,
): DeployDecision => {
  if (facts.deployment?._tag !== 'Known') return wait(status, pollMillis, 'the Deployment')
  const { uid, name } = facts.deployment.value
  const isOwn = isOfDeploy(operation)
  const orphans = [
    ...(facts.configMaps?._tag === 'Known' ? facts.configMaps.value.map(it => ({ ...it, kind: 'ConfigMap' })) : []),
    ...(facts.services?._tag === 'Known' ? facts.services.value.map(it => ({ ...it, kind: 'Service' })) : []),
  ].filter(it => isOwn(it) && !it.ownerUids.includes(uid))
  if (orphans.length === 0) return course.finished()
  const isFence = (it: { readonly kind: string; readonly name: string }): boolean =>
    it.kind === 'ConfigMap' && it.name === flinkConfigName(meta.name)
  const effects = orphans.map((it): WorldAction => ({
    _tag: 'PatchObject',
    target: { apiVersion: 'v1', kind: it.kind, namespace: meta.namespace, name: it.name, uid: it.uid },
    patch: { ...partPatch(it, { name, uid }, operation.id), ...(isFence(it) ? attemptKeyPatch(operation.id) : {}) },
    why: isFence(it) ? 'it goes with the Deployment, whose pods may start' : 'it goes with the Deployment',
  }))
  const released = orphans.some(isFence) ? withRecord(status, { unstartedDeployment: uid }) : status
  return act(released, 'ConfigMaps and Services belong to the Deployment, whose pods may start', { effects })
}

/** The part belongs to the Deployment, and carries the mark of its attempt, whichever attempt created it. */
const partPatch = (
  { annotations }: Pick<ServiceView, 'annotations'>,
  deployment: { readonly name: string; readonly uid: string },
  attempt: string,
): JsonObject => {
  const { metadata } = ownerReferencePatch(deployment)
  const mark = annotations[attemptAnnotation] === attempt ? {} : { annotations: { [attemptAnnotation]: attempt } }
  return { metadata: { ...(metadata as JsonObject), ...mark } }
}
