import type { JsonObject } from '@flink-operator/core'
import type { AdapterError } from '@flink-operator/core/action'
import type { Http, HttpRequest } from '@flink-operator/k8s-adapter'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { expect, test } from 'vitest'
import { storedDocument } from './stored-document.ts'

const secret = 'marker-of-a-secret-key'
const document: JsonObject = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: 'app' },
  spec: { flinkConfiguration: { 's3.secret-key': secret } },
}
const file = {
  file: 'f',
  kind: 'FlinkDeployment',
  name: 'app',
  namespace: null,
  json: document,
  placeOf: () => ({ file: 'f', line: null, column: null }),
} as const

const answering = (tag: AdapterError['_tag'], message: string, sent: HttpRequest[] = []): Http => ({
  send: request => {
    sent.push(request)
    return TE.left({ _tag: tag, message, applied: 'No', httpStatus: 422, retryAfter: null })
  },
  stream: () => TE.left({ _tag: tag, message, applied: 'No', httpStatus: 422, retryAfter: null }),
  close: () => Promise.resolve(),
})

test('P23 what the API server refuses is reported without the secrets of the document', async () => {
  const stored = await storedDocument(answering('Invalid', `spec.x: Invalid value: "${secret}"`), file, 'ns', null)
  expect(stored).toMatchObject({ _tag: 'Left' })
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('N01 a user without the right to a dry run gets the merge that kubectl would make, and is told so', async () => {
  const sent: HttpRequest[] = []
  const live = { ...document, metadata: { name: 'app', uid: 'u' }, spec: { restartNonce: 1 } }
  const stored = await storedDocument(answering('Forbidden', 'may not patch', sent), file, 'ns', live)
  expect(sent).toMatchObject([{ method: 'PATCH', query: { dryRun: 'All' }, contentType: 'application/merge-patch+json' }])
  expect(stored).toMatchObject({ _tag: 'Right', right: { document: { spec: { restartNonce: 1 } } } })
  expect(JSON.stringify(stored)).toContain('the API server was not asked what it would store (may not patch)')
})

test('a webhook refuses with the code of a missing right, and is a refusal all the same', async () => {
  const stored = await storedDocument(answering('Forbidden', 'admission webhook "w" denied the request: no'), file, 'ns', null)
  expect(stored).toMatchObject({ _tag: 'Left', left: 'the API server would refuse it: admission webhook "w" denied the request: no' })
})
