import type { LeaderChange } from '@flink-operator/high-availability'
import { type FollowedLeaders, followLeaders } from '@flink-operator/k8s-adapter'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { askFlink } from '../harness/flink-rest.ts'
import { hostOf } from '../harness/ha-data.ts'
import { dataOf } from './ha-plan.ts'
import { type Evidence, expect, type Stage } from './story.ts'

export interface Following extends FollowedLeaders {
  readonly changes: readonly LeaderChange[]
}

/** Ours follows the leaders of a Flink cluster from now on. */
export const follow = (stage: Stage, { cluster }: Application): Following => {
  const changes: LeaderChange[] = []
  const followed = followLeaders({
    http: stage.api.http,
    namespace: stage.namespace,
    layout: { _tag: 'Cluster', clusterId: cluster },
    onChange: change => changes.push(change),
  })
  return { ...followed, changes }
}

/** Ours says of each component what the ConfigMap does, and the address of the REST server answers. */
export const followsLeader = async (stage: Stage, application: Application, followed: Following): Promise<Evidence> => {
  await followed.synced
  const leaders = await eventually('ours knows the leaders', { within: 10_000, guard: application.safe }, async () => {
    const { addresses } = await dataOf(stage, application)
    const now = followed.leaders()
    const same = Object.entries(addresses).every(([component, { session, address }]) =>
      now[component]?.session === session && now[component].address === address
    )
    return same && Object.keys(now).length === Object.keys(addresses).length && now
  })
  const rest = leaders['restserver']
  expect(rest !== undefined && (await askFlink(hostOf(rest), '/overview')) !== null, `nothing answers at ${rest?.address ?? 'no address'}`)
  return { text: `${Object.keys(leaders).map(it => it.replace(/-[0-9a-f]{32}/, '')).join(', ')} under one session; REST answers there` }
}

/** Ours was told of each REST server in its order, none twice, and none of before again. */
export const followedAll = async (
  stage: Stage,
  application: Application,
  followed: Following,
  inBetween: string,
): Promise<Evidence> => {
  await followsLeader(stage, application, followed)
  const reported = followed.changes.filter(({ component }) => component === 'restserver').map(({ leader }) => leader)
  const sessions = reported.flatMap(leader => (leader === null ? [] : [leader.session]))
  expect(new Set(sessions).size === sessions.length, `told again: ${JSON.stringify(reported)}`)
  const ours = reported.findIndex(leader => leader?.address === inBetween)
  expect(ours > 0 && ours < reported.length - 1, `told of ${JSON.stringify(reported)}`)
  return { text: `told of ${reported.map(leader => leader?.address ?? 'none').join(', then ')}` }
}
