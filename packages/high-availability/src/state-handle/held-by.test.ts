import { expect, test } from 'vitest'
import { heldBy } from './held-by.ts'

const configMap = (leader?: string) => ({
  name: 'm',
  uid: 'u',
  resourceVersion: '1',
  deleting: false,
  labels: {},
  annotations: leader === undefined ? {} : { 'control-plane.alpha.kubernetes.io/leader': leader },
  data: {},
})
const record = (holderIdentity: string, leaseDuration = '"PT15S"') =>
  `{"holderIdentity":"${holderIdentity}","leaseDuration":${leaseDuration},"acquireTime":"2026-11-21T11:54:25.096937Z",`
  + '"renewTime":"2026-11-21T11:54:25.096937Z","leaderTransitions":0}'

test.each([
  ['the holder', record('me'), true],
  ['the holder, as Flink 1.20 writes it', record('me', '15.000000000'), true],
  ['another', record('you'), false],
  ['another whose name holds ours', record('me-too'), false],
  ['nobody: it was let go', record(''), false],
  ['no record', undefined, false],
  ['H19 garbage that names us', 'me', false],
])('law 6, who holds the lock: %s', (_title, leader, want) => {
  expect(heldBy('me')(configMap(leader))).toBe(want)
})

test('law 6 a process without a name holds nothing', () => {
  expect(heldBy('')(configMap(record('')))).toBe(false)
})
