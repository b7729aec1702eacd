import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { WorldAction } from '../../contract/action/action.ts'
import type { ClusterManifestInput, ClusterPart } from '../../contract/action/manifest-request.ts'
import { asked, orLook } from '../../contract/query/ask.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import { type Act, look, pollMillis, wait } from '../../contract/round/decision.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import { clusterParts } from '../../manifest/cluster-parts.ts'
import { manifestInput } from './manifest-input.ts'
import { partsThere } from './attempt-parts.ts'
import type { DeployHooks, DeployDecision, DeployRound } from './deploy-hooks.ts'
import { waitForOthers } from './held-up.ts'
import { namesOf } from './needed-names.ts'
import { asNewAttempt } from './new-attempt.ts'

/** The missing objects of the attempt. `areNamesSeen`: first queries who has their names, and waits for foreign objects. */
export const missingParts = (
  round: DeployRound,
  operation: DeployOperation,
  hooks: DeployHooks,
  { areNamesSeen }: { readonly areNamesSeen: boolean },
  then: (parts: readonly ClusterPart[], input: ClusterManifestInput) => DeployDecision,
): DeployDecision => {
  const { desired: { meta }, observed: { facts, status } } = round
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return notRenderable(round, operation, hooks, input.left)
  const found = partsThere(facts, operation, meta.name)
  const parts = clusterParts(input.right).filter(part => !found.includes(part))
  if (parts.length === 0 || !areNamesSeen) return then(parts, input.right)
  return pipe(
    facts,
    asked([{ _tag: 'ReadNames', namespace: meta.namespace, objects: namesOf(parts, meta.name) }]),
    E.map(() =>
      facts.names?._tag === 'Unknown'
        ? wait(
          status,
          pollMillis,
          `the Kubernetes API to say whether other objects have the names of the missing objects: ${facts.names.message}`,
        )
        : waitForOthers(round, operation, hooks) ?? then(parts, input.right)
    ),
    orLook(queries => look(queries, 'do other objects have the names of the missing objects?')),
  )
}

/**
 * Waits for an edit. If the Deployment of the attempt may still arrive, the operator uses a new attempt once the cluster can be rendered.
 */
export const notRenderable = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks, message: string): DeployDecision =>
  wait(
    operation.step === 'TearDown' || round.observed.facts.deployment?._tag === 'Known'
      ? withStatus(round.observed.status, { operation: { ...operation, step: 'TearDown' } }) : asNewAttempt(round, operation, hooks),
    round.env.options.reconcileInterval,
    "an edit: the cluster can't be rendered",
    { owner: 'operation', type: 'ReconciliationException', message, reason: 'Error' },
  )

/** Creates as part of a decision. */
export type Creating = Pick<Act<FlinkDeploymentStatus>, 'effects' | 'waitingFor'>

/** Creates parts in the manifest's order. */
export const creating = (parts: readonly ClusterPart[], input: ClusterManifestInput): Creating => ({
  effects: parts.map((part): WorldAction => ({ _tag: 'CreateObject', manifest: { _tag: 'ClusterManifest', part, input } })),
  waitingFor: 'the objects to exist',
})
