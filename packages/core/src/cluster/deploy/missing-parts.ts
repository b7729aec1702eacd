import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { WorldAction } from '../../action/action.ts'
import type { ClusterManifestInput, ClusterPart } from '../../action/manifest-request.ts'
import { asked, orLook } from '../../query/ask.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { type Act, look, pollMillis, wait } from '../../round/decision.ts'
import { withStatus } from '../../round/status-change.ts'
import { clusterParts } from '../manifest/cluster-parts.ts'
import { manifestInput } from '../manifest/manifest-input.ts'
import { partsThere } from './attempt-parts.ts'
import type { DeployCourse, DeployDecision, DeployRound } from './deploy-course.ts'
import { waitForOthers } from './held-up.ts'
import { namesOf } from './needed-names.ts'
import { asNewAttempt } from './new-attempt.ts'

/** What is not there of the attempt. `areNamesSeen`: it is looked first who has the names, and somebody else's objects are waited for. */
export const missingParts = (
  round: DeployRound,
  operation: DeployOperation,
  course: DeployCourse,
  { areNamesSeen }: { readonly areNamesSeen: boolean },
  then: (parts: readonly ClusterPart[], input: ClusterManifestInput) => DeployDecision,
): DeployDecision => {
  const { desired: { meta }, observed: { facts, status } } = round
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return notRenderable(round, operation, course, input.left)
  const found = partsThere(facts, operation, meta.name)
  const parts = clusterParts(input.right).filter(part => !found.includes(part))
  if (parts.length === 0 || !areNamesSeen) return then(parts, input.right)
  return pipe(
    facts,
    asked([{ _tag: 'ReadNames', namespace: meta.namespace, objects: namesOf(parts, meta.name) }]),
    E.map(() =>
      facts.names?._tag === 'Unknown'
        ? wait(status, pollMillis, `to see who has the names that are still to be created: ${facts.names.message}`)
        : waitForOthers(round, operation, course) ?? then(parts, input.right)
    ),
    orLook(queries => look(queries, 'who has the names that are still to be created?')),
  )
}

/**
 * Waits for an edit. Where the Deployment of the attempt may still arrive, whatever is sent once the cluster can be rendered is of a new
 * attempt.
 */
export const notRenderable = (round: DeployRound, operation: DeployOperation, course: DeployCourse, message: string): DeployDecision =>
  wait(
    operation.step === 'TearDown' || round.observed.facts.deployment?._tag === 'Known'
      ? withStatus(round.observed.status, { operation: { ...operation, step: 'TearDown' } }) : asNewAttempt(round, operation, course),
    round.env.options.reconcileInterval,
    "an edit: the cluster can't be rendered",
    { owner: 'operation', type: 'ReconciliationException', message, reason: 'Error' },
  )

/** Creates as part of a decision. */
export type Creating = Pick<Act<FlinkDeploymentStatus>, 'effects' | 'waitingFor'>

/** Creates parts in the order that the manifest has. */
export const creating = (parts: readonly ClusterPart[], input: ClusterManifestInput): Creating => ({
  effects: parts.map((part): WorldAction => ({ _tag: 'CreateObject', manifest: { _tag: 'ClusterManifest', part, input } })),
  waitingFor: 'the objects to be there',
})
