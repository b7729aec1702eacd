import { identityOf } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'
import type { DefinedKind } from '@flink-operator/core/codec'
import { type CarriedOut, carriedOut, type KindName, kindNames, kindOf } from '@flink-operator/core/kinds'
import { checkCrd, collectionPath, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { crdQuestion, crdRefusal } from './crd-refusal.ts'
import { unseenCrd } from './unseen-crd.ts'
import type { WatchedNamespaces } from './watched-namespaces.ts'

export type CarryOut =
  /** `without`: namespaces that refuse to list them, and in whose words. `unseen`: what is not known of the CRD; null: it was read. */
  | { readonly _tag: 'Possible'; readonly without: Readonly<Record<string, string>>; readonly unseen: string | null }
  | { readonly _tag: 'NotPossible'; readonly reason: string }
  /** The server did not say: that is no reason to leave resources of the kind alone until the next start (P14). */
  | { readonly _tag: 'NotKnown'; readonly message: string }

/** Answers that stay the same however often one asks. */
const refusals: readonly AdapterErrorTag[] = ['Forbidden', 'NotFound', 'UnknownPath']

/**
 * Can this operator carry out a kind here that it can do without? Where not, nothing else is lost: a CRD that is missing or a list that is
 * forbidden must not keep other kinds waiting, nor one namespace the others (F22).
 */
export const canCarryOut = async (http: Http, kind: DefinedKind, namespaces: WatchedNamespaces, server: string): Promise<CarryOut> => {
  const check = await checkCrd(http)(crdQuestion(kind))()
  const refusal = crdRefusal(kind, check, server)
  if (refusal !== null)
    return check._tag === 'NotSeen' ? { _tag: 'NotKnown', message: refusal.message } : { _tag: 'NotPossible', reason: refusal.message }
  const asked = namespaces ?? [null]
  const refused: Record<string, string> = {}
  const silent: string[] = []
  for (const namespace of asked) {
    const listed = await http.send({
      method: 'GET',
      path: collectionPath({ ...identityOf(kind.type), namespace }),
      query: { limit: '1' },
    })()
    if (E.isRight(listed)) continue
    const text = `${kind.type.kind}s can't be listed: ${listed.left.message}`
    if (refusals.includes(listed.left._tag)) refused[namespace ?? ''] = text
    else silent.push(text)
  }
  if (silent.length === asked.length) return { _tag: 'NotKnown', message: silent[0] ?? '' }
  const reasons = Object.values(refused)
  return reasons.length === asked.length ? { _tag: 'NotPossible', reason: reasons[0] ?? '' }
    : { _tag: 'Possible', without: refused, unseen: unseenCrd(kind.type, check) }
}

/** What decisions about resources of a namespace are to know of the other kinds, as a running operator would see it. */
export const carriedOutIn = async (http: Http, namespace: string, server: string): Promise<CarriedOut> => {
  const not = new Set<KindName>()
  for (const name of kindNames) {
    const toldAs = kindOf(name).dispensable?.toldAs ?? null
    if (toldAs !== null && (await canCarryOut(http, kindOf(name), [namespace], server))._tag === 'NotPossible') not.add(name)
  }
  return carriedOut(name => !not.has(name))
}
