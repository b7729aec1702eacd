import { setTimeout as after } from 'node:timers/promises'
import { identityOf, type JsonObject } from '@flink-operator/core'
import { type KindName, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { type ClusterFlags, credentialsOf } from '../command/cluster.ts'
import { isKindName, isName } from '../explain/connected-resource.ts'
import type { Candidate, Wanted } from './wanted.ts'

/** The user has pressed a key and waits. */
const longest = 1000

type Look = Extract<Wanted, { readonly _tag: 'Namespaces' | 'Resources' }>

const nameOf = (json: JsonObject): string => {
  const name = (json['metadata'] as JsonObject | undefined)?.['name']
  return typeof name === 'string' && isName(name) ? name : ''
}

/** The prefix of the name: a name alone means a FlinkDeployment; a kind that the user typed is kept as typed. */
const prefixOf = (kind: KindName, word: string): string => {
  const [written = '', ...rest] = word.split('/')
  if (rest.length > 0) return `${written}/`
  return kind === 'FlinkDeployment' ? '' : `${kindOf(kind).type.singular}/`
}

const collections = (look: Look, namespace: string, word: string) => {
  if (look._tag === 'Namespaces') return [{ collection: { apiVersion: 'v1', kind: 'Namespace', namespace: null }, prefix: '', what: '' }]
  const [written = '', ...rest] = word.split('/')
  return look.kinds.filter(kind => rest.length === 0 || isKindName(kind, written)).map(kind => ({
    collection: { ...identityOf(kindOf(kind).type), namespace },
    prefix: prefixOf(kind, word),
    what: kind,
  }))
}

/** Flags of the line that select the cluster and the namespace. */
export type ClusterOfLine = Pick<ClusterFlags, 'kubeconfig' | 'context'> & { readonly namespace?: string }

/** Names in the cluster; none if it does not answer at once or denies the request: completion reports no errors. */
export const namesInCluster = async (look: Look, flags: ClusterOfLine, word: string): Promise<readonly Candidate[]> => {
  const credentials = await credentialsOf(flags)
  if (E.isLeft(credentials)) return []
  const { collectionPath, createHttp, listObjects } = await import('@flink-operator/k8s-adapter')
  const http = createHttp({ credentials: credentials.right, deadline: longest })
  const lists = collections(look, flags.namespace ?? credentials.right.namespace, word).map(async ({ collection, prefix, what }) => {
    const answer = await listObjects(http)(collectionPath(collection), {})()
    const names = E.isRight(answer) ? answer.right.map(nameOf).filter(name => name !== '').toSorted() : []
    return names.map(name => ({ value: `${prefix}${name}`, description: what }))
  })
  try {
    return await Promise.race([Promise.all(lists).then(all => all.flat()), after(longest, [], { ref: false })])
  } finally {
    void http.close()
  }
}
