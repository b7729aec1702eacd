import { expect, test } from 'vitest'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { leadersGiveUpInTime } from './leader-timing-advice.ts'

const found = (replicas: number | null, over: Readonly<Record<string, string>>): number => {
  const times = Object.fromEntries(
    Object.entries(over).map(([key, value]) => [key.includes('.') ? key : `high-availability.kubernetes.leader-election.${key}`, value]),
  )
  const configuration = { 'high-availability.type': 'kubernetes', ...times }
  return leadersGiveUpInTime(
    { spec: { jobManager: replicas === null ? null : { replicas } }, configuration } as unknown as FlinkDeploymentInput,
  )
    .length
}

test.each<readonly [string, number | null, Readonly<Record<string, string>>, number]>([
  ["Flink's defaults, two JobManagers", 2, {}, 1],
  ["Flink's defaults, one", 1, {}, 0],
  ['nothing said of JobManagers', null, {}, 0],
  ['as is advised', 2, { 'lease-duration': '30 s', 'renew-deadline': '20 s', 'retry-period': '5 s' }, 0],
  ['a shorter deadline alone', 2, { 'renew-deadline': '9 s' }, 0],
  ['a deadline that ends with the lease, looked at between attempts', 2, { 'renew-deadline': '10 s' }, 1],
  ['without high availability', 2, { 'high-availability.type': 'NONE' }, 0],
  ['ZooKeeper', 2, { 'high-availability.type': 'zookeeper' }, 0],
  ['what nobody can read is told elsewhere', 2, { 'renew-deadline': 'soon' }, 0],
])('H-D02 %s', (_title, replicas, over, want) => expect(found(replicas, over)).toBe(want))
