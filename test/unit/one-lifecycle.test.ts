import { sourceFiles } from '../../scripts/docs/source-files.ts'
import { describe, expect, test } from 'vitest'
import { jobTable } from '../../packages/core/src/job/job-table.ts'
import { unrecordedTable } from '../../packages/core/src/job/unrecorded-table.ts'
import { classification as ofApplication } from '../../packages/core/src/kind/flink-deployment/deployment-classification.ts'
import { clusterRows, ownCluster } from '../../packages/core/src/kind/flink-deployment/own-cluster.ts'
import { classification as ofSessionCluster } from '../../packages/core/src/kind/flink-deployment/session-cluster/session-cluster-classification.ts'
import { classification as ofSessionJob } from '../../packages/core/src/kind/flink-session-job/classify-session-job.ts'
import { sharedCluster } from '../../packages/core/src/kind/flink-session-job/shared-cluster.ts'

interface Table {
  readonly rows: readonly { readonly id: string }[]
  readonly last: { readonly id: string }
}

const idsOf = ({ rows, last }: Table): readonly string[] => [...rows, last].map(({ id }) => id)
const ownRows = (before: Readonly<Record<string, readonly { readonly id: string }[] | undefined>>): readonly string[] =>
  Object.values(before).flatMap(rows => (rows ?? []).map(({ id }) => id))
const without = (ids: readonly string[], own: readonly string[]): readonly string[] => ids.filter(id => !own.includes(id))

describe('ADR 36 an application and a session job ask one table', () => {
  const own = { application: ownRows(ownCluster.rowsBefore), sessionJob: ownRows(sharedCluster.rowsBefore) }

  test('every row of the lifecycle has one name and one place, with the rows of the host between them', () => {
    const application = idsOf(jobTable(ownCluster))
    const sessionJob = idsOf(jobTable(sharedCluster))
    expect(own.application).toHaveLength(9)
    expect(own.sessionJob).toEqual(['unrecorded-job', 'suspended/recorded-job-alive'])
    expect(without(application, own.application)).toEqual(without(sessionJob, own.sessionJob))
    expect(without(application, own.application)).toHaveLength(28)
  })

  test('the same of a job without a record', () => {
    const application = idsOf(unrecordedTable(ownCluster))
    const sessionJob = idsOf(unrecordedTable(sharedCluster))
    const ofSessionJob = ownRows(sharedCluster.unrecorded.rowsBefore)
    expect(ofSessionJob).toHaveLength(3)
    expect(without(application, ownRows(ownCluster.unrecorded.rowsBefore))).toEqual(without(sessionJob, ofSessionJob))
  })
})

const idsIn = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)

describe('ADR 41 an application and a session cluster ask one lifecycle of a cluster', () => {
  const names = Object.keys(clusterRows)

  test('its rows are named as in the table, and each names the row of that name', () => {
    expect(names).toEqual(['deploying', 'tearing-down', 'submitted-before', 'ingress-edit', 'submit-unfinished', 'jobmanager-lost'])
    expect(idsIn(Object.values(clusterRows))).toEqual(names)
  })

  test('every row of the lifecycle is asked of a session cluster, in its order, with the rows about its jobs between them', () => {
    const asked = idsIn(ofSessionCluster.recorded)
    expect(asked.filter(row => names.includes(row))).toEqual(names)
    expect(without(asked, names)).toEqual(
      ['deploy-begun', 'edit-taken-back', 'scaling', 'edit', 'rollback', 'nothing'].map(row => `session-cluster/${row}`),
    )
    expect(idsIn(ofSessionCluster.unrecorded)).toEqual(['deploying', 'tearing-down', 'session-cluster/never-deployed'])
  })

  test('and of an application, among the rows of its job: three of the job are answered by the cluster', () => {
    const answeredBy: Readonly<Record<string, string>> = {
      starting: 'deploying',
      'started-before': 'submitted-before',
      lost: 'jobmanager-lost',
    }
    const asked = idsIn(ofApplication.recorded).map(row => answeredBy[row] ?? row)
    expect(asked.filter(row => names.includes(row))).toEqual(names)
    expect(ownCluster.starting).toBe(clusterRows.deploying.holds)
    expect(ownCluster.startedBefore).toBe(clusterRows['submitted-before'].holds)
  })

  test('no other file than cluster-table.ts has these rows: a second copy would', () => {
    const copies = sourceFiles(
      ['packages/core/src/kind/flink-deployment', 'packages/core/src/cluster'],
      path => !/(?:\.test|cluster-table|\/unblocks-[\w-]+)\.ts$/u.test(path),
    ).flatMap(({ path, text }) => names.filter(name => new RegExp(`(?:id|row): '${name}'`, 'u').test(text)).map(name => `${path} ${name}`))
    expect(copies).toEqual([])
  })

  test.each(
    [['application', ofApplication.first], ['session job', ofSessionJob.first], ['session cluster', ofSessionCluster.first]] as const,
  )('%s: begins with the same rows, whatever is recorded', (_kind, first) => {
    const firstNames = ['deleting', 'invalid-from-the-start', 'finalizer', 'unreadable', 'unseen', 'paused']
    expect(idsIn(first).filter(row => firstNames.includes(row))).toEqual(firstNames)
  })
})
