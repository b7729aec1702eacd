import { event } from '../../contract/round/decision.ts'
import type { RowText } from '../../contract/round/row.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { WorldAction } from '../../contract/action/action.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { ManifestRequest } from '../../contract/action/manifest-request.ts'
import { appliedDigestOf } from '../../manifest/applied-digest.ts'
import { renderManifest } from '../../manifest/render-manifest.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import type { IngressView } from '../../contract/fact/object-view.ts'
import { isOurs, type Marks, type Ownership, ownershipOf } from '../observe/classify-ownership.ts'
import { type Asked, asked } from '../../contract/query/ask.ts'
import { watched } from '../../contract/query/query.ts'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import { obstacleOf } from '../observe/name-conflicts.ts'
import type { Obstacle } from '../../contract/round/unblocked-by.ts'
import { ingressRequest } from '../../manifest/renderable.ts'
import type { ClusterRound } from '../cluster-round.ts'

export const ingressNotManaged = event(
  'Warning',
  'Operator',
  'IngressManagement',
  'Ingress management is turned off but ingress set in spec',
)

/** The next step for the ingress of a cluster (cluster-manifests.md, section 9; M-D14). */
export type IngressStep =
  & { readonly reason: string }
  & (
    | { readonly _tag: 'Nothing'; readonly announce: readonly EmitEvent[] }
    /** The query failed, so the operator does nothing on a guess. */
    | { readonly _tag: 'Wait' }
    /** The spec has an ingress, and a foreign ingress has its name: the operator reports it and waits (F09; B50). */
    | { readonly _tag: 'InTheWay'; readonly obstacle: Obstacle }
    | { readonly _tag: 'Do'; readonly effect: WorldAction }
  )

/** The row of an edit that changes only the ingress, for each step. */
export const ingressRow: Readonly<Record<IngressStep['_tag'], RowText>> = {
  Nothing: { id: 'ingress-edit/nothing', when: 'the observed Ingress is as the spec asks' },
  Wait: { id: 'ingress-edit/wait', when: "the Ingress can't be observed" },
  InTheWay: { id: 'ingress-edit/name-conflict', when: 'a foreign Ingress has the name' },
  Do: { id: 'ingress-edit/write', when: 'the Ingress is created, changed or deleted' },
}

/** The same, before the Ingress was observed. */
export const ingressToQuery: RowText = { id: 'ingress-edit/to-query', when: 'facts are missing' }

/** The question, for the reason of the look. */
export const ingressQuestion = 'does the ingress match the spec?'

/** All rows of an edit of the ingress. */
export const ingressRows: readonly RowText[] = [
  ingressRow.Nothing,
  ingressToQuery,
  ingressRow.Wait,
  ingressRow.InTheWay,
  ingressRow.Do,
]

const nothing = (reason: string, announce: readonly EmitEvent[] = []): IngressStep => ({ _tag: 'Nothing', reason, announce })

/**
 * | managed | in the spec | observed | step |
 * |---|---|---|---|
 * | no | | | nothing; an event if the spec has one |
 * | yes | | not queried | query |
 * | yes | | unknown | wait |
 * | yes | yes | foreign | report and wait |
 * | yes | no | foreign | nothing |
 * | yes | yes | absent, or ours with another digest | apply |
 * | yes | yes | ours with the desired digest | nothing |
 * | yes | no | ours | delete |
 * | yes | no | absent | nothing |
 *
 * A watch suffices to see that nothing is to be done. Before any action the operator queries live, because the ingress may be foreign.
 * `looksLive`: query live at once, if the round has queried live before; otherwise it would need a fifth look.
 */
export const ingressStep = (round: ClusterRound, target: ConfiguredCluster, looksLive: boolean): Asked<IngressStep> => {
  const { desired: { meta }, observed: { facts, status }, env } = round
  return ingressStepOf({
    meta,
    ownership: ownershipOf(meta, status, {}),
    facts,
    request: ingressRequest(meta, target),
    isManaged: env.options.ingressManage,
    looksLive,
  })
}

export interface IngressInputs {
  /** The resource that owns the ingress. */
  readonly meta: ResourceMeta
  readonly ownership: Ownership
  readonly facts: Pick<ClusterFacts, 'ingress'>
  /** Null: the spec has no ingress. */
  readonly request: ManifestRequest | null
  readonly isManaged: boolean
  readonly looksLive: boolean
}

/** The same for any resource with an ingress. */
export const ingressStepOf = (inputs: IngressInputs): Asked<IngressStep> => {
  const { meta: { namespace, name }, facts, request, isManaged, looksLive } = inputs
  if (!isManaged) return E.right(nothing('ingresses are not managed', request === null ? [] : [ingressNotManaged]))
  const query = { _tag: 'ReadIngress', namespace, name } as const
  return pipe(
    facts,
    asked([facts.ingress === undefined && looksLive ? query : watched(query)]),
    E.map(() => stepSeen(inputs)),
    // the operator does nothing on what only a watch reported
    E.chain(step => pipe(facts, asked(step._tag === 'Do' ? [query] : []), E.map(() => step))),
  )
}

const stepSeen = ({ meta, ownership, facts: { ingress }, request }: IngressInputs): IngressStep => {
  if (ingress?._tag === 'Unknown') return { _tag: 'Wait', reason: `the ingress could not be read: ${ingress.message}` }
  const found = ingress?._tag === 'Known' ? ingress.value : null
  if (found !== null && !isOurs(ownership, marksOf(found)))
    return request === null ? nothing(notOurs)
      : {
        _tag: 'InTheWay',
        reason: notOurs,
        obstacle: obstacleOf(meta, { ...marksOf(found), uid: found.uid, deleting: false, ownership: 'Foreign' }),
      }
  return request === null ? removal(meta, found) : application(request, found)
}

const notOurs = 'a foreign ingress has this name'

const marksOf = ({ name, ownerUids, owners }: IngressView): Marks => ({
  kind: 'Ingress',
  name,
  ownerUids,
  ...(owners === undefined ? {} : { owners }),
  annotations: {},
})

const removal = ({ namespace }: ResourceMeta, found: IngressView | null): IngressStep =>
  found === null ? nothing('there is no ingress, as the spec asks') : {
    _tag: 'Do',
    reason: 'the spec has no ingress any more',
    effect: {
      _tag: 'DeleteObject',
      target: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', namespace, name: found.name, uid: found.uid },
      resourceVersion: null,
      propagation: 'Background',
      why: 'the spec has no ingress any more',
    },
  }

const application = (manifest: ManifestRequest, found: IngressView | null): IngressStep => {
  const rendered = renderManifest(manifest)
  if (E.isLeft(rendered)) return nothing(`the ingress can't be rendered: ${rendered.left.message}`)
  if (found !== null && found.appliedDigest === appliedDigestOf(rendered.right)) return nothing('the ingress matches the spec')
  return {
    _tag: 'Do',
    effect: { _tag: 'ApplyObject', manifest, uid: found?.uid ?? null },
    reason: found === null ? 'the ingress is missing' : 'the ingress does not match the spec',
  }
}
