import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AdapterError, Json } from '@flink-operator/core'
import { crdOf } from '@flink-operator/core/codec'
import type { Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { lookAtCrds } from './look-at-crds.ts'

const forbidden = E.left<AdapterError, Json>({ _tag: 'Forbidden', message: 'cannot get customresourcedefinitions', applied: 'No', httpStatus: 403, retryAfter: null })

const looked = async (crd: E.Either<AdapterError, Json>) => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: line => { lines.push(line) } })
  const http: Http = {
    send: ({ path }) => () => Promise.resolve(path.includes('customresourcedefinitions/flinkdeployments') ? crd : path.includes('customresourcedefinitions') ? E.right(crdOf('FlinkStateSnapshot') as unknown as Json) : E.right({ items: [] })),
    stream: () => () => new Promise(() => undefined), close: () => Promise.resolve(),
  }
  return { answer: await lookAtCrds(http, null, 'server', logger), lines }
}

test('F22 a CRD that may not be read is told at warn, as what is not known; it is not guessed to be right', async () => {
  const { answer, lines } = await looked(forbidden)
  expect(answer).toMatchObject({ right: { unseen: expect.stringContaining('it is not known whether it keeps') as string } })
  expect(lines.map(line => JSON.parse(line) as { readonly level: number; readonly msg: string })).toMatchObject([{ level: 40, msg: expect.stringContaining('customresourcedefinitions') as string }])
})

test('F22 one that may be read and is right: nothing is told', async () => {
  const { answer, lines } = await looked(E.right(crdOf('FlinkDeployment')))
  expect([answer, lines]).toEqual([E.right({ hasSnapshotController: true, unseen: null }), []])
})

test('F22 F20 the shipped ClusterRole allows what the operator reads at its start and writes for leader election', () => {
  const documents = parseAllDocuments(readFileSync(join(import.meta.dirname, '../../../../deploy/operator.yaml'), 'utf8')).map(it => it.toJS() as { readonly kind: string; readonly rules?: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[] })
  const rules = documents.find(({ kind }) => kind === 'ClusterRole')?.rules ?? []
  expect(rules.find(({ resources }) => resources.includes('customresourcedefinitions'))?.verbs).toEqual(['get'])
  expect(rules.find(({ resources }) => resources.includes('leases'))?.verbs).toEqual(['get', 'create', 'update'])
})
