import { describe, expect, test } from 'vitest'
import { jobId } from '../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { inZooKeeper, zooKeeperJob, zooKeeperPlaceOfApp as place, zooKeeperPlan } from '../../../fixtures/zookeeper-facts.ts'
import { absent, unknown } from '../../contract/fact/fact.ts'
import type { HaMetadata, ZooKeeperHaView, ZooKeeperJobView } from '../../contract/fact/zookeeper-ha-view.ts'
import { checkpointIn, jobMetadataIn, metadataDeletion, othersIn, planPruning, standing, type ZooKeeperFact } from './zookeeper-metadata.ts'

const other = 'b'.repeat(32)
const ofOther = zooKeeperJob({ jobId: other })
const viewOf = (change: Partial<ZooKeeperHaView> = {}): ZooKeeperHaView => {
  const fact = inZooKeeper(change)
  return fact._tag === 'Known' ? fact.value : expect.fail('it is known')
}

describe('is HA metadata of this very job in ZooKeeper (kubernetes-ha.md, section 7.5)?', () => {
  test.each<readonly [string, ZooKeeperFact, HaMetadata]>([
    ['of this very job', inZooKeeper(), 'Available'],
    ['B07 without a checkpoint', inZooKeeper({ jobs: [zooKeeperJob({ checkpoints: [], hadCheckpoints: false })] }), 'Available'],
    ['H-D06 H34 only of another job', inZooKeeper({ jobs: [ofOther] }), 'NotAvailable'],
    ['a plan alone holds no state', inZooKeeper({ jobs: [] }), 'NotAvailable'],
    ['the ensemble has no node of the cluster', absent(t0), 'NotAvailable'],
    ['not looked at', undefined, 'NotLooked'],
    ['H-D09 H40 it was not reached: that is no "no"', unknown('Unreachable', 'down', t0), 'Unknown'],
    ['H-D09 it did not answer in time', unknown('Timeout', 'late', t0), 'Unknown'],
    ['what the operator may not read it will not by trying again', unknown('Forbidden', 'no auth', t0), 'Unreadable'],
  ])('%s', (_title, fact, want) => {
    expect(jobMetadataIn(fact, jobId)).toBe(want)
  })

  test('of no job there is none', () => {
    expect(jobMetadataIn(inZooKeeper(), null)).toBe('NotAvailable')
  })
})

describe('does it point to a checkpoint (P01)?', () => {
  const none = { checkpoints: [], hadCheckpoints: false, counter: 1 } as const
  test.each<readonly [string, Partial<ZooKeeperJobView>, 'There' | 'NotYet' | 'Unknown']>([
    ['a pointer', {}, 'There'],
    ['H30 a pointer beside one that can not be read', { checkpoints: ['1', '2'], unusable: ['2'] }, 'There'],
    ['H31 only such that can not be read', { checkpoints: ['1'], unusable: ['1'] }, 'Unknown'],
    ['B07 none was ever put in, and they are counted', none, 'NotYet'],
    ['its pointers were taken away', { ...none, hadCheckpoints: true }, 'Unknown'],
    ['its folder of pointers was taken away: it has ended', { ...none, hadCheckpoints: null }, 'Unknown'],
    ['nothing is counted: nobody knows whether it began', { ...none, counter: null }, 'Unknown'],
    ['a counter that can not be read', { ...none, counter: 'Unreadable' }, 'Unknown'],
  ])('%s: %s', (_title, change, want) => {
    expect(checkpointIn(inZooKeeper({ jobs: [zooKeeperJob(change)] }), jobId)).toBe(want)
  })

  test('of another job, or not seen: nobody knows', () => {
    expect(checkpointIn(inZooKeeper({ jobs: [ofOther] }), jobId)).toBe('Unknown')
    expect(checkpointIn(unknown('Timeout', 'late', t0), jobId)).toBe('Unknown')
  })
})

describe('what goes, and what stays', () => {
  test('B21 H33 plans of these jobs, and of no other', () => {
    const plans = [zooKeeperPlan(), { ...zooKeeperPlan(), path: `/execution-plans/${jobId}` }]
    expect(planPruning(place, viewOf({ plans: [...plans, zooKeeperPlan(other)] }), [jobId])).toEqual({
      _tag: 'PruneZooKeeperPlans',
      place,
      plans,
    })
    expect(planPruning(place, viewOf({ plans: [zooKeeperPlan(other)] }), [jobId])).toBeNull()
  })

  test.each<readonly [string, 'Jobs' | 'Cluster', Partial<ZooKeeperHaView>, readonly string[], string | null]>([
    ['a job: plan before pointers', 'Jobs', {}, [`/jobgraphs/${jobId}`, `/jobs/${jobId}`], null],
    ['with the resource: and the cluster', 'Cluster', {}, [`/jobgraphs/${jobId}`, `/jobs/${jobId}`], '0000000000000010'],
    ['with the resource, beside another job: the cluster stays', 'Cluster', { jobs: [zooKeeperJob(), ofOther] }, [
      `/jobgraphs/${jobId}`,
      `/jobs/${jobId}`,
    ], null],
    ['with the resource, of which nothing but the node is left', 'Cluster', { jobs: [], plans: [] }, [], '0000000000000010'],
  ])('%s', (_title, what, change, nodes, cluster) => {
    const effect = metadataDeletion(place, viewOf(change), [jobId], what)
    expect(effect).toMatchObject({ _tag: 'DeleteZooKeeperHaMetadata', place, cluster })
    expect(effect?._tag === 'DeleteZooKeeperHaMetadata' ? effect.nodes.map(({ path }) => path) : []).toEqual(nodes)
  })

  test.each<readonly ['Jobs' | 'Cluster', Partial<ZooKeeperHaView>]>([
    ['Jobs', { jobs: [ofOther], plans: [] }],
    ['Jobs', { jobs: [], plans: [] }],
    ['Cluster', { jobs: [ofOther], plans: [zooKeeperPlan(other)] }],
  ])('B08 nothing of ours is there, so nothing goes: %s %j', (what, change) => {
    expect(metadataDeletion(place, viewOf(change), [jobId], what)).toBeNull()
  })

  test('P02 jobs of others, and their plans, are told', () => {
    const reported = othersIn(place, viewOf({ jobs: [zooKeeperJob(), ofOther], plans: [zooKeeperPlan(other)] }), {
      jobIds: [jobId],
      none: "which is nobody's",
    })
    expect(reported.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      `ZooKeeper node /flink/app/jobgraphs/${other}`,
      `ZooKeeper node /flink/app/jobs/${other}`,
    ])
    expect(reported[0]).toMatchObject({
      isGoing: false,
      what: expect.stringContaining(`of job ${other}, which is nobody's; `),
      remedy: expect.stringContaining(place.quorum),
    })
  })

  test('B85 who stands for election is waited for', () => {
    expect(standing(place, viewOf())).toBeNull()
    expect(standing(place, viewOf({ candidates: 2 }))).toContain('2 JobManager(s) at /flink/app')
  })
})
