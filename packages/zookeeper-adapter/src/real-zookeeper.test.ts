import { ACL, type Client, createClient, CreateMode, Id, Permission } from 'node-zookeeper-client'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fact } from '@flink-operator/core'
import type { ZooKeeperHaView } from '@flink-operator/core/fact'
import type { ZooKeeperPlace } from '@flink-operator/core/query'
import { createHash } from 'node:crypto'
import { type RealZooKeeper, serverStatistics, startZooKeeper } from '../test/real-zookeeper.ts'
import { defaultZooKeeperOptions, type ZooKeeper, zooKeeper } from './connection/sessions.ts'
import { deleteHaMetadata } from './effect/delete-ha-metadata.ts'
import { prunePlans } from './effect/prune-plans.ts'
import { readHaMetadata } from './read/ha-metadata.ts'

const home = process.env['ZOOKEEPER_HOME'] ?? ''
const [jobA, jobB] = ['a'.repeat(32), 'b'.repeat(32)]

let server: RealZooKeeper
let other: Client
let operator: ZooKeeper

const call = <A>(send: (answer: (error: unknown, value: A) => void) => void): Promise<A> =>
  new Promise((resolve, reject) =>
    send((error, value) => (error == null ? resolve(value) : reject(error instanceof Error ? error : new Error('failed'))))
  )

const connected = (address: string): Promise<Client> =>
  new Promise(resolve => {
    const client = createClient(address)
    client.once('connected', () => resolve(client))
    client.connect()
  })

/** As Flink does: all above it, too. */
const put = async (path: string, data: Buffer = Buffer.from('x'), mode = CreateMode.PERSISTENT): Promise<void> => {
  const above = path.slice(0, path.lastIndexOf('/'))
  if (above !== '') await call(answer => other.mkdirp(above, answer))
  await call(answer => other.create(path, data, mode, answer))
}
const remove = (path: string): Promise<void> => call(answer => other.remove(path, answer))
const tree = async (path: string): Promise<readonly string[]> => {
  const names = await call<string[]>(answer => other.getChildren(path, answer))
  return (await Promise.all(names.map(async name => [`${path}/${name}`, ...await tree(`${path}/${name}`)]))).flat().sort()
}
const counter = (value: number): Buffer => {
  const data = Buffer.alloc(4)
  data.writeInt32BE(value)
  return data
}

/** How what Java has serialised begins. */
const javaObject = Buffer.from('aced00057372', 'hex')

/** What Flink 1.20.5 had put there after some checkpoints, and what stays once its JobManager's session is over. */
const job = async (cluster: string, jobId: string, plans = 'jobgraphs'): Promise<void> => {
  await put(`${cluster}/${plans}/${jobId}/locks`)
  await put(`${cluster}/jobs/${jobId}/checkpoint_id_counter`, counter(35))
  for (const id of [33, 34]) {
    const pointer = `${cluster}/jobs/${jobId}/checkpoints/${`${id}`.padStart(19, '0')}`
    await put(pointer, javaObject)
    await put(`${pointer}/locks`)
  }
}

let place: ZooKeeperPlace
const look = (at: ZooKeeperPlace = place): Promise<Fact<ZooKeeperHaView>> => readHaMetadata(operator, () => 7)(at)
const seen = async (): Promise<ZooKeeperHaView> => {
  const fact = await look()
  if (fact._tag !== 'Known') throw new Error(JSON.stringify(fact))
  return fact.value
}
const node = { created: expect.stringMatching(/^[0-9a-f]{16}$/) as string }

type Deletion = Pick<ZooKeeperHaView, 'plans' | 'jobs'> & { readonly cluster: string | null }
const prune = (plans: ZooKeeperHaView['plans']) => prunePlans(operator)({ _tag: 'PruneZooKeeperPlans', place, plans })
const deletion = (by: ZooKeeper, { plans, jobs, cluster }: Deletion) =>
  deleteHaMetadata(by)({ _tag: 'DeleteZooKeeperHaMetadata', place, nodes: [...plans, ...jobs], cluster })

const why = home === '' ? ': left out, ZOOKEEPER_HOME names no folder with its jars in lib' : ''

