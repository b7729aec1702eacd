import * as E from 'fp-ts/lib/Either.js'
import type { WorldAction } from '../../action/action.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { ManifestRequest } from '../../action/manifest-request.ts'
import { appliedDigestOf } from '../manifest/applied-digest.ts'
import { renderManifest } from '../manifest/render-manifest.ts'
import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { IngressView } from '../../fact/object-view.ts'
import { isOurs, type Marks, type Ownership } from '../seen/whose.ts'
import type { Query } from '../../query/query.ts'
import { watched } from '../../query/watched.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { ConfiguredCluster } from '../configured-spec.ts'
import { ingressNotManaged } from './not-managed.ts'
import { obstacleOf } from '../seen/in-the-way.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import { ownershipOf } from '../seen/ownership.ts'
import { ingressRequest } from '../manifest/renderable.ts'
import type { ClusterRound } from '../cluster-round.ts'

/** What is to be done about the ingress of a cluster (cluster-manifests.md, section 9; M-D14). */
export type IngressStep =
  & { readonly reason: string }
  & (
    | { readonly _tag: 'Nothing'; readonly announce: readonly EmitEvent[] }
    | { readonly _tag: 'LookFirst'; readonly queries: readonly Query[] }
    /** It could not be seen: nothing is done on a guess. */
    | { readonly _tag: 'Wait' }
    /** One is wanted and somebody else has the name: told and waited for (F09; B50). */
    | { readonly _tag: 'InTheWay'; readonly obstacle: Obstacle }
    | { readonly _tag: 'Do'; readonly effect: WorldAction }
  )

const nothing = (reason: string, announce: readonly EmitEvent[] = []): IngressStep => ({ _tag: 'Nothing', reason, announce })

/**
 * | managed | wanted | seen | step |
 * |---|---|---|---|
 * | no | | | nothing; said if one is wanted |
 * | yes | | not looked | look |
 * | yes | | unknown | wait |
 * | yes | yes | not ours | told, waited for |
 * | yes | no | not ours | nothing |
 * | yes | yes | absent, or ours with another digest | apply |
 * | yes | yes | ours with the wanted digest | nothing |
 * | yes | no | ours | delete |
 * | yes | no | absent | nothing |
 *
 * What a watch told is enough to see that nothing is to be done; before anything is done it is looked at live, for it may be somebody
 * else's. `looksLive`: at once, where the round has looked live before, and both would make five looks.
 */
export const ingressStep = (round: ClusterRound, target: ConfiguredCluster, looksLive: boolean): IngressStep => {
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
  /** The resource whose ingress it is. */
  readonly meta: ResourceMeta
  readonly ownership: Ownership
  readonly facts: Pick<ClusterFacts, 'ingress'>
  /** Null: none is wanted. */
  readonly request: ManifestRequest | null
  readonly isManaged: boolean
  readonly looksLive: boolean
}

/** The same for whichever resource has an ingress. */
export const ingressStepOf = ({ meta, ownership, facts, request, isManaged, looksLive }: IngressInputs): IngressStep => {
  const { namespace, name } = meta
  if (!isManaged) return nothing('ingresses are not managed', request === null ? [] : [ingressNotManaged])
  const query = { _tag: 'ReadIngress', namespace, name } as const
  const missing = unanswered(facts, [
    facts.ingress === undefined && looksLive ? query : watched(query),
  ])
  const { ingress } = facts
  if (missing.length > 0 || ingress === undefined) return { _tag: 'LookFirst', queries: missing, reason: 'is the ingress as it is to be?' }
  if (ingress._tag === 'Unknown') return { _tag: 'Wait', reason: `the ingress could not be read: ${ingress.message}` }
  const found = ingress._tag === 'Known' ? ingress.value : null
  if (found !== null && !isOurs(ownership, marksOf(found)))
    return request === null ? nothing(notOurs)
      : {
        _tag: 'InTheWay',
        reason: notOurs,
        obstacle: obstacleOf(meta, { ...marksOf(found), uid: found.uid, deleting: false, whose: 'Foreign' }),
      }
  const step = request === null ? removal(meta, found) : application(request, found)
  const unseen = unanswered(facts, [query])
  return step._tag === 'Do' && unseen.length > 0 ? { _tag: 'LookFirst', queries: unseen, reason: `${step.reason}, by the watch` } : step
}

const notOurs = 'an ingress of this name belongs to somebody else'

const marksOf = ({ name, ownerUids, owners }: IngressView): Marks => ({
  kind: 'Ingress',
  name,
  ownerUids,
  ...(owners === undefined ? {} : { owners }),
  annotations: {},
})

const removal = ({ namespace }: ResourceMeta, found: IngressView | null): IngressStep =>
  found === null ? nothing('there is no ingress, as it is to be') : {
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
  if (found !== null && found.appliedDigest === appliedDigestOf(rendered.right)) return nothing('the ingress is as it is to be')
  return {
    _tag: 'Do',
    effect: { _tag: 'ApplyObject', manifest, uid: found?.uid ?? null },
    reason: found === null ? 'the ingress is missing' : 'the ingress is not as it is to be',
  }
}
