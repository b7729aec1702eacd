import type { AdapterError, Json } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'
import { crdOf } from '@flink-operator/core/codec'
import { kinds } from '@flink-operator/kinds'
import type { Http, HttpRequest } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { describe, expect, test } from 'vitest'
import { canCarryOut } from './carry-out.ts'
import type { WatchedNamespaces } from './watched-namespaces.ts'

const error = (_tag: AdapterErrorTag, message: string): AdapterError => ({
  _tag,
  message,
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
})
const refused = (tag: AdapterErrorTag, message = 'no') => E.left(error(tag, message))
const emptyList = E.right<AdapterError, Json>({ items: [] })

interface Answers {
  readonly crd?: E.Either<AdapterError, Json>
  /** By path; the others are empty lists. */
  readonly lists?: Readonly<Record<string, E.Either<AdapterError, Json>>>
}

const crdPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/flinkstatesnapshots.flink.apache.org'
const listPath = (namespace: string): string => `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkstatesnapshots`
const everywhere = '/apis/flink.apache.org/v1beta1/flinkstatesnapshots'

const ask = async ({ crd = E.right(crdOf(kinds.FlinkStateSnapshot)), lists = {} }: Answers, namespaces: WatchedNamespaces = null) => {
  const sent: HttpRequest[] = []
  const http: Http = {
    send: request => {
      sent.push(request)
      return TE.fromEither(request.path === crdPath ? crd : lists[request.path] ?? emptyList)
    },
    stream: () => TE.left(error('Other', 'nothing is watched here')),
    close: () => Promise.resolve(),
  }
  const answer = await canCarryOut(http, kinds.FlinkStateSnapshot, namespaces, 'https://server')
  return {
    answer,
    lists: sent.filter(({ path }) => path !== crdPath).map(({ method, path, query }) => `${method} ${path} ${JSON.stringify(query)}`),
  }
}

interface Crd {
  readonly spec: {
    readonly versions: readonly {
      readonly schema: {
        readonly openAPIV3Schema: {
          readonly properties: {
            readonly status: { 'x-kubernetes-preserve-unknown-fields'?: boolean; readonly properties: Record<string, unknown> }
          }
        }
      }
    }[]
  }
}

/** As the reference operator's: it does not know our record. */
const pruning = (): Json => {
  const crd = structuredClone(crdOf(kinds.FlinkStateSnapshot)) as unknown as Crd
  const { status } = crd.spec.versions[0]!.schema.openAPIV3Schema.properties
  delete status['x-kubernetes-preserve-unknown-fields']
  delete status.properties['operatorRecord']
  return crd as unknown as Json
}

const possible = { _tag: 'Possible', without: {}, unseen: null }

describe('can a kind be carried out here that the operator can do without?', () => {
  test('a CRD that keeps our record, and lists that are allowed: yes; one object is asked for, of every watched namespace', async () => {
    expect(await ask({})).toEqual({ answer: possible, lists: [`GET ${everywhere} {"limit":"1"}`] })
    expect(await ask({}, ['jobs', 'others'])).toEqual({
      answer: possible,
      lists: [`GET ${listPath('jobs')} {"limit":"1"}`, `GET ${listPath('others')} {"limit":"1"}`],
    })
  })

  test.each<readonly [string, Answers, RegExp]>([
    [
      'there is no CRD',
      { crd: refused('NotFound') },
      /flinkstatesnapshots\.flink\.apache\.org is not installed: flink-operator crds \| kubectl apply/,
    ],
    ['a CRD that drops the record of attempts (P03)', { crd: E.right(pruning()) }, /would drop status\.operatorRecord/],
  ])('no, and nothing is listed: %s', async (_title, answers, reason) => {
    expect(await ask(answers)).toEqual({ answer: { _tag: 'NotPossible', reason: expect.stringMatching(reason) }, lists: [] })
  })

  test.each<readonly [string, Answers, RegExp]>([
    [
      'the credentials are not accepted',
      { crd: refused('Unauthorized', 'expired') },
      /https:\/\/server does not accept the credentials: expired/,
    ],
    ['the CRD could not be seen', { crd: refused('Timeout', 'late') }, /https:\/\/server cannot be reached: late/],
  ])('P14 not known, and nothing is listed: %s', async (_title, answers, message) => {
    expect(await ask(answers)).toEqual({ answer: { _tag: 'NotKnown', message: expect.stringMatching(message) }, lists: [] })
  })

  test('F22 who may not look at CRDs may carry out snapshots all the same, and is told what is not known', async () => {
    expect((await ask({ crd: refused('Forbidden') })).answer).toEqual({
      ...possible,
      unseen: expect.stringMatching(/flinkstatesnapshots\.flink\.apache\.org may not be read/) as string,
    })
    expect((await ask({ crd: refused('Forbidden'), lists: { [everywhere]: refused('UnknownPath', '404 page not found') } })).answer)
      .toEqual({ _tag: 'NotPossible', reason: "FlinkStateSnapshots can't be listed: 404 page not found" })
  })

  test.each<AdapterErrorTag>(['Forbidden', 'NotFound', 'UnknownPath'])(
    "F22 a namespace that refuses (%s) is named in the server's words, and keeps no other from having them",
    async tag => {
      const refusing = { [listPath('others')]: refused(tag, `words of ${tag}`) }
      const words = `FlinkStateSnapshots can't be listed: words of ${tag}`
      expect((await ask({ lists: refusing }, ['others', 'jobs'])).answer).toEqual({ ...possible, without: { others: words } })
      expect((await ask({ lists: refusing }, ['others'])).answer).toEqual({ _tag: 'NotPossible', reason: words })
    },
  )

  test.each<AdapterErrorTag>(['Unavailable', 'Timeout', 'Unreachable', 'Unauthorized', 'TooManyRequests', 'Other'])(
    'P14 F22 no answer (%s) of one namespace is no refusal, and keeps no other waiting; of all of them: not known',
    async tag => {
      const silent = { [listPath('others')]: refused(tag, `words of ${tag}`) }
      expect((await ask({ lists: silent }, ['others', 'jobs'])).answer).toEqual(possible)
      expect((await ask({ lists: silent }, ['others'])).answer).toEqual({
        _tag: 'NotKnown',
        message: `FlinkStateSnapshots can't be listed: words of ${tag}`,
      })
    },
  )
})
