import { expect, test } from 'vitest'
import type { RestEndpoint } from '../query/query.ts'
import { isHard, mayFail } from './action-properties.ts'
import type { FlinkAction } from './action.ts'

const endpoint: RestEndpoint = { namespace: 'ns', service: 'session-rest', port: 8081, tls: false }
const upload: FlinkAction = { _tag: 'UploadJar', endpoint, name: '1.jar', jarURI: null }
const remove: FlinkAction = { _tag: 'DeleteJar', endpoint, jarId: '1_1.jar' }
const run: FlinkAction = {
  _tag: 'RunJar',
  endpoint,
  jarId: '1_1.jar',
  jobId: '1'.repeat(32),
  entryClass: null,
  args: [],
  parallelism: null,
  savepointPath: null,
  allowNonRestoredState: false,
  configuration: {},
  flinkVersion: 'v1_20',
}

test('P03 of what a submit does, only the run is hard: its intent is durable first', () => {
  expect([upload, run, remove].filter(isHard)).toEqual([run])
})

test('P18 a jar that can not be deleted again holds nothing up', () => {
  expect([upload, run, remove].filter(mayFail)).toEqual([remove])
})

test.each([true, false])('P03 an object that a kind rendered itself is hard as it says: %s', hard => {
  const manifest = {
    _tag: 'ObjectManifest',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: 'ns',
    name: 'a',
    hard,
    object: {},
  } as const
  expect([isHard({ _tag: 'CreateObject', manifest }), isHard({ _tag: 'ApplyObject', manifest, uid: null })]).toEqual([hard, false])
})
