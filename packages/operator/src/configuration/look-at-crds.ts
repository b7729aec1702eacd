import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import type { OperatorOptions } from '@flink-operator/core'
import { checkCrd, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { environment, type Refusal } from '../exit-code.ts'
import type { Logger } from '../log/logger.ts'
import { canCarryOut, type CarryOut } from './carry-out.ts'
import { crdQuestion, crdRefusal } from './crd-refusal.ts'
import { unseenCrd } from './unseen-crd.ts'
import type { WatchedNamespaces } from './watched-namespaces.ts'

/** A finding about a CRD, for the user. `isRead` false: the CRD could not be read and may be read later. */
export interface CrdFinding {
  readonly kind: KindName
  readonly isRead: boolean
  readonly text: string
}

/** Namespaces that refuse to list a kind, with the server's message. */
export type Without = Readonly<Record<string, string>>

export interface SeenCrds {
  /**
   * The kinds that the operator reconciles in any namespace, in the order of the table of kinds, with the namespaces in which it
   * does not.
   */
  readonly carriedOut: ReadonlyMap<KindName, Without>
  readonly findings: readonly CrdFinding[]
}

/** Checks a required kind: without its CRD the operator does not start. */
const required = async (http: Http, name: KindName, server: string): Promise<E.Either<Refusal, CarryOut>> => {
  const kind = kindOf(name)
  const check = await checkCrd(http)(crdQuestion(kind))()
  const refusal = crdRefusal(kind, check, server)
  return refusal === null ? E.right({ _tag: 'Possible', without: {}, unseen: unseenCrd(kind.type, check) }) : E.left(refusal)
}

/** What the operator does without the kind: `, text` for a message. */
export const insteadOf = (name: KindName): string => {
  const instead = kindOf(name).optional?.instead ?? ''
  return instead === '' ? '' : `, ${instead}`
}

/** Checks the installed CRDs. Left: why the operator may not start. */
export const lookAtCrds = async (
  http: Http,
  namespaces: WatchedNamespaces,
  server: string,
  logger: Logger,
  options: OperatorOptions,
): Promise<E.Either<Refusal, SeenCrds>> => {
  const carriedOut = new Map<KindName, Without>()
  const unread: CrdFinding[] = []
  const missing: CrdFinding[] = []
  const refusing: (readonly [KindName, Without])[] = []
  for (const name of kindNames) {
    const { optional } = kindOf(name)
    const seen = optional === null ? await required(http, name, server)
      : E.right(await canCarryOut(http, kindOf(name), namespaces, server))
    if (E.isLeft(seen)) return seen
    switch (seen.right._tag) {
      case 'NotKnown':
        return E.left(environment(seen.right.message))
      case 'NotPossible':
        missing.push({
          kind: name,
          isRead: true,
          text: `${name}s are not carried out until the next start${insteadOf(name)}: ${seen.right.reason}`,
        })
        break
      case 'Possible':
        carriedOut.set(name, seen.right.without)
        if (seen.right.unseen !== null) unread.push({ kind: name, isRead: false, text: seen.right.unseen })
        refusing.push([name, seen.right.without])
    }
  }
  const isWanted = ({ kind }: CrdFinding): boolean => kindOf(kind).optional?.isWanted(options) ?? true
  const findings = [...unread, ...missing.filter(isWanted)]
  for (const { kind, text } of findings) logger.warn({ kind }, text)
  for (const finding of missing) if (!isWanted(finding)) logger.info({ kind: finding.kind }, finding.text)
  for (const [kind, without] of refusing) {
    for (const [namespace, reason] of Object.entries(without))
      logger.warn(
        { kind, namespace },
        `${kind}s of namespace ${namespace} are not carried out as long as they can't be watched${insteadOf(kind)}: ${reason}`,
      )
  }
  return E.right({ carriedOut, findings })
}