describe.skipIf(home === '')(`a real ZooKeeper${why}`, () => {
  const run = { last: 0 }
  beforeAll(async () => {
    server = await startZooKeeper(home)
    other = await connected(server.address)
  })
  afterAll(async () => {
    other.close()
    await server.stop()
  })
  beforeEach(() => {
    run.last += 1
    place = { quorum: server.address, path: `/flink/cluster-${run.last}`, planPaths: ['/jobgraphs', '/execution-plans'] }
    operator = zooKeeper({ ...defaultZooKeeperOptions, connectTimeout: 20_000, answerTimeout: 20_000 })
  })
  afterEach(() => operator.close())

  describe('what is there', () => {
    test('H-D09 a connected session that has no node of the cluster: absent, live, as of before the question', async () => {
      expect(await look()).toEqual({ _tag: 'Absent', source: 'live', asOf: 7 })
    })

    test('B08 other clusters, and the root, say nothing of this one', async () => {
      await job('/flink/neighbour', jobA)
      await job(`${place.path}-2`, jobA)
      expect((await look())._tag).toBe('Absent')
    })

    test('the pointers, counter and plan of a job (kubernetes-ha.md, section 7.5)', async () => {
      await job(place.path, jobA)
      expect(await seen()).toEqual({
        ...node,
        candidates: 0,
        jobs: [{
          ...node,
          jobId: jobA,
          path: `/jobs/${jobA}`,
          checkpoints: ['0000000000000000033', '0000000000000000034'],
          unusable: [],
          hadCheckpoints: true,
          counter: 35,
        }],
        plans: [{ ...node, jobId: jobA, path: `/jobgraphs/${jobA}` }],
      })
    })

    test('B07 a job before its first checkpoint is not one whose pointers were taken away', async () => {
      await put(`${place.path}/jobs/${jobA}/checkpoints`)
      await put(`${place.path}/jobs/${jobA}/checkpoint_id_counter`, counter(1))
      expect((await seen()).jobs).toMatchObject([{ checkpoints: [], hadCheckpoints: false, counter: 1 }])
      await put(`${place.path}/jobs/${jobA}/checkpoints/0000000000000000001`)
      await remove(`${place.path}/jobs/${jobA}/checkpoints/0000000000000000001`)
      expect((await seen()).jobs).toMatchObject([{ checkpoints: [], hadCheckpoints: true, counter: 1 }])
    })

    test('P01 a job whose folder of pointers is gone, and its counter not yet', async () => {
      await put(`${place.path}/jobs/${jobA}/checkpoint_id_counter`, counter(7))
      expect((await seen()).jobs).toMatchObject([{ checkpoints: [], hadCheckpoints: null, counter: 7 }])
    })

    test('H30 a pointer without anything in it that Java could read is told', async () => {
      await job(place.path, jobA)
      await put(`${place.path}/jobs/${jobA}/checkpoints/0000000000000000035`, Buffer.from('?'))
      await put(`${place.path}/jobs/${jobA}/checkpoints/0000000000000000036`, Buffer.alloc(0))
      expect((await seen()).jobs).toMatchObject([{
        checkpoints: { length: 4 },
        unusable: ['0000000000000000035', '0000000000000000036'],
      }])
    })

    test('a counter that is no number is told', async () => {
      await put(`${place.path}/jobs/${jobA}/checkpoint_id_counter`, Buffer.from('35'))
      expect((await seen()).jobs).toMatchObject([{ counter: 'Unreadable' }])
    })

    test('H-D10 plans of both versions and of the configured path', async () => {
      await put(`${place.path}/jobgraphs/${jobA}`)
      await put(`${place.path}/execution-plans/${jobA}`)
      await put(`${place.path}/plans/of/${jobB}`)
      place = { ...place, planPaths: [...place.planPaths, '/plans/of'] }
      expect((await seen()).plans.map(({ path }) => path)).toEqual([
        `/jobgraphs/${jobA}`,
        `/execution-plans/${jobA}`,
        `/plans/of/${jobB}`,
      ])
    })

    test('JobManagers that stand for election are counted', async () => {
      await put(`${place.path}/leader/latch/a-latch-`, Buffer.alloc(0), CreateMode.EPHEMERAL_SEQUENTIAL)
      await put(`${place.path}/leader/latch/b-latch-`, Buffer.alloc(0), CreateMode.EPHEMERAL_SEQUENTIAL)
      expect((await seen()).candidates).toBe(2)
    })

    test('below a chroot of the quorum', async () => {
      await job(`/tenant${place.path}`, jobA)
      expect((await look({ ...place, quorum: `${server.address}/tenant` }))._tag).toBe('Known')
      expect((await look())._tag).toBe('Absent')
    })
  })

  describe('H-D09 what could not be seen is Unknown', () => {
    const acl = (identity: string, password: string): ACL =>
      new ACL(Permission.ALL, new Id('digest', `${identity}:${createHash('sha1').update(`${identity}:${password}`).digest('base64')}`))
    const lock = (path: string): Promise<unknown> => call(answer => other.setACL(path, [acl('flink', 'secret')], answer))

    test('a node that is open to others only, of the cluster or deep in it', async () => {
      await job(place.path, jobA)
      await lock(`${place.path}/jobs/${jobA}/checkpoints`)
      expect(await look()).toMatchObject({ _tag: 'Unknown', reason: 'Forbidden', message: expect.stringContaining('SASL') as string })
      await lock(place.path)
      expect(await look()).toMatchObject({ _tag: 'Unknown', reason: 'Forbidden' })
    })

    test('who logs in by digest sees it', async () => {
      await job(place.path, jobA)
      await lock(place.path)
      const asFlink = zooKeeper({ ...defaultZooKeeperOptions, digestFor: () => 'flink:secret' })
      const asOther = zooKeeper({ ...defaultZooKeeperOptions, digestFor: () => 'flink:wrong' })
      expect((await readHaMetadata(asFlink, () => 7)(place))._tag).toBe('Known')
      expect(await readHaMetadata(asOther, () => 7)(place)).toMatchObject({ _tag: 'Unknown', reason: 'Forbidden' })
      await Promise.all([asFlink.close(), asOther.close()])
    })

    test('a server that stands still, and one that is gone: then it is looked at anew', async () => {
      await job(place.path, jobA)
      expect((await look())._tag).toBe('Known')
      await server.pause()
      const impatient = zooKeeper({ ...defaultZooKeeperOptions, connectTimeout: 500 })
      const fact = await readHaMetadata(impatient, () => 7)(place)
      server.resume()
      await impatient.close()
      expect(fact).toMatchObject({ _tag: 'Unknown', reason: 'Unreachable' })
      expect((await look())._tag).toBe('Known')
      await server.kill()
      expect(await look()).toMatchObject({ _tag: 'Unknown', reason: 'Unreachable' })
      await server.start()
      expect((await look())._tag).toBe('Known')
      // the test's own session may have run out meanwhile
      other.close()
      other = await connected(server.address)
    })
  })

  describe('B21 plans are taken away', () => {
    test('H33 H-D10 of both versions, with their locks; pointers and counter stay', async () => {
      await job(place.path, jobA)
      await put(`${place.path}/execution-plans/${jobA}/locks`)
      expect(await prune((await seen()).plans)).toEqual(E.right(undefined))
      const { plans, jobs } = await seen()
      expect(plans).toEqual([])
      expect(jobs).toMatchObject([{ jobId: jobA, counter: 35, checkpoints: { length: 2 } }])
    })

    test('H39 a second time there is nothing to do', async () => {
      await job(place.path, jobA)
      const { plans } = await seen()
      expect(await prune(plans)).toEqual(E.right(undefined))
      expect(await prune(plans)).toEqual(E.right(undefined))
    })

    test('a plan that was stored anew after it was looked at stays', async () => {
      await put(`${place.path}/jobgraphs/${jobA}`)
      const { plans } = await seen()
      await remove(`${place.path}/jobgraphs/${jobA}`)
      await put(`${place.path}/jobgraphs/${jobA}`)
      expect(await prune(plans)).toMatchObject({ left: { _tag: 'Conflict', applied: 'No' } })
      expect((await seen()).plans).toHaveLength(1)
    })

    test('B85 H37 while a JobManager stands for election nothing goes', async () => {
      await job(place.path, jobA)
      const { plans, jobs, created } = await seen()
      await put(`${place.path}/leader/latch/a-latch-`, Buffer.alloc(0), CreateMode.EPHEMERAL_SEQUENTIAL)
      expect(await prune(plans)).toMatchObject({ left: { _tag: 'Conflict', applied: 'No' } })
      expect(await deletion(operator, { plans, jobs, cluster: created })).toMatchObject({
        left: { _tag: 'Conflict', applied: 'No' },
      })
      expect(await seen()).toMatchObject({ plans, jobs })
    })

    test('what is no place of plans is refused', async () => {
      await job(place.path, jobA)
      const [it] = (await seen()).jobs
      expect(await prune([it!])).toMatchObject({ left: { _tag: 'Invalid', applied: 'No' } })
      expect((await seen()).jobs).toHaveLength(1)
    })
  })

  describe('HA metadata is deleted', () => {
    test('B08 of the cluster with all that is there, and of nobody else', async () => {
      await job(place.path, jobA)
      await job(place.path, jobB, 'execution-plans')
      await put(`${place.path}/leader/dispatcher`)
      await put(`${place.path}/applications`)
      await job(`${place.path}-2`, jobA)
      const before = await tree(`${place.path}-2`)
      const { plans, jobs, created } = await seen()
      expect(await deletion(operator, { plans, jobs, cluster: created })).toEqual(E.right(undefined))
      expect(await look()).toMatchObject({ _tag: 'Absent' })
      expect(await tree(`${place.path}-2`)).toEqual(before)
    })

    test('of one job: another one keeps what it has', async () => {
      await job(place.path, jobA)
      await job(place.path, jobB)
      const { plans, jobs } = await seen()
      const ofA = ({ jobId }: { readonly jobId: string }): boolean => jobId === jobA
      await deletion(operator, { plans: plans.filter(ofA), jobs: jobs.filter(ofA), cluster: null })
      expect(await seen()).toMatchObject({ plans: [{ jobId: jobB }], jobs: [{ jobId: jobB, counter: 35 }] })
    })

    test('a job that came after it was looked at keeps everything in place', async () => {
      await job(place.path, jobA)
      const { plans, jobs, created } = await seen()
      await job(place.path, jobB)
      expect(await deletion(operator, { plans, jobs, cluster: created })).toMatchObject({
        left: { _tag: 'Conflict', applied: 'No' },
      })
      expect((await seen()).jobs).toHaveLength(2)
    })

    test("nothing outside of the cluster's node, whatever is asked", async () => {
      await job(place.path, jobA)
      await job(`${place.path}-2`, jobA)
      const before = [await tree(place.path), await tree(`${place.path}-2`)]
      for (const path of [`/../cluster-${run.last}-2`, '', '/', '/jobs//x', 'jobs', '/./jobs'])
        expect(
          await deletion(operator, { plans: [{ path, jobId: jobA, created: '' }], jobs: [], cluster: null }),
        ).toMatchObject({ left: { _tag: 'Invalid', applied: 'No' } })
      expect([await tree(place.path), await tree(`${place.path}-2`)]).toEqual(before)
    })

    test('a server that stands still: nothing is done, and that is known', async () => {
      await job(place.path, jobA)
      const { plans, jobs } = await seen()
      const impatient = zooKeeper({ ...defaultZooKeeperOptions, connectTimeout: 500 })
      await server.pause()
      const answer = await deletion(impatient, { plans, jobs, cluster: null })
      server.resume()
      await impatient.close()
      expect(answer).toMatchObject({ left: { _tag: 'Unreachable', applied: 'No' } })
      expect((await seen()).jobs).toHaveLength(1)
    })
  })

  test('one session serves many looks, and is closed when it idles', async () => {
    operator = zooKeeper({ ...defaultZooKeeperOptions, idleTimeout: 50 })
    await Promise.all([look(), look(), look()])
    await look()
    const connections = async (): Promise<number> => Number(/Connections: (\d+)/.exec(await serverStatistics(server.port))?.[1])
    // the test's own, and the question's
    await expect.poll(connections).toBe(2)
  })
})
