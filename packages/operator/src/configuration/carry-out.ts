import { identityOf } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'
import type { DefinedKind } from '@flink-operator/core/codec'
import type { CarriedOut } from '@flink-operator/core/kinds'
import { carriedOut, type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import { checkCrd, collectionPath, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { crdQuestion, crdRefusal } from './crd-refusal.ts'
import { unseenCrd } from './unseen-crd.ts'
import type { WatchedNamespaces } from './watched-namespaces.ts'

export type CarryOut =
  /**
   * `without`: namespaces that refuse to list the kind, with the server's message. `unseen`: what is unknown of the CRD; null: it
   * was read.
   */
  | { readonly _tag: 'Possible'; readonly without: Readonly<Record<string, string>>; readonly unseen: string | null }
  | { readonly _tag: 'NotPossible'; readonly reason: string }
  /** The server gave no definite answer: that is no reason to ignore the kind until the next start (P14). */
  | { readonly _tag: 'NotKnown'; readonly message: string }

/** Errors that stay the same when the request is repeated. */
const refusals: readonly AdapterErrorTag[] = ['Forbidden', 'NotFound', 'UnknownPath']

/**
 * Can the operator reconcile an optional kind here? A missing CRD or a forbidden list must not delay other kinds, nor one namespace
 * the others (F22).
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

/** Which other kinds a running operator would reconcile in this namespace, for decisions about its resources. */
export const carriedOutIn = async (http: Http, namespace: string, server: string): Promise<CarriedOut> => {
  const not = new Set<KindName>()
  for (const name of kindNames) {
    const reportedAs = kindOf(name).optional?.reportedAs ?? null
    if (reportedAs !== null && (await canCarryOut(http, kindOf(name), [namespace], server))._tag === 'NotPossible') not.add(name)
  }
  return carriedOut(name => !not.has(name))
}
