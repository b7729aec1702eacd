import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Asked, orLook } from '../../contract/query/ask.ts'
import { nameConflicts } from '../../cluster/observe/name-conflicts.ts'
import { ingressQuestion, type IngressStep, ingressStepOf } from '../../cluster/ingress/ingress-step.ts'
import type { ManifestRequest } from '../../contract/action/manifest-request.ts'
import type { Colour, FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import { type Act, type Decision, look } from '../../contract/round/decision.ts'
import { childName, viewOf, childJobOf } from './child/child.ts'
import type { BlueGreenRound } from './blue-green-round.ts'

/** The request for the ingress to the child of that colour; null: none is wanted. Undefined: the REST port of the child is unknown. */
const requestOf = (
  { desired: { meta, wanted, recorded }, observed: { children }, env }: BlueGreenRound,
  colour: Colour,
): ManifestRequest | null | undefined => {
  const ingress = (wanted ?? recorded)?.ingress ?? null
  if (ingress === null) return null
  const view = viewOf(children[colour])
  const job = view === null ? null : childJobOf(view, env.flinkDefaults)
  if (job?._tag !== 'Job') return undefined
  const { apiVersion, kind, namespace, name, uid } = meta
  return {
    _tag: 'IngressManifest',
    namespace,
    name,
    clusterId: childName(name, colour),
    owner: { apiVersion, kind, name, uid },
    ingress,
    restPort: job.options.restPort,
  }
}

const stepOf = (round: BlueGreenRound, colour: Colour): Asked<IngressStep> => {
  const { desired: { meta }, observed: { facts }, env } = round
  const request = requestOf(round, colour)
  return request === undefined ? E.right({ _tag: 'Wait', reason: 'the REST port of the child to be known' }) : ingressStepOf({
    meta,
    ownership: { resourceUid: meta.uid, clusterId: meta.name, deploymentUids: [], attempt: null, attempts: [] },
    facts,
    request,
    isManaged: env.options.ingressManage,
    looksLive: true,
  })
}

/**
 * The decision, after the ingress points to the child of that colour (section 4.7). A foreign object with the name of the ingress does not
 * block it.
 */
export const withIngress = (
  round: BlueGreenRound,
  colour: Colour,
  decision: Act<FlinkBlueGreenDeploymentStatus>,
): Decision<FlinkBlueGreenDeploymentStatus> =>
  pipe(stepOf(round, colour), E.map(step => beside(decision, step)), orLook(queries => look(queries, ingressQuestion)))

const beside = (
  decision: Act<FlinkBlueGreenDeploymentStatus>,
  step: IngressStep,
): Decision<FlinkBlueGreenDeploymentStatus> => {
  switch (step._tag) {
    case 'Do':
      return { ...decision, effects: [step.effect], after: 0, reason: step.reason, waitingFor: step.reason }
    case 'InTheWay':
      return { ...decision, problem: decision.problem ?? nameConflicts([step.obstacle]), obstacles: [step.obstacle] }
    case 'Nothing':
      return { ...decision, events: [...decision.events, ...step.announce] }
    case 'Wait':
      return decision
  }
}
