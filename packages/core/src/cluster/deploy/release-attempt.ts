import type { WorldAction } from '../../contract/action/action.ts'
import type { ServiceView } from '../../contract/fact/object-view.ts'
import { attemptAnnotation } from '../../contract/resource/attempt-annotation.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import { act, pollMillis, wait } from '../../contract/round/decision.ts'
import { withRecord } from '../../contract/round/status-change.ts'
import { attemptKeyPatch } from '../../manifest/attempt-key.ts'
import { flinkConfigName } from '../../manifest/object-names.ts'
import { ownerReferencePatch } from '../../manifest/owner-reference.ts'
import { isOfDeploy } from './attempt-parts.ts'
import type { DeployHooks, DeployDecision, DeployRound } from './deploy-hooks.ts'

/**
 * Completes an attempt. The ConfigMaps and Services still lack owner references, which need the uid of the Deployment. The ConfigMap also
 * lacks the key without which no pod of the attempt starts (attempt-key.ts). The operator adds both only after the Deployment was observed
 * and recorded. One patch adds them to the ConfigMap, so a ConfigMap with the owner reference also has the key. The status records by the
 * Deployment's uid that no job has run in it so far (V01).
 */
export const releaseOrFinish = (
  { desired: { meta }, observed: { facts } }: DeployRound,
  status: FlinkDeploymentStatus,
  operation: DeployOperation,
  hooks: DeployHooks,
): DeployDecision => {
  if (facts.deployment?._tag !== 'Known') return wait(status, pollMillis, 'the Deployment')
  const { uid, name } = facts.deployment.value
  const isOwn = isOfDeploy(operation)
  const orphans = [
    ...(facts.configMaps?._tag === 'Known' ? facts.configMaps.value.map(it => ({ ...it, kind: 'ConfigMap' })) : []),
    ...(facts.services?._tag === 'Known' ? facts.services.value.map(it => ({ ...it, kind: 'Service' })) : []),
  ].filter(it => isOwn(it) && !it.ownerUids.includes(uid))
  if (orphans.length === 0) return hooks.finished()
  const isFence = (it: { readonly kind: string; readonly name: string }): boolean =>
    it.kind === 'ConfigMap' && it.name === flinkConfigName(meta.name)
  const effects = orphans.map((it): WorldAction => ({
    _tag: 'PatchObject',
    target: { apiVersion: 'v1', kind: it.kind, namespace: meta.namespace, name: it.name, uid: it.uid },
    patch: { ...partPatch(it, { name, uid }, operation.id), ...(isFence(it) ? attemptKeyPatch(operation.id) : {}) },
    why: isFence(it) ? 'owner reference to the Deployment, whose pods may start now' : 'owner reference to the Deployment',
  }))
  const released = orphans.some(isFence) ? withRecord(status, { unstartedDeployment: uid }) : status
  return act(released, 'the Deployment becomes the owner of ConfigMaps and Services, and its pods may start', { effects })
}

/** The patch that makes the Deployment the owner of a part and sets the attempt annotation, whichever attempt created the part. */
const partPatch = (
  { annotations }: Pick<ServiceView, 'annotations'>,
  deployment: { readonly name: string; readonly uid: string },
  attempt: string,
): JsonObject => {
  const { metadata } = ownerReferencePatch(deployment)
  const mark = annotations[attemptAnnotation] === attempt ? {} : { annotations: { [attemptAnnotation]: attempt } }
  return { metadata: { ...(metadata as JsonObject), ...mark } }
}
